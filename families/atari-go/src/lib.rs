//! Atari Go on bit boards, up to 11×11.
//!
//! Everything of this family: the twin, its space, and what it offers ([`offer()`]).
//!
//! [`Board`] tells the moves of a position and how each ends, [`Board::sight`] what two plies decide, and
//! [`Symmetries`] pick one of the positions that are equal but for turning the board.

#![forbid(unsafe_code)]

mod board;
mod offer;
mod picture;
mod points;
mod space;
mod symmetry;
mod tactics;

pub use board::{Board, Outlook, Stones};
pub use offer::{board, offer};
pub use points::Points;
pub use symmetry::Symmetries;
pub use tactics::Sight;
