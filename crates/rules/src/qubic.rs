//! Qubic: four in a line in a cube of 4×4×4 (Allis 1994, §4.2.1).
//!
//! Players occupy empty cubes in turn; four in a straight line, along one, two or three axes, win; a
//! full board is a draw. Cubes are numbered as in the thesis's Figure 4.4: `16·layer + 4·row +
//! column`. There are 76 lines: 48 along one axis, 24 in the diagonals of planes, 4 through the whole
//! cube. 192 symmetries: 48 of the cube, times 4 for the maps that exchange inner and outer planes
//! along all three axes at once (Silver 1967; thesis §4.2.3).

use quod_game::{Game, LineGame, Move, NotationError, Outcome, Player, Symmetric};

use crate::Variant;
use crate::line_rules::LineBoard;

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
        let lines = lines();
        let masks = lines.iter().map(|line| line.iter().map(|&cube| 1u64 << cube).sum()).collect();
        Qubic { lines, masks, maps: (0..192).map(symmetry).collect() }
    }

    /// The game with these variant keys: none.
    ///
    /// # Errors
    /// If there are keys.
    pub fn variant(variant: Variant) -> Result<Qubic, NotationError> {
        variant.finish("")?;
        Ok(Qubic::new())
    }
}

fn stone(pos: &QubicPosition, cube: u16) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| pos.cubes[player.index()] >> cube & 1 == 1)
}

/// All lines: from every cube along each of the 13 directions that stays in the cube for four steps.
fn lines() -> Vec<Vec<u16>> {
    let mut lines = Vec::new();
    for start in 0..64 {
        let at = [start / 16, start / 4 % 4, start % 4];
        for direction in 0..27 {
            let step = [direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1];
            // Each line is walked once: its first step that is not zero goes up.
            if step.into_iter().find(|&it| it != 0) != Some(1) {
                continue;
            }
            let end = [0, 1, 2].map(|axis| at[axis] + 3 * step[axis]);
            if end.iter().all(|coordinate| (0..4).contains(coordinate)) {
                let cube = |n: i32| {
                    let [layer, row, column] = [0, 1, 2].map(|axis| at[axis] + n * step[axis]);
                    (16 * layer + 4 * row + column) as u16
                };
                lines.push((0..4).map(cube).collect());
            }
        }
    }
    lines
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

impl Game for Qubic {
    type Position = QubicPosition;

    fn name(&self) -> String {
        "qubic".to_string()
    }

    fn summary(&self) -> &'static str {
        "four in a line in a cube of 4×4×4"
    }

    fn notation(&self) -> &'static str {
        "`start`, or the cubes played in order, 16·layer + 4·row + column from 0 to 63, separated by spaces: `0 21 3`"
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
        LineBoard { game: self, pos: &pos }.lawful()?;
        Ok(pos)
    }

    fn position_text(&self, pos: &QubicPosition) -> String {
        LineBoard { game: self, pos }.text()
    }

    /// The four layers side by side.
    fn picture(&self, pos: &QubicPosition, numbered: &[Move]) -> String {
        let cell = |cube| LineBoard { game: self, pos }.letter(cube, ["x", "o"], numbered);
        let row = |first: u16| {
            (first..first + 4).map(|at| format!("{:>3}", cell(at))).collect::<String>()
        };
        let rows = (0..4).map(|at| [0, 16, 32, 48].map(|layer| row(layer + 4 * at)).join("   "));
        rows.collect::<Vec<String>>().join("\n")
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<QubicPosition>> {
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
}
