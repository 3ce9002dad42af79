//! Somebody else's proof: the two files of WeakC4's solution of Connect Four, made into a certificate.
//!
//! What comes out goes through bytes and the checker like a file from anybody.

use std::path::Path;

use anyhow::anyhow;
use quod_connect_four::import_weakc4;
use quod_engine::SolveError;

use crate::imported::{Imported, Unfit, text_of};
use crate::progress::grouped;

/// The names of diagrams and branches, in the form that is looked for first.
const FILES: [[&str; 2]; 2] =
    [["steady_states.json", "branches.json"], ["steady_states.txt", "branches.txt"]];

/// Reads the files in a directory; returns their certificate, not yet checked, and a line with the counts.
///
/// # Errors
/// If there are no such files, or they cannot be read. Wrong content is the inner result.
pub fn import(directory: &Path) -> anyhow::Result<Result<Imported, Unfit>> {
    let found = FILES.iter().map(|names| names.map(|name| directory.join(name)));
    let [diagrams, branches] =
        found.into_iter().find(|files| files.iter().all(|it| it.is_file())).ok_or_else(|| {
            let names = FILES.map(|names| names.join(" and ")).join(", or ");
            anyhow!("{}: expected a directory with {names}, got none of them", directory.display())
        })?;
    let made = match import_weakc4(&text_of(&diagrams)?, &text_of(&branches)?) {
        Ok(made) => made,
        Err(error) => return Ok(Err(unfit(&error))),
    };
    let [columns, ends] = [made.branches, made.diagrams].map(grouped);
    let bytes = grouped(made.certificate.len() as u64);
    let counts = format!("{columns} branches, {ends} positions with a diagram; {bytes} bytes\n");
    Imported::new(made.certificate, counts).map(Ok)
}

fn unfit(error: &SolveError) -> Unfit {
    match error {
        SolveError::Line { line, expected, got } => Unfit {
            reason: "malformed",
            place: if *line > 0 { format!("line {line}") } else { "weakc4".to_string() },
            detail: format!("expected {expected}, got {got}"),
        },
        other => {
            Unfit { reason: "no-proof", place: "weakc4".to_string(), detail: other.to_string() }
        }
    }
}
