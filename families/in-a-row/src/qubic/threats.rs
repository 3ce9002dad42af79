//! Winning threat sequences, depth first.
//!
//! **The problem.** Does the attacker, to move, win by threats alone (Allis 1994, definitions 4.1 to
//! 4.3)? A proof of Qubic asks this some 300,000 times, and most answers are no, which only an
//! exhaustive search can give.
//!
//! **The search.** A threat takes one of the two empty cubes of a line with two stones of the attacker
//! (a *pair*); the reply takes the other. Two pairs that cross in an empty cube win. If a reply
//! makes a three, the attacker's next move must take its fourth cube and be a threat itself; two
//! fourth cubes, or a filled line, end the try. This is the definition, so the search is complete.
//!
//! **Threats that commute.** k threats that have nothing to do with one another have k! orders, all
//! leading to one position. Once a threat was tried in vain, it *sleeps* in the positions after its
//! siblings (sleep sets: Godefroid 1990, for the interleavings of parallel programs): threat s then
//! threat t is the same position as t then s, which the search has seen. That holds as long as both
//! pairs are untouched, which their line in [`Board::attacker_pairs`] tells, and as long as t may be
//! played after s: the reply to s must make no three of its own, here (`quiet`) and in the positions
//! between. A position rejected with sleepers is truly lost, as the sleepers' positions are. So the
//! verdict may be remembered, and a table of 1,024 positions catches most of the transpositions that
//! remain: those with other replies in other orders, and those after a three. (16 times the table saves
//! one node in a thousand.)
//!
//! **Cost.** In a proof from the empty board 43 nodes a search and about 80 ns a node. `quiet` is only asked
//! for where something sleeps; asking at every node cost a quarter of the time.
//!
//! **Tried and dropped.** Without sleeping and table: 150 nodes a search. A limit of 500 nodes a search
//! saves less than the wins it misses cost (1.5 times the expansions). Dependency-based search
//! ([`super::DbSearch`]) visits far fewer states in positions with many independent threats, but in those a
//! proof asks about the attacker has few pairs and much is decided by the defender's threes, so its
//! bookkeeping is not paid back; the numbers are there.

use super::board::{Board, cells_of, places, through};
use super::lines::LINES;
use super::sequence::Sequence;

const TABLE_BITS: u32 = 10;

/// Threats that were tried before or elsewhere and lead to positions known as lost: the lines whose
/// lower (first word) or upper (second) empty cube the attacker takes.
type Lines = [u128; 2];

/// A position found lost, and in which call. Entries of earlier calls are not used: they would be
/// true, but the count of nodes would then depend on what was asked before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Lost {
    attacker: u64,
    defender: u64,
    call: u64,
}

/// A search for threat sequences.
pub struct ThreatSearch {
    lost: Box<[Lost]>,
    calls: u64,
    found: Sequence,
    nodes: u64,
}

impl Default for ThreatSearch {
    fn default() -> ThreatSearch {
        ThreatSearch {
            lost: vec![Lost::default(); 1 << TABLE_BITS].into_boxed_slice(),
            calls: 0,
            found: Sequence::EMPTY,
            nodes: 0,
        }
    }
}

/// The pairs' empty cubes: lower and upper.
#[inline(always)]
fn ends(pair: u64) -> [u32; 2] {
    [pair.trailing_zeros() & 63, (63 - pair.leading_zeros()) & 63]
}

impl ThreatSearch {
    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A sequence that wins for the attacker, who is to move; `None` if there is none.
    pub fn search(&mut self, board: &Board) -> Option<Sequence> {
        self.found = Sequence::EMPTY;
        self.calls += 1;
        let wins = board.attacker_wins();
        if wins != 0 {
            self.nodes += 1;
            self.note(0, wins.trailing_zeros(), wins & wins.wrapping_neg());
            self.found.len = 1;
            return Some(self.found);
        }
        let must = board.defender_wins();
        let wins = must & must.wrapping_sub(1) == 0 && self.visit(board, must, 0, [0; 2]);
        wins.then_some(self.found)
    }

    /// `must` is the cube that the attacker has to take, if any.
    fn visit(&mut self, board: &Board, must: u64, depth: usize, asleep: Lines) -> bool {
        self.nodes += 1;
        let pairs = board.attacker_pairs();
        if must != 0 {
            return self.answer(board, pairs, must, depth, asleep);
        }
        // 1. Two pairs that cross.
        let empty = board.empty();
        let (mut seen, mut crossing) = (0, 0);
        for place in places(pairs) {
            crossing |= seen & LINES[place];
            seen |= LINES[place];
        }
        crossing &= empty;
        if crossing != 0 {
            let cube = crossing.trailing_zeros();
            return self.win(depth, cube, cells_of(pairs & through(cube), empty));
        }
        // 2. Seen before?
        let slot = slot(board);
        let entry = Lost { attacker: board.attacker, defender: board.defender, call: self.calls };
        if self.lost[slot] == entry {
            return false;
        }
        // 3. Every pair from both ends.
        let mut quiet: Option<Lines> = None;
        let mut asleep = [asleep[0] & pairs, asleep[1] & pairs];
        let threes = board.defender_pairs();
        for place in places(pairs) {
            let pair = LINES[place] & empty;
            let ends = ends(pair);
            for side in 0..2 {
                if asleep[side] >> place & 1 == 1 {
                    continue;
                }
                let (cube, reply) = (ends[side], ends[1 - side]);
                let mut next = *board;
                next.attack(cube);
                next.defend(reply);
                let threes = threes & through(reply) & !through(cube);
                let must = cells_of(threes, next.empty());
                if self.may_win(&next, must) {
                    let mut passes = [0; 2];
                    if (asleep[0] | asleep[1]) & !(1 << place) != 0 {
                        let quiet = quiet.get_or_insert_with(|| quiet_threats(board, pairs, empty));
                        passes = [asleep[0] & quiet[0], asleep[1] & quiet[1]];
                    }
                    if self.visit(&next, must, depth + 1, passes) {
                        self.note(depth, cube, pair);
                        return true;
                    }
                }
                asleep[side] |= 1 << place;
            }
        }
        self.lost[slot] = entry;
        false
    }

