//! For provers: whether a sequence of line threats wins, before a certificate says so.
//!
//! No certificate is checked through this file; it asks what the checker will ask.

use quod_game::LineGame;

use crate::Work;
use crate::evidence::line_threats::Board as Stones;

pub use crate::evidence::line_threats::Question;

/// A game of lines in which sequences of threats are tried, one after the other.
pub struct Replays<'g, P>(Stones<'g, P>);

impl<'g, P> Replays<'g, P> {
    /// In this game.
    pub fn new(game: &'g dyn LineGame<P>) -> Replays<'g, P> {
        Replays(Stones::new(game))
    }

    /// Whether the checker accepts this sequence within so much work, from a position that is not over.
    pub fn is_win(&mut self, asked: &Question<'_, P>, most_work: u64) -> bool {
        self.0.replay(asked, &mut Work { done: 0, most: most_work }).is_ok()
    }
}
