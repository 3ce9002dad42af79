//! Lines of Action on bit boards: everything of this family.
//!
//! A man's moves depend on how many men stand on its lines, which bit boards count in one step each; whether men hang together
//! is a fill. The one twin serves all engines.

#![forbid(unsafe_code)]

mod estimate;
mod ground;
mod offer;
mod picture;
mod twin;

pub use offer::{board, offer};
