//! A question with all that decides how it is worked on, and what is told while that goes on.

use std::sync::Arc;

use quod_engine::Detail;
use quod_engine::tables::TableDirectory;
use quod_search::{Effort, ProofNumber};

/// A question with everything that decides how it is worked on.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position, in the game's notation.
    pub position: String,
    /// `value`, `score` or a claim.
    pub question: String,
    /// The engine with its options.
    pub engine: String,
    /// Bytes for the search's structures.
    pub memory: u64,
    /// Most nodes; `None` for no limit. At least 1.
    pub nodes: Option<u64>,
    /// Most threads; an engine that can use fewer does. At least 1.
    pub threads: usize,
    /// Entries of the search's table, where an experiment fixes it; `None` for what the memory holds.
    pub table_entries: Option<u64>,
    /// The tables that the search and the certificate may rest on.
    pub tables: Option<TableDirectory>,
    /// Moves that the search is to try first, as lines `POSITION: MOVE MOVE …`; empty for none. They change how long
    /// it takes, not what it may answer.
    pub hints: Arc<str>,
}

impl Default for Job {
    /// The value of the starting position, by whatever engine suits, in a gigabyte, on one thread.
    fn default() -> Job {
        Job {
            position: "start".to_string(),
            question: "value".to_string(),
            engine: "auto".to_string(),
            memory: 1 << 30,
            nodes: None,
            threads: 1,
            table_entries: None,
            tables: None,
            hints: Arc::default(),
        }
    }
}

/// Whether work has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// There is more to do.
    Running,
    /// The answer is final.
    Done,
}

/// What is being done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It searches whether this claim holds. Nothing is known of it yet.
    Search(String),
    /// It builds the certificate of what the search found.
    Certificate,
    /// The checker reads that.
    Check,
    /// The answer is final.
    Done,
    /// Something else, in words.
    Other(String),
}

impl Stage {
    /// As scripts read it: the claim, `certificate`, `check`, `done`.
    pub fn word(&self) -> &str {
        match self {
            Stage::Search(claim) => claim,
            Stage::Certificate => "certificate",
            Stage::Check => "check",
            Stage::Done => "done",
            Stage::Other(words) => words,
        }
    }

    /// As people read it. A claim that stood alone would look like an answer.
    pub fn told(&self) -> String {
        match self {
            Stage::Search(claim) => format!("trying to prove {claim}"),
            Stage::Certificate => "writing the certificate".to_string(),
            Stage::Check => "checking it".to_string(),
            Stage::Done | Stage::Other(_) => self.word().to_string(),
        }
    }
}

/// Work that goes on, for a progress line.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// The work so far.
    pub effort: Effort,
    /// Proof and disproof number of the root, where the engine has them.
    pub numbers: Option<(ProofNumber, ProofNumber)>,
    /// Bytes of the search's structures.
    pub memory: u64,
    /// The moves of the line being examined.
    pub line: Vec<String>,
    /// What else the engine counts.
    pub details: Vec<Detail>,
    /// Entries of the certificate so far, while it is built.
    pub entries: Option<u64>,
}
