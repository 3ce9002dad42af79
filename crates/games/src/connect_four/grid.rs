//! The bit board with its size known at run time only: for engines that are not compiled board by
//! board. The same layout as [`super::Geo`].

/// A board of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    bottom: u64,
    board: u64,
}

impl Grid {
    /// The board of `width` columns and `height` rows; `(height + 1) × width` is at most 64.
    pub fn new(width: u32, height: u32) -> Grid {
        let bottom: u64 = (0..width).map(|column| 1 << (column * (height + 1))).sum();
        Grid { width, height, bottom, board: bottom * ((1 << height) - 1) }
    }

    /// All cells.
    pub fn board(&self) -> u64 {
        self.board
    }

    /// The lowest empty cell of every column that is not full.
    #[inline]
    pub fn playable(&self, all: u64) -> u64 {
        all.wrapping_add(self.bottom) & self.board
    }

    /// The empty cells that complete four of these stones.
    #[inline]
    pub fn winning_cells(&self, own: u64, all: u64) -> u64 {
        let column = self.height + 1;
        let mut cells = (own << 1) & (own << 2) & (own << 3);
        for step in [column, column - 1, column + 1] {
            // Two stones on one side and the third beyond them or across the gap; then mirrored.
            let below = shl(own, step) & shl(own, 2 * step);
            cells |= below & (shl(own, 3 * step) | own >> step);
            let above = shr(own, step) & shr(own, 2 * step);
            cells |= above & (shr(own, 3 * step) | shl(own, step));
        }
        cells & self.board & !all
    }

    /// The board mirrored left to right.
    #[inline]
    pub fn mirror(&self, set: u64) -> u64 {
        let step = self.height + 1;
        let column = (1 << step) - 1;
        (0..self.width).fold(0, |image, at| {
            image | ((set >> (at * step)) & column) << ((self.width - 1 - at) * step)
        })
    }

    /// The single cells of a set of at most one cell a column, columns in the centre first.
    #[inline]
    pub fn from_centre(&self, set: u64) -> impl Iterator<Item = u64> + use<> {
        let (width, step) = (self.width, self.height + 1);
        // Right of the middle, left of it, and so on outwards.
        let columns = (0..width).map(move |at| match at % 2 {
            0 => width / 2 + at / 2,
            _ => width / 2 - at.div_ceil(2),
        });
        let column = (1_u64 << (step - 1)) - 1;
        columns.map(move |at| set & column << (at * step)).filter(|&cell| cell != 0)
    }

    /// The number of a cell, column by column from the bottom, as the rules number them.
    pub fn cell(&self, stone: u64) -> u32 {
        let bit = stone.trailing_zeros();
        bit - bit / (self.height + 1)
    }
}

/// Shifts that may be by 64 and more.
#[inline]
fn shl(set: u64, by: u32) -> u64 {
    set.checked_shl(by).unwrap_or(0)
}

#[inline]
fn shr(set: u64, by: u32) -> u64 {
    set.checked_shr(by).unwrap_or(0)
}
