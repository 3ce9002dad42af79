//! The plan for Connect Four: alpha-beta over the fast twin where one is compiled for the board, and
//! every engine for any game, over a twin where the board has at most 64 bits.

mod minimax;
mod minimise;
mod prover;
mod space;
mod strategy;
mod vertices;

use quod_game::Game;
use quod_rules::{ConnectFour, ConnectFourPosition};
use quod_tables::Enumeration;

use self::minimax::{BOARDS, ForBoard, for_board};
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

/// Whether the board has a twin of that kind: for alpha-beta.
fn is_compiled(game: &ConnectFour) -> bool {
    struct Known;
    impl ForBoard for Known {
        type Output = ();
        fn visit<const W: usize, const H: usize>(self) {}
    }
    for_board(game.width(), game.height(), Known).is_some()
}

impl Plan<ConnectFour> for ConnectFourPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: "alphabeta; dfpn on other boards" };
        let general = Plan::<ConnectFour>::engines(&GamePlan).into_iter().skip(1);
        [auto, ENGINE].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, game: &ConnectFour, engine: &EngineSpec, _level: u32) -> String {
        match engine.name() {
            "auto" if is_compiled(game) => ENGINE.name.to_string(),
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
            struct New<'a, 't> {
                game: &'a ConnectFour,
                task: &'t Task<ConnectFourPosition>,
                effort: f32,
                legacy: Option<Legacy>,
            }
            impl<'a> ForBoard for New<'a, '_> {
                type Output = Box<dyn Prover<ConnectFour> + 'a>;
                fn visit<const W: usize, const H: usize>(self) -> Self::Output {
                    Box::new(FourProver::<W, H>::new(
                        self.game,
                        self.task,
                        Tuning::new(self.effort),
                        self.legacy,
                    ))
                }
            }
            let new = New { game, task, effort, legacy };
            return for_board(game.width(), game.height(), new).ok_or_else(|| SolveError::Engine {
                expected: format!("for alphabeta a board whose key it can hold: {BOARDS}"),
                got: format!("alphabeta for {}", game.name()),
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
