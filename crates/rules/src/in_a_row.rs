//! Games of k in a row on a board: Go-Moku, renju and the m,n,k games (Allis 1994, §5.2.1).
//!
//! Black and White put a stone on an empty cell in turn, Black first; a row of `k` stones of one colour
//! along a row, a column or a diagonal wins at once; a full board without one is a draw. By the rule
//! `freestyle` a longer row wins as well; by `standard` only a row of exactly `k` does. By `renju` (`k`
//! is 5) Black wins with exactly five and White with five or more, and some moves of Black are forbidden
//! (`renju.rs`): they are not legal here. Black to move without a legal move loses. So the game is the
//! one in which a forbidden move loses at once and nobody may pass.
//!
//! `gomoku` has the keys `size` from 5 to 20 (15 unless given), `rule` (`freestyle`) and `opening`:
//! `free`, or `professional` on boards of odd size from 7 on, without renju (`opening.rs`). A rule may
//! stand without its key: `gomoku:standard`. `mnk` has `width` and `height` from 1 to 20 and `k` from 1 to
//! 20 (3 each unless given) and `rule`, without renju. (Renju's own rule book has 15 rows only and the
//! first stone in the centre; here any board will do and the opening is free.)
//!
//! Swap2 restricts no stone: it is a bargain over colours, after which the three or five stones are a
//! position like any other, set up with a free opening. Its value tells which colour to choose.
//!
//! Cells are numbered `width·row + column`, both from 0, rows from the bottom: a1 is 0. The code of a
//! move is its cell. With a free opening this is a game of lines; in renju it forbids moves to Black.

mod encoding;
mod notation;
mod opening;
mod powers;
mod renju;
mod rows;
mod variants;

use quod_game::{
    Claim, Game, Goal, LineGame, Move, NotationError, NullMove, Outcome, Player, Symmetric,
};

use renju::Judgement;
pub use renju::{Forbidden, free_for_black};
use rows::Rows;
pub(crate) use variants::{GOMOKU, MNK};

use crate::Family;

/// What wins, and what is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `k` or more in a row win.
    Freestyle,
    /// Exactly `k` in a row win.
    Standard,
    /// Black wins with exactly five and has forbidden moves, White with five or more.
    Renju,
}

/// One game of k in a row.
#[derive(Clone, Debug)]
pub struct InARow {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// How many stones in a row win.
    pub k: usize,
    /// What wins, and what is forbidden.
    pub rule: Rule,
    /// Go-Moku or the m,n,k games.
    family: &'static Family,
    /// Whether the first moves are those of the professional opening.
    professional: bool,
    board: Rows,
    lines: Vec<Vec<u16>>,
    /// The cells next to the ends of each line, where a longer row of one player, or of both, does not win; else nothing.
    borders: Vec<Vec<u16>>,
    /// For every symmetry the image of each cell.
    maps: Vec<Vec<u16>>,
}

/// Both players' stones, Black's first. Who is to move follows from their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InARowPosition {
    stones: [Rows; 2],
}

impl InARow {
    /// Column and row of a cell.
    #[inline]
    fn place(&self, cell: usize) -> (usize, usize) {
        // Division of short numbers is the faster one.
        let (cell, width) = (cell as u16, self.width as u16);
        ((cell % width).into(), (cell / width).into())
    }

    /// The stone on a cell.
    pub fn stone(&self, pos: &InARowPosition, cell: usize) -> Option<Player> {
        let (column, row) = self.place(cell);
        let here = |player: &Player| pos.stones[player.index()].has(column as i32, row as i32);
        Player::BOTH.into_iter().find(here)
    }

    /// A board with stones on some cells, whether or not play can lead there.
    pub fn with_stones(&self, stones: impl IntoIterator<Item = (Player, usize)>) -> InARowPosition {
        let mut pos = InARowPosition::default();
        for (player, cell) in stones {
            let (column, row) = self.place(cell);
            pos.stones[player.index()].flip(column, row);
        }
        pos
    }

    /// The number of a player's stones.
    fn count(&self, pos: &InARowPosition, player: Player) -> u32 {
        pos.stones[player.index()].count()
    }

