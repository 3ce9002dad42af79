//! Search by conspiracy numbers as an engine.

use quod_game::Claim;
use quod_search::values::{Conspiracy, ValueSet};

use super::estimates::{Estimates, Grown};
use super::over_table::{begin_over_table, serves_acyclic};
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

const NAME: &str = "conspiracy";

const VALUES: Choice<ValueSet> = Choice {
    name: "values",
    about: "How many values a position can have, the two of the claim among them; with 3 the numbers are proof and disproof number.",
    values: &[("5", ValueSet::Five), ("9", ValueSet::Nine), ("3", ValueSet::Three)],
};

/// Search by conspiracy numbers as an engine.
pub struct ConspiracyEngine;

impl Engine for ConspiracyEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "conspiracy numbers: how many leaves must change for each value of the root; where no position repeats"
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = vec![VALUES.spec()];
        specs.extend(Estimates::specs());
        specs
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
        let rule = Conspiracy::new(VALUES.take(&mut spec)?);
        let estimates = Estimates::take(&mut spec)?;
        spec.finish(&self.options())?;
        begin_over_table(Grown { rule, estimates }, offer, task)
    }
}
