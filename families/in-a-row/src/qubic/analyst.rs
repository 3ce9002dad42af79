//! What threats say about a position: which moves of the prover deserve a node, which replies of the
//! opponent are left.
//!
//! **The problem.** From the empty board a proof-number search sees 64, 63, 62, … moves with nothing to
//! tell them apart. **The ideas**, all general, none with a move picked by hand:
//!
//! 1. *Null move.* With the opponent to move, search for threats as if it were the prover's turn. If
//!    that fails, every reply is left: a stone more never helps the prover. If it succeeds, most
//!    replies fall to the same sequence ([`refutes`]), others to sequences found for their neighbours,
//!    and few are left: 1.2 on average after the strategic moves of Patashnik's dictionary. The
//!    *number of replies left is the proof number*.
//! 2. *Implicit threats.* From his fourth stone on the prover only moves so that the null move
//!    succeeds. Of the dictionary's 2,929 moves one leaves none; among third stones 11 of 195 do, so
//!    there it is only preferred.
//! 3. *No threats, but blocking ones* (thesis §4.4.2 and §4.5.1): a threat is spent potential, unless it
//!    stands on a line with two stones of the opponent. That is the rule behind the thesis's two
//!    exceptional positions.
//! 4. *A few moves at a time.* Moves are ordered by the open lines through the cube; the first
//!    [`Settings::batch`] with an implicit threat become children, together with one child for "all
//!    other moves", a little dearer than the best of these. Nothing is lost, and 9 of 10 candidates
//!    never cost an evaluation.
//! 5. *Prices.* Where the null move fails, a reply counts not as 1 but as what such positions turn out
//!    to cost, [`Settings::price`]. Else the search flees from every second stone as soon as it looks
//!    at the replies, into the next one.
//! 6. *Counting stops* once a move has clearly more replies left than the best of its siblings.
//! 7. *The opponent's own threats*: a position that he wins by threats is given up (disproved).
//!
//! **What decided it** (a laboratory version, empty board, expansions and nodes of threat searches):
//! all of it 10.0 k and 15 M. Without 4: 21.9 k and 91 M (all moves evaluated). Without 5: 16.3 k and
//! 18.9 M. Without 7: 12.0 k and 20 M. Without blocking threats: 28 k and 42 M; with all threats: 22 k
//! and 17 M. Batches of 2: 23 k, 3: 17 k, 4: 11 k, 6 to 8: 10 k. With numbers guessed from the first
//! sequence instead of counted (delayed evaluation): more than 200 k. Demanding implicit threats from the
//! third stone: no proof; only from the fifth: 19.5 k and 38 M.

use super::board::{Board, cubes, through};
use super::sequence::{Sequence, refutes};
use super::symmetry::canonical;
use super::threats::ThreatSearch;

/// What steers a search; no setting can make an answer wrong.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many of the prover's stones there are when a move must leave an implicit threat.
    pub demand_from: u32,
    /// Moves with an implicit threat that become children at a time.
    pub batch: u32,
    /// How much more than the best child all other moves cost.
    pub widen: u32,
    /// Price of a reply where the null move fails, when the prover has one, two, or more stones.
    pub price: [u32; 3],
    /// Counting stops when this many more replies are left than after the best sibling.
    pub slack: u32,
    /// So many replies not looked at count as one left.
    pub unseen: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { demand_from: 4, batch: 6, widen: 1, price: [600, 10, 1], slack: 1, unseen: 3 }
    }
}

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The prover wins.
    Won,
    /// The prover does not win.
    Lost,
    /// Not known; proof and disproof number to begin with, both positive.
    Open(u32, u32),
}

/// A move of the prover.
#[derive(Clone, Copy, Debug)]
pub struct ProverMove {
    /// The cube he takes.
    pub cube: u32,
    /// Prover's and opponent's stones after it, in canonical form.
    pub after: (u64, u64),
    /// What is known there.
    pub outlook: Outlook,
}

/// The opponent's replies in a position.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// Cubes on which a reply is not refuted by threats.
    pub left: u64,
    /// Sequences that refute all others, each by at least one of them.
    pub sequences: Vec<Sequence>,
    /// The opponent wins by threats of his own: the prover does not win here.
    pub lost: bool,
}

/// A threat search and the habits around it.
#[derive(Default)]
pub struct Analyst {
    settings: Settings,
    threats: ThreatSearch,
    searches: u64,
    /// Boards looked at outside threat searches: replays, moves tried.
    boards: u64,
}

/// A move with an implicit threat, replies not yet counted.
struct Candidate {
    cube: u32,
    after: (u64, u64),
    sequence: Sequence,
    /// Replies that the sequence does not refute.
    open: u64,
}

impl Analyst {
    /// With other settings.
    pub fn new(settings: Settings) -> Analyst {
        Analyst { settings, ..Analyst::default() }
    }

    /// Threat searches so far.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Positions on which lines were counted, inside threat searches as well.
    pub fn nodes(&self) -> u64 {
        self.boards + self.threats.nodes()
    }

