//! What threats say about a position of Go-Moku: which moves of the prover deserve a node, which replies of the
//! opponent are left (Allis 1994, section 5.4).
//!
//! As in Qubic ([`crate::qubic::Analyst`]), with these ideas:
//!
//! 1. *Null move*: with the opponent to move, look for a sequence as if it were the prover's turn. If there is one, most
//!    replies fall to it and others to sequences found for their neighbours; the few *left* are the proof number. If
//!    there is none, every reply is left.
//! 2. *A few moves at a time*, those with the heaviest lines first.
//! 3. *Cheap things first.* The moves of a batch are all looked at before replies are counted, those with the fewest
//!    replies open first, and counting stops at a move that has clearly more left than the best so far. Three of four threat
//!    searches count replies, and most of these fail.
//! 4. A move after which the opponent wins by threats is no move.
//!
//! Squares that matter ([`Sequence::squares`]) only tell which replies to try. A proof replays sequences after every reply.

use quod_game::Player;
use quod_rules::Rule;

use super::board::{Board, Completions};
use super::sequence::Sequence;
use super::threat_search::{Settings, ThreatSearch};
use crate::cells::bits;

// What steers the choice of moves; no setting can make an answer wrong.

/// Moves with an implicit threat that become children at a time, with few stones and later.
const BATCH: [usize; 2] = [10, 6];
/// With so many stones the prover has no longer few.
const FEW: usize = 7;
/// Most moves tried for a batch, as a multiple of it.
const TRIES: usize = 3;
/// Counting stops when this many more replies are left than after the best sibling.
const SLACK: u32 = 2;
/// So many replies not looked at count as one left.
const UNSEEN: u32 = 3;
/// Most nodes of a search for fours. Most searches need a few; one in a million, with a dozen fours on each side, took
/// minutes.
const FOUR_NODES: u64 = 1_000;
/// In renju a search goes on after more sequences that failed, since many do for what is forbidden. 1.h8 a1 takes 53 million
/// nodes and 132 s after 4, 20 and 61 after 16, 21 and 67 after 40.
const RENJU_REFUTATIONS: u32 = 24;

/// What is known of a position without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The prover wins.
    Won,
    /// The opponent wins.
    Lost,
    /// Not known; the prover threatens nothing, every reply is left.
    Quiet,
    /// Not known; the prover fills a five unless the opponent blocks.
    Four,
    /// Not known; so many replies are left, and these if all were looked at.
    Threat(u32, Option<Vec<u16>>),
}

/// The opponent's replies in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Replies that are not refuted by sequences.
    pub left: Vec<u16>,
    /// Sequences against all others, each wins after at least one of them.
    pub sequences: Vec<Sequence>,
    /// The opponent wins by threats of his own.
    pub lost: bool,
}

/// A threat search and what is asked of it.
#[derive(Debug)]
pub struct Analyst {
    search: ThreatSearch,
    searches: u64,
    replays: u64,
}

/// A move with an implicit threat, replies not yet counted.
struct Candidate {
    cell: u16,
    sequence: Sequence,
    /// Replies that the sequence does not refute.
    open: Vec<u16>,
}

/// What a stone adds on a line, by how many others of its owner are in the window; and what it
/// takes away from the other player.
const BUILDS: [i32; 5] = [1, 5, 16, 30, 1000];
const BLOCKS: [i32; 5] = [0, 3, 10, 30, 500];

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new(Settings::default().refutations)
    }
}

impl Analyst {
    /// Of a game by this rule.
    pub fn of(rule: Rule) -> Analyst {
        match rule {
            Rule::Renju => Analyst::new(RENJU_REFUTATIONS),
            _ => Analyst::default(),
        }
    }

    fn new(refutations: u32) -> Analyst {
        let settings = Settings { four_nodes: FOUR_NODES, refutations, ..Settings::default() };
        Analyst { search: ThreatSearch::new(settings), searches: 0, replays: 0 }
    }

    /// Threat searches so far.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Nodes of threat searches and replays so far.
    pub fn nodes(&self) -> u64 {
        self.search.four_nodes() + self.search.counts().nodes + self.replays
    }

