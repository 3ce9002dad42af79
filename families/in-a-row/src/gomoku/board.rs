//! Go-Moku's board for threat search: every line in bits, windows of five cells counted.
//!
//! A line is one word, the first player's stones in its lower half and the second's in its upper. How many
//! stones a player has in each *window* of five cells, and which windows are free of the other player,
//! follows for all windows of a line and both players at once by bit-sliced addition. A stone put down
//! recounts its four lines, and they are put back as they were when it is taken back. Where a row must have exactly five stones, a window
//! counts for a player only if neither cell next to it in line is his: filled, it would be longer.
//!
//! Six cells in a line whose ends are empty hold two windows; with three stones among the four inner cells one more
//! makes a *straight four*. Such a six begins where a window of three stones begins whose successor has three too
//! and whose first cell is empty.

use std::sync::OnceLock;

use quod_game::Player;
use quod_rules::{InARow, InARowPosition, Rule, free_for_black};
use quod_search::{Instructions, Work};

use super::Cells;
use super::geometry::{Geometry, Place};
use crate::cells::{bits, mixed};

/// More than 118, so that a number of seven bits needs no check.
const MOST_LINES: usize = 128;

/// A line's stones and windows; the second player's in the upper half of each word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    stones: u64,
    /// The windows with exactly two stones of one player and none of the other and, 16 places higher,
    /// those with three.
    twos_and_threes: u64,
    /// Those with four.
    fours: u64,
    /// In which of the sets this line is: for three stones the lowest bit, for four the next.
    sets: u64,
}

/// What a player could fill to five with one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completions {
    /// Nothing.
    None,
    /// Just this cell.
    One(u16),
    /// Two cells or more, this among them.
    Many(u16),
}

/// A set of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines([u64; 2]);

impl Lines {
    #[inline]
    fn put(&mut self, line: usize, inside: bool) {
        let word = &mut self.0[line >> 6 & 1];
        *word = *word & !(1 << (line & 63)) | u64::from(inside) << (line & 63);
    }

    #[inline]
    fn any(self) -> bool {
        self.0[0] | self.0[1] != 0
    }

    /// The lines in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let [low, high] = self.0;
        bits(low).map(usize::from).chain(bits(high).map(|line| usize::from(line) + 64))
    }
}

/// A board with stones. It does not know whose turn it is.
#[derive(Debug)]
pub struct Board {
    pub(super) geometry: &'static Geometry,
    /// The instructions that this processor has.
    instructions: Instructions,
    /// All ones in the halves of players for whom longer rows do not win.
    exact: u64,
    /// In renju the rules, which say what is forbidden to Black.
    renju: Option<&'static InARow>,
    /// Whether White may count on what is forbidden to Black.
    traps: bool,
    lines: [Line; MOST_LINES],
    /// By player, the lines with windows of three and of four stones.
    sets: [[Lines; 2]; 2],
    stones: [Cells; 2],
    key: u64,
    /// The stones put since the board was set up or cloned, and what they changed.
    history: Vec<Change>,
}

/// A stone, and its lines and the sets before it came.
#[derive(Clone, Copy, Debug)]
struct Change {
    player: Player,
    cell: u16,
    lines: [Line; 4],
    sets: [[Lines; 2]; 2],
}

impl Clone for Board {
    /// A board with the same stones, none of which can be taken back.
    fn clone(&self) -> Board {
        Board { history: Vec::new(), ..*self }
    }

    fn clone_from(&mut self, other: &Board) {
        let mut history = std::mem::take(&mut self.history);
        history.clear();
        *self = Board { history, ..*other };
    }
}

/// The rules of renju on a board of so many rows, 5 to 20.
fn renju_of(size: usize) -> &'static InARow {
    static GAMES: [OnceLock<InARow>; 16] = [const { OnceLock::new() }; 16];
    let game = || InARow::gomoku(size, Rule::Renju, false).expect("a size that there is");
    GAMES[size - 5].get_or_init(game)
}

/// A word with the same bits in both halves.
fn both(bits: u32) -> u64 {
    u64::from(bits) | u64::from(bits) << 32
}

