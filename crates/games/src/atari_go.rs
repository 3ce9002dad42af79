//! Atari Go on bit boards, up to 8×8.
//!
//! [`Board`] tells the moves of a position and how each ends, [`Board::sight`] what two plies decide, and
//! [`Symmetries`] pick one of the positions that are equal but for turning the board.

mod board;
mod symmetry;
mod tactics;

pub use board::{Board, Outlook, Stones};
pub use symmetry::Symmetries;
pub use tactics::Sight;
