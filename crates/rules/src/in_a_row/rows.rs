//! Sets of cells of a board, row by row, and the runs of neighbours in them.

/// The most rows and columns that a board can have.
pub const MOST: usize = 20;

/// The directions of lines, as steps of column and row; their opposites are left out.
pub const DIRECTIONS: [[i32; 2]; 4] = [[1, 0], [0, 1], [1, 1], [-1, 1]];

/// A set of cells: bit `c` of row `r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rows(pub [u32; MOST]);

impl Rows {
    /// Whether the cell is in the set; a cell beside the board is not.
    pub fn has(&self, column: i32, row: i32) -> bool {
        let in_row = |bits: &u32| (0..32).contains(&column) && bits >> column & 1 == 1;
        usize::try_from(row).ok().and_then(|row| self.0.get(row)).is_some_and(in_row)
    }

    /// Adds a cell of the board, or takes it away.
    pub fn flip(&mut self, column: usize, row: usize) {
        self.0[row] ^= 1 << column;
    }

    /// The number of cells.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        // (All rows, so that several are looked at at once.)
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// Whether the number of cells in both sets together is odd, if none is in both.
    #[inline]
    pub fn odd(&self, other: &Rows) -> bool {
        let rows = self.0.iter().zip(&other.0);
        rows.fold(0, |sum, (a, b)| sum ^ a ^ b).count_ones() % 2 == 1
    }

    /// The cells that are in both sets, or whatever else is to be done with each bit.
    #[inline]
    pub fn with(&self, other: &Rows, each: impl Fn(u32, u32) -> u32) -> Rows {
        let mut rows = *self;
        for (row, &bits) in rows.0.iter_mut().zip(&other.0) {
            *row = each(*row, bits);
        }
        rows
    }

    /// The cells as columns and rows, the lowest row first and each from the left.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let in_row = |(row, mut bits): (usize, u32)| {
            std::iter::from_fn(move || {
                let column = bits.trailing_zeros() as usize;
                let any = bits != 0;
                bits &= bits.wrapping_sub(1);
                any.then_some((column, row))
            })
        };
        self.0.into_iter().enumerate().flat_map(in_row)
    }

    /// Whether the set has `length` neighbours or more in a line, 20 at most; if `exactly`, not more.
    #[inline]
    pub fn has_run(&self, length: i32, exactly: bool) -> bool {
        // Rows without cells below and above, so that every step ends in one.
        let mut rows = [0; 2 * MOST + 2];
        rows[1..=MOST].copy_from_slice(&self.0);
        let rows = &rows;
        // The cells of a row from which so many steps lead into the set. (Some lie beside the board.)
        let before = |row: usize, [columns, up]: [i32; 2], steps: i32| {
            let there = rows[(1 + row as i32 + up * steps) as usize];
            let columns = columns * steps;
            if columns >= 0 { there >> columns } else { there << -columns }
        };
        let begins = |row: usize, direction: [i32; 2]| {
            let (mut runs, mut step) = (self.0[row], 1);
            // (Most rows have a few cells, and most of those no neighbour.)
            while runs != 0 && step < length {
                runs &= before(row, direction, step);
                step += 1;
            }
            if exactly && runs != 0 {
                runs &= !before(row, direction, -1) & !before(row, direction, length);
            }
            runs != 0
        };
        (0..MOST).any(|row| {
            self.0[row] != 0 && DIRECTIONS.into_iter().any(|direction| begins(row, direction))
        })
    }
}