    /// A sequence that wins for the attacker, who is to move.
    pub fn threats(&mut self, board: &Board) -> Option<Sequence> {
        self.searches += 1;
        self.threats.search(board)
    }

    /// Whether a sequence found elsewhere wins here.
    pub fn refutes(&mut self, sequence: &Sequence, board: &Board) -> bool {
        self.boards += 1;
        refutes(sequence, board)
    }

    /// What a position with the prover to move costs where the null move failed.
    pub fn price(&self, board: &Board) -> u32 {
        let stones = board.attacker.count_ones() as usize;
        self.settings.price[stones.saturating_sub(1).min(2)]
    }

    /// The outlook with the prover to move.
    pub fn prover_to_move(&mut self, board: &Board) -> Outlook {
        match self.threats(board) {
            Some(_) => Outlook::Won,
            None => self.after_reply(board, 1),
        }
    }

    /// The outlook with the prover to move, who is known to have no threat sequence.
    pub fn after_reply(&self, board: &Board, proof: u32) -> Outlook {
        let must = board.defender_wins();
        match must & must.wrapping_sub(1) != 0 || board.empty() == 0 {
            true => Outlook::Lost,
            false => Outlook::Open(proof, 1),
        }
    }

    /// The outlook with the opponent to move.
    pub fn opponent_to_move(&mut self, board: &Board) -> Outlook {
        if board.empty() == 0 || board.defender_wins() != 0 {
            return Outlook::Lost;
        }
        let wins = board.attacker_wins();
        if wins != 0 {
            return if wins & (wins - 1) == 0 { Outlook::Open(1, 1) } else { Outlook::Won };
        }
        let Some(sequence) = self.threats(board) else {
            return Outlook::Open(board.empty().count_ones() * self.price(board), 1);
        };
        let open = self.open_replies(board, &sequence);
        let (left, _) = self.count(board, open, &mut vec![sequence], u32::MAX);
        if left == 0 { Outlook::Won } else { Outlook::Open(left.count_ones(), 1) }
    }

    /// Replies that the null move's sequence does not refute.
    fn open_replies(&mut self, board: &Board, sequence: &Sequence) -> u64 {
        let concerned = sequence.concerns(board);
        cubes(concerned)
            .filter(|&cube| !self.refutes(sequence, &board.with_defence(cube)))
            .fold(0, |set, cube| set | 1 << cube)
    }

    /// Looks for sequences against the replies in `open` until more than `most` are left. Returns
    /// those left and those not looked at.
    fn count(
        &mut self,
        board: &Board,
        open: u64,
        sequences: &mut Vec<Sequence>,
        most: u32,
    ) -> (u64, u64) {
        let (mut left, mut unseen) = (0u64, open);
        for cube in cubes(open) {
            if left.count_ones() > most {
                break;
            }
            unseen &= unseen - 1;
            let board = board.with_defence(cube);
            if sequences.iter().rev().any(|sequence| self.refutes(sequence, &board)) {
                continue;
            }
            match self.threats(&board) {
                Some(sequence) => sequences.push(sequence),
                None => left |= 1 << cube,
            }
        }
        (left, unseen)
    }

    /// The opponent's replies where neither side can fill a line.
    pub fn replies(&mut self, board: &Board) -> Answer {
        let Some(sequence) = self.threats(board) else {
            return Answer { left: board.empty(), ..Answer::default() };
        };
        if self.threats(&board.turned()).is_some() {
            return Answer { lost: true, ..Answer::default() };
        }
        let open = self.open_replies(board, &sequence);
        let mut sequences = vec![sequence];
        let (left, _) = self.count(board, open, &mut sequences, u32::MAX);
        Answer { left, sequences, lost: false }
    }

