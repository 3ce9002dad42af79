//! Awari's searches: over the fast boards, with what is known of endgames.
//!
//! [`Node`] is a position as a claim about its outcome sees it. [`AwariSpace`] is the claim as an
//! AND/OR space for the proof-number searches, [`Claimed`] the same for alpha-beta with iterative
//! deepening: the algorithms of the thesis's experiment (§2.4.4) are these two with the searches of
//! `quod-search`. [`Player`] is the tournament player (§2.4.3). People play against the general player,
//! which knows awari by `judge.rs` and shares the book.
//!
//! **Rules.** The thesis's. A value of the endgames is terminal, and so is a position without moves, a
//! lead that the rest of the stones cannot change, and one that repeats a position of its own line:
//! what is left is then split, so the lead decides. The rules split at the *third* occurrence; who
//! can force the second can force the third.

mod book;
mod claimed;
mod judge;
mod node;
mod player;
mod space;
#[cfg(test)]
mod tests;

pub use book::Book;
pub(crate) use book::TEXT as BOOK;
pub use claimed::Claimed;
pub(crate) use judge::judges;
pub use node::Node;
pub use player::{Choice, Player, Scale, Settings, Source};
pub use space::{AwariSpace, Initial};

use crate::Values;
use quod_tables::{Error, Retrograde, Store, Tables};

use crate::AwariTables;

/// Reads the tables of all boards with at most `stones` stones into memory, a byte a board.
///
/// # Errors
/// If a table is missing, damaged, or not of this game.
pub fn load_endgames(store: &impl Store, name: &str, stones: u32) -> Result<Values, Error> {
    let game = AwariTables::new(stones);
    let mut tables = Tables::open(&game, store, name, stones, 1)?;
    let layer = |stones| (0..game.size(stones)).map(|at| tables.probe(stones, at)).collect();
    Ok(Values::new((0..=stones).map(layer).collect::<Result<_, Error>>()?))
}
