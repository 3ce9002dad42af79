//! Autotrees: strategies for Hex that name the player's own moves alone. Read, judged, and made into certificates.

use std::path::Path;

use quod_hex::Autotree;

use crate::imported::{Imported, Made, Unfit, text_of};
use crate::progress::grouped;

/// Reads an autotree and judges it; makes a certificate of it, not yet checked, if evidence can say it.
///
/// # Errors
/// If the file cannot be read. Wrong content is the inner result.
pub fn import(path: &Path) -> anyhow::Result<Result<Imported, Unfit>> {
    let judged = Autotree::read(&text_of(path)?).and_then(|it| it.judge());
    let mut verdict = match judged {
        Ok(verdict) => verdict,
        Err(wrong) => return Ok(Err(Unfit::lines(&wrong))),
    };
    let sizes = verdict.counts;
    let counts = format!(
        "{} patterns; expanded {} and-nodes, {} or-nodes, {} leaves, {} paths\n",
        verdict.patterns,
        number(sizes.ands),
        number(sizes.ors),
        number(sizes.leaves),
        number(sizes.paths)
    );
    Ok(Ok(match verdict.certificate.take() {
        Some(bytes) => {
            let size = grouped(bytes.len() as u64);
            Imported::new(bytes, format!("{counts}a certificate of {size} bytes\n"))?
        }
        None => Imported { counts, made: Made::Judged(Box::new(verdict)) },
    }))
}

/// A count, if it is one.
fn number(count: u128) -> String {
    match u64::try_from(count) {
        Ok(count) => grouped(count),
        Err(_) if count == u128::MAX => format!("at least {count}"),
        Err(_) => count.to_string(),
    }
}
