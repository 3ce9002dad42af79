//! Boolean alpha-beta as an engine.

use quod_search::Initialisation;
use quod_search::boolean::{BooleanSearch, Options};

use super::over_table::{OptionsOf, TableEngine};
use crate::bridge::{AnySpace, Shape};
use crate::{Begun, Choice, Engine, Start};

const ORDER: Choice<Initialisation> = Choice {
    name: "order",
    about: "Which child comes first: the one that leaves the fewest replies, or the space's own order.",
    values: &[("mobility", Initialisation::Moves), ("given", Initialisation::One)],
};

const HISTORY: Choice<bool> = Choice {
    name: "history",
    about: "Whether moves that solved most nodes elsewhere come first among otherwise equal ones.",
    values: &[("on", true), ("off", false)],
};

/// Boolean alpha-beta as an engine. A family may have an engine of its own of this name, which then takes its place.
pub fn engine() -> Engine {
    let about =
        "depth-first alpha-beta with one boolean window over a table; where no position repeats";
    Engine::new("alphabeta", about, begin)
        .with_options([ORDER.spec(), HISTORY.spec()])
        .where_nothing_repeats()
}

/// Begins the search.
pub(super) fn begin(start: Start<'_>) -> Begun {
    let options = Options { history: HISTORY.of(&start.given) };
    start.over_table(Opening { init: ORDER.of(&start.given), options })
}

#[derive(Clone, Copy)]
struct Opening {
    init: Initialisation,
    options: Options,
}

impl TableEngine for Opening {
    type Search<S: Shape> = BooleanSearch<AnySpace<S>>;

    fn init(&self) -> Initialisation {
        self.init
    }

    fn options<S: Shape>(&self) -> OptionsOf<Opening, S> {
        self.options
    }
}
