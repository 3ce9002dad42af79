//! How well somebody plays chess, by the measures of Guid and Bratko.
//!
//! **Problem.** Players of different times never met. Results say who won, not how well the moves were chosen.
//!
//! **Idea.** An engine evaluates the best move of a position and the move that was played, both by searches of one
//! depth. Their difference is the error of the move. Since some positions are easy and others are not, errors are
//! also compared among positions that are equally complex: complex is where the best move changes as the engine
//! looks deeper, and where that matters.
//!
//! **Source.** Matej Guid, Ivan Bratko, "Computer Analysis of Chess Champions", Computers and Games 2006 (LNCS 4630),
//! sections 2.1 to 2.6. The constants below are the paper's; where the paper does not say what to do, the comment
//! does.
//!
//! **Units.** Evaluations are centipawns for the side that moves, so that sums and intervals are exact; figures are
//! pawns.
//!
//! **What it does not mean.** The engine's opinion is taken for the truth. Figures of different engines, depths or
//! selections of games cannot be compared with one another, nor with the paper's.

mod figures;
mod judge;

pub use figures::{Expected, Figures, Measures, Share};
pub use judge::{Candidate, Judged, Look, complexity};

/// Evaluation of games starts at this move (section 2).
pub const FROM: u32 = 12;

/// Plies that the engine searches (section 2).
pub const DEPTH: u32 = 12;

/// In an endgame it searches a ply more (section 2).
pub const ENDGAME_EXTRA: u32 = 1;

/// An endgame has pieces of less than this in pawns, of both sides and without pawns (section 2).
pub const ENDGAME_PIECES: u32 = 15;

/// Complexity looks at the depths from this on (section 2.3, figure 1).
pub const COMPLEXITY_FROM: u32 = 2;

/// A move is left out if its evaluation and that of the best move are both farther from 0 than this (section 2.1).
pub const DECIDED: i32 = 200;

/// A blunder is an error of more than this (section 2.2).
pub const BLUNDER: i32 = 100;

/// Width of the intervals of complexity (section 2.3) and of the difference of the two best moves (section 2.4).
pub const STEP: i32 = 10;

/// Evaluations beyond this, and mates, count as this. The paper does not say what a mate counts; without a bound one
/// mate that was missed would outweigh a whole match.
pub const MOST: i32 = 1000;
