//! Three men's morris: nine points, joined along rows, columns and both diagonals.

use std::sync::Arc;

use quod_board::{BoardPicture, Content, Shape, Step, told};
use quod_engine::{Board, Offer, OpenGame, drawn};
use quod_game::{Game, Move};
use quod_rules::{MorrisPosition, ThreeMensMorris};

/// The points that each of the board's lines joins, its ends.
const LINES: [[usize; 2]; 8] = [[0, 2], [3, 5], [6, 8], [0, 6], [1, 7], [2, 8], [0, 8], [2, 6]];

/// How positions are drawn.
pub fn board(game: &Arc<ThreeMensMorris>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// The engines that serve every game.
pub fn offer(game: ThreeMensMorris) -> Offer {
    let game = Arc::new(game);
    Offer::of_rules(OpenGame::shared(Arc::clone(&game))).with_board(board(&game))
}

/// A position. Its encoding begins with a byte a point: 0 empty, 1 and 2 the players'.
fn picture(game: &ThreeMensMorris, pos: &MorrisPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Crossings, 3, 3, 1);
    picture.lines = LINES.to_vec();
    for (cell, byte) in picture.cells.iter_mut().zip(game.encoding(pos)) {
        cell.content = byte.checked_sub(1).map(Content::Stone);
    }
    told(game, pos, step, picture)
}

/// A man placed has the point as its code, a man moved `9·(from + 1) + to`.
fn step(_game: &ThreeMensMorris, mv: Move) -> Step {
    let code = mv.0 as usize;
    Step { code: mv.0, to: Some(code % 9), from: (code / 9).checked_sub(1), ..Step::default() }
}
