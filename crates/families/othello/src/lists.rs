//! Positional strategies for the end: a list of instructions in place of a tree of positions.
//!
//! **The problem.** Most positions of a proof lie in its last ten plies, and an entry of a certificate for
//! each of them costs more than the proof above. **The idea.** A certificate may show a position by a list of
//! rules of thumb (`docs/formats/certificate.md`, kind 4: positional strategy): the prover plays the first
//! instruction that gives a legal move. Near the end of Othello short lists suffice: often any legal move is
//! good enough, and where one is not, a square that must be had first, or an answer to one move of the
//! opponent, mends it. So the list is learnt from its failures. It begins as "any move". While a play
//! under it meets positions where it gives a move that loses the claim, the first of these positions names
//! the moves that keep it; each is tried as an instruction, at each place of the list, and the list that fails
//! least is kept. In the end every instruction that is not needed is taken out.
//!
//! **Invariants.** A list that is returned was played out against every reply. Nothing else is promised: that no
//! list is found says nothing.
//!
//! **Cost.** Every try is a play-out; [`Limits`] bound their sum.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use crate::board::{Board, each};
use crate::endgame::Endgame;
use crate::score::Rest;
use crate::table::NO_MOVE;

/// What the prover plays, where it is legal. Squares are bits; [`NO_MOVE`] is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// The first move after which the claim is settled.
    Win,
    /// This move.
    Play(u8),
    /// If the opponent's last move was the first, the second.
    Reply(u8, u8),
    /// The first legal move.
    Any,
}

impl Instruction {
    /// Its bytes in a certificate.
    fn bytes(self) -> usize {
        match self {
            Instruction::Win | Instruction::Any => 1,
            Instruction::Play(_) => 2,
            Instruction::Reply(..) => 3,
        }
    }
}

/// The bytes of a list in a certificate, the payload of its evidence.
pub fn bytes(list: &[Instruction]) -> usize {
    1 + list.iter().map(|it| it.bytes()).sum::<usize>()
}

/// How long to look for a list.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of a list.
    pub bytes: usize,
    /// The most positions that its play-out meets.
    pub positions: usize,
    /// The most positions that all play-outs together meet.
    pub work: usize,
}

/// A list and what it takes to check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The instructions, the most urgent first.
    pub list: Vec<Instruction>,
    /// The positions that its play-out meets.
    pub positions: usize,
}

/// Mixes words; boards are not chosen by an enemy.
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Set<T> = HashSet<T, BuildHasherDefault<Mix>>;
type Map<T, V> = HashMap<T, V, BuildHasherDefault<Mix>>;

/// Looks for lists that give the prover a score.
pub struct Lists<const N: usize> {
    search: Endgame<N>,
    least: i32,
    /// For positions of the opponent, whether the claim holds.
    holds: Map<Board<N>, bool>,
    /// For positions of either side, the prover's first, whether the claim is settled.
    settled: [Map<Board<N>, bool>; 2],
    work: usize,
}

/// A position with the prover to move, and the opponent's move before it.
pub type Root<const N: usize> = (Board<N>, u8);

/// Positions whose truth is remembered from one list to the next.
const MOST_REMEMBERED: usize = 1 << 20;

/// How a play-out went.
struct Playout<const N: usize> {
    /// Positions of the prover where the list has no move that keeps the claim.
    bad: usize,
    /// One with the most empty squares, and the move before it.
    first: Option<Root<N>>,
    /// Positions met.
    positions: usize,
}

fn after<const N: usize>(board: &Board<N>, mv: u8) -> Board<N> {
    if mv == NO_MOVE { board.passed() } else { board.play(mv.into()) }
}

/// The legal moves; a pass if there is none.
fn moves<const N: usize>(board: &Board<N>) -> impl Iterator<Item = u8> {
    let set = board.moves();
    each(set).map(|square| square as u8).chain((set == 0).then_some(NO_MOVE))
}

impl<const N: usize> Lists<N> {
    /// Lists that give the prover at least `least`.
    pub fn new(least: i32, rest: Rest) -> Lists<N> {
        let settled = [Map::default(), Map::default()];
        Lists { search: Endgame::new(16, rest), least, holds: Map::default(), settled, work: 0 }
    }

    /// A list for a position with the opponent to move, in which the claim holds and is not settled.
    pub fn find(&mut self, root: Board<N>, limits: &Limits) -> Option<Found> {
        let roots: Vec<Root<N>> = moves(&root).map(|mv| (after(&root, mv), mv)).collect();
        self.find_for(&roots, limits)
    }

