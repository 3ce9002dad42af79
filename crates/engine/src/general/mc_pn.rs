//! Monte-Carlo proof-number search as an engine.

use quod_search::PlayoutOptions;

use super::pn::PnOptions;
use super::{OverSpace, begin, wrapped};
use crate::bridge::{OpenSpace, Shape};
use crate::{
    Carryover, Engine, EngineSpec, Number, Offer, OpenGame, OptionSpec, Prover, SolveError, Task,
};

/// How many random games tell of a position.
pub(super) const PLAYOUTS: Number = Number {
    name: "playouts",
    about: "How many random games are played from a frontier node.",
    least: 1,
    most: 1000,
    default: 3,
};

/// How long a random game is.
pub(super) const LENGTH: Number = Number {
    name: "length",
    about: "The most moves of a random game; an undecided one counts against the claim.",
    least: 1,
    most: 1000,
    default: 10,
};

const FROM: Number = Number {
    name: "from",
    about: "The least depth at which nodes are played out.",
    least: 0,
    most: 1000,
    default: 3,
};

/// The seed of random games.
pub(super) const SEED: Number = Number {
    name: "seed",
    about: "Begins the random numbers; the same seed gives the same search.",
    least: 0,
    most: u32::MAX as u64,
    default: 1,
};

/// Monte-Carlo proof-number search as an engine.
pub struct McPn;

impl Engine for McPn {
    fn name(&self) -> &'static str {
        "mc-pn"
    }

    fn about(&self) -> &'static str {
        "proof-number search whose frontier nodes get their numbers from random games"
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = vec![PLAYOUTS.spec(), LENGTH.spec(), FROM.spec(), SEED.spec()];
        specs.extend(PnOptions::specs());
        specs
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let playouts = PlayoutOptions {
            count: PLAYOUTS.take(&mut spec)? as u32,
            length: LENGTH.take(&mut spec)? as u32,
            from_depth: FROM.take(&mut spec)? as u32,
            seed: SEED.take(&mut spec)?,
        };
        let pn = PnOptions::take(&mut spec, offer, task)?;
        spec.finish(&self.options())?;
        begin(Opening { playouts, pn }, &offer.game, &offer.space, task)
    }
}

struct Opening {
    playouts: PlayoutOptions,
    pn: PnOptions,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(
        self,
        game: &OpenGame,
        task: &Task,
        space: OpenSpace<S>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        self.pn.begin(game, task, wrapped::played_out(space, self.playouts))
    }
}
