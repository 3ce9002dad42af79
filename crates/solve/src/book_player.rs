//! A book in front of any player.
//!
//! The tables come before the book, since they are never wrong; all else comes after it, since who
//! gives a book wants to see its moves.

use std::sync::Arc;

use quod_engine::{Book, Chosen, Control, Limits, OpenGame, Player, Pos, SolveError, Source};

use crate::AnyGame;
use crate::by_tables::ByTables;

/// A player with a book.
pub(crate) struct BookPlayer {
    game: OpenGame,
    book: Arc<Book>,
    tables: Arc<ByTables>,
    player: Box<dyn Player>,
}

impl BookPlayer {
    pub(crate) fn new(
        game: &AnyGame,
        book: &Arc<Book>,
        tables: Arc<ByTables>,
        player: Box<dyn Player>,
    ) -> BookPlayer {
        BookPlayer { game: game.rules().clone(), book: Arc::clone(book), tables, player }
    }
}

impl Player for BookPlayer {
    fn about(&self) -> Option<String> {
        let book = format!("a book of {} positions", self.book.positions());
        Some(match self.player.about() {
            None => book,
            Some(about) => format!("{book}, {about}"),
        })
    }

    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        if self.game.legal_moves(pos).len() == 1 {
            return self.player.choose(pos, earlier, limits, control);
        }
        let mut known = self.tables.choose(pos, earlier)?;
        if known.is_none() {
            let mv = self.book.find(&self.game, pos, earlier);
            let of = |mv| Chosen { mv, source: Source::Book, score: 0, depth: 0, nodes: 0 };
            known = mv.map(of);
        }
        match known {
            None => self.player.choose(pos, earlier, limits, control),
            Some(chosen) => {
                control.found(&chosen);
                Ok(Some(chosen))
            }
        }
    }
}