    /// A winning sequence for a player, to move.
    pub fn sequence(&mut self, board: &mut Board, attacker: Player) -> Option<Sequence> {
        self.searches += 1;
        self.search.vct(board, attacker)
    }

    /// Whether a sequence found elsewhere wins after a move of the other player.
    fn refutes(&mut self, sequence: &Sequence, board: &mut Board, reply: u16) -> bool {
        self.replays += 1;
        board.put(sequence.attacker().other(), reply);
        let wins = sequence.wins(board);
        board.take_back();
        wins
    }

    /// The replies on squares that matter which the sequence does not refute.
    fn open_replies(&mut self, board: &mut Board, sequence: &Sequence) -> Vec<u16> {
        let squares = sequence.squares(board);
        squares.iter().filter(|&reply| !self.refutes(sequence, board, reply)).collect()
    }

    /// Looks for sequences against the replies in `open` until more than `most` are left. Returns those
    /// left and how many were not looked at.
    fn count(
        &mut self,
        board: &mut Board,
        open: &[u16],
        sequences: &mut Vec<Sequence>,
        most: u32,
    ) -> (Vec<u16>, u32) {
        let prover = sequences[0].attacker();
        let mut left = Vec::new();
        for (at, &reply) in open.iter().enumerate() {
            if left.len() as u32 > most {
                return (left, (open.len() - at) as u32);
            }
            // (The first is known not to.)
            if sequences[1..].iter().rev().any(|it| self.refutes(it, board, reply)) {
                continue;
            }
            board.put(prover.other(), reply);
            match self.sequence(board, prover) {
                Some(sequence) => sequences.push(sequence),
                None => left.push(reply),
            }
            board.take_back();
        }
        (left, 0)
    }

    /// The outlook with the opponent to move, as far as it is known without counting, or the sequence
    /// that the prover threatens.
    fn first_look(&mut self, board: &mut Board, prover: Player) -> Result<Outlook, Box<Sequence>> {
        if board.has_four(prover.other()) {
            return Ok(Outlook::Lost);
        }
        match board.completions(prover) {
            Completions::Many(_) => return Ok(Outlook::Won),
            Completions::One(_) => return Ok(Outlook::Four),
            Completions::None => {}
        }
        if self.sequence(board, prover.other()).is_some() {
            return Ok(Outlook::Lost);
        }
        match self.sequence(board, prover) {
            Some(sequence) => Err(Box::new(sequence)),
            None => Ok(Outlook::Quiet),
        }
    }

    /// The outlook with the opponent to move.
    pub fn opponent_to_move(&mut self, board: &mut Board, prover: Player) -> Outlook {
        match self.first_look(board, prover) {
            Ok(outlook) => outlook,
            Err(sequence) => {
                let open = self.open_replies(board, &sequence);
                let (left, _) = self.count(board, &open, &mut vec![*sequence], u32::MAX);
                counted(left, 0)
            }
        }
    }

    /// The opponent's replies where neither side could win with its next stone.
    pub fn replies(&mut self, board: &mut Board, prover: Player) -> Answer {
        if self.sequence(board, prover.other()).is_some() {
            return Answer { lost: true, ..Answer::default() };
        }
        let Some(sequence) = self.sequence(board, prover) else {
            return Answer { left: board.empty().collect(), ..Answer::default() };
        };
        let open = self.open_replies(board, &sequence);
        let mut sequences = vec![sequence];
        let (left, _) = self.count(board, &open, &mut sequences, u32::MAX);
        Answer { left, sequences, lost: false }
    }

