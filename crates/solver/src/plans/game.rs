//! The plan for any game: searches that ask for nothing but rules.

use quod_game::Game;
use quod_search::GameSpace;

use super::bridge::Bridge;
use super::dfpn::{DfpnOptions, DfpnProver};
use super::fixed_point::FixedPointProver;
use super::pn::{PnOptions, PnProver};
use super::pn2::{self, Pn2Prover};
use crate::{EngineHelp, EngineSpec, Legacy, Plan, Prover, SolveError, Task};

/// Searches any game by its rules alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct GamePlan;

const ENGINES: &[EngineHelp] = &[
    EngineHelp { name: "auto", help: "pn; fixed-point where positions can repeat" },
    EngineHelp {
        name: "pn",
        help: "proof-number search; init=one|moves|depth|depth2, evaluation=immediate|delayed, \
               graph=full|conversions|tree, sums=sum|weak",
    },
    EngineHelp {
        name: "pn2",
        help: "pn with a second level of pn as evaluation; init=…, sums=…, cached=0|1|2|4|8 \
               second-level trees",
    },
    EngineHelp {
        name: "dfpn",
        help: "depth-first proof-number search in a table of fixed size, exact where positions \
               repeat; epsilon=1/4|0|1/16|1/8|1/2|1, init=…, sums=…, replacement=effort|twobig",
    },
    EngineHelp {
        name: "fixed-point",
        help: "retrograde analysis of everything reachable, in memory; exact where positions repeat",
    },
];

impl<G: Game> Plan<G> for GamePlan {
    fn engines(&self) -> Vec<EngineHelp> {
        ENGINES.to_vec()
    }

    fn engine_taken(&self, game: &G, engine: &EngineSpec, _level: u32) -> String {
        match (engine.name(), game.cyclic()) {
            ("auto", Some(_)) => "fixed-point".to_string(),
            ("auto", None) => "pn".to_string(),
            _ => engine.text(),
        }
    }

    fn prover<'a>(
        &'a self,
        game: &'a G,
        task: &Task<G::Position>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<G> + 'a>, SolveError> {
        let name = Plan::<G>::engine_taken(self, game, engine, task.level);
        let engine = match engine.name() {
            "auto" => {
                engine.clone().finish("")?;
                EngineSpec::parse(&name)?
            }
            _ => engine.clone(),
        };
        prover_over::<G, GameSpace<'a, G>>(game, task, &engine)?
            .ok_or_else(|| engine.is_none_of(ENGINES))
    }
}

/// The engines that serve every space; `None` if there is none of that name.
pub(super) fn prover_over<'a, G: Game, S: Bridge<'a, G> + 'a>(
    game: &'a G,
    task: &Task<G::Position>,
    engine: &EngineSpec,
) -> Result<Option<Box<dyn Prover<G> + 'a>>, SolveError> {
    let spec = engine.clone();
    Ok(Some(match engine.name() {
        "fixed-point" => {
            spec.finish("")?;
            Box::new(FixedPointProver::<G, S>::new(game, task))
        }
        "pn" => {
            let options = PnOptions::read(spec, game.cyclic().is_some(), task.memory)?;
            Box::new(PnProver::<G, S>::new(game, task, options))
        }
        "pn2" => {
            let options = pn2::options_of(spec, task.memory)?;
            Box::new(Pn2Prover::<G, S>::new(game, task, options))
        }
        "dfpn" => {
            let options = DfpnOptions::read(spec)?;
            Box::new(DfpnProver::<G, S>::new(game, task, options))
        }
        _ => return Ok(None),
    }))
}
