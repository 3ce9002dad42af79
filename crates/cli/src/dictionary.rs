//! Somebody else's proof: a dictionary of strategic moves, read and made into a certificate.
//!
//! The solver completes the dictionary; what comes out goes through bytes and the checker like a file
//! from anybody.

use std::path::Path;

use anyhow::anyhow;
use quod_cert::{Packed, read_packed};
use quod_engine::SolveError;
use quod_lines::import_dictionary;

use crate::progress::grouped;

/// Why a dictionary proves nothing: it is no certificate, so the checker's reasons do not fit.
pub struct Unfit {
    /// One word.
    pub reason: &'static str,
    /// The line, or `dictionary` for the whole.
    pub place: String,
    /// A sentence for people.
    pub detail: String,
}

/// Reads a dictionary; returns its certificate, not yet checked, and a line with the counts.
///
/// # Errors
/// If the file cannot be read. Wrong content is the inner result.
pub fn import(path: &Path) -> anyhow::Result<Result<(Packed, String), Unfit>> {
    let bytes = std::fs::read(path)
        .map_err(|error| anyhow!("{}: expected a readable file, got: {error}", path.display()))?;
    // Bytes that are no text are told as part of the line they stand in.
    let imported = match import_dictionary(&String::from_utf8_lossy(&bytes)) {
        Ok(imported) => imported,
        Err(error) => return Ok(Err(unfit(&error))),
    };
    let [lines, strategic, forced, leaves] =
        [imported.lines, imported.strategic, imported.forced, imported.leaves].map(grouped);
    let counts = format!(
        "{lines} moves in the dictionary; positions with the first player to move: {strategic} where one \
         of them is played, {forced} with a forced move, {leaves} won by threats or at once"
    );
    let certificate = read_packed(&imported.certificate[..])
        .map_err(|error| anyhow!("the new certificate: expected to be readable, got: {error}"))?;
    Ok(Ok((certificate, counts)))
}

fn unfit(error: &SolveError) -> Unfit {
    match error {
        SolveError::Line { line, expected, got } => Unfit {
            reason: "malformed",
            place: format!("line {line}"),
            detail: format!("expected {expected}, got {got}"),
        },
        other => {
            Unfit { reason: "no-proof", place: "dictionary".to_string(), detail: other.to_string() }
        }
    }
}
