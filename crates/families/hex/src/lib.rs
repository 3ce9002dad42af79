//! Hex and Y: everything of this family. [`offer()`] says what it offers.

#![forbid(unsafe_code)]

mod offer;
mod picture;
mod yang;

pub use offer::{board, offer};
pub use yang::{WrongLine, YangProof, import_yang};
