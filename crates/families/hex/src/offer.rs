//! What Hex and Y offer: every engine for any game, over the rules.

use std::sync::Arc;

use quod_engine::{Offer, OpenGame, Placements, drawn};
use quod_rules::Hex;

use crate::engine::{self, ConnectionsEngine};
use crate::picture;

/// What `auto` is where the engine for connections does not serve.
const GENERAL: &str = "dfpn";

/// How positions are drawn: what a program needs that shows Hex and searches nothing.
pub fn board(game: &Arc<Hex>) -> Arc<dyn quod_engine::Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of Hex offers, or of Y.
pub fn offer(game: Hex) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let cells = game.exchange().0 as usize;
    let auto = if cells <= engine::MOST_CELLS && !game.swap { engine::NAME } else { GENERAL };
    let offer = Offer::of_rules(open.clone())
        .with_board(board(&game))
        .with_engines(vec![Arc::new(ConnectionsEngine(Arc::clone(&game)))])
        .with_auto(&[auto]);
    match game.swap {
        // An exchange leaves a white stone alone, and no order of stones does that.
        true => offer,
        false => offer.with_superset(Placements::of_moves(&open, vec![0; cells])),
    }
}
