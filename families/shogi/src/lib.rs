//! Shogi problems, fast: a twin on sets of squares, and what it is for, the search for mates.
//!
//! The plain rules are `quod_rules::Tsume`. What the family offers to sessions is in [`offer()`].
#![forbid(unsafe_code)]

pub mod board;
mod mate;
pub mod men;
mod offer;
pub mod tables;

pub use offer::{board, offer};
