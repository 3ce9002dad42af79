//! Six men's morris, nine men's and Lasker's: everything of the family.
//!
//! The rules are those of `quod-rules`; here are bit boards ([`Ground`]), positions by number at full speed
//! ([`Classes`], [`Numbers`]) and what retrograde analysis asks of a layer ([`MorrisTables`]).

#![forbid(unsafe_code)]

mod classes;
mod ground;
mod layer;
mod numbers;
mod offer;
mod opening;
mod picture;
mod row;
mod tables;
mod twin;

pub use classes::Classes;
pub use ground::Ground;
pub use layer::Layer;
pub use numbers::{Numbers, Orientation};
pub use offer::{board, offer};
pub use tables::MorrisTables;
