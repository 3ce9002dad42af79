//! Builds in memory.

use quod_rules::{ThreeMensMorris, Variant};
pub use quod_tables::Memory;
use quod_tables::{Builder, Error, Event, Options, Retrograde};

/// Three men's morris by its name. (A game that a test opens by any name is compiled with the checker of every game.)
pub fn three_mens_morris(name: &str) -> ThreeMensMorris {
    ThreeMensMorris::variant(Variant::parse(name).unwrap()).unwrap()
}

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
