//! Lines of Action: all men of a colour in one group win.
//!
//! The board is square. Black's men stand on the bottom and the top row, White's on the left and the right column, corners empty, and
//! Black moves first. A man moves along a row, a column or a diagonal, exactly as many cells as there are men
//! of either colour on that line. It may pass over men of its own, not over the opponent's, and it takes an opponent's man
//! where it ends. A player whose men all hang together, by sides or corners, has won; one man hangs together. If a move
//! joins both colours the game is a draw, or won by the player who moved (`simultaneous=draw|mover`). A player who cannot move
//! passes. Play that never ends is a draw. (Claude Soucie; Sackson 1969; the rules of the Mind Sports Olympiad since 1997.)
//!
//! Keys: `size` from 4 to 8 (8 unless given), and `simultaneous`.
//!
//! Cells are numbered `size·row + column`, both from 0, rows from the bottom: a1 is 0. The code of a move is 64 times
//! the cell that it leaves, and the cell that it goes to; a pass is 4096.

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Symmetric};

use crate::board_text::{BoardText, parse_sided};
use crate::two_sets::{read_sets, write_sets};
use crate::{Family, KeySpec, Values, Variant, square};

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Number { least: 4, most: 8 },
    default: "8",
    about: "The number of rows, and of columns.",
};
const SIMULTANEOUS: KeySpec = KeySpec {
    key: "simultaneous",
    values: Values::Words(&[
        ("draw", "a move that joins both colours ends in a draw"),
        ("mover", "a move that joins both colours wins"),
    ]),
    default: "draw",
    about: "What a move comes to that joins both players' men.",
};

/// The columns' letters.
const COLUMNS: &[u8; 8] = b"abcdefgh";

/// The code of a pass.
const PASS: Move = Move(4096);

/// The eight directions, as steps of columns and rows; the last four are those of the first four backwards.
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "lines-of-action",
    summary: "men move as far as there are men on their line; one group wins; positions can repeat",
    keys: &[SIZE, SIMULTANEOUS],
    examples: &["lines-of-action:size=5", "lines-of-action:simultaneous=mover"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct LinesOfAction {
    /// The number of rows, and of columns.
    pub size: usize,
    /// Whether a move that joins both colours wins; else it draws.
    pub mover_wins: bool,
}

/// The men on the board, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinesPosition {
    /// Black's cells and White's: cell `c` is bit `c`.
    pub men: [u64; 2],
    /// Who is to move; when the game is over, who would be.
    pub to_move: Player,
}

impl LinesPosition {
    /// Whose man is on the cell.
    pub fn man(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.men[player.index()] >> cell & 1 == 1)
    }
}

impl LinesOfAction {
    /// The game on a board of so many rows.
    ///
    /// # Errors
    /// If they are not in 4..=8.
    pub fn new(size: usize, mover_wins: bool) -> Result<LinesOfAction, NotationError> {
        match SIZE.values.allow(size) {
            true => Ok(LinesOfAction { size, mover_wins }),
            false => Err(SIZE.wrong(size)),
        }
    }

    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<LinesOfAction, NotationError> {
        let size = variant.take_number(&SIZE)?;
        let mover_wins = variant.take_word(&SIMULTANEOUS, &[false, true])?;
        variant.finish(&FAMILY.all_keys())?;
        LinesOfAction::new(size, mover_wins)
    }

    fn cells(&self) -> std::ops::Range<usize> {
        0..self.size * self.size
    }

    /// The cell so many steps from another in a direction, if it is on the board.
    fn step(&self, from: usize, direction: (isize, isize), steps: usize) -> Option<usize> {
        let along = |at: usize, step: isize| {
            let place = at as isize + step * steps as isize;
            usize::try_from(place).ok().filter(|place| *place < self.size)
        };
        let column = along(from % self.size, direction.0)?;
        let row = along(from / self.size, direction.1)?;
        Some(self.size * row + column)
    }

    /// The cells from another one on in a direction, to the edge.
    fn ray(&self, from: usize, direction: (isize, isize)) -> impl Iterator<Item = usize> {
        (1..).map_while(move |steps| self.step(from, direction, steps))
    }

    /// Where the man on a cell may go.
    fn targets(&self, pos: &LinesPosition, from: usize) -> impl Iterator<Item = usize> {
        (0..8).filter_map(move |at| {
            let direction = DIRECTIONS[at];
            let both_ways = [direction, DIRECTIONS[(at + 4) % 8]];
            let line = both_ways.into_iter().flat_map(|it| self.ray(from, it));
            let men = 1 + line.filter(|&cell| pos.man(cell).is_some()).count();
            let target = self.step(from, direction, men)?;
            let mut passed = self.ray(from, direction).take(men - 1);
            let barred = passed.any(|cell| pos.man(cell) == Some(pos.to_move.other()));
            (!barred && pos.man(target) != Some(pos.to_move)).then_some(target)
        })
    }

