//! The plan for awari: every engine for any game; depth-first proof-number search unless another is
//! asked for, since from most positions more can be reached than fits into a memory. Tables are built on
//! the fast boards where these know the rules, and the tournament player plays on them.

use quod_game::Game;
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, Worth};

use super::GamePlan;
use crate::awari::Tournament;
use crate::table_work::{self, TableWork, Work};
use crate::{EngineHelp, EngineSpec, Legacy, Means, Opponent, Plan, Prover, SolveError, Task};

/// Searches awari.
#[derive(Clone, Copy, Debug, Default)]
pub struct AwariPlan;

/// What `auto` is.
const AUTO: &str = "dfpn";

/// Whether the rules are the thesis's, which the fast boards know.
fn is_thesis(game: &Awari) -> bool {
    game.grand_slam == GrandSlam::Allowed && game.rest == Rest::Opponent
}

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
        Some(Box::new(if is_thesis(game) { work.on_awari_boards() } else { work }))
    }

    fn opponent<'a>(
        &'a self,
        game: &'a Awari,
        means: &Means,
    ) -> Result<Option<Box<dyn Opponent + 'a>>, SolveError> {
        if !is_thesis(game) || game.worth == Worth::ToCome {
            return Ok(None);
        }
        let tables = table_work::open(self.tables(game), game, means.tables.as_ref())?;
        Ok(Some(Box::new(Tournament::new(game, tables, means))))
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
