//! What Atari Go offers: every engine for any game, over a twin on boards up to 11×11; depth-first
//! proof-number search unless another is asked for.

use std::sync::Arc;

use quod_engine::{Aim, Offer, OpenGame, Placements, Spaces, drawn};
use quod_game::Game;
use quod_rules::AtariGo;

use crate::space::StonesSpace;
use crate::{Board, picture};

/// What `auto` is.
const AUTO: &str = "dfpn:init=moves";

/// How positions are drawn: what a program needs that shows Atari Go and searches nothing.
pub fn board(game: &Arc<AtariGo>) -> Arc<dyn quod_engine::Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of Atari Go offers.
pub fn offer(game: AtariGo) -> Offer {
    let game = Arc::new(game);
    let mut offer = Offer::of_rules(OpenGame::shared(Arc::clone(&game)))
        .with_board(board(&game))
        .with_auto(&[AUTO]);
    let start = game.start();
    let stone = |point| start.stone(point).map_or(0, |player| player.index() as u8 + 1);
    let boards = (0..game.size * game.size).map(stone).collect();
    offer = offer.with_superset(Placements::of_moves(&OpenGame::shared(Arc::clone(&game)), boards));
    if Board::<u64>::new(&game).is_some() {
        let open = move |aim: &Aim| Box::new(StonesSpace::<u64, 2>::open(&game, aim)) as _;
        offer.space = Spaces::Words2(Arc::new(open));
    } else if Board::<u128>::new(&game).is_some() {
        let open = move |aim: &Aim| Box::new(StonesSpace::<u128, 4>::open(&game, aim)) as _;
        offer.space = Spaces::Words4(Arc::new(open));
    }
    offer
}
