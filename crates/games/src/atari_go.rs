//! Atari Go on bit boards, up to 8×8.
//!
//! [`Board`] tells the moves of a position and how each ends, [`Symmetries`] pick one of the positions
//! that are equal but for turning the board, and [`Board::fewest_liberties`] is what a search may begin
//! its numbers with.

mod board;
mod symmetry;

pub use board::{Board, Outlook, Stones};
pub use symmetry::Symmetries;
