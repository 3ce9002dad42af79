//! λ-search as an engine: proof-number search where the prover has nothing but threats.

use std::io::{self, Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Claim, Move};
use quod_search::lambda::{LambdaOptions, LambdaSpace};

use super::OverSpace;
use super::pn::PnOptions;
use super::wrapped::positions_of_the_inner_space;
use crate::bridge::{Aim, AnySpace, Bridge, OpenSpace, Shape};
use crate::{Begun, Engine, Number, OpenGame, Pos, Refutations, SolveError, Task};

const NAME: &str = "lambda";

const ORDER: Number = Number {
    name: "order",
    about: "The order n of threats: 1 wins next, 2 threatens a win by threats of order 1, and so on.",
    least: 1,
    most: 5,
    default: 1,
};

const LIMIT: Number = Number {
    name: "limit",
    about: "Expansions after which it is given up to find whether a move threatens something.",
    least: 1,
    most: 1_000_000,
    default: 1000,
};

/// λ-search as an engine.
pub fn engine() -> Engine {
    let about = "λ-search: wins by moves that threaten to win if the opponent passed; for games with a null move, never disproves";
    Engine::new(NAME, about, |start| {
        let order = ORDER.of(&start.given) as u32;
        let lambda = LambdaOptions { order, limit: LIMIT.of(&start.given) };
        start.over_space(Opening { lambda, pn: PnOptions::of(&start) })
    })
    .with_options([ORDER.spec(), LIMIT.spec()])
    .with_options(PnOptions::specs())
    .serving(|offer, _claim| match (offer.game.null_move(), offer.game.cyclic()) {
        (Some(_), None) => Ok(()),
        _ => Err(SolveError::Engine {
            expected: "an engine that needs no null move: this game has none, since to pass may be better than to move, or the players' rules differ".to_string(),
            got: NAME.to_string(),
        }),
    })
}

struct Opening {
    lambda: LambdaOptions,
    pn: PnOptions,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let options = self.lambda;
        let threats: OpenSpace<S> = Arc::new(move |aim| {
            let Aim { claim: Claim { player, goal }, .. } = *aim;
            let mirrored = Aim { claim: Claim { player: player.other(), goal }, ..aim.clone() };
            Box::new(LambdaSpace::new(space(aim), space(&mirrored), options))
        });
        self.pn.begin(game, task, threats)
    }
}

/// What has to do with positions is the inner space's, but for the moves of wins that it does not see.
impl<S: Shape> Bridge for LambdaSpace<AnySpace<S>> {
    positions_of_the_inner_space!();

    /// Where the inner space knows no move, that of the win of the lowest order.
    fn evident_move(&mut self, game: &OpenGame, pos: &Pos, value: bool) -> Option<Move> {
        let evident = self.inner_mut().evident_move(game, pos, value);
        if evident.is_some() || !value {
            return evident;
        }
        let state = self.state_of(pos);
        let best = self.winning_move(&state)?;
        self.real_move(game, pos, &best)
    }
}
