//! What Hex and Y offer: a search by virtual connections, and every engine for any game, over a twin on boards of
//! at most 64 cells.

use std::sync::Arc;

use quod_engine::{Aim, Offer, OpenGame, Placements, Spaces, drawn};
use quod_rules::{Hex, HexBoard};

use crate::engine;
use crate::estimate::TwoDistance;
use crate::space::HexSpace;
use crate::{Twin, picture};

/// What `auto` is where the engine for connections does not serve.
const GENERAL: &str = "dfpn:init=moves";

/// How positions are drawn: what a program needs that shows Hex and searches nothing.
pub fn board(game: &Arc<Hex>) -> Arc<dyn quod_engine::Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of Hex offers, or of Y.
pub fn offer(game: Hex) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let cells = game.exchange().0 as usize;
    let auto = if engine::serves(&game) && !game.swap { engine::NAME } else { GENERAL };
    let mut offer = Offer::of_rules(open.clone())
        .with_board(board(&game))
        .with_engines(vec![engine::engine(Arc::clone(&game))])
        .with_auto(&[auto])
        .with_estimate(Arc::new(TwoDistance::new(&game)));
    if let HexBoard::Rhombus { .. } = game.board {
        offer.protocols = vec!["htp"];
    }
    // After an exchange a white stone is alone on the board, where no order of stones leads.
    if !game.swap {
        offer = offer.with_superset(Placements::of_moves(&open, vec![0; cells]));
    }
    if let Some(twin) = Twin::new(&game) {
        let space = move |aim: &Aim| Box::new(HexSpace::open(&game, &twin, aim)) as _;
        offer.space = Spaces::Words2(Arc::new(space));
    }
    offer
}
