//! What chess and its variants offer.

use std::sync::Arc;

use quod_engine::{Engine, Offer, OpenGame, drawn};
use quod_rules::{Chess, ChessGame};

use crate::judge::MenEstimate;
use crate::mate::{self, MateEngine};
use crate::{picture, tables, variants};

/// What one of the games offers.
pub fn offer(game: Chess) -> Offer {
    let (kind, game) = (game.game, Arc::new(game));
    let open = OpenGame::shared(Arc::clone(&game));
    let (mut engines, forced) = (Vec::<Arc<dyn Engine>>::new(), kind != ChessGame::Chess);
    engines.push(Arc::new(MateEngine(*game)));
    if forced {
        engines.extend(variants::engines(*game));
    }
    let mut offer = Offer::of_rules(open.clone())
        .with_estimate(Arc::new(MenEstimate::new(&game)))
        .with_engines(engines)
        .with_auto_counted(&[mate::NAME])
        .with_board(drawn(Arc::clone(&game), picture::picture, picture::step));
    if forced {
        offer = offer.with_auto(&variants::AUTO);
    }
    offer.tables = tables::tables(&game, &open);
    offer.pgn = Some(match kind {
        ChessGame::Chess => "Standard",
        ChessGame::Antichess => "Antichess",
        ChessGame::Giveaway => "Giveaway",
        ChessGame::Losers => "Losers",
    });
    offer
}
