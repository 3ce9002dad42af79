//! Clobber: a stone takes a neighbour of the other colour, and who cannot take any more has lost.
//!
//! The board is full at the start, with Black's and White's stones in turn like the fields of a chess board. A move takes a
//! stone of one's own to the place of a stone of the opponent's next to it, along a row or a column; that stone is gone. A player
//! to move who cannot take loses. (M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to
//! Clobber", Integers 5(2), 2005.)
//!
//! Keys: `width` and `height`, from 1 to 10 (6 and 5 unless given). Black, the first player, has the stone on a1.
//!
//! Cells are numbered `width·row + column`, both from 0, rows from the bottom: a1 is 0. Stones that are joined, of either
//! colour, along rows and columns form a group; a group with stones of one colour alone can neither take nor be taken for ever.
//! Positions do not hold such stones, so that positions that differ in them alone are the same.
//! The code of a move is four times the cell that it leaves and the direction: 0 down, 1 left, 2 right, 3 up.

use quod_game::{Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::board_text::{BoardText, parse_sided};
use crate::two_sets::{read_sets, write_sets};
use crate::{Family, KeySpec, Values, Variant, square};

const SIDE: Values = Values::Number { least: 1, most: 10 };
const WIDTH: KeySpec =
    KeySpec { key: "width", values: SIDE, default: "6", about: "The number of columns." };
const HEIGHT: KeySpec =
    KeySpec { key: "height", values: SIDE, default: "5", about: "The number of rows." };

/// The columns' letters.
const COLUMNS: &[u8; 10] = b"abcdefghij";

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "clobber",
    summary: "stones take neighbours of the other colour; no capture loses",
    keys: &[WIDTH, HEIGHT],
    examples: &["clobber:width=4,height=4"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Clobber {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

/// The stones of groups that still matter, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClobberPosition {
    /// Black's cells and White's: cell `c` is bit `c`.
    pub stones: [u128; 2],
    /// Who is to move.
    pub to_move: Player,
}

impl ClobberPosition {
    /// The stone on a cell.
    pub fn stone(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()] >> cell & 1 == 1)
    }
}

impl Clobber {
    /// The game on a board of so many columns and rows.
    ///
    /// # Errors
    /// If they are not in 1..=10.
    pub fn new(width: usize, height: usize) -> Result<Clobber, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        Ok(Clobber { width, height })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Clobber, NotationError> {
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        Clobber::new(width, height)
    }

    /// The number of cells.
    fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The cell next to this one in a direction.
    fn beside(&self, cell: usize, direction: usize) -> Option<usize> {
        let column = cell % self.width;
        match direction {
            0 => cell.checked_sub(self.width),
            1 => (column > 0).then(|| cell - 1),
            2 => (column + 1 < self.width).then_some(cell + 1),
            _ => (cell + self.width < self.cells()).then_some(cell + self.width),
        }
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        (0..4).filter_map(move |direction| self.beside(cell, direction))
    }

    /// The stones of groups with both colours: those that are joined to a stone with a neighbour of the other colour.
    fn of_use(&self, stones: [u128; 2]) -> [u128; 2] {
        let pos = ClobberPosition { stones, to_move: Player::First };
        let meets = |&cell: &usize| {
            let other = pos.stone(cell).map(Player::other);
            other.is_some() && self.neighbours(cell).any(|it| pos.stone(it) == other)
        };
        let mut found: Vec<usize> = (0..self.cells()).filter(meets).collect();
        let mut of_use = 0_u128;
        while let Some(cell) = found.pop() {
            if of_use >> cell & 1 == 0 && pos.stone(cell).is_some() {
                of_use |= 1 << cell;
                found.extend(self.neighbours(cell));
            }
        }
        stones.map(|set| set & of_use)
    }

    /// The legal moves in ascending order, also if there are none.
    fn captures(&self, pos: &ClobberPosition) -> impl Iterator<Item = Move> {
        let steps = (0..self.cells()).flat_map(|cell| (0..4).map(move |way| (cell, way)));
        let takes = move |&(cell, way): &(usize, usize)| {
            let to = self.beside(cell, way).and_then(|it| pos.stone(it));
            pos.stone(cell) == Some(pos.to_move) && to == Some(pos.to_move.other())
        };
        steps.filter(takes).map(|(cell, way)| Move((4 * cell + way) as u32))
    }

    /// The cells that a move leaves and goes to.
    fn step(&self, mv: Move) -> [usize; 2] {
        let from = mv.0 as usize / 4;
        [from, self.beside(from, mv.0 as usize % 4).expect("a step on the board")]
    }

    fn text<'p>(
        &self,
        pos: &'p ClobberPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + use<'p>> {
        let stone = |cell| pos.stone(cell);
        BoardText { width: self.width, height: self.height, columns: COLUMNS, stone }
    }

    /// The position; an error if it holds stones that do not matter.
    fn lawful(&self, pos: ClobberPosition) -> Result<ClobberPosition, NotationError> {
        match self.of_use(pos.stones) == pos.stones {
            true => Ok(pos),
            false => {
                let expected = "no group of stones of one colour";
                Err(NotationError::new("position", expected, self.text(&pos).rows()))
            }
        }
    }
}

