//! The plan for Connect Four: alpha-beta over the fast twin on the boards that it serves, and every
//! engine for any game, over a twin where the board has at most 64 bits.

mod minimax;
mod minimise;
mod prover;
mod space;
mod strategy;
mod vertices;

use quod_game::Game;
use quod_games::connect_four::{Compiled, Grid};
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_tables::Enumeration;

use self::minimax::{BOARDS, serves};
use self::minimise::Tuning;
use self::prover::FourProver;
use self::space::FourSpace;
use super::GamePlan;
use super::game::prover_over;
use crate::table_work::{TableWork, by_enumeration};
use crate::{EngineHelp, EngineSpec, Legacy, Plan, Prover, SolveError, Task};

/// Searches Connect Four.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourPlan;

const ENGINE: EngineHelp = EngineHelp {
    name: "alphabeta",
    help: "alpha-beta with null windows over follow-up and threats; proof=quick|fair|small|smallest, what \
           a small certificate may cost; boards of up to 42 cells that the literature solves",
};

/// The most cells of a board with tables: every position is held in memory.
const MOST_TABLED: u32 = 16;

impl Plan<ConnectFour> for ConnectFourPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: "alphabeta; dfpn on other boards" };
        let general = Plan::<ConnectFour>::engines(&GamePlan).into_iter().skip(1);
        [auto, ENGINE].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, game: &ConnectFour, engine: &EngineSpec, _level: u32) -> String {
        match engine.name() {
            "auto" if serves(game.width(), game.height()) => ENGINE.name.to_string(),
            "auto" => "dfpn".to_string(),
            _ => engine.text(),
        }
    }

    fn tables<'a>(&'a self, game: &'a ConnectFour) -> Option<Box<dyn TableWork + 'a>> {
        let cells = game.width() * game.height();
        if cells > MOST_TABLED {
            return None;
        }
        let stones = |pos: &ConnectFourPosition| (pos.stones[0] | pos.stones[1]).count_ones();
        let index = Enumeration::new(game, &game.start(), |pos| cells - stones(pos));
        Some(by_enumeration(game, index))
    }

    fn prover<'a>(
        &'a self,
        game: &'a ConnectFour,
        task: &Task<ConnectFourPosition>,
        engine: &EngineSpec,
        legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<ConnectFour> + 'a>, SolveError> {
        let taken = match engine.name() {
            "auto" => {
                engine.clone().finish("")?;
                EngineSpec::parse(&self.engine_taken(game, engine, task.level))?
            }
            _ => engine.clone(),
        };
        if taken.name() == ENGINE.name {
            let mut spec = taken;
            let effort = spec.pick(
                "proof",
                &[("quick", 0.0), ("fair", 2.0), ("small", 10.0), ("smallest", 40.0)],
            )?;
            spec.finish("proof")?;
            if !serves(game.width(), game.height()) {
                return Err(SolveError::Engine {
                    expected: format!("for alphabeta a board whose key it can hold: {BOARDS}"),
                    got: format!("alphabeta for {}", game.name()),
                });
            }
            // Only the board that everybody plays has code of its own. (The twenty others with code of
            // their own, too: 6x5 in nine tenths of its time, 9x4 in three quarters, for a minute more
            // of building.)
            let tuning = Tuning::new(effort);
            return Ok(match (game.width(), game.height()) {
                (7, 6) => Box::new(FourProver::new(Compiled::<7, 6>, game, task, tuning, legacy)),
                (width, height) => {
                    let grid = Grid::new(width, height);
                    Box::new(FourProver::new(grid, game, task, tuning, legacy))
                }
            });
        }
        if FourSpace::serves(game)
            && let Some(prover) = prover_over::<ConnectFour, FourSpace>(game, task, &taken)?
        {
            return Ok(prover);
        }
        GamePlan.prover(game, task, &taken, None)
    }
}
