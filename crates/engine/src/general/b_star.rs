//! B* as an engine.

use quod_game::Claim;
use quod_search::values::{BStar, Plan};

use super::estimates::{Estimates, Grown};
use super::over_table::{begin_over_table, serves_acyclic};
use crate::{
    Carryover, Choice, Engine, EngineSpec, Number, Offer, OptionSpec, Prover, SolveError, Task,
};

const NAME: &str = "b-star";

const PLAN: Choice<Plan> = Choice {
    name: "plan",
    about: "Whether the best move is to be proved best, or the rest to be disproved: as the depths say, or always one of them.",
    values: &[
        ("depths", Plan::Depths),
        ("prove-best", Plan::ProveBest),
        ("disprove-rest", Plan::DisproveRest),
    ],
};

const MARGIN: Number = Number {
    name: "margin",
    about: "How far from its estimate a position's bounds lie at first; doubled whenever a move is separated.",
    least: 0,
    most: 1000,
    default: 1,
};

/// B* as an engine.
pub struct BStarEngine;

impl Engine for BStarEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "B*: optimistic and pessimistic bounds, until one move is separated from the rest; where no position repeats"
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = vec![PLAN.spec(), MARGIN.spec()];
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
        let plan = PLAN.take(&mut spec)?;
        let rule = BStar::new(plan, MARGIN.take(&mut spec)? as u32);
        let estimates = Estimates::take(&mut spec)?;
        spec.finish(&self.options())?;
        begin_over_table(Grown { rule, estimates }, offer, task)
    }
}
