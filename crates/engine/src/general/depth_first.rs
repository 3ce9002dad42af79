//! The depth-first searches for values as engines: minimax, the textbook's alpha-beta, principal
//! variations, MTD(f).

use quod_game::Claim;
use quod_search::Initialisation;
use quod_search::values::{DepthFirst, DepthFirstOptions, Guess, Procedure};

use super::over_table::{OptionsOf, TableEngine, begin_over_table, serves_acyclic};
use crate::bridge::{AnySpace, Shape};
use crate::{Carryover, Choice, Engine, EngineSpec, Offer, OptionSpec, Prover, SolveError, Task};

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

/// One of the depth-first searches as an engine.
pub struct DepthFirstEngine {
    name: &'static str,
    about: &'static str,
    deepening: Choice<bool>,
    order: Choice<bool>,
    procedure: Procedure,
}

/// The textbook's MINIMAX.
pub const MINIMAX: DepthFirstEngine = DepthFirstEngine {
    name: "minimax",
    about: "minimax without any cut, as textbooks begin with it; where no position repeats",
    deepening: TO_THE_END,
    order: GIVEN,
    procedure: Procedure::Minimax,
};

/// The textbook's MINIMAX-A-B.
pub const TEXTBOOK_ALPHABETA: DepthFirstEngine = DepthFirstEngine {
    name: "textbook-alphabeta",
    about: "alpha-beta with a full window (MINIMAX-A-B); where no position repeats",
    deepening: TO_THE_END,
    order: GIVEN,
    procedure: Procedure::AlphaBeta,
};

/// Principal variation search.
pub const PVS: DepthFirstEngine = DepthFirstEngine {
    name: "pvs",
    about: "principal variation search (NegaScout): null windows beside the first child; where no position repeats",
    deepening: SHALLOW_FIRST,
    order: MOBILITY,
    procedure: Procedure::Pvs,
};

/// MTD(f).
pub const MTD_F: DepthFirstEngine = DepthFirstEngine {
    name: "mtd-f",
    about: "MTD(f): null windows at the root that close in on the value; where no position repeats",
    deepening: SHALLOW_FIRST,
    order: MOBILITY,
    procedure: Procedure::Mtd(Guess::Last),
};

impl Engine for DepthFirstEngine {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = vec![self.deepening.spec(), self.order.spec(), TABLE.spec()];
        if let Procedure::Mtd(_) = self.procedure {
            options.push(GUESS.spec());
        }
        options
    }

    fn serves(&self, offer: &Offer, claim: &Claim) -> Result<(), SolveError> {
        serves_acyclic(self.name, offer, claim)
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let deepening = self.deepening.take(&mut spec)?;
        let ordered = self.order.take(&mut spec)?;
        let table = TABLE.take(&mut spec)?;
        let procedure = match self.procedure {
            Procedure::Mtd(_) => Procedure::Mtd(GUESS.take(&mut spec)?),
            other => other,
        };
        spec.finish(&self.options())?;
        let options = DepthFirstOptions { procedure, deepening, table, ordered };
        begin_over_table(Opening(options), offer, task)
    }
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