    /// The prover's moves where he does not win by threats, from the `from`-th most promising on: a batch
    /// of them, and where the next begins if others are left. A move that wins comes alone. Those in `first` count as the
    /// most promising, and are a batch of their own.
    pub fn prover_moves(
        &mut self,
        board: &mut Board,
        prover: Player,
        first: &[u16],
        from: usize,
    ) -> (Vec<(u16, Outlook)>, Option<usize>) {
        let order = order(board, prover, first);
        let hinted = order.partition_point(|cell| first.contains(cell));
        let stones = board.stones(prover).iter().count();
        let batch = BATCH[usize::from(stones >= FEW)];
        let (mut moves, mut candidates) = (Vec::new(), Vec::new());
        let (mut best, mut next) = (u32::MAX, from);
        let tries = if from < hinted { hinted - from } else { batch * TRIES };
        for &cell in order.iter().skip(from).take(tries) {
            if candidates.len() == batch {
                break;
            }
            next += 1;
            board.put(prover, cell);
            self.replays += 1;
            match self.first_look(board, prover) {
                Ok(Outlook::Won) => moves = vec![(cell, Outlook::Won)],
                Ok(Outlook::Lost) => {}
                Ok(outlook) => {
                    best = if outlook == Outlook::Four { 1 } else { best };
                    moves.push((cell, outlook));
                }
                Err(sequence) => {
                    let open = self.open_replies(board, &sequence);
                    candidates.push(Candidate { cell, sequence: *sequence, open });
                }
            }
            board.take_back();
            if let Some((_, Outlook::Won)) = moves.last() {
                return (moves, None);
            }
        }
        candidates.sort_by_key(|it| it.open.len());
        for Candidate { cell, sequence, open } in candidates {
            board.put(prover, cell);
            let most = best.saturating_add(SLACK);
            let (left, unseen) = self.count(board, &open, &mut vec![sequence], most);
            board.take_back();
            match counted(left, unseen.div_ceil(UNSEEN)) {
                Outlook::Won => return (vec![(cell, Outlook::Won)], None),
                outlook => {
                    if let Outlook::Threat(left, _) = outlook {
                        best = best.min(left);
                    }
                    moves.push((cell, outlook));
                }
            }
        }
        (moves, (next < order.len()).then_some(next))
    }
}

/// The outlook with these replies left and so many more for those not looked at.
fn counted(left: Vec<u16>, unseen: u32) -> Outlook {
    match left.len() as u32 + unseen {
        0 => Outlook::Won,
        number => Outlook::Threat(number, (unseen == 0).then_some(left)),
    }
}

/// The prover's moves: those in `first`, and then the most promising; a forced one alone.
pub fn order(board: &Board, prover: Player, first: &[u16]) -> Vec<u16> {
    match board.completions(prover.other()) {
        Completions::Many(_) => return Vec::new(),
        Completions::One(cell) => {
            return Vec::from_iter(board.is_free(prover, cell).then_some(cell));
        }
        Completions::None => {}
    }
    let free = board.empty().filter(|&cell| board.is_free(prover, cell));
    let mut order: Vec<(i32, u16)> =
        free.map(|cell| (-weight(board, prover, cell), cell)).collect();
    order.sort_unstable();
    let is_empty = Player::BOTH.iter().all(|&it| board.stones(it).iter().next().is_none());
    if is_empty {
        // Nothing tells the cells apart which as many lines go through: those near the middle first.
        let (size, middle) = (board.size() as u16, board.size() as u16 / 2);
        let off = |cell: u16| (cell % size).abs_diff(middle) + (cell / size).abs_diff(middle);
        order.sort_by_key(|&(weight, cell)| (weight, off(cell)));
    }
    let mut order: Vec<u16> = order.into_iter().map(|(_, cell)| cell).collect();
    order.sort_by_key(|cell| !first.contains(cell));
    order
}

/// How much a stone of a player on an empty cell builds and blocks.
pub fn weight(board: &Board, player: Player, cell: u16) -> i32 {
    let mut weight = 0;
    for place in board.geometry.places[usize::from(cell)] {
        let line = usize::from(place.line);
        let (own, other) = (board.on_line(player, line), board.on_line(player.other(), line));
        let near = 31 << place.at >> 4 & place.windows;
        for window in bits(u64::from(near)) {
            let five: u32 = 31 << window;
            match ((own & five).count_ones() as usize, (other & five).count_ones() as usize) {
                (own, 0) => weight += BUILDS[own],
                (0, other) => weight += BLOCKS[other],
                _ => {}
            }
        }
    }
    weight
}
