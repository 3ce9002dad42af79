//! PN* as an engine.

use quod_search::dfpn::{Deepening, Rule};

use super::begin;
use super::dfpn::DfpnOptions;
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

const EPSILON: Choice<(u32, u32)> = Choice {
    name: "epsilon",
    about: "How much a visit raises a child's proof number; 0 stands for one more.",
    values: &[("0", (0, 1)), ("1/16", (1, 16)), ("1/8", (1, 8)), ("1/4", (1, 4)), ("1/2", (1, 2))],
};

const DEEPENING: Choice<Deepening> = Choice {
    name: "deepening",
    about: "Where the proof number's bound is raised step by step: at every node, or at the root alone.",
    values: &[("everywhere", Deepening::Everywhere), ("root", Deepening::Root)],
};

/// PN* as an engine.
pub struct PnStar;

impl Engine for PnStar {
    fn name(&self) -> &'static str {
        "pn-star"
    }

    fn about(&self) -> &'static str {
        "PN*: depth-first deepening by the proof number alone over a table"
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = DfpnOptions::specs_with(&EPSILON);
        specs.insert(0, DEEPENING.spec());
        specs
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let rule = Rule::PnStar(DEEPENING.take(&mut spec)?);
        let options = DfpnOptions::take(&mut spec, rule, &EPSILON)?;
        spec.finish(&self.options())?;
        begin(options, &offer.game, &offer.space, task)
    }
}
