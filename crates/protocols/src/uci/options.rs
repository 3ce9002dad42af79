//! What a user may set.

use std::path::PathBuf;

use quod_solve::AnyGame;

use crate::words;

/// Megabytes of a search: at least, at most, and if nothing is said.
const HASH: (u64, u64, u64) = (1, 1 << 16, 64);
/// Lines of a search at most: more than any position has moves.
const LINES: u64 = 256;
/// Threads: at most.
const THREADS: u64 = 64;

/// The options as they are.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bytes of a search.
    pub memory: u64,
    pub threads: usize,
    /// How many moves are told, each with its score.
    pub lines: usize,
    /// Castling is written as the king's capture of its own rook.
    pub chess960: bool,
    /// Which of the games is played.
    pub game: usize,
    /// Where certificates are written.
    pub proofs: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            memory: HASH.2 << 20,
            threads: 1,
            lines: 1,
            chess960: false,
            game: 0,
            proofs: None,
        }
    }
}

/// A game's name without its keys.
pub fn short_name(game: &AnyGame) -> String {
    let name = game.name();
    name.split_once(':').map_or(name.clone(), |(name, _)| name.to_string())
}

/// The lines that say what can be set.
pub fn lines(games: &[AnyGame]) -> Vec<String> {
    let (least, most, usual) = HASH;
    let names: Vec<String> = games.iter().map(short_name).collect();
    let variants: String = names.iter().map(|name| format!(" var {name}")).collect();
    vec![
        format!("option name Hash type spin default {usual} min {least} max {most}"),
        format!("option name Threads type spin default 1 min 1 max {THREADS}"),
        format!("option name MultiPV type spin default 1 min 1 max {LINES}"),
        "option name UCI_Chess960 type check default false".to_string(),
        format!("option name UCI_Variant type combo default {}{variants}", names[0]),
        "option name ProofDir type string default <empty>".to_string(),
    ]
}

impl Options {
    /// Sets an option, its name in capitals or not.
    ///
    /// # Errors
    /// A sentence about what is wrong; nothing has changed then.
    pub fn set(&mut self, games: &[AnyGame], name: &str, value: &str) -> Result<(), String> {
        let number = |least, most| words::number(name, value, least, most);
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.memory = number(HASH.0, HASH.1)? << 20,
            "threads" => self.threads = number(1, THREADS)? as usize,
            "multipv" => self.lines = number(1, LINES)? as usize,
            "uci_chess960" => match value {
                "true" => self.chess960 = true,
                "false" => self.chess960 = false,
                _ => return Err(format!("option {name}: expected true or false, got \"{value}\"")),
            },
            "uci_variant" => {
                let names: Vec<String> = games.iter().map(short_name).collect();
                let at = names.iter().position(|own| own == value);
                self.game = at.ok_or_else(|| {
                    let names = names.join(", ");
                    format!("option {name}: expected one of {names}, got \"{value}\"")
                })?;
            }
            "proofdir" => self.proofs = words::path(value),
            // Interfaces send options that every engine knows without asking.
            "ponder" | "ownbook" | "uci_analysemode" | "uci_showcurrline" => {}
            _ => {
                return Err(format!(
                    "expected option Hash, Threads, MultiPV, UCI_Chess960, UCI_Variant or ProofDir, got \"{name}\""
                ));
            }
        }
        Ok(())
    }
}
