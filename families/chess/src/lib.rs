//! Chess and its variants with forced captures, fast: twins on bit boards, a search for mates, tables of few men; and small chess whole.
//!
//! The plain rules are `quod_rules::Chess` and `quod_rules::SmallChess`. What the family offers to sessions is in [`offer()`].
#![forbid(unsafe_code)]

pub mod board;
pub mod corrupted;
mod judge;
pub mod mate;
pub mod motifs;
mod offer;
mod picture;
mod small;
pub mod tables;
mod tutor;
pub mod variants;

pub use offer::{board, offer};
pub use small::{small_board, small_offer};
