//! Tables of distances beside those that say who wins: the way to a win, for whoever plays by tables.

use std::sync::Mutex;

use quod_game::Distance;
use quod_tables::{Directory, Error, Tables};

use super::{Indexed, Work, before};
use crate::{OpenGame, Pos, SolveError};

/// Tables of distances, open.
pub struct Guide {
    game: OpenGame,
    distance: Distance,
    tables: Mutex<Tables>,
}

impl Guide {
    /// What a move is worth that leads from one position to another, by [`Distance`]: of two winning moves the one that wins
    /// sooner has the larger number, of two losing ones the one that loses later. `None` where the tables do not reach.
    ///
    /// # Errors
    /// If a block cannot be read.
    pub fn worth(&self, from: &Pos, to: &Pos) -> Result<Option<i8>, SolveError> {
        let Some(ranked) = self.game.ranked() else { return Ok(None) };
        let (Some((layer, _)), Some((next, index))) = (ranked.rank(from), ranked.rank(to)) else {
            return Ok(None);
        };
        let mut tables = self.tables.lock().expect("nobody panics with it");
        if !tables.has(next) {
            return Ok(None);
        }
        let value = tables.probe(next, index)?;
        Ok(Some(before(self.distance, next == layer, value)))
    }
}

/// The tables of distances in a directory, to mate before to conversion; `None` if there are none, or the game has no such
/// tables.
pub(super) fn open<I: Indexed>(
    work: &Work<I>,
    directory: &Directory,
) -> Result<Option<Guide>, SolveError> {
    for distance in [Distance::ToMate, Distance::ToConversion] {
        let Some(counting) = work.with_distance(distance) else { continue };
        match counting.open(directory, None) {
            Ok(tables) => {
                let game = work.game.clone();
                return Ok(Some(Guide { game, distance, tables: Mutex::new(tables) }));
            }
            Err(SolveError::Tables(Error::Missing { .. })) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
