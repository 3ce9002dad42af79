//! English checkers: everything of the family.
//!
//! The rules are those of `quod-rules`; here are bit boards ([`Ground`], [`Pieces`]), positions by number at full speed
//! ([`Numbers`]) and what retrograde analysis asks of a layer ([`CheckersTables`]).

#![forbid(unsafe_code)]

mod estimate;
mod ground;
mod layer;
mod numbers;
mod offer;
mod picture;
mod tables;
mod twin;

pub use ground::{Ground, Pieces};
pub use layer::Layer;
pub use numbers::{Cursor, Numbers, Orientation};
pub use offer::{board, offer};
pub use tables::CheckersTables;
