//! Breakthrough: men that only go forward; the first to reach the opponent's first row has won.
//!
//! Each player has two rows of men, White at the bottom, Black at the top, and White moves first. A man goes one step forward,
//! straight or diagonally, to an empty cell; diagonally it may also take a man of the opponent's. A player with a man on
//! the opponent's first row has won, and so has a player whose opponent has no men left. There is always a move: the
//! foremost man has one of its own nowhere before it. (Dan Troyka, 2000.)
//!
//! Keys: `width` from 2 to 8 and `height` from 4 to 8 (8 each unless given).
//!
//! Cells are numbered `width·row + column`, both from 0, rows from the bottom: a1 is 0. The code of a move is 64 times
//! the cell that it leaves, and the cell that it goes to.

use quod_game::{Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::board_text::{BoardText, parse_sided};
use crate::two_sets::{read_sets, write_sets};
use crate::{Family, KeySpec, Values, Variant, square};

const WIDTH: KeySpec = KeySpec {
    key: "width",
    values: Values::Number { least: 2, most: 8 },
    default: "8",
    about: "The number of columns.",
};
const HEIGHT: KeySpec = KeySpec {
    key: "height",
    values: Values::Number { least: 4, most: 8 },
    default: "8",
    about: "The number of rows, two of each player's men among them.",
};

/// The columns' letters.
const COLUMNS: &[u8; 8] = b"abcdefgh";

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "breakthrough",
    summary: "men that go forward only; reaching the last row wins",
    keys: &[WIDTH, HEIGHT],
    examples: &["breakthrough:width=5,height=5"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

/// The men on the board, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakthroughPosition {
    /// White's cells and Black's: cell `c` is bit `c`.
    pub men: [u64; 2],
    /// Who is to move.
    pub to_move: Player,
}

impl BreakthroughPosition {
    /// Whose man is on the cell.
    pub fn man(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.men[player.index()] >> cell & 1 == 1)
    }
}

impl Breakthrough {
    /// The game on a board of so many columns and rows.
    ///
    /// # Errors
    /// If the columns are not in 2..=8, or the rows not in 4..=8.
    pub fn new(width: usize, height: usize) -> Result<Breakthrough, NotationError> {
        for (spec, number) in [(WIDTH, width), (HEIGHT, height)] {
            if !spec.values.allow(number) {
                return Err(spec.wrong(number));
            }
        }
        Ok(Breakthrough { width, height })
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<Breakthrough, NotationError> {
        let width = variant.take_number(&WIDTH)?;
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        Breakthrough::new(width, height)
    }

    /// The number of cells.
    fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The cells of the rows from one to another, that one left out.
    fn rows(&self, from: usize, to: usize) -> u64 {
        (self.width * from..self.width * to).fold(0, |set, cell| set | 1 << cell)
    }

    /// The row where a player's men begin.
    fn first_row(&self, player: Player) -> u64 {
        match player {
            Player::First => self.rows(0, 1),
            Player::Second => self.rows(self.height - 1, self.height),
        }
    }

    /// Whether the player has a man on the opponent's first row, or the opponent no men.
    fn has_won(&self, pos: &BreakthroughPosition, player: Player) -> bool {
        let [own, other] = [player, player.other()].map(|it| pos.men[it.index()]);
        own & self.first_row(player.other()) != 0 || other == 0
    }

    /// The cells before a man of the side to move to which it may go.
    fn steps(&self, pos: &BreakthroughPosition, from: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (from / self.width, from % self.width);
        let row = match pos.to_move {
            Player::First => (row + 1 < self.height).then_some(row + 1),
            Player::Second => row.checked_sub(1),
        };
        let may_go = move |to: usize| match pos.man(to) {
            None => true,
            Some(owner) => owner != pos.to_move && to % self.width != column,
        };
        let columns = column.saturating_sub(1)..(column + 2).min(self.width);
        let ahead = row
            .into_iter()
            .flat_map(move |row| columns.clone().map(move |column| self.width * row + column));
        ahead.filter(move |&to| may_go(to))
    }

    fn text<'p>(
        &self,
        pos: &'p BreakthroughPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + use<'p>> {
        let stone = |cell| pos.man(cell);
        BoardText { width: self.width, height: self.height, columns: COLUMNS, stone }
    }

    /// Refuses positions in which the side to move has won already, or has no men, or a player has more than at the start.
    fn lawful(&self, pos: BreakthroughPosition) -> Result<BreakthroughPosition, NotationError> {
        let most = 2 * self.width as u32;
        let many = pos.men.iter().any(|men| men.count_ones() > most);
        let over = self.has_won(&pos, pos.to_move);
        if many || over || pos.men[pos.to_move.other().index()] == 0 {
            let expected = format!(
                "at most {most} men of each player, and a side to move that has not won already"
            );
            return Err(NotationError::new("position", expected, self.text(&pos).rows()));
        }
        Ok(pos)
    }
}

impl Game for Breakthrough {
    type Position = BreakthroughPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, the cells left and gone to: `b2b3 c7b6`; or the rows from the top, `x` for white, `o` for black, a number for so many empty cells, separated by `/`, and `:x` or `:o` for the side to move: `oooo/4/1x2/xx1x:o`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn start(&self) -> BreakthroughPosition {
        let men = [self.rows(0, 2), self.rows(self.height - 2, self.height)];
        BreakthroughPosition { men, to_move: Player::First }
    }

