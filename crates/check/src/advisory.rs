//! Which rejections an advisory of the project explains. No certificate is checked through this file: it adds words for people
//! to what a checker says.

use quod_cert::{Certificate, Reason, Reject};

/// The games of the advisory QSA-2026-01: a player can win there by the other's move.
const OTHERS_MOVES_WIN: [&str; 3] = ["antichess", "giveaway", "losers"];

/// The rejection, with a pointer to the advisory in its detail if the certificate is of a kind that checkers of an
/// earlier day may have accepted. A rejection that says nothing of the claim stays as it is.
pub fn advised(mut reject: Reject, certificate: &Certificate) -> Reject {
    let family = certificate.game.split(':').next().unwrap_or_default();
    let says_nothing = matches!(
        reject.reason,
        Reason::TableUnavailable | Reason::WorkLimit | Reason::OtherStatement
    );
    let counts = certificate.claims.iter().any(|claim| claim.counts_moves());
    if counts && !says_nothing && OTHERS_MOVES_WIN.contains(&family) {
        reject.detail += "; see docs/advisories/QSA-2026-01.md";
    }
    reject
}
