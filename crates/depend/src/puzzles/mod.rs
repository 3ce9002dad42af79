//! The puzzles of the thesis's chapter 3: small domains on which dependency-based search can be seen
//! at work and measured against other ways to search.
//!
//! * [`DoubleLetters`]: the double-letter puzzle (section 3.2), with three rivals of dependency-based
//!   search: [`depth_first()`] with transpositions and without, and [`Triangle`] (appendix A).
//! * [`production_system`]: the production systems P and P′ (section 3.1), whose 1,024 and 1,025 states
//!   are 11 and 12 nodes.

mod depth_first;
mod double_letters;
mod production;
mod triangle;

pub use depth_first::{DepthFirst, count_paths, depth_first};
pub use double_letters::{AxiomError, DoubleLetters, LONGEST, Letters, Word};
pub use production::production_system;
pub use triangle::Triangle;
