//! The depth-first searches for values as engines: minimax, the textbook's alpha-beta, principal
//! variations, MTD(f).

use quod_search::Initialisation;
use quod_search::values::{DepthFirst, DepthFirstOptions, Guess, Procedure};

use super::over_table::{OptionsOf, TableEngine};
use crate::bridge::{AnySpace, Shape};
use crate::{Choice, Engine};

const DEEPENING: &str =
    "Whether depths are tried one after the other, with estimates at the last ply.";

const SHALLOW_FIRST: Choice<bool> =
    Choice { name: "deepening", about: DEEPENING, values: &[("on", true), ("off", false)] };

pub(super) const TO_THE_END: Choice<bool> =
    Choice { name: "deepening", about: DEEPENING, values: &[("off", false), ("on", true)] };

const ORDERING: &str =
    "Which child comes first: the one that leaves the fewest replies, or the space's own order.";

const GIVEN: Choice<bool> =
    Choice { name: "order", about: ORDERING, values: &[("given", false), ("mobility", true)] };

pub(super) const MOBILITY: Choice<bool> =
    Choice { name: "order", about: ORDERING, values: &[("mobility", true), ("given", false)] };

const TABLE: Choice<bool> = Choice {
    name: "table",
    about: "Whether positions met again are looked up; the textbook's procedure has no table.",
    values: &[("on", true), ("off", false)],
};

const GUESS: Choice<Guess> = Choice {
    name: "guess",
    about: "Where the null windows begin: at the last depth's value, at that of the one before, at 0.",
    values: &[("last", Guess::Last), ("older", Guess::Older), ("zero", Guess::Zero)],
};

/// The textbook's MINIMAX as an engine.
pub fn minimax() -> Engine {
    let about = "minimax without any cut, as textbooks begin with it; where no position repeats";
    engine("minimax", about, Procedure::Minimax, &TO_THE_END, &GIVEN)
}

/// The textbook's MINIMAX-A-B as an engine.
pub fn textbook_alphabeta() -> Engine {
    let about = "alpha-beta with a full window (MINIMAX-A-B); where no position repeats";
    engine("textbook-alphabeta", about, Procedure::AlphaBeta, &TO_THE_END, &GIVEN)
}

/// Principal variation search as an engine.
pub fn pvs() -> Engine {
    let about = "principal variation search (NegaScout): null windows beside the first child; where no position repeats";
    engine("pvs", about, Procedure::Pvs, &SHALLOW_FIRST, &MOBILITY)
}

/// MTD(f) as an engine.
pub fn mtd_f() -> Engine {
    let about =
        "MTD(f): null windows at the root that close in on the value; where no position repeats";
    let procedure = Procedure::Mtd(Guess::Last);
    engine("mtd-f", about, procedure, &SHALLOW_FIRST, &MOBILITY).with_options([GUESS.spec()])
}

/// One of them, with its own defaults.
fn engine(
    name: &'static str,
    about: &'static str,
    procedure: Procedure,
    deepening: &'static Choice<bool>,
    order: &'static Choice<bool>,
) -> Engine {
    Engine::new(name, about, move |start| {
        let given = &start.given;
        let procedure = match procedure {
            Procedure::Mtd(_) => Procedure::Mtd(GUESS.of(given)),
            other => other,
        };
        let (deepening, ordered) = (deepening.of(given), order.of(given));
        let table = TABLE.of(given);
        start.over_table(Opening(DepthFirstOptions { procedure, deepening, table, ordered }))
    })
    .with_options([deepening.spec(), order.spec(), TABLE.spec()])
    .where_nothing_repeats()
}

/// Depth-first searches with these options.
#[derive(Clone, Copy)]
pub(super) struct Opening(pub DepthFirstOptions);

impl TableEngine for Opening {
    type Search<S: Shape> = DepthFirst<AnySpace<S>>;

    /// Estimates are mobility's.
    fn init(&self) -> Initialisation {
        match self.0.deepening || self.0.ordered {
            true => Initialisation::Moves,
            false => Initialisation::One,
        }
    }

    fn options<S: Shape>(&self) -> OptionsOf<Opening, S> {
        self.0
    }
}