    /// The prover's moves where he does not win by threats, but for those in `withheld`: a batch of
    /// them, and the cubes tried so far if others are left.
    pub fn prover_moves(
        &mut self,
        board: &Board,
        withheld: u64,
        moves: &mut Vec<ProverMove>,
    ) -> Option<(u64, Outlook)> {
        let order = self.order(board, withheld);
        let stones = board.attacker.count_ones() + 1;
        // First and second stones: nothing tells moves apart, so all of them.
        let batch = if stones < 3 { u32::MAX } else { self.settings.batch };
        let mut best = u32::MAX;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut plain: Vec<ProverMove> = Vec::new();
        let (mut tried, mut promising) = (withheld, 0);
        for &(_, cube) in &order {
            if promising >= batch {
                break;
            }
            tried |= 1 << cube;
            let (after, _) = canonical(board.attacker | 1 << cube, board.defender);
            if candidates.iter().any(|it| it.after == after)
                || plain.iter().any(|it| it.after == after)
            {
                continue;
            }
            let next = Board::new(after.0, after.1);
            self.boards += 1;
            if next.attacker_wins() != 0 {
                plain.push(ProverMove { cube, after, outlook: Outlook::Open(1, 1) });
                best = 1;
                promising += 1;
                continue;
            }
            if let Some(sequence) = self.threats(&next) {
                let open = self.open_replies(&next, &sequence);
                candidates.push(Candidate { cube, after, sequence, open });
                promising += 1;
            } else if stones < self.settings.demand_from {
                let cost = next.empty().count_ones() * self.price(&next);
                plain.push(ProverMove { cube, after, outlook: Outlook::Open(cost, 1) });
                best = best.min(cost);
            }
        }
        candidates.sort_by_key(|it| it.open.count_ones());
        for Candidate { cube, after, sequence, open } in candidates {
            let next = Board::new(after.0, after.1);
            let most = best.saturating_add(self.settings.slack);
            let (left, unseen) = self.count(&next, open, &mut vec![sequence], most);
            let outlook = match left | unseen {
                0 => Outlook::Won,
                _ => {
                    let cost =
                        left.count_ones() + unseen.count_ones().div_ceil(self.settings.unseen);
                    best = best.min(cost);
                    Outlook::Open(cost, 1)
                }
            };
            moves.push(ProverMove { cube, after, outlook });
            if outlook == Outlook::Won {
                return None;
            }
        }
        moves.append(&mut plain);
        let others = order.iter().filter(|(_, cube)| tried >> cube & 1 == 0).count() as u32;
        let cost = if best == u32::MAX { 3 } else { best.saturating_add(self.settings.widen) };
        (others > 0).then_some((tried, Outlook::Open(cost, others.div_ceil(4))))
    }

    /// The prover's moves with the most promising first: forced ones alone, else no threats but those
    /// that block a pair of the opponent's.
    fn order(&self, board: &Board, withheld: u64) -> Vec<(i32, u32)> {
        let must = board.defender_wins();
        let eligible = match must {
            0 => board.empty() & !withheld,
            _ if must & (must - 1) == 0 => must & !withheld,
            _ => 0,
        };
        let (own, blocked) = (board.attacker_pairs(), board.defender_pairs());
        let spends = |cube: u32| own & through(cube) != 0 && blocked & through(cube) == 0;
        let mut order: Vec<(i32, u32)> = cubes(eligible)
            .filter(|&cube| must != 0 || !spends(cube))
            .map(|cube| (-weight(board, cube), cube))
            .collect();
        order.sort_unstable();
        order
    }
}

/// Open lines through a cube, by the stones on them.
fn weight(board: &Board, cube: u32) -> i32 {
    let through = through(cube);
    let count = |lines: u128| (lines & through).count_ones() as i32;
    let untouched = count(!board.a1 & !board.d1);
    let own = count(board.a1 & !board.a2 & !board.d1);
    let single = count(board.d1 & !board.d2 & !board.a1);
    let pairs = count(board.defender_pairs());
    untouched + 4 * own + single + 3 * pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::testing::{completions, positions};

    /// Positions where neither side can fill a line.
    fn quiet_boards(n: usize, seed: u64) -> impl Iterator<Item = Board> {
        let quiet = |(a, d): &(u64, u64)| completions(*d, *a) == 0;
        positions(n, seed).into_iter().filter(quiet).map(|(a, d)| Board::new(a, d))
    }

    #[test]
    fn replies_left_are_exactly_those_after_which_no_threat_sequence_wins() {
        let mut analyst = Analyst::default();
        let mut threats = ThreatSearch::default();
        for board in quiet_boards(400, 21) {
            let answer = analyst.replies(&board);
            if answer.lost {
                assert!(threats.search(&board.turned()).is_some());
                continue;
            }
            for cube in cubes(board.empty()) {
                let next = board.with_defence(cube);
                let wins = threats.search(&next).is_some();
                assert_eq!(answer.left >> cube & 1 == 0, wins, "{board:?} {cube}");
                assert_eq!(answer.sequences.iter().any(|it| refutes(it, &next)), wins);
            }
        }
    }

    #[test]
    fn batches_offer_every_move_once_and_only_implicit_threats_late() {
        let mut analyst = Analyst::default();
        let mut threats = ThreatSearch::default();
        for board in quiet_boards(400, 22) {
            if threats.search(&board).is_some() {
                continue;
            }
            let (mut withheld, mut offered) = (0, 0u64);
            loop {
                let mut moves = Vec::new();
                let others = analyst.prover_moves(&board, withheld, &mut moves);
                for it in &moves {
                    assert_eq!(offered >> it.cube & 1, 0);
                    offered |= 1 << it.cube;
                    let next = board.with_attack(it.cube);
                    let threatens = next.attacker_wins() != 0;
                    assert!(threatens || threats.search(&next).is_some());
                    let (a, d) = it.after;
                    assert_eq!((a, d), canonical(next.attacker, next.defender).0);
                }
                match others {
                    Some((tried, _)) => {
                        assert_eq!(withheld & !tried, 0);
                        assert_ne!(withheld, tried);
                        withheld = tried;
                    }
                    None => break,
                }
            }
        }
    }
}
