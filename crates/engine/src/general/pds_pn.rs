//! PDS-PN as an engine.

use quod_search::dfpn::Rule;

use super::dfpn::{DfpnOptions, DfpnProver};
use super::pds::EPSILON;
use super::{OverSpace, begin, wrapped};
use crate::bridge::{OpenSpace, Shape};
use crate::{
    Carryover, Engine, EngineSpec, Number, Offer, OpenGame, OptionSpec, Prover, SolveError, Task,
};

const SECOND: Number = Number {
    name: "second",
    about: "How many nodes a search of the second level may hold.",
    least: 1,
    most: 10_000_000,
    default: 300,
};

/// PDS-PN as an engine.
pub struct PdsPn;

impl Engine for PdsPn {
    fn name(&self) -> &'static str {
        "pds-pn"
    }

    fn about(&self) -> &'static str {
        "PDS over a table, with a small proof-number search as evaluation of its frontier nodes"
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = DfpnOptions::specs_with(&EPSILON);
        specs.insert(0, SECOND.spec());
        specs
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let second = SECOND.take(&mut spec)?;
        let first = DfpnOptions::take(&mut spec, Rule::Pds, &EPSILON)?;
        spec.finish(&self.options())?;
        begin(Opening { second, first }, &offer.game, &offer.space, task)
    }
}

struct Opening {
    second: u64,
    first: DfpnOptions,
}

impl OverSpace for Opening {
    /// The levels share the memory, half and half.
    fn begin<S: Shape>(
        self,
        game: &OpenGame,
        task: &Task,
        space: OpenSpace<S>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let memory = task.memory / 2;
        let evaluated = wrapped::searched_below(&space, self.second, memory / task.threads as u64);
        let task = Task { memory, ..task.clone() };
        Ok(Box::new(DfpnProver::with_evaluation(game, &task, space, evaluated, self.first)?))
    }
}
