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
