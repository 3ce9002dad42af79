//! The plan for m,n,k games: depth-first search in which pairings count, or any engine.

mod space;

use quod_game::Game;
use quod_rules::{InARow, InARowPosition};

use self::space::LineSpace;
use super::GamePlan;
use super::dfpn::{DfpnOptions, DfpnProver};
use crate::{EngineHelp, EngineSpec, Legacy, Plan, Prover, SolveError, Task};

/// Searches m,n,k games.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinesPlan;

/// What `auto` is.
const AUTO: &str = "lines:init=moves";

const LINES: EngineHelp = EngineHelp {
    name: "lines",
    help: "dfpn in games of lines, with forced moves and pairings; epsilon=…, init=…, sums=…, \
           replacement=…",
};

/// The engine `lines` for a task; `None` if the game or the claim is not one for it.
///
/// # Errors
/// If an option is not one of the engine's.
fn prover_of<'a, G: Game>(
    game: &'a G,
    task: &Task<G::Position>,
    engine: &EngineSpec,
) -> Result<Option<Box<dyn Prover<G> + 'a>>, SolveError> {
    let options = DfpnOptions::read(engine.clone())?;
    let claim = &task.claim;
    Ok(if LineSpace::<1>::serves(game, claim) {
        Some(Box::new(DfpnProver::<G, LineSpace<1>>::new(game, task, options)))
    } else if LineSpace::<2>::serves(game, claim) {
        Some(Box::new(DfpnProver::<G, LineSpace<2>>::new(game, task, options)))
    } else if LineSpace::<7>::serves(game, claim) {
        Some(Box::new(DfpnProver::<G, LineSpace<7>>::new(game, task, options)))
    } else {
        None
    })
}

impl Plan<InARow> for LinesPlan {
    fn engines(&self) -> Vec<EngineHelp> {
        let auto = EngineHelp { name: "auto", help: AUTO };
        let general = Plan::<InARow>::engines(&GamePlan).into_iter().skip(1);
        [auto, LINES].into_iter().chain(general).collect()
    }

    fn engine_taken(&self, game: &InARow, engine: &EngineSpec, level: u32) -> String {
        match engine.name() {
            "auto" if Game::lines(game).is_some() => AUTO.to_string(),
            _ => GamePlan.engine_taken(game, engine, level),
        }
    }

    fn prover<'a>(
        &'a self,
        game: &'a InARow,
        task: &Task<InARowPosition>,
        engine: &EngineSpec,
        _legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<InARow> + 'a>, SolveError> {
        let taken = match engine.name() {
            "auto" => {
                engine.clone().finish("")?;
                EngineSpec::parse(&self.engine_taken(game, engine, task.level))?
            }
            _ => engine.clone(),
        };
        if taken.name() != LINES.name {
            return GamePlan.prover(game, task, &taken, None);
        }
        prover_of(game, task, &taken)?.ok_or_else(|| {
            let expected = "vct or pn where moves are forbidden or restricted".to_string();
            SolveError::Engine { expected, got: taken.text() }
        })
    }
}
