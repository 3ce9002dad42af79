//! Boolean alpha-beta as an engine.

use quod_game::Claim;
use quod_search::Initialisation;
use quod_search::boolean::{BooleanSearch, Options};

use super::over_table::{OptionsOf, TableEngine, begin_over_table, serves_acyclic};
use crate::bridge::{AnySpace, Shape};
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

/// The engine's name. A family may have an engine of its own of this name, which then takes its place.
const NAME: &str = "alphabeta";

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

/// Boolean alpha-beta as an engine.
pub struct AlphaBeta;

impl Engine for AlphaBeta {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "depth-first alpha-beta with one boolean window over a table; where no position repeats"
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![ORDER.spec(), HISTORY.spec()]
    }

    fn serves(&self, offer: &Offer, claim: &Claim) -> Result<(), SolveError> {
        serves_acyclic(NAME, offer, claim)
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let init = ORDER.take(&mut spec)?;
        let options = Options { history: HISTORY.take(&mut spec)? };
        spec.finish(&self.options())?;
        begin_over_table(Opening { init, options }, offer, task)
    }
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
