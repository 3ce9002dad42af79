//! Connect Four on a board of any size: stones fall to the bottom of a column, four in a line win.
//!
//! Players drop a stone into a column that is not full, in turn. Four stones of one player in a row,
//! a column or a diagonal win; a full board is a draw. Keys: `width` (7 unless given) and `height` (6).
//!
//! The score on a board of `n` cells: who wins with the k-th of his stones has `⌊n/2⌋ + 1 − k`, the
//! loser the negative, a draw is 0. (Where `n` is odd, a win with the very last stone scores 0 too.)
//!
//! A set of cells is a number of 128 bits, `height + 1` bits a column, the lowest cell first. The top
//! bit of a column stays empty, so that no line runs from one column's top into the next one's bottom
//! when sets are shifted. The code of a move is its cell, `height·column + row`, both from 0, rows from
//! the bottom; a move is written as its column, from 1.

mod encoding;
mod notation;
mod symmetry;

use std::ops::{BitAnd, Shr};

use quod_game::{Claim, Game, Goal, Move, NotationError, Outcome, Player, Stacked, Symmetric};

use crate::{Family, KeySpec, Values, Variant};

const WIDTH: KeySpec = KeySpec {
    key: "width",
    values: Values::Number { least: 1, most: 32 },
    default: "7",
    about: "The number of columns; width · (height + 1) is at most 128.",
};

const HEIGHT: KeySpec = KeySpec {
    key: "height",
    values: WIDTH.values,
    default: "6",
    about: "The number of rows; width · (height + 1) is at most 128.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "connect-four",
    summary: "four in a line, stones fall to the bottom of a column",
    keys: &[WIDTH, HEIGHT],
    examples: &["connect-four:width=6,height=5"],
};

/// The game on one board.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    width: u32,
    height: u32,
    /// The lowest cell of every column.
    bottom: u128,
    /// Every cell.
    board: u128,
    /// The set of each cell alone, by the cell's code.
    cells: Vec<u128>,
    /// The code of each cell, by its bit in sets; not asked of a column's top bit.
    codes: Vec<Move>,
    /// How far neighbours lie apart in sets: up, to the right, and along both diagonals.
    steps: [u32; 4],
}

/// Sets of cells, see the module's text. Who is to move follows from their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFourPosition {
    /// The first player's cells and the second player's.
    pub stones: [u128; 2],
}

impl ConnectFour {
    /// The game on a board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If a number is not in 1..=32, or `width · (height + 1)` is over 128.
    pub fn new(width: u32, height: u32) -> Result<ConnectFour, NotationError> {
        let side = 1..=32;
        if !side.contains(&width) || !side.contains(&height) || width * (height + 1) > 128 {
            let bound = "width and height from 1 to 32, width · (height + 1) at most 128";
            let got = format!("width {width}, height {height}");
            return Err(NotationError::new("game connect-four", bound, got));
        }
        let bottom = (0..width).map(|column| 1 << (column * (height + 1))).sum();
        let board = bottom * ((1 << height) - 1);
        let cells = (0..128).map(|bit| 1 << bit).filter(|cell| board & cell != 0).collect();
        // A column has one bit more than cells.
        let codes = (0..128).map(|bit| Move(bit - bit / (height + 1))).collect();
        let steps = [1, height + 1, height, height + 2];
        Ok(ConnectFour { width, height, bottom, board, cells, codes, steps })
    }

    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How a game ends that `player` wins with that many stones of his on the board.
    pub fn win(&self, player: Player, stones: u32) -> Outcome {
        let score = (self.width * self.height / 2 + 1) as i32 - stones as i32;
        let first_score = if player == Player::First { score } else { -score };
        Outcome { score: first_score, ..Outcome::win(player) }
    }

