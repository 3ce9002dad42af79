//! The 3×3 board: its eight lines and eight symmetries.

/// Three rows, three columns, two diagonals of cells `3·row + column`.
pub const LINES: [[u16; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The image of a cell under symmetry `map` (0 to 7): bit 0 exchanges row and column, then bit 1
/// turns the rows around, then bit 2 the columns.
pub fn map_cell(map: u16, cell: u32) -> u32 {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if map & 1 != 0 {
        std::mem::swap(&mut row, &mut column);
    }
    if map & 2 != 0 {
        row = 2 - row;
    }
    if map & 4 != 0 {
        column = 2 - column;
    }
    3 * row + column
}
