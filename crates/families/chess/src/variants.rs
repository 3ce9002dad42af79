//! Games with forced captures: proof-number search over the bit boards.
//!
//! The general engines know two shapes of state. A board of chess has more than two words, so depth-first
//! proof-number search is compiled here for [`crate::board::Board`], under the name that it has for all games.

mod engine;
mod space;

pub(crate) use engine::AUTO;
pub use engine::ForcedDfpn;
pub use space::ForcedSpace;
