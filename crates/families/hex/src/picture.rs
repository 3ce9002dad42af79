//! Hex and Y: stones on hexagons, rows from the top.

use quod_board::{BoardPicture, Cell, Shape, Step, stone, told};
use quod_game::{Connective, Move};
use quod_rules::{Hex, HexPosition};

/// A position. The cells stand in the order of their numbers.
pub fn picture(game: &Hex, pos: &HexPosition) -> BoardPicture {
    let [columns, rows] = game.board.extent().map(|it| it as u32);
    let mut picture = BoardPicture::grid(Shape::Hexagons, columns, rows, 1);
    picture.rows = (1..=rows).map(|row| row.to_string()).collect();
    let place = |&(column, row): &(i16, i16)| Cell::at(column as u32, row as u32, 0);
    picture.cells = game.places().iter().map(place).collect();
    picture.name_cells();
    for (number, cell) in picture.cells.iter_mut().enumerate() {
        cell.content = pos.stone(number).map(stone);
    }
    told(game, pos, step, picture)
}

/// Where a move is made: on its cell; an exchange has no place.
pub fn step(game: &Hex, mv: Move) -> Step {
    let to = (mv != game.exchange()).then_some(mv.0 as usize);
    Step { code: mv.0, to, ..Step::default() }
}
