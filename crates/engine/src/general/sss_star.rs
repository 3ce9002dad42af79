//! SSS* as an engine, in both its forms.

use quod_game::Claim;
use quod_search::Initialisation;
use quod_search::values::{DepthFirstOptions, Guess, Procedure, SssOptions, SssStar};

use super::depth_first::{MOBILITY, Opening, TO_THE_END};
use super::over_table::{OptionsOf, TableEngine, begin_over_table, serves_acyclic};
use crate::bridge::{AnySpace, Shape};
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

const NAME: &str = "sss-star";

const FORM: Choice<bool> = Choice {
    name: "form",
    about: "With the list of open states, as Stockman has it, or as null windows over a table.",
    values: &[("open-list", true), ("null-window", false)],
};

/// SSS* as an engine.
pub struct SssStarEngine;

impl Engine for SssStarEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "SSS*: best first among solution trees, by an upper bound that falls; where no position repeats"
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![FORM.spec(), TO_THE_END.spec(), MOBILITY.spec()]
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
        let listed = FORM.take(&mut spec)?;
        let deepening = TO_THE_END.take(&mut spec)?;
        let ordered = MOBILITY.take(&mut spec)?;
        spec.finish(&self.options())?;
        if listed {
            return begin_over_table(Listed(SssOptions { deepening, ordered }), offer, task);
        }
        let procedure = Procedure::Mtd(Guess::Best);
        let options = DepthFirstOptions { procedure, deepening, table: true, ordered };
        begin_over_table(Opening(options), offer, task)
    }
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
