//! Connect Four as a fast twin: bit boards, threats, follow-up, keys.
//!
//! What decides most positions is who has to move when only bad moves are left. The side that can
//! answer every move in the same column gets every second cell (*claimeven*, Allis 1988); if that
//! denies the other side every line, it does not lose, and if it fills a line, it wins. [`evaluate`]
//! finds such strategies by bit operations, with pairs of columns joined and with a decisive *odd
//! threat*; [`tactics`] puts them together with wins, blocks and forced moves.
//!
//! Everything is generic over the board's [`Geometry`]: for 7×6 the numbers of columns and rows are
//! compiled in, so that shifts and masks are constants, and one more instance serves every other board.
//! A column takes one bit more than it has rows, and a board at most 64 bits.

#![forbid(unsafe_code)]

pub mod annealing;
pub mod board;
mod engine;
pub mod evaluate;
mod grid;
mod judge;
pub mod key;
pub mod lists;
pub mod merge;
mod order;
mod picture;
pub mod play_out;
pub mod tactics;
pub mod victor;
mod weakc4;

pub use board::{Compiled, Geometry, Position};
pub use engine::{board, offer};
pub use grid::Grid;
pub use tactics::{Candidate, Sight, Tactics};
pub use weakc4::{WeakC4, import_weakc4};
