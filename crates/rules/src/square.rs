//! Boards of rows and columns: their symmetries, and the eight lines of the board of 3×3.

/// Three rows, three columns, two diagonals of cells `3·row + column`.
pub const LINES: [[u16; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The image of a cell `width·row + column` under symmetry `map` (0 to 7): bit 0 exchanges row and
/// column (on a square board only), then bit 1 turns the rows around, then bit 2 the columns.
pub fn map_cell(map: u16, [width, height]: [u32; 2], cell: u32) -> u32 {
    let (mut row, mut column) = (cell / width, cell % width);
    if map & 1 != 0 {
        std::mem::swap(&mut row, &mut column);
    }
    if map & 2 != 0 {
        row = height - 1 - row;
    }
    if map & 4 != 0 {
        column = width - 1 - column;
    }
    width * row + column
}

/// How many symmetries a board of so many columns and rows has: 8 if it is square, else 4.
pub fn maps([width, height]: [usize; 2]) -> u16 {
    if width == height { 8 } else { 4 }
}

/// The image of a cell under a symmetry of the board, numbered from 0 to [`maps`]: on boards that are not square the `n`-th is
/// number `2·n` of [`map_cell`], which exchanges no rows and columns.
pub fn image(map: u16, [width, height]: [usize; 2], cell: usize) -> usize {
    let map = if width == height { map } else { 2 * map };
    map_cell(map, [width as u32, height as u32], cell as u32) as usize
}
