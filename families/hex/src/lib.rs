//! Hex and Y: everything of this family.
//!
//! [`Twin`] is the board as words, up to 64 cells, and [`offer()`] says what the family offers.
//! [`import_yang`] and [`Autotree`] read other people's proofs.

#![forbid(unsafe_code)]

mod autotree;
mod certificate;
mod checkpoint;
mod engine;
mod estimate;
mod expected_work;
mod fill;
mod ground;
mod mask;
mod moves;
mod net;
mod offer;
mod picture;
mod position;
mod resistance;
mod search;
mod space;
mod store;
mod team;
#[cfg(test)]
mod tests;
mod twin;
mod wrong_line;
mod yang;

pub use autotree::{Autotree, Border, Cell, Counts, End, Verdict, autotree_of, gardner};
pub use moves::{MoveValue, MoveValues};
pub use offer::{board, offer};
pub use twin::{Sight, Stones, Twin};
pub use wrong_line::WrongLine;
pub use yang::{YangProof, import_yang};
