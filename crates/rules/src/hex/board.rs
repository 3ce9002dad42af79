//! The cells of a board of hexagons: where they lie, what is next to what, the borders, and the maps of the board
//! onto itself.

use quod_game::Border;

/// The axes of borders.
const COLUMN: u8 = 0;
const ROW: u8 = 1;
const SUM: u8 = 2;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexBoard {
    /// The board of Hex. Cell `width·row + column`.
    Rhombus {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The board of Y: row `r` has `size − r` cells.
    Triangle {
        /// The cells of a side.
        size: usize,
    },
}

/// In what order a map of the triangle takes a cell's distances from the three sides.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl HexBoard {
    /// How many columns and rows the longest has.
    pub fn extent(&self) -> [usize; 2] {
        match *self {
            HexBoard::Rhombus { width, height } => [width, height],
            HexBoard::Triangle { size } => [size, size],
        }
    }

    /// The number of cells in a row.
    pub fn row_length(&self, row: usize) -> usize {
        match *self {
            HexBoard::Rhombus { width, .. } => width,
            HexBoard::Triangle { size } => size - row,
        }
    }

    /// Column and row of each cell, row by row.
    pub(super) fn places(&self) -> Vec<(i16, i16)> {
        let rows = 0..self.extent()[1];
        let row = |row| (0..self.row_length(row)).map(move |column| (column as i16, row as i16));
        rows.flat_map(row).collect()
    }

    /// The cell in this column and row, if there is one.
    pub fn cell(&self, column: usize, row: usize) -> Option<usize> {
        let there = row < self.extent()[1] && column < self.row_length(row);
        there.then(|| (0..row).map(|above| self.row_length(above)).sum::<usize>() + column)
    }

    /// For each cell those next to it.
    pub(super) fn neighbours(&self) -> Vec<Vec<u16>> {
        let steps = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
        let beside = |(column, row): (i16, i16)| {
            let cell = |(across, down)| {
                let column = usize::try_from(column + across).ok()?;
                let row = usize::try_from(row + down).ok()?;
                self.cell(column, row).map(|cell| cell as u16)
            };
            steps.into_iter().filter_map(cell).collect()
        };
        self.places().into_iter().map(beside).collect()
    }

    /// Each player's borders.
    pub(super) fn borders(&self) -> [Vec<Border>; 2] {
        let [right, bottom] = self.extent().map(|it| it as i16 - 1);
        let border = |axis, at| Border { axis, at };
        match self {
            HexBoard::Rhombus { .. } => [
                vec![border(ROW, 0), border(ROW, bottom)],
                vec![border(COLUMN, 0), border(COLUMN, right)],
            ],
            HexBoard::Triangle { .. } => {
                [(); 2].map(|()| vec![border(COLUMN, 0), border(ROW, 0), border(SUM, right)])
            }
        }
    }

    /// The cell with row and column exchanged, on a square board or a triangle.
    pub(super) fn mirrored(&self, cell: usize) -> usize {
        let (column, row) = self.places()[cell];
        self.cell(row as usize, column as usize).unwrap_or(cell)
    }

    /// The symmetries: for each the image of every cell, and whether players are exchanged.
    ///
    /// Of Hex the half turn and, on a square board without an exchange, the exchange of rows and columns, which
    /// exchanges the players. Of Y all maps of the triangle.
    pub(super) fn maps(&self, swap: bool) -> Vec<(Vec<u16>, bool)> {
        let cells = self.places().len();
        match *self {
            HexBoard::Rhombus { width, height } => {
                let order = if swap || width != height { 2 } else { 4 };
                let image = |map: u16, cell: usize| {
                    let cell = if map & 1 != 0 { cells - 1 - cell } else { cell };
                    if map & 2 != 0 { self.mirrored(cell) } else { cell }
                };
                let images = |map| (0..cells).map(|cell| image(map, cell) as u16).collect();
                (0..order).map(|map| (images(map), map & 2 != 0)).collect()
            }
            HexBoard::Triangle { size } => {
                let image = |order: [usize; 3], (column, row): (i16, i16)| {
                    let (column, row) = (column as usize, row as usize);
                    let distances = [column, row, size - 1 - column - row];
                    self.cell(distances[order[0]], distances[order[1]]).map(|it| it as u16)
                };
                let images =
                    |order| self.places().into_iter().filter_map(|it| image(order, it)).collect();
                ORDERS.into_iter().map(|order| (images(order), false)).collect()
            }
        }
    }
}

/// Whether the cell in this place touches a border.
pub(super) fn touches((column, row): (i16, i16), border: &Border) -> bool {
    [column, row, column + row][usize::from(border.axis)] == border.at
}
