//! Connect Four: an upright wall; a click anywhere in a column drops a stone there.

use quod_board::{BoardPicture, Shape, Step, Style, stone, told};
use quod_game::{Move, Player};
use quod_rules::{ConnectFour, ConnectFourPosition};

/// A position. Columns have numbers, as moves are written.
pub fn picture(game: &ConnectFour, pos: &ConnectFourPosition) -> BoardPicture {
    let (width, height) = (game.width(), game.height());
    let mut picture = BoardPicture::grid(Shape::Squares, width, height, 1);
    for cell in &mut picture.cells {
        let (column, row) = (cell.x, height - 1 - cell.y);
        let bit = column * (height + 1) + row;
        let owner = Player::BOTH.into_iter().find(|it| pos.stones[it.index()] >> bit & 1 == 1);
        cell.content = owner.map(stone);
    }
    picture.style = Style::Wall;
    picture.columns = (1..=width).map(|column| column.to_string()).collect();
    picture.rows = vec![String::new(); height as usize];
    told(game, pos, step, picture)
}

/// The code is `height·column + row`, rows from the bottom; the column's cells from the bottom are where a
/// click means the move, in the order in which they fill.
pub fn step(game: &ConnectFour, mv: Move) -> Step {
    let (width, height) = (game.width() as usize, game.height() as usize);
    let (column, row) = (mv.0 as usize / height, mv.0 as usize % height);
    let cell = |row: usize| width * (height - 1 - row) + column;
    let area = (0..height).map(cell).collect();
    Step { code: mv.0, to: Some(cell(row)), area, ..Step::default() }
}
