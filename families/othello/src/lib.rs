//! Othello, fast: bit boards, an endgame solver, a player.
//!
//! The plain rules are `quod_rules::Othello`; [`Board`] is their twin, tested in lockstep. [`Endgame`] answers
//! whether a position's score is above a number, [`Exact`] finds the score, [`player`] plays. All of them
//! count positions, stop after a budget and go on later, and have no clock. What the family offers to
//! sessions is in [`offer()`].
//!
//! What was measured: 4×4 takes some hundred positions; 6×6, from the empty board, 466 million to see that Black
//! has at most −4 and 322 million more to see that he has as much.
#![forbid(unsafe_code)]

mod board;
mod boards;
mod endgame;
mod engine;
mod estimate;
mod exact;
mod judge;
mod last;
mod offer;
mod picture;
mod plan;
pub mod player;
mod score;
mod space;
mod stable;
mod table;
mod twin;
mod words;

pub use board::{Board, each};
pub use endgame::{Endgame, oriented};
pub use estimate::Estimate;
pub use exact::{Exact, Question};
pub use offer::{board, offer};
pub use plan::{Layer, Node, Plan};
pub use score::{Rest, holds, least};
pub use table::{Bounds, Known, NO_MOVE};
pub use twin::{AnyBoard, rest_of};
