//! Games with forced captures: proof-number search over the bit boards.
//!
//! The general engines know two shapes of state. A board of chess has more than two words, so
//! proof-number search, best first and depth first, is compiled here for [`crate::board::Board`], under the names
//! that it has for all games.

mod engine;
mod space;

pub(crate) use engine::{AUTO, engines};
pub use space::ForcedSpace;
