//! What chess and its variants offer.

use std::sync::Arc;

use quod_engine::{Offer, OpenGame, drawn};
use quod_rules::Chess;

use crate::mate::{self, MateEngine};
use crate::{picture, tables};

/// What one of the games offers.
pub fn offer(game: Chess) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let tables = tables::tables(&open);
    let mut offer = Offer::of_rules(open)
        .with_engines(vec![Arc::new(MateEngine(*game))])
        .with_auto_counted(&[mate::NAME])
        .with_board(drawn(game, picture::picture, picture::step));
    offer.tables = tables;
    offer
}
