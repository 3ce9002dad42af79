//! Monte-Carlo proof-number search as an engine.

use quod_search::PlayoutOptions;

use super::options::{LENGTH, PLAYOUTS, SEED, playouts};
use super::pn::PnOptions;
use super::{OverSpace, wrapped};
use crate::bridge::{OpenSpace, Shape};
use crate::{Begun, Engine, Number, OpenGame, Task};

const FROM: Number = Number {
    name: "from",
    about: "The least depth at which nodes are played out.",
    least: 0,
    most: 1000,
    default: 3,
};

/// Monte-Carlo proof-number search as an engine.
pub fn engine() -> Engine {
    let about = "proof-number search whose frontier nodes get their numbers from random games";
    Engine::new("mc-pn", about, |start| {
        let from_depth = FROM.of(&start.given) as u32;
        let playouts = PlayoutOptions { from_depth, ..playouts(&start.given) };
        start.over_space(Opening { playouts, pn: PnOptions::of(&start) })
    })
    .with_options([PLAYOUTS.spec(), LENGTH.spec(), FROM.spec(), SEED.spec()])
    .with_options(PnOptions::specs())
}

struct Opening {
    playouts: PlayoutOptions,
    pn: PnOptions,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        self.pn.begin(game, task, wrapped::played_out(space, self.playouts))
    }
}
