//! One search for one claim, as a session drives it.
//!
//! An [`crate::Engine`] turns a [`Task`] into a [`Prover`], which advances by steps, can be saved, and
//! after an answer hands out the [`Strategy`] behind it.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_game::{Claim, Move};
use quod_search::{Effort, Numbers, TableValues, Verdict, Watch, Why};

use crate::{Pos, Reason, Sight, SolveError, Strategy};

/// Positions, each with a move to be tried there before others.
pub type Hints = Arc<[(Pos, Move)]>;

/// One claim to be searched.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position that the claim is about; not settled.
    pub root: Pos,
    /// The claim.
    pub claim: Claim,
    /// Bytes that the search may take.
    pub memory: u64,
    /// Bytes kept for the second pass: what a strategy remembers comes out of them.
    pub proof_memory: u64,
    /// Most threads.
    pub threads: usize,
    /// Entries of the search's table, if the job fixes them.
    pub table_entries: Option<u64>,
    /// The job's tables: what they know a search need not look into. The positions that they show in
    /// the certificate are the session's business, not the strategy's.
    pub tables: Option<Arc<dyn TableValues>>,
    /// Moves to be tried before others; none for an engine that takes no hints.
    pub hints: Hints,
    /// What work within a step looks at, and where it tells that the rules break a promise.
    pub watch: Watch,
    /// Whether the job wants the exact score, or the soonest win, of which the claim is a part; see [`Prover::score`].
    pub exact: bool,
}

impl Task {
    /// A claim by itself, for a search of one thread in so many bytes: no bytes are kept for the second pass, and there
    /// are no tables and no hints.
    pub fn new(root: Pos, claim: Claim, memory: u64) -> Task {
        Task {
            root,
            claim,
            memory,
            proof_memory: 0,
            threads: 1,
            table_entries: None,
            tables: None,
            hints: Hints::default(),
            watch: Watch::default(),
            exact: false,
        }
    }
}

/// Where a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not finished.
    Running,
    /// The claim is true.
    Proved,
    /// The complementary claim is true.
    Disproved,
    /// It ended without an answer, for this reason.
    Unknown(Reason),
}

impl From<Verdict> for Status {
    fn from(verdict: Verdict) -> Status {
        match verdict {
            Verdict::Proved => Status::Proved,
            Verdict::Disproved => Status::Disproved,
            Verdict::Unknown(Why::Nodes) => Status::Running,
            Verdict::Unknown(Why::Memory) => Status::Unknown(Reason::Memory),
            Verdict::Unknown(Why::Repetition) => Status::Unknown(Reason::Repetition),
            Verdict::Unknown(Why::Cycle) => Status::Unknown(Reason::Cycle),
            Verdict::Unknown(Why::Restricted) => Status::Unknown(Reason::Restricted),
            Verdict::Unknown(Why::Breadth) => Status::Unknown(Reason::Breadth),
        }
    }
}

/// A number that one engine's progress has and others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What is counted, as a progress line says it: `first replies proved`.
    pub name: &'static str,
    /// How many there are so far.
    pub value: u64,
    /// Of how many, if that is known.
    pub total: Option<u64>,
}

/// What a running search looks like from outside.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Proof and disproof number of the root; `None` for a search without.
    pub numbers: Option<Numbers>,
    /// Bytes in use for the search's own structures.
    pub memory: u64,
    /// The line being examined, in the frame of the root.
    pub line: Vec<Move>,
}

/// One search for one claim.
pub trait Prover: Send {
    /// Searches on until about `nodes` more positions were looked at, or to the end.
    fn step(&mut self, nodes: u64) -> Status;

    /// Nodes that a step should be asked for, so that its own cost does not matter.
    fn stride(&self) -> u64 {
        1000
    }

    /// How many threads work.
    fn threads(&self) -> usize {
        1
    }

    /// The work so far, the second pass included.
    fn effort(&self) -> Effort;

    /// The most nodes that the main search held at once so far; 0 for a search that holds none, such
    /// as one with nothing but a table.
    fn largest_tree(&self) -> u64 {
        0
    }

    /// The state of the search for progress reports.
    fn snapshot(&self) -> Snapshot;

    /// What the search's tree looks like; `None` for a search that holds none.
    fn sight(&self) -> Option<Sight<Move>> {
        None
    }

    /// What else there is to say of where the search stands, each with a name: for progress lines.
    fn details(&self) -> Vec<Detail> {
        Vec::new()
    }

    /// What was proved so far, in a form that another search of the same game and claim can use, from whatever
    /// position; `None` for a search that keeps no such thing.
    fn proved(&self) -> Option<Vec<u8>> {
        None
    }

    /// Makes use of what another search has proved. It only steers: certificates are derived anew.
    ///
    /// # Errors
    /// If the bytes are not what [`Prover::proved`] told.
    fn learn(&mut self, proved: &[u8]) -> Result<(), SolveError> {
        let _ = proved;
        Ok(())
    }

    /// Makes use of what is known of another position: whether the claim holds there. It only steers.
    fn know(&mut self, pos: &Pos, holds: bool) {
        let _ = (pos, holds);
    }

    /// The numbers that it has for another position, if it keeps any.
    fn numbers_at(&self, pos: &Pos) -> Option<Numbers> {
        let _ = pos;
        None
    }

    /// A step may end, still running, when the root's numbers have reached these: whoever asks has something better to do
    /// then. To an engine without such numbers it says nothing.
    fn limit(&mut self, limits: Numbers) {
        let _ = limits;
    }

    /// Brings what was found on the way into the root's numbers, before somebody asks for them and leaves.
    fn withdraw(&mut self) {}

    /// Writes the state of the search.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError>;

    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// If the bytes are not what [`Prover::save`] of the same engine and task wrote.
    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError>;

    /// After an answer: the strategy behind it, for the claim if proved, for its complement if
    /// disproved.
    fn strategy(&mut self) -> Box<dyn Strategy + '_>;

    /// After a strategy that was not followed to its end: the search can be saved and asked once more. For one
    /// whose strategies leave it as it was there is nothing to do.
    fn rewind(&mut self) {}

    /// Of a task that is [exact](Task::exact), if the search knows it: the score of the root for the side to move, or
    /// in how many moves the claim's side wins at the soonest. Then the claims that it makes true are asked next, of
    /// whatever [`Prover::hand_over`] hands over.
    fn score(&self) -> Option<i32> {
        None
    }

    /// Of a search for the soonest win that has not ended: the fewest moves within which it knows that the claim's
    /// side wins. [`Prover::strategy`] is then the strategy for that.
    fn win_within(&self) -> Option<u32> {
        None
    }

    /// Of a search for the soonest win that has not ended: the most moves within which it knows that the claim's side
    /// does not win.
    fn not_within(&self) -> Option<u32> {
        None
    }

    /// What the next search of the same job can use of this one, say its table.
    fn hand_over(self: Box<Self>) -> Option<Carryover> {
        None
    }
}

/// What a search leaves to the next one of the same job; only the engine that made it knows what it is.
pub type Carryover = Box<dyn std::any::Any + Send>;

/// A move somebody played or would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it is written.
    pub text: String,
    /// Its code.
    pub code: u32,
    /// Who plays it: 0 or 1.
    pub by: usize,
}