    fn to_move(&self, pos: &BreakthroughPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &BreakthroughPosition) -> Option<Outcome> {
        let last = pos.to_move.other();
        self.has_won(pos, last).then(|| Outcome::win(last))
    }

    fn moves(&self, pos: &BreakthroughPosition, moves: &mut Vec<Move>) {
        for from in (0..self.cells()).filter(|&cell| pos.man(cell) == Some(pos.to_move)) {
            moves.extend(self.steps(pos, from).map(|to| Move((64 * from + to) as u32)));
        }
    }

    fn play(&self, pos: &BreakthroughPosition, mv: Move) -> BreakthroughPosition {
        let (from, to) = (mv.0 / 64, mv.0 % 64);
        let mut men = pos.men;
        men[pos.to_move.index()] ^= 1 << from | 1 << to;
        men[pos.to_move.other().index()] &= !(1 << to);
        BreakthroughPosition { men, to_move: pos.to_move.other() }
    }

    fn encode(&self, pos: &BreakthroughPosition, out: &mut Vec<u8>) {
        write_sets(pos.men.map(u128::from), self.cells(), pos.to_move, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<BreakthroughPosition, NotationError> {
        let (men, to_move) = read_sets(bytes, self.cells())?;
        self.lawful(BreakthroughPosition { men: men.map(|set| set as u64), to_move })
    }

    fn move_text(&self, pos: &BreakthroughPosition, mv: Move) -> String {
        [mv.0 / 64, mv.0 % 64].map(|cell| self.text(pos).cell(cell as usize)).concat()
    }

    fn position_text(&self, pos: &BreakthroughPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => self.text(pos).sided(pos.to_move),
        }
    }

    fn parse_position(&self, text: &str) -> Result<BreakthroughPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let (list, to_move) = parse_sided([self.width, self.height], text)?;
        let mut men = [0; 2];
        list.iter().for_each(|(cell, player)| men[player.index()] |= 1 << cell);
        self.lawful(BreakthroughPosition { men, to_move })
    }

    fn picture(&self, pos: &BreakthroughPosition, _numbered: &[Move]) -> String {
        self.text(pos).picture(&[])
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<BreakthroughPosition>> {
        Some(self)
    }
}

/// The identity, and turning columns around.
impl Symmetric<BreakthroughPosition> for Breakthrough {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &BreakthroughPosition) -> BreakthroughPosition {
        let image = |set: u64| {
            let cells = (0..self.cells()).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |set, cell| set | 1 << self.image(map, cell as u32))
        };
        BreakthroughPosition { men: pos.men.map(image), ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move(64 * self.image(map, mv.0 / 64) + self.image(map, mv.0 % 64))
    }
}

impl Breakthrough {
    fn image(&self, map: u16, cell: u32) -> u32 {
        square::map_cell(4 * map, [self.width as u32, self.height as u32], cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance};

    fn board(width: usize, height: usize) -> Breakthrough {
        Breakthrough::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_many_sizes_conform() {
        for (width, height) in [(2, 4), (3, 5), (5, 4), (8, 8)] {
            conformance(&board(width, height), 20, 1);
        }
    }

    #[test]
    fn men_go_forward_and_take_diagonally_alone() {
        let game = board(3, 5);
        let texts = |text: &str| {
            let pos = game.parse_position(text).unwrap();
            let text = |&mv: &Move| game.move_text(&pos, mv);
            game.legal_moves(&pos).iter().map(text).collect::<Vec<String>>().join(" ")
        };
        assert_eq!(texts("start"), "a2a3 a2b3 b2a3 b2b3 b2c3 c2b3 c2c3");
        // What stands straight before a man stops it; what stands beside that is taken.
        assert_eq!(texts("3/1o1/ox1/3/3:x"), "b3a4 b3c4");
        assert_eq!(texts("3/ooo/1x1/3/3:x"), "b3a4 b3c4");
        assert_eq!(texts("3/1o1/xxx/3/3:o"), "b4a3 b4c3");
        let won = game.parse_position("1x1/o2/3/3/3:o").unwrap();
        assert_eq!(game.outcome(&won), Some(Outcome::win(Player::First)));
        let bare = game.parse_position("3/3/3/x2/3:o").unwrap();
        assert_eq!(game.outcome(&bare), Some(Outcome::win(Player::First)));
        for bad in ["1x1/o2/3/3/3:x", "3/3/3/x2/3:x", "3/3/3/3/3:x", "o2/xxx/xxx/x2/3:x", "a2a4"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn small_boards_are_won_by_who_a_program_of_its_own_says() {
        for (width, height, white) in [(2, 4, false), (2, 5, false), (2, 6, true), (3, 4, false)] {
            let game = board(width, height);
            let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::First));
            assert_eq!(oracle.holds(&game.start()), white, "{width}×{height}");
        }
    }
}
