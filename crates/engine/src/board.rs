//! How a game's positions are drawn and played on.

use std::sync::Arc;

use quod_board::{BoardPicture, Step};
use quod_game::{Game, Move};

use crate::Pos;

/// Makes pictures of a game's positions.
pub trait Board: Send + Sync {
    /// The picture of a position.
    fn picture(&self, pos: &Pos) -> BoardPicture;

    /// Where a move, legal or not, would be made.
    fn step(&self, mv: Move) -> Step;
}

/// A game, and two functions that draw it.
struct Drawn<G: Game> {
    game: Arc<G>,
    picture: fn(&G, &G::Position) -> BoardPicture,
    step: fn(&G, Move) -> Step,
}

impl<G: Game + 'static> Board for Drawn<G> {
    fn picture(&self, pos: &Pos) -> BoardPicture {
        (self.picture)(&self.game, pos.of::<G>())
    }

    fn step(&self, mv: Move) -> Step {
        (self.step)(&self.game, mv)
    }
}

/// The board of a game that these functions draw.
pub fn drawn<G: Game + 'static>(
    game: Arc<G>,
    picture: fn(&G, &G::Position) -> BoardPicture,
    step: fn(&G, Move) -> Step,
) -> Arc<dyn Board> {
    Arc::new(Drawn { game, picture, step })
}
