//! What awari offers: every engine for any game, over the fast boards where these know the rules;
//! depth-first proof-number search unless another is asked for, since from most positions more can be
//! reached than fits into a memory. Tables are built on the fast boards, and positions are judged on them for the
//! general player, which also gets a book.

use std::sync::{Arc, Mutex};

use quod_engine::tables::{Faster, by_dense_powers};
use quod_engine::{Aim, Board, Book, Offer, OpenGame, Spaces, drawn};
use quod_rules::{Awari, GrandSlam, Rest, Worth};

use crate::bridge::Bridge;
use crate::search::{BOOK, judges};
use crate::{AwariTables, picture};

/// What `auto` is.
const AUTO: &str = "dfpn";

/// Whether the rules are the thesis's, which the fast boards know.
fn is_thesis(game: &Awari) -> bool {
    game.grand_slam == GrandSlam::Allowed && game.rest == Rest::Opponent
}

/// How positions are drawn: what a program needs that shows awari and searches nothing.
pub fn board(game: &Arc<Awari>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture::picture, picture::step)
}

/// What a variant of awari offers.
pub fn offer(game: Awari) -> Offer {
    let open = OpenGame::new(game);
    let mut offer =
        Offer::of_rules(open.clone()).with_board(board(&Arc::new(game))).with_auto(&[AUTO]);
    let thesis = is_thesis(&game);
    offer.tables = by_dense_powers(&open, thesis.then(fast_boards));
    if thesis {
        let open = move |aim: &Aim| Box::new(Bridge::open(game, aim)) as _;
        offer.space = Spaces::Words2(Arc::new(open));
    }
    if thesis && game.worth == Worth::Game {
        offer.judges = Some(judges());
        let book = Book::parse(&offer.game, BOOK).expect("the book is tested");
        offer.book = Some(Arc::new(book));
    }
    offer
}

/// Tables built on the fast boards, which are made once and grow with the layers wanted.
fn fast_boards() -> Faster {
    let made: Mutex<Option<(u32, Arc<AwariTables>)>> = Mutex::new(None);
    Faster::new(AwariTables::MOST_STONES + 1, move |last_layer| {
        let mut made = made.lock().expect("nobody panics with it");
        match &*made {
            Some((most, boards)) if *most >= last_layer => Arc::clone(boards),
            _ => {
                let boards = Arc::new(AwariTables::new(last_layer));
                *made = Some((last_layer, Arc::clone(&boards)));
                boards
            }
        }
    })
    .reordering()
}