    /// The game of a variant with keys `width` and `height`.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn variant(mut variant: Variant) -> Result<ConnectFour, NotationError> {
        let [width, height] = [variant.take_number(&WIDTH)?, variant.take_number(&HEIGHT)?];
        variant.finish(&FAMILY.all_keys())?;
        ConnectFour::new(width as u32, height as u32)
    }

    /// The bit of a cell; of a column's top bit if `row` is the height.
    fn bit(&self, column: u32, row: u32) -> u128 {
        1 << (column * (self.height + 1) + row)
    }

    /// The number of stones in a column.
    fn stones_in(&self, occupied: u128, column: u32) -> u32 {
        (occupied >> (column * (self.height + 1))).trailing_ones()
    }

    /// Whether the set holds four cells in a line: up, to the right, and along both diagonals, each
    /// one shift. Sets of the usual boards fit 64 bits, which a processor shifts four at a time.
    #[inline(always)]
    fn has_four(&self, set: u128) -> bool {
        match u64::try_from(set) {
            Ok(set) => self.steps.iter().fold(0, |found, &step| found | fours(set, step)) != 0,
            Err(_) => self.steps.iter().any(|&step| fours(set, step) != 0),
        }
    }

    /// Whether `player` can still fill a line: his stones and the empty cells hold one.
    #[inline(always)]
    fn can_win(&self, pos: &ConnectFourPosition, player: Player) -> bool {
        self.has_four(self.board & !pos.stones[player.other().index()])
    }

    /// The best score that `player` can still reach: 0 if he can fill no line; else the score of a
    /// win with his next stone, for a later win scores less, a draw 0 and a loss at most 0. (He
    /// has at most `⌊n/2⌋` stones while the game goes on, so this is not negative.)
    fn best_score(&self, pos: &ConnectFourPosition, player: Player) -> i32 {
        let own = pos.stones[player.index()].count_ones();
        if self.can_win(pos, player) {
            (self.width * self.height / 2) as i32 - own as i32
        } else {
            0
        }
    }
}

/// Where four cells of a line begin: two neighbours, and again two of them two steps further on.
fn fours<S: Copy + BitAnd<Output = S> + Shr<u32, Output = S>>(set: S, step: u32) -> S {
    let pairs = set & (set >> step);
    pairs & (pairs >> step >> step)
}

impl ConnectFourPosition {
    fn occupied(&self) -> u128 {
        self.stones[0] | self.stones[1]
    }
}

impl Game for ConnectFour {
    type Position = ConnectFourPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.width, &self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn weight(&self) -> u32 {
        1
    }

