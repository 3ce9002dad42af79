//! What small chess offers beside its rules: a board, and tables of every position of 3×3.

use std::sync::Arc;

use quod_board::{BoardPicture, Shape, Step, Style, from_bottom, told};
use quod_engine::{Board, Offer, OpenGame, drawn};
use quod_game::Move;
use quod_rules::{SmallChess, SmallPosition};

use crate::picture::piece;
use crate::tables::small_tables;

/// How positions of small chess are drawn.
pub fn small_board(game: &Arc<SmallChess>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// What a variant of small chess offers.
pub fn small_offer(game: SmallChess) -> Offer {
    let game = Arc::new(game);
    let open = OpenGame::shared(Arc::clone(&game));
    let mut offer = Offer::of_rules(open.clone()).with_board(small_board(&game));
    offer.tables = small_tables(&open);
    offer
}

/// A position, White below.
fn picture(game: &SmallChess, pos: &SmallPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, 3, game.height as u32, 1);
    picture.style = Style::Chequered;
    for (square, man) in pos.men[..3 * game.height].iter().enumerate() {
        picture.cells[from_bottom(3, game.height, square)].content = man.map(piece);
    }
    told(game, pos, step, picture)
}

/// From one square to another; a code that is no move's may name none.
fn step(game: &SmallChess, mv: Move) -> Step {
    let place = |square: u32| {
        let on_board = (square as usize) < 3 * game.height;
        on_board.then(|| from_bottom(3, game.height, square as usize))
    };
    let (from, to) = (place(mv.0 / 128), place(mv.0 / 8 % 16));
    Step { code: mv.0, from, to, ..Step::default() }
}
