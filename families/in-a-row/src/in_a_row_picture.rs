//! Go-Moku and every other m,n,k game: stones on crossings.

use std::sync::Arc;

use quod_board::{BoardPicture, Shape, Step, dots, from_bottom, stone, told};
use quod_engine::{Board, drawn};
use quod_game::Move;
use quod_rules::{InARow, InARowPosition};

/// How positions are drawn: what a program needs that shows games of k in a row and searches nothing.
pub fn board(game: &Arc<InARow>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// A position.
pub fn picture(game: &InARow, pos: &InARowPosition) -> BoardPicture {
    let (width, height) = (game.width, game.height);
    let mut picture = BoardPicture::grid(Shape::Crossings, width as u32, height as u32, 1);
    picture.dots = dots(width, height);
    for cell in 0..width * height {
        let place = from_bottom(width, height, cell);
        picture.cells[place].content = game.stone(pos, cell).map(stone);
    }
    told(game, pos, step, picture)
}

/// Where a move is made: the code is the cell, rows from the bottom.
pub fn step(game: &InARow, mv: Move) -> Step {
    let to = from_bottom(game.width, game.height, mv.0 as usize);
    Step { code: mv.0, to: Some(to), ..Step::default() }
}