    fn notation(&self) -> &'static str {
        "`start`; or the columns played in order, from 1, separated by spaces or, up to 9 columns, written together: `4453`; or every column's stones from the bottom, `x` and `o`, separated by `/`: `///xo/x//`"
    }

    fn has_scores(&self) -> bool {
        true
    }

    fn start(&self) -> ConnectFourPosition {
        ConnectFourPosition { stones: [0, 0] }
    }

    #[inline]
    fn to_move(&self, pos: &ConnectFourPosition) -> Player {
        if pos.occupied().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Only the player who moved last can have filled a line: the game ends with the first.
    // Inlined, like all that judges a position: one just played is still in registers then. Written to
    // memory and read again in words of another width, it took half as long again to check a proof.
    #[inline(always)]
    fn outcome(&self, pos: &ConnectFourPosition) -> Option<Outcome> {
        let player = self.to_move(pos).other();
        let stones = pos.stones[player.index()];
        if !self.has_four(stones) {
            return (pos.occupied() == self.board).then_some(Outcome::DRAW);
        }
        Some(self.win(player, stones.count_ones()))
    }

    #[inline]
    fn moves(&self, pos: &ConnectFourPosition, moves: &mut Vec<Move>) {
        // The lowest cell, added to a column, is carried through its stones to the lowest empty cell.
        let mut free = self.board & (pos.occupied() + self.bottom);
        while free != 0 {
            moves.push(self.codes[free.trailing_zeros() as usize]);
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, pos: &ConnectFourPosition, mv: Move) -> ConnectFourPosition {
        let ([first, second], stone) = (pos.stones, self.cells[mv.0 as usize]);
        let stones = match self.to_move(pos) {
            Player::First => [first | stone, second],
            Player::Second => [first, second | stone],
        };
        ConnectFourPosition { stones }
    }

    fn encode(&self, pos: &ConnectFourPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<ConnectFourPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    #[inline(always)]
    fn decided(&self, pos: &ConnectFourPosition, claim: &Claim) -> Option<bool> {
        let (player, opponent) = (claim.player, claim.player.other());
        match claim.goal {
            Goal::Wins => (!self.can_win(pos, player)).then_some(false),
            Goal::DoesNotLose => (!self.can_win(pos, opponent)).then_some(true),
            Goal::ScoreAtLeast(n) if self.best_score(pos, player) < n => Some(false),
            Goal::ScoreAtLeast(n) => (-self.best_score(pos, opponent) >= n).then_some(true),
            Goal::ScoreAtMost(n) if self.best_score(pos, player) <= n => Some(true),
            Goal::ScoreAtMost(n) => (-self.best_score(pos, opponent) > n).then_some(false),
            Goal::CapturesAtLeast(_) | Goal::CapturesLessThan(_) => None,
            Goal::WinsWithin(_) | Goal::DoesNotWinWithin(_) => None,
        }
    }

    fn move_text(&self, _pos: &ConnectFourPosition, mv: Move) -> String {
        (mv.0 / self.height + 1).to_string()
    }

    fn position_text(&self, pos: &ConnectFourPosition) -> String {
        self.columns_text(pos)
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourPosition, NotationError> {
        self.parse_text(text.trim())
    }

    fn picture(&self, pos: &ConnectFourPosition, numbered: &[Move]) -> String {
        self.rows_text(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<ConnectFourPosition>> {
        Some(self)
    }

    fn stacked(&self) -> Option<&dyn Stacked<ConnectFourPosition>> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{conformance, reachable};
    use std::collections::HashMap;

    fn board(width: u32, height: u32) -> ConnectFour {
        ConnectFour::new(width, height).unwrap()
    }

    #[test]
    fn boards_of_every_shape_conform() {
        for (width, height) in [(7, 6), (4, 4), (6, 5), (1, 1), (1, 32), (32, 3), (10, 11), (8, 15)]
        {
            conformance(&board(width, height), 30, 1);
        }
    }

    #[test]
    fn boards_that_do_not_fit_are_refused_with_the_bound() {
        for (width, height) in [(0, 6), (7, 0), (33, 1), (1, 33), (12, 10), (u32::MAX, u32::MAX)] {
            let error = ConnectFour::new(width, height).unwrap_err();
            assert!(error.expected.contains("at most 128"), "{error}");
        }
    }

    #[test]
    fn the_usual_board_needs_no_keys() {
        let open = |name: &str| ConnectFour::variant(Variant::parse(name).unwrap());
        assert_eq!(open("connect-four").unwrap().name(), "connect-four:width=7,height=6");
        let other = open("connect-four:height=4,width=5").unwrap();
        assert_eq!(other.name(), "connect-four:width=5,height=4");
        for bad in ["width=x", "width=12,height=10", "size=7", "width=", "width=-1"] {
            assert!(open(&format!("connect-four:{bad}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn positions_are_read_in_every_notation() {
        let game = board(7, 6);
        let pos = game.parse_position("4453").unwrap();
        for text in ["4 4 5 3", " 44 53", "start 4453", "//o/xo/x//"] {
            assert_eq!(game.parse_position(text).unwrap(), pos, "{text}");
        }
        let bytes = game.encoding(&pos);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(game.parse_position(&format!("={hex}")).unwrap(), pos);
        assert_eq!(game.position_text(&pos), "//o/xo/x//");
        for bad in
            ["448", "4444444", "4 x", "xo/", "oooo///xxx///", "//o/xox/x//x", "=00", "=", "4a"]
        {
            assert!(game.parse_position(bad).is_err(), "{bad}");
        }
        let wide = board(10, 4);
        assert!(wide.parse_position("10 10 1").is_ok() && wide.parse_position("44").is_err());
    }

    #[test]
    fn stones_that_float_or_come_after_the_end_are_refused() {
        let game = board(7, 6);
        // Column by column, seven bits each: stones of the first player, then the mark.
        let code = |columns: [u64; 7]| {
            let code = columns.iter().rev().fold(0, |code, column| code << 7 | column);
            game.decode(&code.to_le_bytes()[..7])
        };
        assert_eq!(code([1; 7]), Ok(game.start()));
        assert!(code([1, 1, 1, 0, 1, 1, 1]).is_err(), "a column without its mark");
        assert!(code([0b11, 0b11, 1, 1, 1, 1, 1]).is_err(), "two stones to none");
        // Four in a column against three stones; the same with one of the three on top.
        assert!(code([0b11111, 0b1000, 1, 1, 1, 1, 1]).is_ok());
        assert!(code([0b10_1111, 0b100, 1, 1, 1, 1, 1]).is_err(), "play after a win");
        assert!(game.decode(&[0xff; 7]).is_err() && game.decode(&[0xff; 16]).is_err());
    }

    #[test]
    fn two_lines_may_be_won_at_once_if_one_stone_made_them() {
        let game = board(7, 6);
        // Seven in the lowest row, the middle one last.
        let won = game.parse_position("xo/xo/xo/x/xo/xo/xo").unwrap();
        assert_eq!(game.outcome(&won).unwrap().winner, Some(Player::First));
        assert!(game.parse_position("xxxx/xxxx/ooo/ooo/o//").is_err());
    }

    #[test]
    fn scores_count_the_stones_of_the_winner() {
        let game = board(7, 6);
        let score = |text| game.outcome(&game.parse_position(text).unwrap()).unwrap().score;
        assert_eq!(score("1212121"), 18);
        assert_eq!(score("31212121"), -18);
    }

    /// What can still happen: the least and the greatest score, and whether each player can win.
    type Future = (i32, i32, [bool; 2]);

    fn future(
        game: &ConnectFour,
        pos: &ConnectFourPosition,
        known: &mut HashMap<ConnectFourPosition, Future>,
    ) -> Future {
        if let Some(outcome) = game.outcome(pos) {
            let won = Player::BOTH.map(|player| outcome.winner == Some(player));
            return (outcome.score, outcome.score, won);
        }
        if let Some(&future) = known.get(pos) {
            return future;
        }
        let mut all = (i32::MAX, i32::MIN, [false; 2]);
        for mv in game.legal_moves(pos) {
            let (least, greatest, won) = future(game, &game.play(pos, mv), known);
            all = (all.0.min(least), all.1.max(greatest), [all.2[0] | won[0], all.2[1] | won[1]]);
        }
        known.insert(*pos, all);
        all
    }

    #[test]
    fn decided_claims_cannot_change_on_small_boards() {
        for (width, height) in [(4, 3), (3, 4), (5, 3), (2, 5)] {
            let game = board(width, height);
            let mut known = HashMap::new();
            future(&game, &game.start(), &mut known);
            let mut decided = 0;
            for (pos, (least, greatest, won)) in known {
                for player in Player::BOTH {
                    let first = player == Player::First;
                    let (low, high) = if first { (least, greatest) } else { (-greatest, -least) };
                    let [own, other] = if first { won } else { [won[1], won[0]] };
                    let mut check = |goal, always, never| {
                        let told = game.decided(&pos, &Claim { player, goal });
                        assert!(told != Some(true) || always, "{goal:?} {pos:?}");
                        assert!(told != Some(false) || never, "{goal:?} {pos:?}");
                        decided += usize::from(told.is_some());
                    };
                    check(Goal::Wins, false, !own);
                    check(Goal::DoesNotLose, !other, false);
                    for n in -9..=9 {
                        check(Goal::ScoreAtLeast(n), low >= n, high < n);
                        check(Goal::ScoreAtMost(n), high <= n, low > n);
                    }
                }
            }
            assert!(decided > 0);
        }
    }

    #[test]
    fn positions_by_ply_are_the_known_numbers() {
        let game = board(7, 6);
        let mut layer = std::collections::HashSet::from([game.start()]);
        for known in [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275] {
            assert_eq!(layer.len(), known);
            let after = |pos: &ConnectFourPosition| {
                game.legal_moves(pos).into_iter().map(|mv| game.play(pos, mv)).collect::<Vec<_>>()
            };
            layer = layer.iter().flat_map(after).collect();
        }
        assert_eq!(reachable(&board(4, 4), &board(4, 4).start()).len(), 161_029);
    }
}
