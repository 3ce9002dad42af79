//! Lines of Action: squares with stones, rows from the bottom.

use quod_board::{BoardPicture, Shape, Step, from_bottom, stone, told};
use quod_game::Move;
use quod_rules::{LinesOfAction, LinesPosition};

/// A position.
pub fn picture(game: &LinesOfAction, pos: &LinesPosition) -> BoardPicture {
    let size = game.size;
    let mut picture = BoardPicture::grid(Shape::Squares, size as u32, size as u32, 1);
    for cell in 0..size * size {
        picture.cells[from_bottom(size, size, cell)].content = pos.man(cell).map(stone);
    }
    told(game, pos, step, picture)
}

/// Which man goes where; a pass is made beside the board.
pub fn step(game: &LinesOfAction, mv: Move) -> Step {
    let code = mv.0 as usize;
    let on_board = |cell: usize| code < 4096 && cell < game.size * game.size;
    let place = |cell: usize| on_board(cell).then(|| from_bottom(game.size, game.size, cell));
    Step { code: mv.0, from: place(code / 64), to: place(code % 64), ..Step::default() }
}
