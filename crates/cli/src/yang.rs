//! Somebody else's proof: a file of Jing Yang's patterns for Hex, made into a certificate.
//!
//! What comes out goes through bytes and the checker like a file from anybody.

use std::path::Path;

use anyhow::anyhow;
use quod_cert::{Packed, read_packed};
use quod_hex::{WrongLine, import_yang};

use crate::dictionary::Unfit;
use crate::progress::grouped;

/// Reads a file of patterns; returns its certificate, not yet checked, and a line with the counts.
///
/// # Errors
/// If the file cannot be read. Wrong content is the inner result.
pub fn import(path: &Path) -> anyhow::Result<Result<(Packed, String), Unfit>> {
    let bytes = std::fs::read(path)
        .map_err(|error| anyhow!("{}: expected a readable file, got: {error}", path.display()))?;
    let proof = match import_yang(&String::from_utf8_lossy(&bytes)) {
        Ok(proof) => proof,
        Err(wrong) => return Ok(Err(unfit(&wrong))),
    };
    let [patterns, branches, lemmas, joins] =
        [proof.patterns, proof.branches, proof.lemmas, proof.joins].map(grouped);
    let counts = format!(
        "{patterns} patterns of {branches} branches; {lemmas} lemmas with {joins} joins; {} bytes",
        grouped(proof.certificate.len() as u64)
    );
    let certificate = read_packed(&proof.certificate[..])
        .map_err(|error| anyhow!("the new certificate: expected to be readable, got: {error}"))?;
    Ok(Ok((certificate, counts)))
}

/// All wrong lines, the place of the first.
fn unfit(wrong: &[WrongLine]) -> Unfit {
    let place = match wrong.first() {
        Some(first) if first.line > 0 => format!("line {}", first.line),
        _ => "patterns".to_string(),
    };
    let all: Vec<String> = wrong.iter().map(WrongLine::to_string).collect();
    Unfit { reason: "no-proof", place, detail: all.join("\n") }
}