    /// One list for several positions with the prover to move, each after a move of the opponent, in which the
    /// claim holds: as an item that serves several replies.
    pub fn find_for(&mut self, roots: &[Root<N>], limits: &Limits) -> Option<Found> {
        if self.holds.len() > MOST_REMEMBERED {
            self.holds.clear();
            self.settled.iter_mut().for_each(Map::clear);
        }
        self.work = 0;
        let mut list = vec![Instruction::Any];
        let mut now = self.play_out(&list, roots, usize::MAX, limits)?;
        while let Some((board, last)) = now.first {
            let tries = self.tries(&list, &board, last);
            let mut best: Option<(usize, usize, Vec<Instruction>)> = None;
            for list in tries.into_iter().filter(|list| bytes(list) <= limits.bytes) {
                let most = best.as_ref().map_or(now.bad, |best| best.0 + 1);
                let found = self.play_out(&list, roots, most, limits)?;
                let size = bytes(&list);
                if found.bad < now.bad
                    && best.as_ref().is_none_or(|it| (found.bad, size) < (it.0, it.1))
                {
                    best = Some((found.bad, size, list));
                }
            }
            list = best?.2;
            now = self.play_out(&list, roots, usize::MAX, limits)?;
        }
        let mut at = 0;
        while at < list.len() {
            let mut shorter = list.clone();
            shorter.remove(at);
            match self.play_out(&shorter, roots, 1, limits)?.bad {
                0 => list = shorter,
                _ => at += 1,
            }
        }
        let positions = self.play_out(&list, roots, usize::MAX, limits)?.positions;
        (positions <= limits.positions).then_some(Found { list, positions })
    }

    /// The lists with one instruction more that play a move which keeps the claim where this list does not.
    fn tries(&mut self, list: &[Instruction], board: &Board<N>, last: u8) -> Vec<Vec<Instruction>> {
        let mut tries = Vec::new();
        let mut with = |at: usize, new: Instruction| {
            let mut longer: Vec<Instruction> = list[..at].to_vec();
            longer.push(new);
            longer.extend(list[at..].iter().filter(|&&it| it != new));
            tries.push(longer);
        };
        if !list.contains(&Instruction::Win) {
            with(0, Instruction::Win);
        }
        // Behind the instruction that gives the move now, a new one would change nothing here.
        let places = (0..list.len()).find(|&at| self.given(list[at], board, last).is_some());
        let places = places.map_or(list.len(), |at| at + 1);
        for mv in moves(board) {
            if !self.keeps(&after(board, mv)) {
                continue;
            }
            with(0, Instruction::Reply(last, mv));
            (0..places).for_each(|at| with(at, Instruction::Play(mv)));
        }
        tries
    }

    /// The move that an instruction gives.
    fn given(&mut self, it: Instruction, board: &Board<N>, last: u8) -> Option<u8> {
        let mv = match it {
            Instruction::Win => {
                return moves(board).find(|&mv| {
                    self.is_settled(&after(board, mv), false) && self.keeps(&after(board, mv))
                });
            }
            Instruction::Any => return moves(board).next(),
            Instruction::Play(mv) => mv,
            Instruction::Reply(move_before, mv) => (move_before == last).then_some(mv)?,
        };
        let set = board.moves();
        let legal = if mv == NO_MOVE { set == 0 } else { set >> mv & 1 == 1 };
        legal.then_some(mv)
    }

    /// Plays the list out; where it fails, goes on with a move that keeps the claim. Stops at `most` failures;
    /// `None` if the work is used up.
    fn play_out(
        &mut self,
        list: &[Instruction],
        roots: &[Root<N>],
        most: usize,
        limits: &Limits,
    ) -> Option<Playout<N>> {
        let mut met: Set<Root<N>> = Set::default();
        let mut opponents: Set<Board<N>> = Set::default();
        let mut todo: Vec<Root<N>> = roots.to_vec();
        let mut out = Playout { bad: 0, first: None, positions: 0 };
        while let Some((ours, reply)) = todo.pop() {
            if self.is_settled(&ours, true) || !met.insert((ours, reply)) {
                continue;
            }
            out.positions += 1;
            self.work += 1;
            if self.work > limits.work {
                return None;
            }
            let given = list.iter().find_map(|&it| self.given(it, &ours, reply));
            let mut next = given.map(|mv| after(&ours, mv));
            if !next.is_some_and(|next| self.keeps(&next)) {
                out.bad += 1;
                if out.first.is_none_or(|(first, _)| first.empties() < ours.empties()) {
                    out.first = Some((ours, reply));
                }
                if out.bad >= most {
                    return Some(out);
                }
                next = moves(&ours).map(|mv| after(&ours, mv)).find(|next| self.keeps(next));
            }
            let Some(next) = next else { continue };
            if !self.is_settled(&next, false) && opponents.insert(next) {
                out.positions += 1;
                todo.extend(moves(&next).map(|mv| (after(&next, mv), mv)));
            }
        }
        Some(out)
    }

    /// Whether the claim holds with the opponent to move.
    fn keeps(&mut self, board: &Board<N>) -> bool {
        if let Some(&known) = self.holds.get(board) {
            return known;
        }
        let holds = self.search.answer(*board, -self.least) <= -self.least;
        self.holds.insert(*board, holds);
        holds
    }

    /// Whether the game is over or decided in the prover's favour, or over against him.
    fn is_settled(&mut self, board: &Board<N>, prover: bool) -> bool {
        let least = self.least;
        *self.settled[usize::from(!prover)].entry(*board).or_insert_with(|| {
            let safe = if prover { board.stable_of_own() } else { board.stable_of_other() };
            let decided = 2 * safe.count_ones() as i32 - Board::<N>::AREA >= least;
            decided || board.moves() == 0 && board.passed().moves() == 0
        })
    }
}
