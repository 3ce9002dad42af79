//! Builds in memory.

pub use quod_tables::Memory;
use quod_tables::{Builder, Error, Event, Options, Retrograde};

/// Builds all that the options ask for in one go.
pub fn build<G: Retrograde>(
    game: &G,
    store: &Memory,
    options: Options,
) -> Result<Vec<Vec<i8>>, Error> {
    let mut builder = Builder::new(game, store, options)?;
    while !builder.step(u64::MAX, &mut |_: Event| ())? {}
    Ok(builder.layers().to_vec())
}