impl Game for Clobber {
    type Position = ClobberPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        3 * (self.width * self.height) as u32 + 10
    }

    fn notation(&self) -> &'static str {
        "`start`; or the captures from the start, the cells left and gone to: `a1a2 c2c3`; or the rows from the top, `x` for black, `o` for white, a number for so many empty cells, separated by `/`, and `:x` or `:o` for the side to move: `xo2/1xo1/xoxo:o`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> ClobberPosition {
        let set = |colour: usize| {
            let own = |&cell: &usize| (cell / self.width + cell % self.width) % 2 == colour;
            (0..self.cells()).filter(own).fold(0, |set, cell| set | 1 << cell)
        };
        ClobberPosition { stones: self.of_use([set(0), set(1)]), to_move: Player::First }
    }

    fn to_move(&self, pos: &ClobberPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &ClobberPosition) -> Option<Outcome> {
        let stuck = self.captures(pos).next().is_none();
        stuck.then(|| Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &ClobberPosition, moves: &mut Vec<Move>) {
        moves.extend(self.captures(pos));
    }

    fn play(&self, pos: &ClobberPosition, mv: Move) -> ClobberPosition {
        let ([from, to], mut stones) = (self.step(mv), pos.stones);
        stones[pos.to_move.index()] ^= 1 << from | 1 << to;
        stones[pos.to_move.other().index()] ^= 1 << to;
        ClobberPosition { stones: self.of_use(stones), to_move: pos.to_move.other() }
    }

    fn encode(&self, pos: &ClobberPosition, out: &mut Vec<u8>) {
        write_sets(pos.stones, self.cells(), pos.to_move, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<ClobberPosition, NotationError> {
        let (men, to_move) = read_sets(bytes, self.cells())?;
        self.lawful(ClobberPosition { stones: men, to_move })
    }

    fn move_text(&self, pos: &ClobberPosition, mv: Move) -> String {
        self.step(mv).map(|cell| self.text(pos).cell(cell)).concat()
    }

    fn position_text(&self, pos: &ClobberPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => self.text(pos).sided(pos.to_move),
        }
    }

    fn parse_position(&self, text: &str) -> Result<ClobberPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let (list, to_move) = parse_sided([self.width, self.height], text)?;
        let mut stones = [0; 2];
        list.iter().for_each(|(cell, player)| stones[player.index()] |= 1 << cell);
        self.lawful(ClobberPosition { stones, to_move })
    }

    fn picture(&self, pos: &ClobberPosition, _numbered: &[Move]) -> String {
        self.text(pos).picture(&[])
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<ClobberPosition>> {
        Some(self)
    }
}

/// The symmetries of the board: eight if it is square, else four. None exchanges the players.
impl Symmetric<ClobberPosition> for Clobber {
    fn order(&self) -> u16 {
        square::maps([self.width, self.height])
    }

    fn map(&self, map: u16, pos: &ClobberPosition) -> ClobberPosition {
        let image = |set: u128| {
            let cells = (0..self.cells()).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |set, it| set | 1 << square::image(map, [self.width, self.height], it))
        };
        ClobberPosition { stones: pos.stones.map(image), ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let [from, to] =
            self.step(mv).map(|cell| square::image(map, [self.width, self.height], cell));
        let way = (0..4).find(|&way| self.beside(from, way) == Some(to));
        Move((4 * from + way.expect("neighbours' images are neighbours")) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance};

    fn board(width: usize, height: usize) -> Clobber {
        Clobber::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (width, height) in [(1, 1), (1, 3), (3, 3), (4, 2), (5, 6), (10, 10)] {
            conformance(&board(width, height), 10, 1);
        }
    }

    /// Columns are widths from 1, rows are heights from 1: who wins, the player who begins or the other; by a search
    /// of its own.
    #[test]
    fn small_boards_have_their_known_winners() {
        for (height, widths) in (1..).zip(["21112221", "112112", "1212", "112"]) {
            for (width, winner) in (1..).zip(widths.chars()) {
                let game = board(width, height);
                let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::First));
                assert_eq!(oracle.holds(&game.start()), winner == '1', "{width}×{height}");
            }
        }
    }

    #[test]
    fn groups_of_one_colour_are_not_held() {
        let game = board(3, 2);
        // xox over oxo: a1 takes a2, and what is beside the gap goes on.
        let pos = game.parse_position("a1a2").unwrap();
        assert_eq!(game.position_text(&pos), "xxo/1ox:o");
        let pos = game.parse_position("a1a2 b1b2").unwrap();
        assert_eq!(game.position_text(&pos), "xoo/2x:x");
        // b2 is taken: black's two and white's c2 with black's c1.
        let pos = game.parse_position("a1a2 b1b2 a2b2").unwrap();
        assert_eq!(game.position_text(&pos), "1xo/2x:o");
        let pos = game.parse_position("a1a2 b1b2 a2b2 c2c1").unwrap();
        assert_eq!(game.position_text(&pos), "3/3:x");
        assert_eq!(game.outcome(&pos), Some(Outcome::win(Player::Second)));
        for bad in ["x2/3:x", "xo1/3", "xo1/3:b", "xo1:x", "a1b2", "a2a1", "=0000", "=0303ff"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }
}