    /// Rejects most dead ends before they cost a visit.
    #[inline(always)]
    fn may_win(&self, board: &Board, must: u64) -> bool {
        let pairs = board.attacker_pairs();
        match must {
            0 => pairs != 0,
            one if one & (one - 1) == 0 => pairs & through(one.trailing_zeros()) != 0,
            _ => false,
        }
    }

    /// The attacker has to take the cube `must`, and has to threaten with it.
    fn answer(
        &mut self,
        board: &Board,
        pairs: u128,
        must: u64,
        depth: usize,
        asleep: Lines,
    ) -> bool {
        let cube = must.trailing_zeros();
        let empty = board.empty();
        let lines = pairs & through(cube);
        let cells = cells_of(lines, empty);
        let block = cells & !must;
        if block == 0 {
            return false;
        }
        if block & (block - 1) != 0 {
            return self.win(depth, cube, cells);
        }
        if asleep[usize::from(must > block)] & lines != 0 {
            return false;
        }
        let reply = block.trailing_zeros();
        let mut next = *board;
        next.attack(cube);
        let threes = next.defender_pairs() & through(reply);
        next.defend(reply);
        let must = cells_of(threes, next.empty());
        if !self.may_win(&next, must) {
            return false;
        }
        let mut passes = [0; 2];
        let sleepers = pairs & (asleep[0] | asleep[1]);
        if sleepers != 0 {
            let quiet = quiet_threats(board, sleepers, empty);
            passes = [asleep[0] & quiet[0], asleep[1] & quiet[1]];
        }
        if self.visit(&next, must, depth + 1, passes) {
            self.note(depth, cube, cells);
            return true;
        }
        false
    }

    fn win(&mut self, depth: usize, cube: u32, cells: u64) -> bool {
        self.found.len = depth as u8 + 1;
        self.note(depth, cube, cells);
        true
    }

    fn note(&mut self, depth: usize, cube: u32, cells: u64) {
        self.found.moves[depth] = cube as u8;
        self.found.cells |= cells;
    }
}

/// The threats whose reply makes no three of the defender's.
fn quiet_threats(board: &Board, pairs: u128, empty: u64) -> Lines {
    let threes = board.defender_pairs();
    let mut quiet = [0; 2];
    for place in places(pairs) {
        let [lower, upper] = ends(LINES[place] & empty);
        let (at_lower, at_upper) = (through(lower), through(upper));
        quiet[0] |= u128::from(threes & at_upper & !at_lower == 0) << place;
        quiet[1] |= u128::from(threes & at_lower & !at_upper == 0) << place;
    }
    quiet
}

fn slot(board: &Board) -> usize {
    let mixed = board.attacker.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ board.defender.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed >> (64 - TABLE_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::refutes;
    use crate::qubic::testing::{plain, positions};
    use std::collections::HashMap;

    #[test]
    fn threat_search_finds_exactly_the_wins_of_a_plain_exhaustive_search() {
        let mut search = ThreatSearch::default();
        let mut wins = 0;
        for (a, d) in positions(20_000, 11) {
            let board = Board::new(a, d);
            let found = search.search(&board);
            assert_eq!(found.is_some(), plain(a, d, &mut HashMap::new()), "{a:#x} {d:#x}");
            if let Some(sequence) = found {
                assert!(refutes(&sequence, &board), "{a:#x} {d:#x}");
                wins += 1;
            }
        }
        assert!((4_000..18_000).contains(&wins), "{wins} wins say little");
    }

    #[test]
    fn eleven_ply_sequence_of_figure_4_2_is_found() {
        // Three corners of a plane, the defender elsewhere.
        let board = Board::new(1 | 1 << 3 | 1 << 12, 1 << 20 | 1 << 38 | 1 << 58);
        let found = ThreatSearch::default().search(&board).expect("a win");
        assert!(refutes(&found, &board));
    }

    #[test]
    fn the_count_of_nodes_does_not_depend_on_what_was_asked_before() {
        let mut used = ThreatSearch::default();
        for (a, d) in positions(500, 3) {
            let board = Board::new(a, d);
            let before = used.nodes();
            used.search(&board);
            let mut fresh = ThreatSearch::default();
            fresh.search(&board);
            assert_eq!(used.nodes() - before, fresh.nodes(), "{a:#x} {d:#x}");
        }
    }

    #[test]
    fn replies_outside_the_concerned_cubes_change_nothing() {
        let mut search = ThreatSearch::default();
        for (a, d) in positions(3_000, 5) {
            let board = Board::new(a, d);
            let Some(found) = search.search(&board) else { continue };
            for cube in crate::qubic::cubes(board.empty() & !found.concerns(&board)) {
                assert!(refutes(&found, &board.with_defence(cube)), "{a:#x} {d:#x} {cube}");
            }
        }
    }
}
