//! The solver's error: what was asked wrongly, or what went wrong while answering.

use quod_game::NotationError;
use quod_search::dfpn::Forgotten;
use thiserror::Error;

/// Why a question was not worked on, or an answer could not be certified.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A game, position, claim or move that could not be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// An engine that does not exist, or that this game or claim cannot be served with.
    #[error("engine: expected {expected}, got \"{got}\"")]
    Engine {
        /// What would have been right.
        expected: String,
        /// What was asked for.
        got: String,
    },
    /// A limit that makes no sense.
    #[error("{place}: expected {expected}, got {got}")]
    Limit {
        /// The option.
        place: &'static str,
        /// What would have been right.
        expected: String,
        /// What was given.
        got: String,
    },
    /// The search's answer could not be turned into a strategy.
    #[error("no certificate: {0}")]
    Strategy(String),
    /// The system has not so much memory as a search was promised.
    #[error("memory: expected {} MB that the system has, got none", .0.bytes.div_ceil(1 << 20))]
    NoMemory(#[from] quod_search::OutOfMemory),
    /// The proof is larger than the memory that it may take.
    #[error("the proof does not fit the memory")]
    Memory,
    /// A proof was being built, and whoever looked on wanted no more of it.
    #[error("stopped")]
    Stopped,
    /// The rules break a promise: which, in words.
    #[error("rules: {0}")]
    Rules(String),
    /// Bytes that are no checkpoint of the job: what they are instead.
    #[error("{0}")]
    Checkpoint(String),
    /// A file of lines that could not be read: hints, a dictionary.
    #[error("line {line}: expected {expected}, got {got}")]
    Line {
        /// The line of the file, from 1.
        line: usize,
        /// What would have been right.
        expected: String,
        /// What stood there.
        got: String,
    },
    /// Tables that cannot be built or used.
    #[error("{0}")]
    Tables(#[from] quod_tables::Error),
    /// A table that is not what the checker derives.
    #[error("{file}: {fault}")]
    TableFault {
        /// The file.
        file: String,
        /// What is wrong.
        fault: quod_check::TableFault,
    },
    /// Bytes that could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

impl From<Forgotten> for SolveError {
    fn from(error: Forgotten) -> SolveError {
        match error {
            Forgotten::Memory => SolveError::Memory,
            Forgotten::Stopped => SolveError::Stopped,
            Forgotten::Contradiction => SolveError::Strategy(error.to_string()),
        }
    }
}
