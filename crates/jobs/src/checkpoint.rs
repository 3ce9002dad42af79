//! A foreman's state as bytes.

use serde::{Deserialize, Serialize};

use crate::job::{read, written};
use crate::{Counts, Foul};

/// What a foreman knows.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    /// Game, position, claim and engine.
    pub of: [String; 4],
    /// The tree, in its own form.
    pub tree: Vec<u8>,
    /// Checked certificates, of the claim and of its complement.
    pub parts: [Vec<Vec<u8>>; 2],
    /// What jobs are told.
    pub recent: Vec<(String, bool)>,
    /// The number of the next job.
    pub next: u64,
    /// Nodes that jobs have spent.
    pub nodes: u64,
    /// The counts.
    pub counts: Counts,
}

const MAGIC: &[u8; 8] = b"quodwork";

impl Checkpoint {
    /// The state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        written(MAGIC, self)
    }

    /// Reads [`Checkpoint::to_bytes`].
    ///
    /// # Errors
    /// If the bytes are something else, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, Foul> {
        read(MAGIC, bytes)
    }
}
