//! SSS* as an engine, in both its forms.

use quod_search::Initialisation;
use quod_search::values::{DepthFirstOptions, Guess, Procedure, SssOptions, SssStar};

use super::depth_first::{MOBILITY, Opening, TO_THE_END};
use super::over_table::{OptionsOf, TableEngine};
use crate::bridge::{AnySpace, Shape};
use crate::{Choice, Engine};

const FORM: Choice<bool> = Choice {
    name: "form",
    about: "With the list of open states, as Stockman has it, or as null windows over a table.",
    values: &[("open-list", true), ("null-window", false)],
};

/// SSS* as an engine.
pub fn engine() -> Engine {
    let about = "SSS*: best first among solution trees, by an upper bound that falls; where no position repeats";
    Engine::new("sss-star", about, |start| {
        let given = &start.given;
        let (deepening, ordered) = (TO_THE_END.of(given), MOBILITY.of(given));
        if FORM.of(given) {
            return start.over_table(Listed(SssOptions { deepening, ordered }));
        }
        let procedure = Procedure::Mtd(Guess::Best);
        start.over_table(Opening(DepthFirstOptions { procedure, deepening, table: true, ordered }))
    })
    .with_options([FORM.spec(), TO_THE_END.spec(), MOBILITY.spec()])
    .where_nothing_repeats()
}

/// The form with the list of open states.
#[derive(Clone, Copy)]
struct Listed(SssOptions);

impl TableEngine for Listed {
    type Search<S: Shape> = SssStar<AnySpace<S>>;

    /// Estimates are mobility's.
    fn init(&self) -> Initialisation {
        match self.0.deepening || self.0.ordered {
            true => Initialisation::Moves,
            false => Initialisation::One,
        }
    }

    fn options<S: Shape>(&self) -> OptionsOf<Listed, S> {
        self.0
    }
}
