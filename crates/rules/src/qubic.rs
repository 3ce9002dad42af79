//! Qubic: four in a line in a cube of 4×4×4 (Allis 1994, §4.2.1).
//!
//! Players occupy empty cubes in turn; four in a straight line, along one, two or three axes, win; a
//! full board is a draw. Cubes are numbered as in the thesis's Figure 4.4, `16·layer + 4·row + column`
//! with rows from the top, and written as layer, column and row from the bottom: cube 0 is `1a4`. There
//! are 76 lines: 48 along one axis, 24 in the diagonals of planes, 4 through the whole cube. 192
//! symmetries: 48 of the cube, times 4 for the maps that exchange inner and outer planes along all
//! three axes at once (Silver 1967; thesis §4.2.3).

use quod_game::{Game, LineGame, Move, NotationError, NullMove, Outcome, Player, Symmetric};

use crate::coordinates::{Coordinates, box_lines};
use crate::line_rules::LineBoard;
use crate::{Family, Variant};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "qubic",
    summary: "four in a line in a cube of 4×4×4",
    keys: &[],
    examples: &[],
};

/// The game; it has no variants.
#[derive(Clone, Debug)]
pub struct Qubic {
    lines: Vec<Vec<u16>>,
    /// The same lines as sets of cubes.
    masks: Vec<u64>,
    /// `maps[m][c]` is the image of cube `c` under symmetry `m`.
    maps: Vec<[u8; 64]>,
}

/// Sets of cubes, bit `c` for cube `c`. Who is to move follows from their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QubicPosition {
    /// The first player's cubes and the second player's.
    pub cubes: [u64; 2],
}

impl Qubic {
    /// The game.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Qubic {
        let lines = box_lines([4; 3], 4);
        let masks = lines.iter().map(|line| line.iter().map(|&cube| 1u64 << cube).sum()).collect();
        Qubic { lines, masks, maps: (0..192).map(symmetry).collect() }
    }

    /// The game with these variant keys: none.
    ///
    /// # Errors
    /// If there are keys.
    pub fn variant(variant: Variant) -> Result<Qubic, NotationError> {
        variant.finish(&FAMILY.all_keys())?;
        Ok(Qubic::new())
    }

    fn board<'b>(&'b self, pos: &'b QubicPosition) -> LineBoard<'b, QubicPosition> {
        LineBoard { game: self, pos, coordinates: Coordinates { layers: 4, size: 4 } }
    }
}

fn stone(pos: &QubicPosition, cube: u16) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| pos.cubes[player.index()] >> cube & 1 == 1)
}

/// The image of every cube under a symmetry: first inner and outer planes, then turning axes around,
/// then exchanging axes (`docs/formats/games.md`).
fn symmetry(map: u16) -> [u8; 64] {
    const PLANES: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [0, 2, 1, 3], [2, 0, 3, 1]];
    const AXES: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let planes = PLANES[map as usize % 4];
    let turned = map / 4 % 8;
    let axes = AXES[map as usize / 32];
    let mut images = [0; 64];
    for (cube, image) in images.iter_mut().enumerate() {
        let mut x = [cube / 16, cube / 4 % 4, cube % 4].map(|coordinate| planes[coordinate]);
        for (axis, coordinate) in x.iter_mut().enumerate() {
            if turned >> axis & 1 == 1 {
                *coordinate = 3 - *coordinate;
            }
        }
        let [layer, row, column] = axes.map(|axis| x[axis]);
        *image = 16 * layer + 4 * row + column;
    }
    images
}

impl NullMove<QubicPosition> for Qubic {
    fn exchanged(&self, pos: &QubicPosition) -> QubicPosition {
        let [first, second] = pos.cubes;
        QubicPosition { cubes: [second, first] }
    }
}