/// What is counted of four lines. Kept in arrays over the lines, so that the compiler makes vectors
/// of them.
struct Counted {
    twos_and_threes: [u64; 4],
    fours: [u64; 4],
    sets: [u64; 4],
}

/// Four lines whose windows are counted.
struct Windows<'a> {
    stones: &'a [u64; 4],
    valid: &'a [u64; 4],
    exact: u64,
}

/// Counts the windows of four lines. `Instructions` does not inline it: where the results are taken apart
/// at once, the compiler makes no vectors. With vectors of four words it takes two thirds of the time.
impl Work for Windows<'_> {
    type Output = Counted;

    #[inline(always)]
    fn run(self) -> Counted {
        let Windows { stones, valid, exact } = self;
        let mut counted = Counted { twos_and_threes: [0; 4], fours: [0; 4], sets: [0; 4] };
        for n in 0..4 {
            // 1. Add the five cells of each window. Bits cross the halves only where no window begins.
            let s = stones[n];
            let [b, c, d, e] = [s >> 1, s >> 2, s >> 3, s >> 4];
            let (two, three) = (s ^ b, s ^ b ^ c);
            let four = three ^ d;
            let carries = [s & b | two & c, three & d | four & e];
            let (ones, twos, fours) = (four ^ e, carries[0] ^ carries[1], carries[0] & carries[1]);
            // 2. Keep the windows free of the other player and, perhaps, of neighbours.
            let other = s | b | c | d | e;
            let other = other.rotate_left(32);
            let free = valid[n] & !other & !(exact & (s << 1 | s >> 5));
            let (threes, fours) = (twos & ones & free, fours & !ones & free);
            counted.twos_and_threes[n] = twos & !ones & free | threes << 16;
            counted.fours[n] = fours;
            // A window's bit is one of the lowest sixteen of its half: adding as many ones carries if there is any.
            let any = |windows: u64| ((windows + 0xffff_0000_ffff) >> 16) & 0x1_0000_0001;
            counted.sets[n] = any(threes) | any(fours) << 1;
        }
        counted
    }
}

impl Board {
    /// The empty board of `size` rows, 5 to 20.
    pub fn new(size: usize, rule: Rule) -> Board {
        let geometry = Geometry::of(size);
        let exact = match rule {
            Rule::Freestyle => 0,
            Rule::Standard => u64::MAX,
            Rule::Renju => 0xffff_ffff,
        };
        let lines = [Line::default(); MOST_LINES];
        Board {
            geometry,
            instructions: Instructions::here(),
            exact,
            renju: (rule == Rule::Renju).then(|| renju_of(size)),
            traps: true,
            lines,
            sets: Default::default(),
            stones: Default::default(),
            key: 0,
            history: Vec::new(),
        }
    }

    /// The stones of a position of Go-Moku.
    pub fn set_up(game: &InARow, pos: &InARowPosition) -> Board {
        let mut board = Board::new(game.width, game.rule);
        for cell in 0..game.width * game.height {
            game.stone(pos, cell).into_iter().for_each(|player| board.put(player, cell as u16));
        }
        board.history.clear();
        board
    }

