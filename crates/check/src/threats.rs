//! For provers: whether a sequence of line threats wins, and on which cells entries turn, before a certificate says so.
//!
//! No certificate is checked through this file; it asks what the checker will ask.

use quod_cert::{Proof, Reject};
use quod_game::{Game, LineGame};

use crate::evidence::line_threats::Board as Stones;
use crate::evidence::zone::Zones;
use crate::{Limits, Work, zoned};

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

/// The zones of a certificate's entries, in a game of lines.
pub struct EntryZones(Zones);

impl EntryZones {
    /// What the checker finds while it accepts the certificate.
    ///
    /// # Errors
    /// Why it rejects it.
    pub fn of<G: Game + ?Sized>(
        game: &G,
        cert: &dyn Proof,
        limits: &Limits,
    ) -> Result<EntryZones, Reject> {
        zoned(game, cert, limits, &(), true).map(|it| EntryZones(it.1))
    }

    /// Whether a stone of the opponent's more or less on this cell could matter to the entry.
    pub fn has(&self, entry: usize, cell: usize) -> bool {
        self.0.has(entry, cell)
    }
}
