//! Two searches in turn: for games of which nobody has said which search suits them.
//!
//! **The problem.** Proof-number search is best where threats and forced replies make numbers differ, and hopeless
//! where they do not; boolean alpha-beta the other way round ([figures](../../../../docs/algorithms/portfolio.md)).
//! Which kind a game is of is seen by trying. **The idea** is an algorithm portfolio (Huberman, Lukose and Hogg
//! 1997; Gomes and Selman 2001): both work on the same claim, each with a share of the nodes, and the first
//! answer counts. Of the proof-number searches it is the depth-first one, whose nodes cost what alpha-beta's do, so
//! that nodes can stand for time: a node of the one with a tree costs up to eight times as much.
//!
//! **The shares.** The first search runs alone until it has taken `alone` nodes. From then on the second may
//! take `share` percent of the first's nodes whenever these have doubled. So a job that the first solves in `n`
//! nodes takes at most `n · (1 + share / 100)` of both, and one that is solved by it in fewer than `alone`
//! takes `n`. Alpha-beta is the first, until the second solves a claim of a job; then the
//! next claims of that job begin with the second.
//!
//! **Memory.** Each gets half. A search that ends without an answer is dropped, and the other goes on alone.
//!
//! **Invariants.** Turns depend on nodes alone, and both searches do the same however a budget is divided into
//! steps, so the whole does. The certificate is the winner's.

use std::io::{Read, Write};

use quod_search::Effort;

use super::{alphabeta, dfpn};
use crate::{
    Begun, Carryover, Engine, Number, Offer, Prover, Reason, Snapshot, SolveError, Start, Status,
    Strategy, Task,
};

/// The engine's name.
pub const NAME: &str = "portfolio";

const ALONE: Number = Number {
    name: "alone",
    about: "Nodes that the first search takes before the second begins.",
    least: 1,
    most: 1 << 40,
    default: 20_000,
};

const SHARE: Number = Number {
    name: "share",
    about: "Nodes of the second search, in percent of the first one's.",
    least: 1,
    most: 100,
    default: 50,
};

/// Alpha-beta and depth-first proof-number search in turn as an engine.
pub fn engine() -> Engine {
    let about = "boolean alpha-beta and depth-first proof-number search in turn, each with a growing share of the nodes; where no position repeats";
    Engine::new(NAME, about, |mut start| {
        let first = start.take().unwrap_or(Member::AlphaBeta);
        let mut prover = PortfolioProver {
            offer: start.offer.clone(),
            task: start.task.clone(),
            share: SHARE.of(&start.given),
            first,
            limit: ALONE.of(&start.given),
            seats: [Seat::Waiting, Seat::Waiting],
            winner: None,
        };
        prover.sit(first)?;
        Ok(Box::new(prover))
    })
    .with_options([SHARE.spec(), ALONE.spec()])
    .where_nothing_repeats()
}

/// One of the two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Member {
    AlphaBeta,
    DfPn,
}

impl Member {
    const BOTH: [Member; 2] = [Member::AlphaBeta, Member::DfPn];

    fn other(self) -> Member {
        match self {
            Member::AlphaBeta => Member::DfPn,
            Member::DfPn => Member::AlphaBeta,
        }
    }

    fn start(self, offer: &Offer, task: &Task) -> Begun {
        let task = Task { memory: task.memory / 2, threads: 1, ..task.clone() };
        let start = Start::new(offer, &task);
        match self {
            Member::AlphaBeta => alphabeta::begin(start),
            Member::DfPn => dfpn::begin(start),
        }
    }
}

/// Where a search stands.
enum Seat {
    /// It has not begun.
    Waiting,
    Working(Box<dyn Prover>),
    /// It ended without an answer, after this work and with a tree so large.
    Gone(Effort, u64, Reason),
}

/// Which search goes on, the first (0) or the second (1), and the nodes that it may have taken in the end. `taken`
/// is what each has taken so far.
fn next_turn(limit: &mut u64, share: u64, taken: [u64; 2]) -> (usize, u64) {
    loop {
        if taken[0] < *limit {
            return (0, *limit);
        }
        let of_second = limit.saturating_mul(share) / 100;
        if taken[1] < of_second {
            return (1, of_second);
        }
        *limit = limit.saturating_mul(2);
    }
}

struct PortfolioProver {
    offer: Offer,
    task: Task,
    share: u64,
    /// The search that goes first.
    first: Member,
    /// Nodes that the first search may take before the second has its turn.
    limit: u64,
    seats: [Seat; 2],
    winner: Option<Member>,
}

