//! Othello: discs on squares, with the first row at the top as its players number them.

use quod_board::{BoardPicture, Shape, Step, stone, told};
use quod_game::{Move, Player};
use quod_rules::{Othello, OthelloPosition};

/// A position.
pub fn picture(game: &Othello, pos: &OthelloPosition) -> BoardPicture {
    let size = game.size as u32;
    let mut picture = BoardPicture::grid(Shape::Squares, size, size, 1);
    picture.rows.reverse();
    picture.name_cells();
    for (at, cell) in picture.cells.iter_mut().enumerate() {
        let owner = Player::BOTH.into_iter().find(|it| pos.discs[it.index()] >> at & 1 == 1);
        cell.content = owner.map(stone);
    }
    told(game, pos, step, picture)
}

/// Where a move is made: the code is the square; a pass has no place.
pub fn step(game: &Othello, mv: Move) -> Step {
    let square = mv.0 as usize;
    Step { code: mv.0, to: (square < game.size * game.size).then_some(square), ..Step::default() }
}
