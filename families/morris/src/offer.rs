//! What morris offers: tables built on bit boards, and every engine for any game over the same boards.

use std::sync::{Arc, OnceLock};

use quod_engine::tables::{Faster, by_index};
use quod_engine::{Aim, Board, Offer, OpenGame, Spaces, TwinSpace, drawn};
use quod_game::Ranked;
use quod_rules::Morris;

use crate::twin::MorrisTwin;
use crate::{MorrisTables, picture};

/// How positions are drawn: what a program needs that shows morris and searches nothing.
pub fn board(game: &Arc<Morris>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of morris offers.
pub fn offer(game: Morris) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let tables = by_index(&open, fast_boards(&game));
    let mut offer = Offer::of_rules(open).with_board(board(&game));
    offer.tables = tables;
    let twin = Arc::new(MorrisTwin::new(&game));
    let space = move |aim: &Aim| Box::new(TwinSpace::open(&twin, aim)) as _;
    offer.space = Spaces::Words2(Arc::new(space));
    offer
}

/// Tables built on bit boards, which are made when they are first needed.
fn fast_boards(game: &Arc<Morris>) -> Faster {
    let (layers, game) = (game.layers(), Arc::clone(game));
    let made: Arc<OnceLock<Arc<MorrisTables>>> = Arc::default();
    let tables = move || Arc::clone(made.get_or_init(|| Arc::new(MorrisTables::new(&game))));
    let counted = tables.clone();
    Faster::new(layers, move |_| tables())
        .counting(move |layer| counted().numbers().positions(layer))
}
