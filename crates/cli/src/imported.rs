//! Somebody else's proof, in a format that is no certificate: what came of reading it.

use std::path::Path;

use anyhow::anyhow;
use quod_cert::{Packed, read_packed};
use quod_hex::{Verdict, WrongLine};

/// A proof that was read.
pub struct Imported {
    /// Lines with counts.
    pub counts: String,
    /// What it became.
    pub made: Made,
}

/// What became of a proof.
pub enum Made {
    /// A certificate, not yet checked, and its bytes.
    Certificate(Box<Packed>, Vec<u8>),
    /// An autotree that is right, but that no evidence says.
    Judged(Box<Verdict>),
}

/// Why a file proves nothing: it is no certificate, so the checker's reasons do not fit.
pub struct Unfit {
    /// One word.
    pub reason: &'static str,
    /// The line, or a word for the whole.
    pub place: String,
    /// A sentence for people.
    pub detail: String,
}

impl Unfit {
    /// All wrong lines, the place of the first.
    pub fn lines(wrong: &[WrongLine]) -> Unfit {
        let place = match wrong.first() {
            Some(first) if first.line > 0 => format!("line {}", first.line),
            _ => "patterns".to_string(),
        };
        let all: Vec<String> = wrong.iter().map(WrongLine::to_string).collect();
        Unfit { reason: "no-proof", place, detail: all.join("\n") }
    }
}

/// The text of a file; bytes that are no text are told as part of the line they stand in.
///
/// # Errors
/// If it cannot be read.
pub fn text_of(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path)
        .map_err(|error| anyhow!("{}: expected a readable file, got: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Imported {
    /// A certificate that was made.
    ///
    /// # Errors
    /// If its own bytes cannot be read.
    pub fn new(bytes: Vec<u8>, counts: String) -> anyhow::Result<Imported> {
        let certificate = read_packed(&bytes[..]).map_err(|error| {
            anyhow!("the new certificate: expected to be readable, got: {error}")
        })?;
        Ok(Imported { counts, made: Made::Certificate(Box::new(certificate), bytes) })
    }
}
