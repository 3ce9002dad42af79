//! Qubic: four levels of sixteen squares, which may be drawn as a cube.

use std::sync::Arc;

use quod_board::{BoardPicture, Shape, Step, Style, stone, told};
use quod_engine::{Board, drawn};
use quod_game::{Move, Player};
use quod_rules::{Qubic, QubicPosition};

/// How positions are drawn: what a program needs that shows Qubic and searches nothing.
pub fn board(game: &Arc<Qubic>) -> Arc<dyn Board> {
    drawn(Arc::clone(game), picture, step)
}

/// A position. Cells stand in the order of their numbers.
pub fn picture(game: &Qubic, pos: &QubicPosition) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, 4, 4, 4);
    picture.style = Style::Space;
    for (cube, cell) in picture.cells.iter_mut().enumerate() {
        let owner = Player::BOTH.into_iter().find(|it| pos.cubes[it.index()] >> cube & 1 == 1);
        cell.content = owner.map(stone);
    }
    told(game, pos, step, picture)
}

/// Where a move is made: the code is the cell.
pub fn step(_game: &Qubic, mv: Move) -> Step {
    Step { code: mv.0, to: Some(mv.0 as usize), ..Step::default() }
}