impl PortfolioProver {
    fn seat(&self, member: Member) -> &Seat {
        &self.seats[member as usize]
    }

    /// Lets a search begin.
    fn sit(&mut self, member: Member) -> Result<(), SolveError> {
        self.seats[member as usize] = Seat::Working(member.start(&self.offer, &self.task)?);
        Ok(())
    }

    fn working(&self, member: Member) -> Option<&dyn Prover> {
        match self.seat(member) {
            Seat::Working(prover) => Some(&**prover),
            Seat::Waiting | Seat::Gone(..) => None,
        }
    }

    fn nodes(&self, member: Member) -> u64 {
        match self.seat(member) {
            Seat::Waiting => 0,
            Seat::Working(prover) => prover.effort().nodes,
            Seat::Gone(effort, ..) => effort.nodes,
        }
    }

    fn is_gone(&self, member: Member) -> bool {
        matches!(self.seat(member), Seat::Gone(..))
    }

    /// Whose turn it is, and the nodes that it may have taken in the end; nobody's if both are gone.
    fn turn(&mut self) -> Option<(Member, u64)> {
        let [first, second] = [self.first, self.first.other()];
        match [self.is_gone(first), self.is_gone(second)] {
            [true, true] => return None,
            [true, false] => return Some((second, u64::MAX)),
            [false, true] => return Some((first, u64::MAX)),
            [false, false] => {}
        }
        let taken = [first, second].map(|it| self.nodes(it));
        let (place, most) = next_turn(&mut self.limit, self.share, taken);
        Some(([first, second][place], most))
    }

    /// The search that answered, or the one whose turn it is.
    fn speaker(&self) -> Option<&dyn Prover> {
        let [first, second] = [self.first, self.first.other()];
        let resting = self.nodes(first) >= self.limit;
        let turn = if resting { [second, first] } else { [first, second] };
        self.winner.into_iter().chain(turn).find_map(|it| self.working(it))
    }

    fn step_of(&mut self, member: Member, nodes: u64) -> Status {
        if let Seat::Waiting = self.seat(member)
            && let Err(error) = self.sit(member)
        {
            // (It has not the memory to begin.)
            let reason = match error {
                SolveError::NoMemory(_) => Reason::Memory,
                _ => Reason::NoAnswer,
            };
            self.seats[member as usize] = Seat::Gone(Effort::default(), 0, reason.clone());
            return Status::Unknown(reason);
        }
        let Seat::Working(prover) = &mut self.seats[member as usize] else {
            return Status::Unknown(Reason::NoAnswer);
        };
        let status = prover.step(nodes);
        if let Status::Unknown(reason) = &status {
            let (effort, tree) = (prover.effort(), prover.largest_tree());
            self.seats[member as usize] = Seat::Gone(effort, tree, reason.clone());
        }
        status
    }
}

impl Prover for PortfolioProver {
    fn step(&mut self, nodes: u64) -> Status {
        let end = self.effort().nodes.saturating_add(nodes);
        if let Some(winner) = self.winner {
            return self.step_of(winner, 0);
        }
        loop {
            let left = end.saturating_sub(self.effort().nodes);
            if left == 0 {
                return Status::Running;
            }
            let Some((member, limit)) = self.turn() else {
                let last = self.seat(self.first.other());
                let Seat::Gone(_, _, reason) = last else { return Status::Running };
                return Status::Unknown(reason.clone());
            };
            let more = limit.saturating_sub(self.nodes(member)).min(left);
            match self.step_of(member, more) {
                Status::Running | Status::Unknown(_) => {}
                answer => {
                    self.winner = Some(member);
                    // What the other holds is the winner's second pass's now.
                    let other = member.other();
                    if let Some(prover) = self.working(other) {
                        let (effort, tree) = (prover.effort(), prover.largest_tree());
                        self.seats[other as usize] = Seat::Gone(effort, tree, Reason::Unfinished);
                    }
                    return answer;
                }
            }
        }
    }

    fn stride(&self) -> u64 {
        self.speaker().map_or(1000, |it| it.stride())
    }

    fn effort(&self) -> Effort {
        let of = |seat: &Seat| match seat {
            Seat::Waiting => Effort::default(),
            Seat::Working(prover) => prover.effort(),
            Seat::Gone(effort, ..) => *effort,
        };
        of(&self.seats[0]) + of(&self.seats[1])
    }