    /// Puts a stone on an empty cell.
    #[inline]
    pub fn put(&mut self, player: Player, cell: u16) {
        debug_assert!(self.is_empty(cell));
        self.flip(player, cell);
        // 1. The four lines with the stone, all counted at once.
        let places = &self.geometry.places[usize::from(cell)];
        let numbers = places.map(|place| usize::from(place.line) % MOST_LINES);
        let old = numbers.map(|number| self.lines[number]);
        self.history.push(Change { player, cell, lines: old, sets: self.sets });
        let stones: [u64; 4] = std::array::from_fn(|n| {
            old[n].stones | 1 << ((places[n].at & 31) + 32 * player.index() as u8)
        });
        let valid = places.map(|place| both(place.windows));
        let windows = Windows { stones: &stones, valid: &valid, exact: self.exact };
        let lines = self.instructions.run(windows);
        // 2. Enter them in the sets, or take them out; that is rare.
        for n in 0..4 {
            let line = Line {
                stones: stones[n],
                twos_and_threes: lines.twos_and_threes[n],
                fours: lines.fours[n],
                sets: lines.sets[n],
            };
            self.lines[numbers[n]] = line;
            if line.sets != old[n].sets {
                for (player, kind) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let inside = line.sets >> (32 * player + kind) & 1 == 1;
                    self.sets[player][kind].put(numbers[n], inside);
                }
            }
        }
    }

    /// Takes the last stone back that was put, if it was not there when the board was set up or cloned.
    #[inline]
    pub fn take_back(&mut self) {
        if let Some(Change { player, cell, lines, sets }) = self.history.pop() {
            self.flip(player, cell);
            for (place, line) in self.geometry.places[usize::from(cell)].iter().zip(lines) {
                self.lines[usize::from(place.line) % MOST_LINES] = line;
            }
            self.sets = sets;
        }
    }

    #[inline]
    fn flip(&mut self, player: Player, cell: u16) {
        self.key ^= mixed(player, cell);
        self.stones[player.index()].flip(cell);
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.geometry.size
    }

    /// Whether the rule is freestyle, where no stone ever harms its owner.
    pub(super) fn is_freestyle(&self) -> bool {
        self.exact == 0
    }

    /// Whether some moves are forbidden to the player.
    #[inline]
    pub(super) fn forbids(&self, player: Player) -> bool {
        self.renju.is_some() && player == Player::First
    }

    /// Whether the player may play on an empty cell, however many stones the other one has elsewhere.
    #[inline]
    pub fn is_free(&self, player: Player, cell: u16) -> bool {
        !self.forbids(player) || self.is_free_for_black(cell)
    }

    /// The same board, on which White does not count on what is forbidden to Black. Line threats do not show such wins.
    #[must_use]
    pub fn without_traps(self) -> Board {
        Board { traps: false, ..self }
    }

    /// Whether the player, threatened with a five on an empty cell, may not play there, and so has lost if it has no five.
    #[inline]
    pub fn is_trapped(&self, player: Player, cell: u16) -> bool {
        self.traps && !self.is_free(player, cell) && self.is_forbidden(cell)
    }

    fn is_forbidden(&self, cell: u16) -> bool {
        let stones = |player: Player| {
            self.stones(player).iter().map(move |cell| (player, usize::from(cell)))
        };
        self.renju.is_some_and(|game| {
            let pos = game.with_stones(Player::BOTH.into_iter().flat_map(stones));
            game.forbidden(&pos, cell.into()).is_some()
        })
    }

    fn is_free_for_black(&self, cell: u16) -> bool {
        let lines = self.geometry.places[usize::from(cell)].map(|Place { line, at, .. }| {
            let line = usize::from(line);
            let black = self.on_line(Player::First, line);
            let taken = black | self.on_line(Player::Second, line);
            let empty = ((1 << self.geometry.lines[line].len()) - 1) & !taken;
            [black, empty].map(|cells: u32| cells << 5 >> at & 0x7ff)
        });
        // Two fours or threes need two stones more on either line, or four on one; a long row five.
        let stones = lines.map(|[black, _]| black.count_ones());
        let few =
            stones.iter().filter(|&&it| it > 1).count() < 2 && stones.iter().all(|&it| it < 4);
        few || free_for_black(lines)
    }

    /// A player's stones.
    pub fn stones(&self, player: Player) -> &Cells {
        &self.stones[player.index()]
    }

    /// Whether nobody has a stone there.
    #[inline]
    pub fn is_empty(&self, cell: u16) -> bool {
        !self.stones[0].has(cell) && !self.stones[1].has(cell)
    }

    /// The empty cells in ascending order.
    pub fn empty(&self) -> impl Iterator<Item = u16> + use<'_> {
        (0..self.geometry.places.len() as u16).filter(|&cell| self.is_empty(cell))
    }

    /// A key of the stones; different boards have different keys as good as always.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether a player has a row that wins.
    pub fn has_five(&self, player: Player) -> bool {
        (0..self.geometry.lines.len()).any(|line| {
            let own = self.on_line(player, line);
            let free = match self.exact >> (32 * player.index()) & 1 {
                0 => u32::MAX,
                _ => !(own << 1 | own >> 5),
            };
            own & own >> 1 & own >> 2 & own >> 3 & own >> 4 & free != 0
        })
    }

    /// Whether a player could fill a row that wins with one stone.
    #[inline]
    pub fn has_four(&self, player: Player) -> bool {
        self.sets[player.index()][1].any()
    }

    /// The cells with which a player would fill a row that wins.
    #[inline]
    pub fn completions(&self, player: Player) -> Completions {
        let mut found = Completions::None;
        for line in self.sets[player.index()][1].iter() {
            let open = !self.on_line(player, line);
            for window in bits(u64::from(self.windows(player, line, 4))) {
                let at = (open >> window & 31).trailing_zeros() as usize + usize::from(window);
                let cell = self.geometry.lines[line][at];
                match found {
                    Completions::One(first) if first != cell => return Completions::Many(first),
                    _ => found = Completions::One(cell),
                }
            }
        }
        found
    }

    /// The lines on which a player has windows of three stones.
    #[inline]
    pub(super) fn lines_of_three(&self, player: Player) -> Lines {
        self.sets[player.index()][0]
    }

    /// The lines on which a player has windows of four stones.
    #[inline]
    pub(super) fn lines_of_four(&self, player: Player) -> Lines {
        self.sets[player.index()][1]
    }

    /// A player's stones on a line, as bits.
    #[inline]
    pub(super) fn on_line(&self, player: Player, line: usize) -> u32 {
        (self.lines[line].stones >> (32 * player.index())) as u32
    }

    /// The first places of the windows on a line in which a player has so many stones (2 to 4) and
    /// the other none.
    #[inline]
    pub(super) fn windows(&self, player: Player, line: usize, stones: usize) -> u32 {
        let line = &self.lines[line];
        let [word, shift] =
            [[line.twos_and_threes, 0], [line.twos_and_threes, 16], [line.fours, 0]][stones - 2];
        (word >> (32 * player.index() as u64 + shift) & 0xffff) as u32
    }

    /// Whether a player has windows of two or three stones on a line.
    #[inline]
    pub(super) fn has_twos_or_threes(&self, player: Player, line: usize) -> bool {
        (self.lines[line].twos_and_threes >> (32 * player.index())) as u32 != 0
    }

    /// The first places of the sixes on a line with empty ends and so many stones of a player inside
    /// (2 to 4).
    #[inline]
    pub(super) fn sixes(&self, player: Player, line: usize, stones: usize) -> u32 {
        let windows = self.windows(player, line, stones);
        windows & windows >> 1 & !self.on_line(player, line)
    }

    /// The windows that a line would have with these stones more: with two, three and four of `player`.
    #[inline]
    pub(super) fn windows_with(&self, player: Player, line: usize, more: [u32; 2]) -> [u32; 3] {
        let more = u64::from(more[0]) << (32 * player.index())
            | u64::from(more[1]) << (32 * player.other().index());
        let stones = self.lines[line].stones | more;
        let valid = [both(self.geometry.windows[line]); 4];
        let windows = Windows { stones: &[stones; 4], valid: &valid, exact: self.exact };
        let counted = self.instructions.run(windows);
        let [low, fours] = [counted.twos_and_threes[0], counted.fours[0]]
            .map(|it| (it >> (32 * player.index())) as u32);
        [low & 0xffff, low >> 16, fours]
    }

    /// Whether a player could make a straight four.
    #[inline]
    pub fn has_three(&self, player: Player) -> bool {
        self.lines_of_three(player).iter().any(|line| self.sixes(player, line, 3) != 0)
    }

    /// A cell on which a player would make a straight four, and may.
    pub fn straight_four(&self, player: Player) -> Option<u16> {
        self.lines_of_three(player).iter().find_map(|line| self.straight_four_on(player, line))
    }

    /// The same on one line.
    #[inline]
    pub(super) fn straight_four_on(&self, player: Player, line: usize) -> Option<u16> {
        let mut sixes = bits(self.sixes(player, line, 3).into());
        sixes.find_map(|six| {
            let inner = 30 << six & !self.on_line(player, line);
            let cell = self.geometry.lines[line][inner.trailing_zeros() as usize];
            self.is_free(player, cell).then_some(cell)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;
    use quod_game::{Game, Move, Outcome};

    /// The same by walking over the windows of the board one by one.
    fn slowly(board: &Board, player: Player, line: usize, count: usize) -> u32 {
        let cells = &board.geometry.lines[line];
        let own = |at: usize| cells.get(at).is_some_and(|&it| board.stones(player).has(it));
        let fits = |&first: &usize| {
            let exact = board.exact >> (32 * player.index()) & 1 == 1;
            let other = |at: usize| board.stones(player.other()).has(cells[at]);
            let longer = first > 0 && own(first - 1) || own(first + 5);
            (first..first + 5).filter(|&at| own(at)).count() == count
                && !(first..first + 5).any(other)
                && !(exact && longer)
        };
        let firsts = 0..(cells.len() + 1).saturating_sub(5);
        firsts.filter(fits).fold(0, |set, first| set | 1 << first)
    }

    #[test]
    fn the_board_of_fifteen_has_the_thesis_lines() {
        let windows = |k: usize| -> usize {
            Geometry::of(15).lines.iter().map(|it| (it.len() + 1).saturating_sub(k)).sum()
        };
        assert_eq!([5, 6, 7].map(windows), [572, 500, 432]);
    }

    #[test]
    fn board_and_rules_agree_in_lockstep() {
        let (mut rng, mut doubtful) = (Rng::new(1), 0);
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            for size in 5..=20 {
                let game = InARow::gomoku(size, rule, false).unwrap();
                for _ in 0..6 {
                    let mut pos = game.start();
                    let mut board = Board::new(size, rule);
                    let mut played = Vec::new();
                    while game.outcome(&pos).is_none() {
                        // Play is crowded into a part of the board, so that rows come about.
                        let cells: Vec<u16> = board.empty().collect();
                        let cell = cells[rng.below(cells.len().min(1 + 3 * size))];
                        let mover = game.to_move(&pos);
                        let lines = Game::lines(&game).unwrap();
                        for &cell in &cells {
                            let stone = |cell: u16| game.stone(&pos, cell.into());
                            for player in Player::BOTH {
                                let free = lines.is_free(player, cell, &stone);
                                assert_eq!(board.is_free(player, cell), free);
                            }
                            let forbidden = game.forbidden(&pos, cell.into()).is_some();
                            assert_eq!(board.is_trapped(Player::First, cell), forbidden);
                            doubtful +=
                                usize::from(!forbidden && !board.is_free(Player::First, cell));
                        }
                        for player in Player::BOTH {
                            let wins = |&cell: &u16| {
                                let mut next = board.clone();
                                next.put(player, cell);
                                next.has_five(player)
                            };
                            let found: Vec<u16> = cells.iter().copied().filter(wins).collect();
                            match board.completions(player) {
                                Completions::None => assert!(found.is_empty()),
                                Completions::One(only) => assert_eq!(found, [only]),
                                Completions::Many(one) => {
                                    assert!(found.len() > 1 && found.contains(&one));
                                }
                            }
                        }
                        board.put(mover, cell);
                        played.push((mover, cell));
                        pos = game.play(&pos, Move(cell.into()));
                        let won = game.outcome(&pos) == Some(Outcome::win(mover));
                        assert_eq!(board.has_five(mover), won, "{}", game.position_text(&pos));
                        for player in Player::BOTH {
                            for line in 0..board.geometry.lines.len() {
                                for count in 2..=4 {
                                    let slow = slowly(&board, player, line, count);
                                    assert_eq!(board.windows(player, line, count), slow);
                                }
                            }
                        }
                    }
                    let set_up = Board::set_up(&game, &pos);
                    assert_eq!((set_up.lines, set_up.key), (board.lines, board.key));
                    played.iter().for_each(|_| board.take_back());
                    let empty = Board::new(size, rule);
                    assert_eq!(board.lines, empty.lines);
                    assert_eq!(
                        (board.sets, board.stones, board.key),
                        (empty.sets, empty.stones, 0)
                    );
                }
            }
        }
        assert!(doubtful > 0, "moves that are allowed and not free");
    }
}
