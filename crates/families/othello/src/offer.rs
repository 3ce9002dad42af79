//! What Othello offers: an engine of its own, every engine for any game, over bit boards; a player; a board.

use std::sync::Arc;

use quod_engine::{Aim, Offer, OpenGame, Spaces, drawn};
use quod_rules::Othello;

use crate::boards::Boards;
use crate::engine::{EndgameEngine, NAME};
use crate::picture;
use crate::playing::OthelloPlayer;
use crate::space::DiscSpace;

/// What `auto` is.
const AUTO: &str = NAME;

/// What a variant of Othello offers.
pub fn offer(game: Othello) -> Offer {
    let game = Arc::new(game);
    let mut offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)))
        .with_engines(vec![Arc::new(EndgameEngine(Arc::clone(&game)))])
        .with_board(drawn(Arc::clone(&game), picture::picture, picture::step))
        .with_auto(&[AUTO]);
    offer = offer.with_superset(Boards::new(&game));
    offer.player = Some(OthelloPlayer::factory(&game));
    offer.space = Spaces::Words2(Arc::new(move |aim: &Aim| match game.size {
        4 => Box::new(DiscSpace::<4>::open(&game, aim)) as _,
        6 => Box::new(DiscSpace::<6>::open(&game, aim)) as _,
        _ => Box::new(DiscSpace::<8>::open(&game, aim)) as _,
    }));
    offer
}
