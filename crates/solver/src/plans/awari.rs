//! The plan for awari: every engine for any game; depth-first proof-number search unless another is
//! asked for, since from most positions more can be reached than fits into a memory. Tables are built on
//! the fast boards where these know the rules.

use quod_game::Game;
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest};

use super::GamePlan;
use crate::table_work::{TableWork, Work};
use crate::{EngineHelp, EngineSpec, Legacy, Plan, Prover, SolveError, Task};

/// Searches awari.
#[derive(Clone, Copy, Debug, Default)]
pub struct AwariPlan;

/// What `auto` is.
const AUTO: &str = "dfpn";

impl Plan<Awari> for AwariPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: AUTO };
        let general = Plan::<Awari>::engines(&GamePlan).into_iter().skip(1);
        [auto].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, _game: &Awari, engine: &EngineSpec, _level: u32) -> String {
        match engine.name() {
            "auto" => AUTO.to_string(),
            _ => engine.text(),
        }
    }

    fn tables<'a>(&'a self, game: &'a Awari) -> Option<Box<dyn TableWork + 'a>> {
        let work = Work::dense(game, game.ranked()?)?;
        let thesis = game.grand_slam == GrandSlam::Allowed && game.rest == Rest::Opponent;
        Some(Box::new(if thesis { work.on_awari_boards() } else { work }))
    }

    fn prover<'a>(
        &'a self,
        game: &'a Awari,
        task: &Task<AwariPosition>,
        engine: &EngineSpec,
        legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<Awari> + 'a>, SolveError> {
        let taken = match engine.name() {
            "auto" => {
                engine.clone().finish("")?;
                EngineSpec::parse(AUTO)?
            }
            _ => engine.clone(),
        };
        GamePlan.prover(game, task, &taken, legacy)
    }
}
