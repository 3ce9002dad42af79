//! Somebody else's proofs: Jing Yang's patterns for Hex, turned into a certificate by connections.
//!
//! Yang proved by hand that a first stone in the centre wins Hex 7×7, 8×8 and 9×9. His files name
//! *patterns*: sets of empty cells, for each reply there an answer, and the smaller patterns into which
//! the rest falls apart. They do not say what a pattern joins. It is computed here, from the smallest
//! pattern up, for each place where one stands (`derive`); no path is counted.
//!
//! Nothing of a file is believed: what comes out is evidence of kind 7 (section 4.7 of the format
//! document), which the checker judges like any other. What is wrong with a file is told with the line.

mod derive;
mod patterns;
mod text;

use quod_cert::{Certificate, Connection, Evidence, Part, Section, Shown, Start, Way};
use quod_engine::OpenGame;
use quod_game::{Claim, Player};
use quod_proof::lattice::Placement;
use quod_proof::write_certificate;
use quod_rules::Hex;

use crate::wrong_line::WrongLine;
use patterns::Patterns;

/// A file of patterns that wins.
#[derive(Clone, Debug)]
pub struct YangProof {
    /// Patterns that pattern 1 calls, itself or by others.
    pub patterns: u64,
    /// Their branches.
    pub branches: u64,
    /// Patterns told apart by their surroundings: the lemmas of the certificate.
    pub lemmas: u64,
    /// What these join, one thing or another, together.
    pub joins: u64,
    /// The certificate's bytes, not yet checked.
    pub certificate: Vec<u8>,
}

/// Reads a file of Yang's; the certificate says that the first player wins Hex on its board.
///
/// # Errors
/// All lines that are wrong, or, if there are none, how the opponent keeps the borders apart.
pub fn import_yang(text: &str) -> Result<YangProof, Vec<WrongLine>> {
    let file = text::read(text)?;
    let patterns = Patterns::new(&file)?;
    let derived = derive::derive(&patterns).map_err(|wrong| vec![wrong])?;
    let unfit = |error: String| vec![WrongLine::new(0, "a board of Hex", error)];
    let side = patterns.side as usize;
    let game = Hex::new(side, side, false).map_err(|error| unfit(error.to_string()))?;
    let [lemmas, joins] =
        [derived.lemmas.len(), derived.lemmas.iter().map(|it| it.joins.len()).sum()];
    let Placement { turn, by } = derived.at;
    let part = Part { lemma: lemmas as u32 - 1, turn, by };
    let root = Way { start: Start::Key(patterns.centre()), parts: vec![part] };
    let it = Connection { lemmas: derived.lemmas, root };
    let open = OpenGame::new(game);
    let certificate = Certificate {
        game: open.name(),
        root: open.encoding(&open.start()),
        claims: vec![Claim::wins(Player::First)],
        sections: vec![Section {
            claim: 0,
            shown: Shown::Evidence(Evidence::Connection(Box::new(it))),
        }],
        remark: "from a file of Jing Yang's patterns".to_string(),
        entries: Vec::new(),
        tables: Vec::new(),
    };
    let branches = |&at: &usize| patterns.all[at].branches.len() as u64;
    Ok(YangProof {
        patterns: patterns.order.len() as u64,
        branches: patterns.order.iter().map(branches).sum(),
        lemmas: lemmas as u64,
        joins: joins as u64,
        certificate: write_certificate(&certificate),
    })
}

#[cfg(test)]
mod tests;
