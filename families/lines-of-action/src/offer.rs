//! What Lines of Action offers: every engine for any game, on bit boards, and an estimate by which the general player plays.

use std::sync::Arc;

use quod_engine::{Aim, Board, Offer, OpenGame, Spaces, TwinSpace, drawn};
use quod_rules::LinesOfAction;

use crate::estimate::Concentration;
use crate::picture;
use crate::twin::LinesTwin;

/// How positions are drawn: what a program needs that shows the game and searches nothing.
pub fn board(game: &Arc<LinesOfAction>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of the game offers.
pub fn offer(game: LinesOfAction) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let offer = Offer::of_rules(open).with_board(board(&game));
    let mut offer = offer.with_estimate(Arc::new(Concentration::new(&game)));
    let twin = Arc::new(LinesTwin::new(&game));
    let space = move |aim: &Aim| Box::new(TwinSpace::open(&twin, aim)) as _;
    offer.space = Spaces::Words2(Arc::new(space));
    offer
}