    /// Whether the men of a set hang together.
    fn is_one_group(&self, men: u64) -> bool {
        let first = men & men.wrapping_neg();
        let (mut group, mut fresh) = (first, first);
        while fresh != 0 {
            let cell = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let beside = DIRECTIONS.into_iter().filter_map(|it| self.step(cell, it, 1));
            let joined = beside.fold(0, |set, cell| set | 1 << cell) & men & !group;
            group |= joined;
            fresh |= joined;
        }
        group == men
    }

    fn text<'p>(
        &self,
        pos: &'p LinesPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + use<'p>> {
        let stone = |cell| pos.man(cell);
        BoardText { width: self.size, height: self.size, columns: COLUMNS, stone }
    }

    /// Refuses positions in which a player has no men, or more than at the start.
    fn lawful(&self, pos: LinesPosition) -> Result<LinesPosition, NotationError> {
        let most = 2 * (self.size as u32 - 2);
        if pos.men.iter().any(|men| !(1..=most).contains(&men.count_ones())) {
            let expected = format!("from 1 to {most} men of each player");
            return Err(NotationError::new("position", expected, self.text(&pos).rows()));
        }
        Ok(pos)
    }
}

impl Game for LinesOfAction {
    type Position = LinesPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.size, &SIMULTANEOUS.word(self.mover_wins.into())])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the moves from the start, `x` before the cell of a man who is taken, `pass` where no move is legal: `b1-b3 a2xc4`; or the rows from the top, `x` for black, `o` for white, a number for so many empty cells, separated by `/`, and `:x` or `:o` for the side to move: `1xx1/o2o/o2o/1xx1:o`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> LinesPosition {
        let at_edge = |at: usize| at == 0 || at == self.size - 1;
        let set = |is_in: &dyn Fn(usize, usize) -> bool| {
            let cells = self.cells().filter(|cell| is_in(cell % self.size, cell / self.size));
            cells.fold(0, |set, cell| set | 1 << cell)
        };
        let black = set(&|column, row| at_edge(row) && !at_edge(column));
        let white = set(&|column, row| at_edge(column) && !at_edge(row));
        LinesPosition { men: [black, white], to_move: Player::First }
    }

    fn to_move(&self, pos: &LinesPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &LinesPosition) -> Option<Outcome> {
        let [mover, last] = [pos.to_move, pos.to_move.other()];
        let [its, other] = [mover, last].map(|it| self.is_one_group(pos.men[it.index()]));
        match (its, other) {
            (false, false) => None,
            (true, false) => Some(Outcome::win(mover)),
            (true, true) if !self.mover_wins => Some(Outcome::DRAW),
            _ => Some(Outcome::win(last)),
        }
    }

    fn moves(&self, pos: &LinesPosition, moves: &mut Vec<Move>) {
        let first = moves.len();
        for from in self.cells().filter(|&cell| pos.man(cell) == Some(pos.to_move)) {
            moves.extend(self.targets(pos, from).map(|to| Move((64 * from + to) as u32)));
        }
        moves.sort_unstable();
        if moves.len() == first {
            moves.push(PASS);
        }
    }

    fn play(&self, pos: &LinesPosition, mv: Move) -> LinesPosition {
        let mut men = pos.men;
        if mv != PASS {
            let (from, to) = (mv.0 / 64, mv.0 % 64);
            men[pos.to_move.index()] ^= 1 << from | 1 << to;
            men[pos.to_move.other().index()] &= !(1 << to);
        }
        LinesPosition { men, to_move: pos.to_move.other() }
    }

    fn encode(&self, pos: &LinesPosition, out: &mut Vec<u8>) {
        write_sets(pos.men.map(u128::from), self.cells().len(), pos.to_move, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<LinesPosition, NotationError> {
        let (men, to_move) = read_sets(bytes, self.cells().len())?;
        self.lawful(LinesPosition { men: men.map(|set| set as u64), to_move })
    }

    fn move_text(&self, pos: &LinesPosition, mv: Move) -> String {
        if mv == PASS {
            return "pass".to_string();
        }
        let [from, to] = [mv.0 / 64, mv.0 % 64].map(|cell| self.text(pos).cell(cell as usize));
        let takes = pos.man((mv.0 % 64) as usize).is_some();
        format!("{from}{}{to}", if takes { 'x' } else { '-' })
    }

    fn position_text(&self, pos: &LinesPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => self.text(pos).sided(pos.to_move),
        }
    }

    fn parse_position(&self, text: &str) -> Result<LinesPosition, NotationError> {
        if !text.contains(':') {
            return quod_game::parse_moves(self, text);
        }
        let (list, to_move) = parse_sided([self.size, self.size], text)?;
        let mut men = [0; 2];
        list.iter().for_each(|(cell, player)| men[player.index()] |= 1 << cell);
        self.lawful(LinesPosition { men, to_move })
    }

    fn picture(&self, pos: &LinesPosition, _numbered: &[Move]) -> String {
        self.text(pos).picture(&[])
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<LinesPosition>> {
        Some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<LinesPosition>> {
        Some(self)
    }
}

/// All symmetries of the square: rules know no rows but by lines.
impl Symmetric<LinesPosition> for LinesOfAction {
    fn order(&self) -> u16 {
        square::maps([self.size; 2])
    }

    fn map(&self, map: u16, pos: &LinesPosition) -> LinesPosition {
        let image = |set: u64| {
            let cells = self.cells().filter(|cell| set >> cell & 1 == 1);
            cells.fold(0, |set, cell| set | 1 << square::image(map, [self.size; 2], cell))
        };
        LinesPosition { men: pos.men.map(image), ..*pos }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        if mv == PASS {
            return PASS;
        }
        let image = |cell: u32| square::image(map, [self.size; 2], cell as usize) as u32;
        Move(64 * image(mv.0 / 64) + image(mv.0 % 64))
    }
}

impl Cyclic<LinesPosition> for LinesOfAction {
    /// The men that were taken.
    fn class(&self, pos: &LinesPosition) -> u64 {
        let left = u64::from((pos.men[0] | pos.men[1]).count_ones());
        4 * (self.size as u64 - 2) - left
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::conformance;

    fn board(size: usize) -> LinesOfAction {
        LinesOfAction::new(size, false).unwrap()
    }

    fn moves(game: &LinesOfAction, text: &str) -> String {
        let pos = game.parse_position(text).unwrap();
        let text = |&mv: &Move| game.move_text(&pos, mv);
        game.legal_moves(&pos).iter().map(text).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn boards_of_all_sizes_conform() {
        for (size, mover_wins) in [(4, false), (5, true), (6, false), (8, true)] {
            conformance(&LinesOfAction::new(size, mover_wins).unwrap(), 20, 1);
        }
    }

    #[test]
    fn men_move_as_far_as_there_are_men_on_the_line() {
        let game = board(4);
        let start = "b1-d1 b1-b3 b1xd3 c1-a1 c1xa3 c1-c3 b4-b2 b4xd2 b4-d4 c4xa2 c4-c2 c4-a4";
        assert_eq!(moves(&game, "start"), start);
        // Over men of one's own, not over the opponent's.
        let game = board(5);
        let own = "a1-d1 a1-a2 a1-b2 c1-b2 c1-d2 c1-c3";
        assert_eq!(moves(&game, "2o2/5/5/5/x1x1o:x"), own);
        assert_eq!(moves(&game, "2o2/5/5/5/x1o1x:x"), "a1-a2 a1-b2 e1-d2 e1-e2");
        assert_eq!(game.start().men.map(u64::count_ones), [6, 6]);
        for bad in ["5/5/5/5/x4:x", "xxxxx/xx3/5/5/o4:x", "4/4/4/xo2:x", "b1-b2", "b1-d1 pass"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn one_group_wins_and_both_at_once_draw_or_are_the_mover_s() {
        for (text, draw, winner) in [
            // The opponent has moved and is one group; the side to move is; both are; neither is.
            ("5/5/5/xx3/o1o2:o", false, Some(Player::First)),
            ("5/5/5/xx3/o1o2:x", false, Some(Player::First)),
            ("5/5/5/xx3/oo3:x", true, Some(Player::Second)),
            ("5/5/5/x1x2/o1o2:x", false, None),
        ] {
            let outcome = |mover_wins| {
                let game = LinesOfAction::new(5, mover_wins).unwrap();
                game.outcome(&game.parse_position(text).unwrap())
            };
            assert_eq!(outcome(true), winner.map(Outcome::win), "{text}");
            let or_draw = if draw { Some(Outcome::DRAW) } else { winner.map(Outcome::win) };
            assert_eq!(outcome(false), or_draw, "{text}");
        }
    }

    #[test]
    fn a_player_who_cannot_move_passes() {
        let game = board(4);
        assert_eq!(moves(&game, "1x1x/o2o/1x1x/2oo:x"), "pass");
        let after = game.parse_position("1x1x/o2o/1x1x/2oo:o").unwrap();
        let before = game.parse_position("1x1x/o2o/1x1x/2oo:x").unwrap();
        assert_eq!(game.play(&before, PASS), after);
    }
}
