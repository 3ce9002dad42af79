//! Proof-number and disproof-number search as an engine.

use quod_search::dfpn::Rule;

use super::begin;
use super::dfpn::DfpnOptions;
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

/// ε, by default the one that Pawlewicz and Lew found best for PDS.
pub(super) const EPSILON: Choice<(u32, u32)> = Choice {
    name: "epsilon",
    about: "How much a visit raises one of a child's two numbers; 0 stands for one more.",
    values: &[("1/16", (1, 16)), ("0", (0, 1)), ("1/8", (1, 8)), ("1/4", (1, 4)), ("1/2", (1, 2))],
};

/// Proof-number and disproof-number search as an engine.
pub struct Pds;

impl Engine for Pds {
    fn name(&self) -> &'static str {
        "pds"
    }

    fn about(&self) -> &'static str {
        "proof-number and disproof-number search: depth-first deepening by both numbers over a table"
    }

    fn options(&self) -> Vec<OptionSpec> {
        DfpnOptions::specs_with(&EPSILON)
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let options = DfpnOptions::take(&mut spec, Rule::Pds, &EPSILON)?;
        spec.finish(&self.options())?;
        begin(options, &offer.game, &offer.space, task)
    }
}
