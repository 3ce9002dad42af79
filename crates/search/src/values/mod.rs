//! Searches for a value, on the way to a proof: the rivals of proof-number search.
//!
//! **The problem.** Minimax searches with windows, and best-first searches other than proof-number
//! search, were made for games in which positions have many values. A claim has two. **The idea.**
//! Between "disproved" ([`LOSS`]) and "proved" ([`WIN`]) there is room for estimates of states about which
//! nothing is decided yet; the space's own numbers make one ([`estimate`]). So each of these searches does what
//! it was made for, on values, and its value is an answer only where it is [`LOSS`] or [`WIN`], which no
//! estimate ever is.
//!
//! **Point of view.** Values are the prover's: an OR node has the greatest of its children's, an AND
//! node the least. Sides need not alternate.
//!
//! What is here:
//! * [`DepthFirst`]: the textbook's minimax and its MINIMAX-A-B, principal variation search, MTD(f), and
//!   SSS* by null windows, each a [`Procedure`] of one search over tables;
//! * [`SssStar`]: Stockman's SSS* with its OPEN list;
//! * [`Growing`]: searches that grow a tree by a rule, [`Conspiracy`] numbers or [`BStar`].
//!
//! All are a [`TableSearch`]: solved states go into a table of solved states, which is all that the second
//! pass needs ([`crate::boolean::Strategy`]). All refuse spaces in which play may return to a state.

mod checkpoint;
mod depth_first;
mod growing;
mod ranges;
mod sss_star;
mod table_search;
#[cfg(test)]
mod tests;

use crate::{Evaluation, NodeType, Numbers};

pub use crate::minimax::{LOSS, WIN};
pub use depth_first::{DepthFirst, DepthFirstOptions, Guess, Procedure};
pub use growing::{BStar, Bounds, Conspiracy, Conspirators, Growing, Next, Plan, Rule, ValueSet};
pub use sss_star::{SssOptions, SssStar};
pub use table_search::{Refused, TableSearch};

/// The estimate that a state's numbers make: how much more it takes to disprove the claim than to prove
/// it. Strictly between [`LOSS`] and [`WIN`].
pub fn estimate(numbers: Numbers) -> i32 {
    let balance = i64::from(numbers.disproof.get()) - i64::from(numbers.proof.get());
    balance.clamp(i64::from(LOSS) + 1, i64::from(WIN) - 1) as i32
}

/// The value of a solved state.
pub(crate) fn certain(proved: bool) -> i32 {
    if proved { WIN } else { LOSS }
}

/// Whether a value is that of a solved state, and of which.
pub(crate) fn solved(value: i32) -> Option<bool> {
    match value {
        _ if value >= WIN => Some(true),
        _ if value <= LOSS => Some(false),
        _ => None,
    }
}

/// The value of a state with this evaluation, as far as nothing below it is looked at.
pub(crate) fn value_of(evaluation: Evaluation) -> i32 {
    let numbers = evaluation.numbers();
    numbers.solved().map_or_else(|| estimate(numbers), certain)
}

/// The better of two values for the side to move.
pub(crate) fn better(node_type: NodeType, value: i32, than: i32) -> bool {
    match node_type {
        NodeType::Or => value > than,
        NodeType::And => value < than,
    }
}
