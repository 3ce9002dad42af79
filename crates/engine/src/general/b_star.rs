//! B* as an engine.

use quod_search::values::{BStar, Plan};

use super::estimates::{Estimates, Grown};
use crate::{Choice, Engine, Number};

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
pub fn engine() -> Engine {
    let about = "B*: optimistic and pessimistic bounds, until one move is separated from the rest; where no position repeats";
    Engine::new("b-star", about, |start| {
        let rule = BStar::new(PLAN.of(&start.given), MARGIN.of(&start.given) as u32);
        start.over_table(Grown { rule, estimates: Estimates::of(&start.given) })
    })
    .with_options([PLAN.spec(), MARGIN.spec()])
    .with_options(Estimates::specs())
    .where_nothing_repeats()
}
