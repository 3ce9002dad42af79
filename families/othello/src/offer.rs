//! What Othello offers: an engine of its own, every engine for any game, over bit boards; an evaluation;
//! tables of the small board; a board.

use std::sync::Arc;

use quod_engine::tables::by_enumeration;
use quod_engine::{Aim, Board, Offer, OpenGame, Pos, Spaces, drawn};
use quod_rules::Othello;

use crate::boards::Boards;
use crate::engine::{self, NAME};
use crate::judge::judges;
use crate::picture;
use crate::space::DiscSpace;

/// What `auto` is.
const AUTO: &str = NAME;

/// The largest board with tables: every position is held in memory.
const LARGEST_TABLED: usize = 4;

/// How positions are drawn: what a program needs that shows Othello and searches nothing.
pub fn board(game: &Arc<Othello>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of Othello offers.
pub fn offer(game: Othello) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::with_own_checker(Arc::clone(&game));
    let mut offer = Offer::of_rules(open.clone())
        .with_engines(vec![engine::engine(Arc::clone(&game))])
        .with_board(board(&game))
        .with_auto(&[AUTO]);
    offer.tables = (game.size <= LARGEST_TABLED).then(|| {
        let empty = (game.size * game.size) as u32;
        let discs = |pos: &Pos| pos.of::<Othello>().discs;
        by_enumeration(&open, move |pos| {
            empty - discs(pos).map(u64::count_ones).iter().sum::<u32>()
        })
    });
    offer.judges = judges(&game);
    offer = offer.with_superset(Boards::new(&game));
    offer.space = Spaces::Words2(Arc::new(move |aim: &Aim| match game.size {
        4 => Box::new(DiscSpace::<4>::open(&game, aim)) as _,
        6 => Box::new(DiscSpace::<6>::open(&game, aim)) as _,
        _ => Box::new(DiscSpace::<8>::open(&game, aim)) as _,
    }));
    offer
}