impl Game for Qubic {
    type Position = QubicPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`, or the cubes played in order, separated by spaces, the layer from 1 to 4, the column's letter and the row from the bottom of its layer: `1a4 2b3 1d4`; or their numbers, 16·layer + 4·row + column from 0 to 63, rows from the top: `0 21 3`"
    }

    fn start(&self) -> QubicPosition {
        QubicPosition { cubes: [0, 0] }
    }

    fn to_move(&self, pos: &QubicPosition) -> Player {
        match (pos.cubes[0] | pos.cubes[1]).count_ones() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn outcome(&self, pos: &QubicPosition) -> Option<Outcome> {
        for player in Player::BOTH {
            let own = pos.cubes[player.index()];
            if self.masks.iter().any(|&line| line & !own == 0) {
                return Some(Outcome::win(player));
            }
        }
        (pos.cubes[0] | pos.cubes[1] == u64::MAX).then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &QubicPosition, moves: &mut Vec<Move>) {
        let occupied = pos.cubes[0] | pos.cubes[1];
        moves.extend((0..64).filter(|cube| occupied >> cube & 1 == 0).map(Move));
    }

    fn play(&self, pos: &QubicPosition, mv: Move) -> QubicPosition {
        let mut next = *pos;
        next.cubes[self.to_move(pos).index()] |= 1 << mv.0;
        next
    }

    fn encode(&self, pos: &QubicPosition, out: &mut Vec<u8>) {
        out.extend(pos.cubes.iter().flat_map(|cubes| cubes.to_le_bytes()));
    }

    fn decode(&self, bytes: &[u8]) -> Result<QubicPosition, NotationError> {
        let bad = |got: String| NotationError::new("position", "two disjoint sets of 8 bytes", got);
        let bytes: &[u8; 16] =
            bytes.try_into().map_err(|_| bad(format!("{} bytes", bytes.len())))?;
        let set = |at: usize| (0..8).map(|n| u64::from(bytes[at + n]) << (8 * n)).sum::<u64>();
        let pos = QubicPosition { cubes: [set(0), set(8)] };
        if pos.cubes[0] & pos.cubes[1] != 0 {
            return Err(bad("sets with a cube in common".to_string()));
        }
        self.board(&pos).lawful()?;
        Ok(pos)
    }

    fn move_text(&self, pos: &QubicPosition, mv: Move) -> String {
        self.board(pos).coordinates.name(mv.0 as u16)
    }

    fn parse_move(&self, pos: &QubicPosition, text: &str) -> Result<Move, NotationError> {
        self.board(pos).read_move(text)
    }

    fn position_text(&self, pos: &QubicPosition) -> String {
        self.board(pos).text()
    }

    fn picture(&self, pos: &QubicPosition, numbered: &[Move]) -> String {
        self.board(pos).picture(['x', 'o'], numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<QubicPosition>> {
        Some(self)
    }

    fn null_move(&self) -> Option<&dyn NullMove<QubicPosition>> {
        Some(self)
    }

    fn lines(&self) -> Option<&dyn LineGame<QubicPosition>> {
        Some(self)
    }
}

impl Symmetric<QubicPosition> for Qubic {
    fn order(&self) -> u16 {
        192
    }

    fn map(&self, map: u16, pos: &QubicPosition) -> QubicPosition {
        let images = &self.maps[map as usize];
        let image = |mut set: u64| {
            let mut mapped = 0;
            while set != 0 {
                mapped |= 1 << images[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            mapped
        };
        QubicPosition { cubes: pos.cubes.map(image) }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move(self.maps[map as usize][mv.0 as usize].into())
    }
}

impl LineGame<QubicPosition> for Qubic {
    fn cells(&self) -> usize {
        64
    }

    fn lines(&self) -> &[Vec<u16>] {
        &self.lines
    }

    fn stone(&self, pos: &QubicPosition, cell: u16) -> Option<Player> {
        stone(pos, cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::conformance;
    use std::collections::HashSet;

    #[test]
    fn qubic_conforms() {
        conformance(&Qubic::new(), 3, 1);
    }

    #[test]
    fn qubic_has_76_lines_and_192_different_symmetries_that_keep_them() {
        let game = Qubic::new();
        let lines: HashSet<u64> = game.masks.iter().copied().collect();
        assert_eq!((game.lines.len(), lines.len()), (76, 76));
        let maps: HashSet<[u8; 64]> = game.maps.iter().copied().collect();
        assert_eq!(maps.len(), 192);
        for map in &maps {
            let image = |line: &Vec<u16>| line.iter().map(|&cube| 1u64 << map[cube as usize]).sum();
            assert_eq!(game.lines.iter().map(image).collect::<HashSet<u64>>(), lines);
        }
    }

    #[test]
    fn two_first_moves_and_twelve_replies_to_a_corner_are_distinct() {
        let game = Qubic::new();
        let distinct = |pos: &QubicPosition| {
            let children = game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv));
            let image = |map, child: &_| game.encoding(&game.map(map, child));
            let least = |child| (0..game.order()).map(|map| image(map, &child)).min();
            children.map(least).collect::<HashSet<_>>().len()
        };
        assert_eq!(distinct(&game.start()), 2);
        assert_eq!(distinct(&game.play(&game.start(), Move(0))), 12);
    }

    #[test]
    fn cubes_are_written_as_layer_column_and_row_and_read_as_numbers_too() {
        let game = Qubic::new();
        let pos = game.parse_position("1a4 2b3 4d1").unwrap();
        for text in ["0 21 63", "1A4 21 4d1"] {
            assert_eq!(game.parse_position(text).as_ref(), Ok(&pos), "{text}");
        }
        assert_eq!(game.position_text(&pos), "1a4 2b3 4d1");
        let rows = [
            " 4  x  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .",
            " 3  .  .  .  .     .  o  .  .     .  .  .  .     .  .  .  .",
            " 2  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .",
            " 1  1  .  .  .     .  .  .  .     .  .  .  .     .  .  .  x",
            "   1a 1b 1c 1d    2a 2b 2c 2d    3a 3b 3c 3d    4a 4b 4c 4d",
        ];
        assert_eq!(game.picture(&pos, &[Move(12)]), rows.join("\n"));
        let error = game.parse_move(&pos, "a1").unwrap_err();
        assert_eq!(error.expected, "a cell from 1a1 to 4d4");
    }
}
