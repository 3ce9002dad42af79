//! PDS-PN as an engine.

use quod_search::dfpn::Rule;

use super::dfpn::{DfpnOptions, DfpnProver};
use super::pds::EPSILON;
use super::{OverSpace, wrapped};
use crate::bridge::{OpenSpace, Shape};
use crate::{Begun, Engine, Number, OpenGame, Task};

const SECOND: Number = Number {
    name: "second",
    about: "How many nodes a search of the second level may hold.",
    least: 1,
    most: 10_000_000,
    default: 300,
};

/// PDS-PN as an engine.
pub fn engine() -> Engine {
    let about =
        "PDS over a table, with a small proof-number search as evaluation of its frontier nodes";
    Engine::new("pds-pn", about, |start| {
        let first = DfpnOptions::of(&start.given, Rule::Pds, &EPSILON);
        start.over_space(Opening { second: SECOND.of(&start.given), first })
    })
    .with_options([SECOND.spec()])
    .with_options(DfpnOptions::specs(&EPSILON))
}

struct Opening {
    second: u64,
    first: DfpnOptions,
}

impl OverSpace for Opening {
    /// The levels share the memory, half and half.
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let memory = task.memory / 2;
        let evaluated = wrapped::searched_below(&space, self.second, memory / task.threads as u64);
        let task = Task { memory, ..task.clone() };
        Ok(Box::new(DfpnProver::with_evaluation(game, &task, space, evaluated, self.first)?))
    }
}
