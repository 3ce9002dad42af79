//! What checkers offers: tables built on bit boards, every engine for any game over the same boards, and an estimate by which the
//! general player plays.

use std::sync::{Arc, OnceLock};

use quod_engine::tables::{Faster, by_dense_powers};
use quod_engine::{Aim, Board, Offer, OpenGame, Record, Spaces, TwinSpace, drawn};
use quod_game::Ranked;
use quod_rules::Checkers;

use crate::estimate::PiecesEstimate;
use crate::twin::CheckersTwin;
use crate::{CheckersTables, picture};

/// What `auto` is. Endings take many moves of kings, and where proof-number search lost its way among them in a minute, depth-first
/// search with a table proved them in seconds (Fourth Position, with tables of six pieces).
const AUTO: &str = "dfpn";

/// How positions are drawn: what a program needs that shows checkers and searches nothing.
pub fn board(game: &Arc<Checkers>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What checkers offers.
pub fn offer(game: Checkers) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let tables = by_dense_powers(&open, Some(fast_boards(&game)));
    let mut offer = Offer::of_rules(open)
        .with_auto(&[AUTO])
        .with_board(board(&game))
        .with_estimate(Arc::new(PiecesEstimate::new(&game)));
    offer.tables = tables;
    offer.pgn = Some(Record { variant: |_| "Standard", game_type: Some("21") });
    let twin: OnceLock<Arc<CheckersTwin>> = OnceLock::new();
    let space = move |aim: &Aim| {
        let twin = twin.get_or_init(|| Arc::new(CheckersTwin::new(&game)));
        Box::new(TwinSpace::open(twin, aim)) as _
    };
    offer.space = Spaces::Words2(Arc::new(space));
    offer
}

/// Tables built on bit boards, which are made when they are first needed.
fn fast_boards(game: &Arc<Checkers>) -> Faster {
    let (layers, game) = (game.layers(), Arc::clone(game));
    let made: Arc<OnceLock<Arc<CheckersTables>>> = Arc::default();
    Faster::new(layers, move |_| {
        Arc::clone(made.get_or_init(|| Arc::new(CheckersTables::new(&game))))
    })
}
