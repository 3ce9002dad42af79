//! Hex and Y: everything of this family. [`offer()`] says what it offers.

#![forbid(unsafe_code)]

mod certificate;
mod checkpoint;
mod engine;
mod ground;
mod mask;
mod net;
mod offer;
mod picture;
mod resistance;
mod search;
mod store;

pub use offer::{board, offer};
