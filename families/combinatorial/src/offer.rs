//! What the games of this family offer: every engine for any game, over a twin where the board fits two words.

use std::sync::Arc;

use quod_engine::{Aim, Offer, OpenGame, OpenSpace, Spaces, drawn};
use quod_rules::{Amazons, Breakthrough, Clobber, Domineering, DotsAndBoxes};
use quod_search::Words;

use crate::amazons::Queens;
use crate::breakthrough::Men;
use crate::clobber::Stones;
use crate::domineering::Dominoes;
use crate::enumeration;
use crate::picture;
use crate::space::BoardSpace;
use crate::twin::Twin;

/// What `auto` is.
const AUTO: &str = "dfpn:init=moves,proof=tree";

/// The most lines of a board whose sets are enumerated unless something else is asked for: they fit the usual memory.
const MOST_LINES: usize = 27;

/// A board as the explorer draws it.
type Board = Arc<dyn quod_engine::Board>;

/// How positions of Domineering are drawn.
pub fn domineering_board(game: &Arc<Domineering>) -> Board {
    drawn(Arc::clone(game), picture::domineering, picture::domino)
}

/// How positions of Clobber are drawn.
pub fn clobber_board(game: &Arc<Clobber>) -> Board {
    drawn(Arc::clone(game), picture::clobber, picture::capture)
}

/// How positions of Breakthrough are drawn.
pub fn breakthrough_board(game: &Arc<Breakthrough>) -> Board {
    drawn(Arc::clone(game), picture::breakthrough, picture::man)
}

/// How positions of Amazons are drawn.
pub fn amazons_board(game: &Arc<Amazons>) -> Board {
    drawn(Arc::clone(game), picture::amazons, picture::shot)
}

/// How positions of Dots and Boxes are drawn.
pub fn dots_and_boxes_board(game: &Arc<DotsAndBoxes>) -> Board {
    drawn(Arc::clone(game), picture::dots_and_boxes, picture::line)
}

fn offer<T: Twin>(game: OpenGame, board: Board, twin: Option<T>) -> Offer {
    let mut offer = Offer::of_rules(game).with_board(board).with_auto(&[AUTO]);
    if let Some(twin) = twin {
        let open: OpenSpace<Words<2>> =
            Arc::new(move |aim: &Aim| Box::new(BoardSpace::open(&twin, aim)) as _);
        offer.space = Spaces::Words2(open);
    }
    offer
}

/// What a variant of Domineering offers.
pub fn domineering_offer(game: Domineering) -> Offer {
    let game = Arc::new(game);
    let (board, twin) = (domineering_board(&game), Dominoes::new(&game));
    // Boards of 7×7 have certificates of half a million bytes, which are checked as long as they are searched.
    offer(OpenGame::with_own_checker(game), board, twin)
}

/// What a variant of Clobber offers.
pub fn clobber_offer(game: Clobber) -> Offer {
    let game = Arc::new(game);
    let (board, twin) = (clobber_board(&game), Stones::new(&game));
    offer(OpenGame::shared(game), board, twin)
}

/// What a variant of Breakthrough offers.
pub fn breakthrough_offer(game: Breakthrough) -> Offer {
    let game = Arc::new(game);
    let (board, twin) = (breakthrough_board(&game), Men::new(&game));
    offer(OpenGame::shared(game), board, twin)
}

/// What a variant of Amazons offers.
pub fn amazons_offer(game: Amazons) -> Offer {
    let game = Arc::new(game);
    let (board, twin) = (amazons_board(&game), Queens::new(&game));
    offer(OpenGame::shared(game), board, twin)
}

/// What a variant of Dots and Boxes offers.
pub fn dots_and_boxes_offer(game: DotsAndBoxes) -> Offer {
    let game = Arc::new(game);
    let board = dots_and_boxes_board(&game);
    let most = game.ends().len();
    let auto = if most <= MOST_LINES { enumeration::NAME } else { AUTO };
    Offer::of_rules(OpenGame::shared(Arc::clone(&game)))
        .with_board(board)
        .with_engines(vec![enumeration::engine(game)])
        .with_auto(&[auto])
}
