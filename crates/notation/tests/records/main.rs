//! Records are read by the rules as what they say: position for position, mistake for mistake.

mod boards;
mod files;
mod kif;
mod moves;
mod sgf;

use quod_game::{Game, NotationError};
use quod_notation::position;
use quod_rules::{Visitor, open};

/// The position that the rules of a game read in a text, a record or not.
struct Read<'t>(&'t str);

impl Visitor for Read<'_> {
    type Output = Result<String, NotationError>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let pos = position(&game, self.0)?;
        Ok(game.position_text(&pos))
    }
}

/// The same by the rules alone.
struct Own<'t>(&'t str);

impl Visitor for Own<'_> {
    type Output = Result<String, NotationError>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        game.parse_position(self.0).map(|pos| game.position_text(&pos))
    }
}

fn read(game: &str, text: &str) -> Result<String, NotationError> {
    open(game, Read(text)).unwrap()
}

/// What the rules alone read.
fn own(game: &str, text: &str) -> Result<String, NotationError> {
    open(game, Own(text)).unwrap()
}
