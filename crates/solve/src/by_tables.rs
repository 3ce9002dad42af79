//! Playing by tables: best moves, and among them those that make headway where there are tables of distances.

use std::sync::Arc;

use quod_engine::tables::{Guide, OpenTables, open_tables};
use quod_engine::{Chosen, Means, OpenGame, Pos, SolveError, Source, known};
use quod_game::Move;
use quod_search::table_outcome;

use crate::AnyGame;

/// The moves that tables know to be best.
pub(crate) struct ByTables {
    game: OpenGame,
    tables: Option<Arc<OpenTables>>,
    guide: Option<Guide>,
}

impl ByTables {
    /// # Errors
    /// If the tables cannot be used.
    pub(crate) fn new(game: &AnyGame, means: &Means) -> Result<ByTables, SolveError> {
        let (work, given) = (game.offer().tables.as_ref(), means.tables.as_ref());
        let tables = open_tables(game.rules(), work, given)?.map(Arc::new);
        let guide = match (work, given) {
            (Some(work), Some(given)) => work.guide(given.directory())?,
            _ => None,
        };
        Ok(ByTables { game: game.rules().clone(), tables, guide })
    }

    /// The tables that say who wins.
    pub(crate) fn open(&self) -> Option<&Arc<OpenTables>> {
        self.tables.as_ref()
    }

    /// A best move, if the tables reach all positions that follow. Of equal ones that which wins soonest or loses latest, if
    /// tables of distances say so, and of these the first that does not lead to an earlier position.
    pub(crate) fn choose(&self, pos: &Pos, earlier: &[Pos]) -> Result<Option<Chosen>, SolveError> {
        let Some(tables) = &self.tables else { return Ok(None) };
        let (game, mover) = (&self.game, self.game.mover_at(pos));
        let mut best: Option<((i32, i8, bool), Move)> = None;
        for mv in game.legal_moves(pos) {
            let next = game.play(pos, mv);
            let by_tables = || table_outcome(&**game, &**tables, &next);
            let outcome = game.outcome(&next).or_else(by_tables);
            if let Some(fault) = tables.take_fault() {
                return Err(fault.into());
            }
            let Some(outcome) = outcome else { return Ok(None) };
            let score = known(game, &outcome, mover);
            let headway = match &self.guide {
                Some(guide) => guide.worth(pos, &next)?.unwrap_or(0),
                None => 0,
            };
            let merit = (score, headway, !earlier.contains(&next));
            if best.is_none_or(|(most, _)| merit > most) {
                best = Some((merit, mv));
            }
        }
        Ok(best.map(|((score, ..), mv)| Chosen {
            mv,
            source: Source::Table,
            score,
            depth: 0,
            nodes: 0,
        }))
    }
}
