//! What a user may set.

use std::path::PathBuf;

use crate::words;

/// Megabytes of a search: at least, at most, and if nothing is said.
const HASH: (u64, u64, u64) = (1, 1 << 16, 256);
/// Threads: at most.
const THREADS: u64 = 64;

/// The options as they are.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of a search.
    pub memory: u64,
    pub threads: usize,
    /// Whether drops that are taken back are void.
    pub void: bool,
    /// Where certificates are written.
    pub proof: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options { memory: HASH.2 << 20, threads: 1, void: true, proof: None }
    }
}

/// The lines that say what can be set.
pub fn lines() -> [String; 5] {
    let (least, most, usual) = HASH;
    [
        format!("option name USI_Hash type spin default {usual} min {least} max {most}"),
        "option name USI_Ponder type check default false".to_string(),
        format!("option name Threads type spin default 1 min 1 max {THREADS}"),
        "option name Interpose type combo default void var void var count".to_string(),
        "option name ProofFile type string default <empty>".to_string(),
    ]
}

impl Options {
    /// Sets an option, its name in capitals or not.
    ///
    /// # Errors
    /// A sentence about what is wrong; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least, most| words::number(name, value, least, most);
        match name.to_ascii_lowercase().as_str() {
            "usi_hash" => self.memory = number(HASH.0, HASH.1)? << 20,
            "threads" => self.threads = number(1, THREADS)? as usize,
            "interpose" => match value {
                "void" => self.void = true,
                "count" => self.void = false,
                _ => return Err(format!("option {name}: expected void or count, got \"{value}\"")),
            },
            "prooffile" => self.proof = words::path(value),
            // Interfaces send options that every engine knows without asking.
            "usi_ponder"
            | "usi_ownbook"
            | "usi_multipv"
            | "usi_analysemode"
            | "usi_showcurrline"
            | "usi_showrefutations"
            | "usi_limitstrength"
            | "usi_strength" => {}
            _ => {
                return Err(format!(
                    "expected option USI_Hash, Threads, Interpose or ProofFile, got {}",
                    words::quoted(name)
                ));
            }
        }
        Ok(())
    }
}
