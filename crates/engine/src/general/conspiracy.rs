//! Search by conspiracy numbers as an engine.

use quod_search::values::{Conspiracy, ValueSet};

use super::estimates::{Estimates, Grown};
use crate::{Choice, Engine};

const VALUES: Choice<ValueSet> = Choice {
    name: "values",
    about: "How many values a position can have, the two of the claim among them; with 3 the numbers are proof and disproof number.",
    values: &[("5", ValueSet::Five), ("9", ValueSet::Nine), ("3", ValueSet::Three)],
};

/// Search by conspiracy numbers as an engine.
pub fn engine() -> Engine {
    let about = "conspiracy numbers: how many leaves must change for each value of the root; where no position repeats";
    Engine::new("conspiracy", about, |start| {
        let rule = Conspiracy::new(VALUES.of(&start.given));
        start.over_table(Grown { rule, estimates: Estimates::of(&start.given) })
    })
    .with_options([VALUES.spec()])
    .with_options(Estimates::specs())
    .where_nothing_repeats()
}
