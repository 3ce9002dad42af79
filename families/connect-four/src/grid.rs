//! The geometry of a board whose size is known at run time only.

use super::board::Geometry;

/// A board of at most 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    pub(super) bottom: u64,
}

impl Grid {
    /// The board of `width` columns and `height` rows; `(height + 1) × width` is at most 64.
    pub const fn new(width: u32, height: u32) -> Grid {
        let (mut bottom, mut column) = (0, 0);
        while column < width {
            bottom |= 1 << (column * (height + 1));
            column += 1;
        }
        Grid { width, height, bottom }
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
}

impl Geometry for Grid {
    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }
}