    fn empty(&self, pos: &InARowPosition) -> Rows {
        let [black, white] = &pos.stones;
        self.board.with(black, |a, b| a & !b).with(white, |a, b| a & !b)
    }

    /// Whether a longer row of the player's does not win.
    fn exactly(&self, player: Player) -> bool {
        match self.rule {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => player == Player::First,
        }
    }

    /// Whether these stones of a player hold a row that wins.
    fn wins(&self, stones: &Rows, player: Player) -> bool {
        stones.has_run(self.k as i32, self.exactly(player))
    }

    /// Why a move of Black to an empty cell is forbidden, in renju, if it is.
    pub fn forbidden(&self, pos: &InARowPosition, cell: usize) -> Option<Forbidden> {
        let (column, row) = self.place(cell);
        match renju::judge(pos, &self.board, [column as i32, row as i32]) {
            Judgement::Not(forbidden) if self.rule == Rule::Renju => Some(forbidden),
            _ => None,
        }
    }

    /// The legal moves in ascending order, found as they are asked for.
    fn legal<'g>(&'g self, pos: &'g InARowPosition) -> impl Iterator<Item = Move> + 'g {
        let mover = self.to_move(pos);
        let mut cells = self.empty(pos);
        if self.professional {
            cells = opening::professional(pos, &cells, self.width);
        }
        let judged = self.rule == Rule::Renju && mover == Player::First;
        let codes = cells.cells().map(|(column, row)| self.width * row + column);
        let allowed = move |&cell: &usize| !judged || self.forbidden(pos, cell).is_none();
        codes.filter(allowed).map(|cell| Move(cell as u32))
    }
}

impl Game for InARow {
    type Position = InARowPosition;

    fn name(&self) -> String {
        self.full_name()
    }

