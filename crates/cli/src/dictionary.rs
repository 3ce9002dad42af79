//! Somebody else's proof: a dictionary of strategic moves, read and made into a certificate.
//!
//! The solver completes the dictionary; what comes out goes through bytes and the checker like a file
//! from anybody.

use std::path::Path;

use quod_engine::SolveError;
use quod_in_a_row::import_dictionary;

use crate::imported::{Imported, Unfit, text_of};
use crate::progress::grouped;

/// Reads a dictionary; returns its certificate, not yet checked, and a line with the counts.
///
/// # Errors
/// If the file cannot be read. Wrong content is the inner result.
pub fn import(path: &Path) -> anyhow::Result<Result<Imported, Unfit>> {
    let imported = match import_dictionary(&text_of(path)?) {
        Ok(imported) => imported,
        Err(error) => return Ok(Err(unfit(&error))),
    };
    let [lines, strategic, forced, leaves] =
        [imported.lines, imported.strategic, imported.forced, imported.leaves].map(grouped);
    let counts = format!(
        "{lines} moves in the dictionary; positions with the first player to move: {strategic} where one \
         of them is played, {forced} with a forced move, {leaves} won by threats or at once\n"
    );
    Imported::new(imported.certificate, counts).map(Ok)
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