    fn largest_tree(&self) -> u64 {
        let of = |seat: &Seat| match seat {
            Seat::Waiting => 0,
            Seat::Working(prover) => prover.largest_tree(),
            Seat::Gone(_, tree, _) => *tree,
        };
        of(&self.seats[0]).max(of(&self.seats[1]))
    }

    fn snapshot(&self) -> Snapshot {
        let both = Member::BOTH.into_iter().filter_map(|it| self.working(it));
        let memory = both.map(|it| it.snapshot().memory).sum();
        let numbers = self.working(Member::DfPn).and_then(|it| it.snapshot().numbers);
        let line = self.speaker().map(|it| it.snapshot().line).unwrap_or_default();
        Snapshot { numbers, memory, line }
    }

    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError> {
        let winner = self.winner.map_or(2, |it| it as u8);
        out.write_all(&[self.first as u8, winner])?;
        out.write_all(&self.limit.to_le_bytes())?;
        for seat in &self.seats {
            match seat {
                Seat::Waiting => out.write_all(&[0])?,
                Seat::Working(prover) => {
                    out.write_all(&[1])?;
                    prover.save(out)?;
                }
                Seat::Gone(effort, tree, reason) => {
                    out.write_all(&[2, u8::from(*reason == Reason::Memory)])?;
                    let Effort { nodes, evaluations, expansions, reexpansions } = *effort;
                    for word in [nodes, evaluations, expansions, reexpansions, *tree] {
                        out.write_all(&word.to_le_bytes())?;
                    }
                }
            }
        }
        Ok(())
    }

    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = || SolveError::Checkpoint("bytes that are of no portfolio".to_string());
        let member = |code: u8| Member::BOTH.get(usize::from(code)).copied();
        let [first, winner] = bytes(from)?;
        self.first = member(first).ok_or_else(refused)?;
        self.winner = member(winner);
        self.limit = u64::from_le_bytes(bytes(from)?).max(1);
        for member in Member::BOTH {
            let seat = match bytes(from)? {
                [0] => Seat::Waiting,
                [1] => {
                    let mut prover = member.start(&self.offer, &self.task)?;
                    prover.restore(from)?;
                    Seat::Working(prover)
                }
                [2] => {
                    let [memory] = bytes(from)?;
                    let mut words = [0; 5];
                    for word in &mut words {
                        *word = u64::from_le_bytes(bytes(from)?);
                    }
                    let [nodes, evaluations, expansions, reexpansions, tree] = words;
                    let effort = Effort { nodes, evaluations, expansions, reexpansions };
                    let reason = if memory == 1 { Reason::Memory } else { Reason::Unfinished };
                    Seat::Gone(effort, tree, reason)
                }
                _ => return Err(refused()),
            };
            self.seats[member as usize] = seat;
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let winner = self.winner.map_or(0, |it| it as usize);
        match &mut self.seats[winner] {
            Seat::Working(prover) => prover.strategy(),
            Seat::Waiting | Seat::Gone(..) => Box::new(Nothing),
        }
    }

    fn rewind(&mut self) {
        for seat in &mut self.seats {
            if let Seat::Working(prover) = seat {
                prover.rewind();
            }
        }
    }

    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        Some(Box::new(self.winner.unwrap_or(self.first)))
    }
}

/// So many bytes.
fn bytes<const N: usize>(from: &mut dyn Read) -> Result<[u8; N], SolveError> {
    let mut bytes = [0; N];
    let read = from.read_exact(&mut bytes);
    read.map_err(|error| SolveError::Checkpoint(error.to_string()))?;
    Ok(bytes)
}

/// The strategy of a search that has no answer: never asked.
struct Nothing;

impl Strategy for Nothing {
    fn step(&mut self, _pos: &crate::Pos) -> Result<crate::Step, SolveError> {
        Err(super::no_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of `docs/algorithms/portfolio.md`.
    #[test]
    fn an_answer_after_100_000_nodes_costs_140_000() {
        let (mut limit, mut taken, mut turns) = (20_000, [0, 0], Vec::new());
        while taken[0] < 100_000 {
            let (place, most) = next_turn(&mut limit, 50, taken);
            taken[place] = if place == 0 { most.min(100_000) } else { most };
            turns.push((place, taken[place]));
        }
        let expected =
            [(0, 20_000), (1, 10_000), (0, 40_000), (1, 20_000), (0, 80_000), (1, 40_000)];
        assert_eq!(turns[..6], expected);
        assert_eq!(taken, [100_000, 40_000]);
    }
}
