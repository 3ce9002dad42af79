//! The bit board of Connect Four.
//!
//! Column `c`, row `r` (from the bottom) is bit `c * (H + 1) + r`; the row `H` of each column is a
//! sentinel that is never occupied, so that shifted lines cannot wrap from column to column.

use std::fmt::Debug;

use super::grid::Grid;

/// The geometry of a board whose columns, with their sentinels, are at most 64 bits: three numbers,
/// and what follows from them. Where they are constants ([`Compiled`]) all of it is; else
/// ([`Grid`]) it takes two words and some multiplications.
pub trait Geometry: Copy + Debug + Send + Sync {
    /// Number of columns.
    fn width(self) -> u32;

    /// Number of rows.
    fn height(self) -> u32;

    /// The lowest cell of each column.
    fn bottom(self) -> u64;

    /// Number of cells.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.width() * self.height()
    }

    /// One whole column (without its sentinel), at column 0.
    #[inline(always)]
    fn column(self) -> u64 {
        (1 << self.height()) - 1
    }

    /// All cells.
    #[inline(always)]
    fn board(self) -> u64 {
        self.bottom().wrapping_mul(self.column())
    }

    /// Cells in rows of the parity of the top row: the *upper* cells of pairs counted from the top.
    #[inline(always)]
    fn upper(self) -> u64 {
        const EVEN_ROWS: u64 = 0x5555_5555_5555_5555;
        let rows = EVEN_ROWS << ((self.height() + 1) % 2) & self.column();
        self.bottom().wrapping_mul(rows)
    }

    /// The other rows: the *lower* cells of pairs counted from the top.
    #[inline(always)]
    fn lower(self) -> u64 {
        self.board() & !self.upper()
    }

    /// The four line directions as bit distances: up, and right down, level and up.
    #[inline(always)]
    fn directions(self) -> [u32; 4] {
        // Boards so high that these would be more than 21 have at most three columns, and no two of
        // their cells are three times 21 apart.
        let across = |distance: u32| distance.min(21);
        [1, across(self.height()), across(self.height() + 1), across(self.height() + 2)]
    }

    /// The lowest `n` rows.
    #[inline(always)]
    fn rows(self, n: u32) -> u64 {
        self.bottom().wrapping_mul((1 << n) - 1)
    }

    /// The first free cell of each column that is not full.
    #[inline(always)]
    fn playable(self, all: u64) -> u64 {
        all.wrapping_add(self.bottom()) & self.board()
    }

    /// The column (all its cells) of a single cell.
    #[inline(always)]
    fn column_of(self, cell: u64) -> u64 {
        let own_and_left = self.bottom() & (cell | (cell - 1));
        self.column() << (63 - own_and_left.leading_zeros())
    }

    /// The number of a single cell, column by column from the bottom, as the rules number them.
    #[inline(always)]
    fn number(self, cell: u64) -> u32 {
        let bit = cell.trailing_zeros();
        bit - bit / (self.height() + 1)
    }

    /// Whether `x` contains four in line.
    #[inline(always)]
    fn has_four(self, x: u64) -> bool {
        let mut any = 0;
        for d in self.directions() {
            let y = x & (x >> d);
            any |= y & (y >> (2 * d));
        }
        any != 0
    }

    /// The empty cells (playable now or not) that complete a four of `p`.
    #[inline(always)]
    fn winning_cells(self, p: u64, all: u64) -> u64 {
        let [_, across @ ..] = self.directions();
        let mut r = (p << 1) & (p << 2) & (p << 3);
        for d in across {
            let up = (p << d) & (p << (2 * d));
            r |= up & (p << (3 * d));
            r |= up & (p >> d);
            let down = (p >> d) & (p >> (2 * d));
            r |= down & (p >> (3 * d));
            r |= down & (p << d);
        }
        r & self.board() & !all
    }

    /// Cells strictly below some cell of `x` in its column.
    #[inline(always)]
    fn below(self, x: u64) -> u64 {
        let mut t = (x >> 1) & self.board();
        for _ in 2..self.height() {
            t |= (t >> 1) & self.board();
        }
        t
    }

    /// The board (or a packed key) mirrored left to right.
    #[inline(always)]
    fn mirror(self, x: u64) -> u64 {
        let step = self.height() + 1;
        let col = self.column() << 1 | 1;
        let mut out = 0;
        for c in 0..self.width().div_ceil(2) {
            let (left, right) = (c * step, (self.width() - 1 - c) * step);
            out |= ((x >> left) & col) << right | ((x >> right) & col) << left;
        }
        out
    }
}

/// A board of `W` columns and `H` rows as constants, `(H + 1) * W <= 64`: for the board that time is
/// spent on. (Each more is seconds of building; [`Grid`] serves all others.)
#[derive(Clone, Copy, Debug)]
pub struct Compiled<const W: u32, const H: u32>;

impl<const W: u32, const H: u32> Compiled<W, H> {
    const BOTTOM: u64 = {
        assert!((H + 1) * W <= 64);
        Grid::new(W, H).bottom
    };
}

impl<const W: u32, const H: u32> Geometry for Compiled<W, H> {
    #[inline(always)]
    fn width(self) -> u32 {
        W
    }

    #[inline(always)]
    fn height(self) -> u32 {
        H
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        Self::BOTTOM
    }
}

/// A position: the stones of the side to move and all stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Stones of the side to move.
    pub me: u64,
    /// All stones.
    pub all: u64,
}

impl Position {
    /// Stones of the side that moved last.
    #[inline(always)]
    pub fn opp(&self) -> u64 {
        self.all ^ self.me
    }

    /// Number of stones.
    #[inline(always)]
    pub fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    /// The position after the side to move takes `cell`.
    #[inline(always)]
    pub fn play(&self, cell: u64) -> Position {
        Position { me: self.all ^ self.me, all: self.all | cell }
    }
}
