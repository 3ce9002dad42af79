//! How the boards of this family are drawn.

use quod_board::{BoardPicture, Cell, Content, Shape, Step, from_bottom, stone, told};
use quod_game::{Game, Move};
use quod_rules::{
    Amazons, AmazonsPosition, Breakthrough, BreakthroughPosition, Clobber, ClobberPosition,
    Domineering, DomineeringPosition, DotsAndBoxes, DotsAndBoxesPosition,
};

/// Squares with stones, rows from the bottom.
fn squares(
    [width, height]: [usize; 2],
    stone_on: impl Fn(usize) -> Option<Content>,
) -> BoardPicture {
    let mut picture = BoardPicture::grid(Shape::Squares, width as u32, height as u32, 1);
    for cell in 0..width * height {
        picture.cells[from_bottom(width, height, cell)].content = stone_on(cell);
    }
    picture
}

/// A position of Domineering. Whose domino covers a cell is not in the position.
pub(crate) fn domineering(game: &Domineering, pos: &DomineeringPosition) -> BoardPicture {
    let covered = |cell| (pos.free >> cell & 1 == 0).then(|| Content::Text("■".to_string()));
    told(game, pos, domino, squares([game.width, game.height], covered))
}

/// Where a domino is laid: its lower or left cell, and both cells are its place.
pub(crate) fn domino(game: &Domineering, mv: Move) -> Step {
    let cell = mv.0 as usize / 2;
    let beside = cell + if mv.0 % 2 == 1 { 1 } else { game.width };
    let on_board = |cell: &usize| *cell < game.width * game.height;
    let place = |cell: usize| from_bottom(game.width, game.height, cell);
    let area: Vec<usize> = [cell, beside].into_iter().filter(on_board).map(place).collect();
    Step { code: mv.0, to: area.first().copied(), area, ..Step::default() }
}

/// A position of Clobber.
pub(crate) fn clobber(game: &Clobber, pos: &ClobberPosition) -> BoardPicture {
    let board = squares([game.width, game.height], |cell| pos.stone(cell).map(stone));
    told(game, pos, capture, board)
}

/// Which stone takes which. Codes that are no move lead nowhere.
pub(crate) fn capture(game: &Clobber, mv: Move) -> Step {
    let from = mv.0 as usize / 4;
    let to = match mv.0 % 4 {
        0 => from.checked_sub(game.width),
        1 => from.checked_sub(1),
        2 => Some(from + 1),
        _ => Some(from + game.width),
    };
    step([game.width, game.height], mv, Some(from), to)
}

fn step([width, height]: [usize; 2], mv: Move, from: Option<usize>, to: Option<usize>) -> Step {
    let place = |cell: Option<usize>| {
        cell.filter(|cell| *cell < width * height).map(|cell| from_bottom(width, height, cell))
    };
    Step { code: mv.0, from: place(from), to: place(to), ..Step::default() }
}

/// A position of Breakthrough.
pub(crate) fn breakthrough(game: &Breakthrough, pos: &BreakthroughPosition) -> BoardPicture {
    let board = squares([game.width, game.height], |cell| pos.man(cell).map(stone));
    told(game, pos, man, board)
}

/// Which man goes where.
pub(crate) fn man(game: &Breakthrough, mv: Move) -> Step {
    let [from, to] = [mv.0 as usize / 64, mv.0 as usize % 64];
    step([game.width, game.height], mv, Some(from), Some(to))
}

/// A position of Amazons.
pub(crate) fn amazons(game: &Amazons, pos: &AmazonsPosition) -> BoardPicture {
    let board = squares([game.width, game.height], |cell| match pos.burnt >> cell & 1 {
        1 => Some(Content::Text("■".to_string())),
        _ => pos.amazon(cell).map(stone),
    });
    told(game, pos, shot, board)
}

/// Which amazon goes where; the cell that it burns is its place as well.
pub(crate) fn shot(game: &Amazons, mv: Move) -> Step {
    let sides = [game.width, game.height];
    let [from, to, burnt] = game.steps(mv);
    let mut step = step(sides, mv, Some(from), Some(to));
    step.area = [to, burnt]
        .into_iter()
        .filter(|&cell| cell < game.cells())
        .map(|cell| from_bottom(game.width, game.height, cell))
        .collect();
    step
}

/// A position of Dots and Boxes: a cell for each line, between the dots that it joins, in the order of their numbers. Who
/// drew a line is not in the position.
pub(crate) fn dots_and_boxes(game: &DotsAndBoxes, pos: &DotsAndBoxesPosition) -> BoardPicture {
    let [columns, rows] = [game.width, game.height].map(|it| 2 * it as u32 + 1);
    let mut picture = BoardPicture::grid(Shape::Squares, columns, rows, 1);
    let place =
        |dot: usize| [dot % (game.width + 1), dot / (game.width + 1)].map(|it| 2 * it as u32);
    let cells = game.ends().iter().enumerate().map(|(line, ends)| {
        let [[x, y], [to_x, to_y]] = ends.map(place);
        let mut cell = Cell::at((x + to_x) / 2, rows - 1 - (y + to_y) / 2, 0);
        cell.label = game.move_text(pos, Move(line as u32));
        let drawn = pos.drawn >> line & 1 == 1;
        let across = y == to_y;
        cell.content = drawn.then(|| Content::Text(if across { "─" } else { "│" }.to_string()));
        cell
    });
    picture.cells = cells.collect();
    told(game, pos, line, picture)
}

/// Which line is drawn: the code is its place in the list of cells.
pub(crate) fn line(_game: &DotsAndBoxes, mv: Move) -> Step {
    Step { code: mv.0, to: Some(mv.0 as usize), ..Step::default() }
}
