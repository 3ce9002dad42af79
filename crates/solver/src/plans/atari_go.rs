//! The plan for Atari Go: every engine for any game, over a twin on boards up to 8×8; depth-first
//! proof-number search unless another is asked for.

mod space;

use quod_rules::{AtariGo, AtariGoPosition};

use self::space::StonesSpace;
use super::GamePlan;
use super::game::prover_over;
use crate::{EngineHelp, EngineSpec, Legacy, Plan, Prover, SolveError, Task};

/// Searches Atari Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtariGoPlan;

/// What `auto` is.
const AUTO: &str = "dfpn:init=moves";

impl Plan<AtariGo> for AtariGoPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: AUTO };
        let general = Plan::<AtariGo>::engines(&GamePlan).into_iter().skip(1);
        [auto].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, _game: &AtariGo, engine: &EngineSpec, _level: u32) -> String {
        match engine.name() {
            "auto" => AUTO.to_string(),
            _ => engine.text(),
        }
    }

    fn prover<'a>(
        &'a self,
        game: &'a AtariGo,
        task: &Task<AtariGoPosition>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<AtariGo> + 'a>, SolveError> {
        let taken = match engine.name() {
            "auto" => {
                engine.clone().finish("")?;
                EngineSpec::parse(AUTO)?
            }
            _ => engine.clone(),
        };
        if StonesSpace::serves(game)
            && let Some(prover) = prover_over::<AtariGo, StonesSpace>(game, task, &taken)?
        {
            return Ok(prover);
        }
        GamePlan.prover(game, task, &taken, None)
    }
}
