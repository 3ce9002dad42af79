//! The order in which the values of a layer can be shown, for whoever verifies a table.
//!
//! A checker who believes nothing must not accept values that rest on one another in a circle. Retrograde analysis decides
//! every value after those that it rests on, so the turn in which a value was decided is such an order: with it a look at each
//! position is enough. The steps are help and no evidence; wrong ones cost the checker time.

use crate::layer::{LayerWork, Phase};
use crate::{Error, Leads, Retrograde};

/// In place of a step: there were too many turns.
pub const NO_STEP: u8 = u8::MAX;

/// A layer worked out, in the order of the table's file.
pub struct Steps {
    /// The values.
    pub values: Vec<i8>,
    /// For each value the turn, from 0, in which it was decided among the values as large, or [`NO_STEP`]. (Where values count moves
    /// all have 0: there, what a value rests on is larger.)
    pub steps: Vec<u8>,
}

/// Works a layer out from the values of the lower layers, without writing anything.
///
/// # Errors
/// If the game breaks its promises.
pub fn steps<R: Leads>(
    game: R,
    layer: u32,
    lower: &[Vec<i8>],
    threads: usize,
) -> Result<Steps, Error> {
    let mut work = LayerWork::new(game.clone(), layer, (0, 1), threads);
    while work.phase != Phase::Done {
        work.step(u64::MAX, lower).map_err(|what| Error::Rules { layer, what })?;
    }
    let in_files = |it| game.in_files(&work.layer, it);
    let values = in_files(work.values().0);
    let steps = match game.counts_moves() {
        true => vec![0; values.len()],
        false => in_files(work.steps()).into_iter().map(|step| step as u8).collect(),
    };
    Ok(Steps { values, steps })
}