    fn summary(&self) -> &'static str {
        self.family.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the cells played in order, the column's letter and the row from the bottom: `h8 i9` or `h8i9`; or column and row as numbers from 0 at the top left: `7,7 8,6`; or the rows from the top, `x` for black, `o` for white, a dot for an empty cell or a number for so many, separated by `/`"
    }

    fn weight(&self) -> u32 {
        // Where moves may be forbidden, whether they are is looked for.
        if self.rule == Rule::Renju { 20 } else { 10 }
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> InARowPosition {
        InARowPosition::default()
    }

    #[inline]
    fn to_move(&self, pos: &InARowPosition) -> Player {
        Player::BOTH[usize::from(pos.stones[0].odd(&pos.stones[1]))]
    }

    /// Only the player who moved last can have made a row: the game ends with the first.
    #[inline]
    fn outcome(&self, pos: &InARowPosition) -> Option<Outcome> {
        let mover = self.to_move(pos);
        if self.wins(&pos.stones[mover.other().index()], mover.other()) {
            return Some(Outcome::win(mover.other()));
        }
        if self.empty(pos).is_empty() {
            return Some(Outcome::DRAW);
        }
        let stuck = self.rule == Rule::Renju && self.legal(pos).next().is_none();
        stuck.then_some(Outcome::win(mover.other()))
    }

    fn moves(&self, pos: &InARowPosition, moves: &mut Vec<Move>) {
        moves.reserve(self.width * self.height);
        self.legal(pos).for_each(|mv| moves.push(mv));
    }

    #[inline]
    fn play(&self, pos: &InARowPosition, mv: Move) -> InARowPosition {
        let mut next = *pos;
        let (column, row) = self.place(mv.0 as usize);
        next.stones[self.to_move(pos).index()].flip(column, row);
        next
    }

    fn encode(&self, pos: &InARowPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<InARowPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// A player without room for a row can no longer win. (Not asked in renju, where White also wins
    /// if Black has no legal move.)
    fn decided(&self, pos: &InARowPosition, claim: &Claim) -> Option<bool> {
        let (whose, decided) = match claim.goal {
            Goal::Wins => (claim.player, false),
            Goal::DoesNotLose => (claim.player.other(), true),
            _ => return None,
        };
        let room = self.board.with(&pos.stones[whose.other().index()], |a, b| a & !b);
        let hopeless = self.rule != Rule::Renju && !room.has_run(self.k as i32, false);
        hopeless.then_some(decided)
    }

    fn move_text(&self, _pos: &InARowPosition, mv: Move) -> String {
        self.cell_text(mv.0 as usize)
    }

    fn parse_move(&self, pos: &InARowPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &InARowPosition) -> String {
        self.rows_text(pos)
    }

    fn parse_position(&self, text: &str) -> Result<InARowPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &InARowPosition, numbered: &[Move]) -> String {
        self.text(pos).picture(numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<InARowPosition>> {
        Some(self)
    }

    /// Not where the first moves, or Black's, have rules of their own.
    fn null_move(&self) -> Option<&dyn NullMove<InARowPosition>> {
        (self.rule != Rule::Renju && !self.professional).then_some(self as _)
    }

    fn lines(&self) -> Option<&dyn LineGame<InARowPosition>> {
        (!self.professional).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::rows::DIRECTIONS;
    use super::*;
    use crate::Variant;
    use quod_game::testkit::{Oracle, Rng, conformance, reachable};
    use std::collections::HashSet;

    fn open(name: &str) -> Result<InARow, NotationError> {
        InARow::variant(Variant::parse(name).unwrap())
    }

    fn game(name: &str) -> InARow {
        open(name).unwrap()
    }

    #[test]
    fn boards_of_every_shape_and_rule_conform() {
        for (name, plays) in [
            ("mnk", 30),
            ("mnk:width=4,height=3,k=3", 30),
            ("mnk:width=1,height=7,k=2,rule=standard", 30),
            ("mnk:width=20,height=2,k=1", 10),
            ("mnk:width=3,height=20,k=20", 2),
            ("mnk:width=6,height=5,k=3,rule=standard", 30),
            ("gomoku:size=5", 10),
            ("gomoku:size=6,rule=standard", 10),
            ("gomoku:size=7,opening=professional", 5),
            ("gomoku:size=7,rule=renju", 10),
            ("gomoku:size=9,rule=renju", 2),
            ("gomoku:size=20", 1),
        ] {
            conformance(&game(name), plays, 1);
        }
    }

    #[test]
    fn names_say_every_key_and_bad_ones_are_refused() {
        let name = |text| game(text).name();
        assert_eq!(name("gomoku"), "gomoku:size=15,rule=freestyle,opening=free");
        assert_eq!(name("gomoku:renju"), "gomoku:size=15,rule=renju,opening=free");
        assert_eq!(name("gomoku:standard,size=19"), "gomoku:size=19,rule=standard,opening=free");
        assert_eq!(name("mnk"), "mnk:width=3,height=3,k=3,rule=freestyle");
        assert_eq!(name("mnk:k=4,width=5,standard"), "mnk:width=5,height=3,k=4,rule=standard");
        for full in [
            "gomoku:size=7,rule=standard,opening=professional",
            "mnk:width=9,height=2,k=1,rule=standard",
        ] {
            assert_eq!(name(full), full);
        }
        for bad in [
            "gomoku:size=4",
            "gomoku:size=21",
            "gomoku:size=x",
            "gomoku:rule=caro",
            "gomoku:opening=swap7",
            "gomoku:size=8,opening=professional",
            "gomoku:size=5,opening=professional",
            "gomoku:renju,opening=professional",
            "gomoku:renju,standard",
            "gomoku:rule=renju,standard",
            "gomoku:renju=yes",
            "gomoku:k=5",
            "mnk:width=0",
            "mnk:height=21",
            "mnk:k=21",
            "mnk:rule=renju",
            "mnk:renju",
            "mnk:size=3",
            "mnk:opening=free",
        ] {
            assert!(open(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_board_of_fifteen_has_the_thesis_lines() {
        for (k, lines) in [(5, 572), (6, 500), (7, 432)] {
            assert_eq!(InARow::mnk(15, 15, k, Rule::Freestyle).unwrap().lines.len(), lines);
        }
        assert_eq!(game("mnk").lines.len(), 8);
        let standard = game("gomoku:standard");
        let border = |line: [u16; 5]| {
            let at = standard.lines.iter().position(|it| *it == line);
            standard.border(Player::First, at.expect("a line")).to_vec()
        };
        assert_eq!(border([1, 2, 3, 4, 5]), [0, 6]);
        assert_eq!(border([10, 11, 12, 13, 14]), [9]);
        assert_eq!(border([16, 32, 48, 64, 80]), [0, 96]);
        assert_eq!(game("gomoku").border(Player::First, 0), []);
        let renju = game("gomoku:renju");
        assert_eq!(Player::BOTH.map(|it| renju.border(it, 0).len()), [1, 0]);
        assert_eq!(Player::BOTH.map(|it| renju.forbids(it)), [true, false]);
        for name in ["gomoku", "mnk", "gomoku:standard", "gomoku:renju"] {
            assert!(Game::lines(&game(name)).is_some(), "{name}");
        }
        assert!(Game::lines(&game("gomoku:opening=professional")).is_none());
    }

    #[test]
    fn longer_rows_win_where_the_rule_says_so() {
        for (rule, black, white) in
            [("freestyle", true, true), ("standard", false, false), ("renju", false, true)]
        {
            let game = game(&format!("gomoku:{rule}"));
            let row = |columns: std::ops::Range<usize>| {
                let mut rows = Rows::default();
                columns.for_each(|column| rows.flip(column, 7));
                rows
            };
            assert!(Player::BOTH.into_iter().all(|it| game.wins(&row(3..8), it)), "five, {rule}");
            assert!(Player::BOTH.into_iter().all(|it| !game.wins(&row(3..7), it)), "four, {rule}");
            assert_eq!(game.wins(&row(0..6), Player::First), black, "six, {rule}");
            assert_eq!(game.wins(&row(9..15), Player::Second), white, "six, {rule}");
        }
    }

    /// Every cell one after the other, with a closure for whether the row through it is long enough.
    fn slowly_wins(game: &InARow, stones: &Rows, exactly: bool) -> bool {
        let long = |(column, row): (usize, usize)| {
            DIRECTIONS.into_iter().any(|[columns, rows]| {
                let has = |n: i32| stones.has(column as i32 + columns * n, row as i32 + rows * n);
                let length = (0..).take_while(|&n| has(n)).count();
                !has(-1) && (length == game.k || length > game.k && !exactly)
            })
        };
        stones.cells().any(long)
    }

    #[test]
    fn rows_are_found_as_by_looking_at_every_cell() {
        let mut rng = Rng::new(1);
        for (width, height, k) in
            [(3, 3, 3), (20, 20, 5), (15, 15, 5), (7, 4, 2), (20, 3, 11), (9, 9, 1)]
        {
            for rule in [Rule::Freestyle, Rule::Standard] {
                let game = InARow::mnk(width, height, k, rule).unwrap();
                for _ in 0..300 {
                    let mut stones = Rows::default();
                    let part = 1 + rng.below(9);
                    for (column, row) in game.board.cells() {
                        if rng.below(10) < part {
                            stones.flip(column, row);
                        }
                    }
                    let found = game.wins(&stones, Player::First);
                    assert_eq!(found, slowly_wins(&game, &stones, rule == Rule::Standard));
                }
            }
        }
    }

    #[test]
    fn the_professional_opening_binds_the_first_three_moves() {
        let game = game("gomoku:opening=professional");
        let mut pos = game.start();
        for (moves, mv) in [(1, "h8"), (8, "i9"), (225 - 25, "e8"), (222, "h9")] {
            assert_eq!(game.legal_moves(&pos).len(), moves);
            pos = game.play(&pos, game.parse_move(&pos, mv).unwrap());
        }
        for bad in ["h9", "h8 h10", "h8 h9 j10", "h8 h9 h9"] {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
        let rows = |row_nine: &str, row_eight: &str| {
            let empty = |rows: usize| vec!["15"; rows].join("/");
            game.parse_position(&format!("{}/{row_nine}/{row_eight}/{}", empty(6), empty(7)))
        };
        assert!(rows("8o6", "7x6x").is_ok() && rows("15", "7xo6").is_ok());
        assert!(rows("7x7", "7o6x").is_err(), "Black's first not in the centre");
        assert!(rows("9o5", "7x6x").is_err(), "White's first not next to it");
        assert!(rows("8ox5", "7x7").is_err(), "Black's second too near");
        assert_eq!(game.symmetric().unwrap().order(), 8);
    }

    #[test]
    fn black_without_a_legal_move_loses_in_renju() {
        // On either empty cell a stone would make six.
        let game = game("gomoku:size=6,rule=renju");
        let stuck = game.parse_position("oxooxo/ooxooo/oxooxo/xoooox/xxx1xx/xx1xxx").unwrap();
        assert_eq!(game.outcome(&stuck), Some(Outcome::win(Player::Second)));
        assert_eq!(game.forbidden(&stuck, 9), Some(Forbidden::Overline));
    }

    #[test]
    fn tic_tac_toe_is_the_smallest_of_them() {
        let game = game("mnk");
        assert_eq!(reachable(&game, &game.start()).len(), 5478);
        for player in Player::BOTH {
            let oracle = Oracle::new(&game, &game.start(), &Claim::does_not_lose(player));
            assert!(oracle.holds(&game.start()));
        }
    }

    #[test]
    fn small_boards_have_their_known_winners() {
        for (width, height, k, winner) in [
            (4, 3, 3, Some(Player::First)),
            (5, 1, 2, Some(Player::First)),
            (4, 2, 3, None),
            (3, 3, 4, None),
        ] {
            let game = InARow::mnk(width, height, k, Rule::Freestyle).unwrap();
            let claim = winner.map_or(Claim::does_not_lose(Player::Second), Claim::wins);
            let oracle = Oracle::new(&game, &game.start(), &claim);
            assert!(oracle.holds(&game.start()), "{width} {height} {k}");
        }
    }

    /// Every board of a small game with any number of stones.
    fn boards(game: &InARow) -> Vec<InARowPosition> {
        let cells = game.width * game.height;
        let board = |code: usize| {
            let mut pos = InARowPosition::default();
            for cell in 0..cells {
                let (column, row) = game.place(cell);
                if let stone @ (1 | 2) = code / 3usize.pow(cell as u32) % 3 {
                    pos.stones[stone - 1].flip(column, row);
                }
            }
            pos
        };
        (0..3usize.pow(cells as u32)).map(board).collect()
    }

    #[test]
    fn exactly_what_play_can_reach_is_lawful_in_freestyle() {
        for (width, height, k) in [(3, 3, 3), (4, 2, 2), (9, 1, 4), (5, 2, 3)] {
            let game = InARow::mnk(width, height, k, Rule::Freestyle).unwrap();
            let reached: HashSet<_> = reachable(&game, &game.start()).into_iter().collect();
            for pos in boards(&game) {
                assert_eq!(game.lawful(&pos).is_ok(), reached.contains(&pos), "{pos:?}");
            }
        }
    }

    #[test]
    fn what_play_can_reach_is_lawful_whatever_the_rule() {
        for name in
            ["mnk:width=10,height=1,k=3,rule=standard", "mnk:width=5,height=2,k=2,rule=standard"]
        {
            let game = game(name);
            for pos in reachable(&game, &game.start()) {
                assert!(game.lawful(&pos).is_ok(), "{pos:?}");
            }
        }
    }

    #[test]
    fn decided_claims_cannot_change_on_small_boards() {
        for (width, height, k) in [(3, 3, 3), (3, 3, 4), (4, 2, 3), (9, 1, 4)] {
            for rule in [Rule::Freestyle, Rule::Standard] {
                let game = InARow::mnk(width, height, k, rule).unwrap();
                for player in Player::BOTH {
                    let claim = Claim::wins(player);
                    let can = |pos: &InARowPosition| {
                        let ends =
                            reachable(&game, pos).into_iter().filter_map(|it| game.outcome(&it));
                        ends.into_iter().any(|it| it.winner == Some(player))
                    };
                    let every = reachable(&game, &game.start());
                    let decided = every.iter().filter(|pos| game.decided(pos, &claim).is_some());
                    for pos in decided.step_by(37) {
                        assert_eq!(game.decided(pos, &claim), Some(false));
                        assert_eq!(game.decided(pos, &claim.complement()), Some(true));
                        assert!(!can(pos), "{pos:?}");
                    }
                }
            }
        }
    }
}
