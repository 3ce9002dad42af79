//! The search for mates: does a side win within so many of its own moves?
//!
//! Depth-first proof-number search (Nagai 2002) over positions with the number of moves left, so play comes to an
//! end and no repetition matters. A game has it by a fast twin ([`MateGame`]). A win in any number of moves may be asked
//! for as well: then a line that comes back to a position is not won, which holds on this line alone unless play
//! comes back to nothing before the position itself. What is made for mates:
//!
//! * With one move left the twin says at once whether there is a mate, without a node of the tree
//!   ([`MateGame::mates_at_once`]).
//! * A defender's position begins with the number of its replies as proof number: mobility, as Allis (1994,
//!   section 2.3) has it for giveaway chess.
//! * The table has one entry a position, whatever the moves left: the fewest moves in which it is known to be
//!   won, and the most in which it is known not to be (dominance by depth). Proof numbers hold for the number
//!   they were computed with.
//! * Where there are hands, an entry answers for other hands on the same board as well (dominance by hands), and a win
//!   is kept for the hand that its tree needs (proof pieces; Nagai 2002).
//! * Thresholds grow by a quarter (1 + ε, Pawlewicz and Lew 2006).
//!
//! A table's key is a hash: what the table says steers the search and the strategy, and certificates are derived
//! from moves.
#![forbid(unsafe_code)]

mod engine;
mod game;
mod hands;
mod narrowing;
mod search;
mod stages;
mod strategy;
mod table;

pub use engine::{NAME, engine};
pub use game::{Defence, MateGame};
pub use narrowing::Narrowing;
pub use search::{FOREVER, Found, MateSearch};
