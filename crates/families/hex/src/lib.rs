//! Hex and Y: everything of this family.
//!
//! [`Twin`] is the board as words, up to 64 cells, and [`offer()`] says what the family offers.

#![forbid(unsafe_code)]

mod estimate;
mod offer;
mod picture;
mod space;
mod twin;

pub use offer::{board, offer};
pub use twin::{Sight, Stones, Twin};
