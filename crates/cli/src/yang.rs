//! Somebody else's proof: a file of Jing Yang's patterns for Hex, made into a certificate.
//!
//! What comes out goes through bytes and the checker like a file from anybody.

use std::path::Path;

use quod_hex::import_yang;

use crate::imported::{Imported, Unfit, text_of};
use crate::progress::grouped;

/// Reads a file of patterns; returns its certificate, not yet checked, and a line with the counts.
///
/// # Errors
/// If the file cannot be read. Wrong content is the inner result.
pub fn import(path: &Path) -> anyhow::Result<Result<Imported, Unfit>> {
    let proof = match import_yang(&text_of(path)?) {
        Ok(proof) => proof,
        Err(wrong) => return Ok(Err(Unfit::lines(&wrong))),
    };
    let [patterns, branches, lemmas, joins] =
        [proof.patterns, proof.branches, proof.lemmas, proof.joins].map(grouped);
    let counts = format!(
        "{patterns} patterns of {branches} branches; {lemmas} lemmas with {joins} joins; {} bytes\n",
        grouped(proof.certificate.len() as u64)
    );
    Imported::new(proof.certificate, counts).map(Ok)
}
