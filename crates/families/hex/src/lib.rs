//! Hex and Y: everything of this family. [`offer()`] says what it offers.

#![forbid(unsafe_code)]

mod offer;
mod picture;

pub use offer::{board, offer};
