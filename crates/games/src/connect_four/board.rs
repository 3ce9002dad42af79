//! The bit board of Connect Four.
//!
//! Column `c`, row `r` (from the bottom) is bit `c * (H + 1) + r`; the row `H` of each column is a
//! sentinel that is never occupied, so that shifted lines cannot wrap from column to column.

/// The geometry of a board of `W` columns and `H` rows, `(H + 1) * W <= 64`.
pub struct Geo<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geo<W, H> {
    /// Distance between neighbouring columns.
    pub const S: u32 = H as u32 + 1;
    /// Number of cells.
    pub const CELLS: u32 = (W * H) as u32;
    /// The lowest cell of each column.
    pub const BOTTOM: u64 = {
        assert!((H + 1) * W <= 64);
        let mut m = 0;
        let mut c = 0;
        while c < W {
            m |= 1u64 << (c * (H + 1));
            c += 1;
        }
        m
    };
    /// One whole column (without its sentinel), at column 0.
    pub const COLUMN: u64 = (1u64 << H) - 1;
    /// All cells.
    pub const BOARD: u64 = Self::BOTTOM.wrapping_mul(Self::COLUMN);
    /// Cells in rows of the parity of the top row: the *upper* cells of pairs counted from the top.
    pub const UPPER: u64 = {
        let mut m = 0;
        let mut r = 0;
        while r < H {
            if (H - 1 - r).is_multiple_of(2) {
                m |= Self::BOTTOM << r;
            }
            r += 1;
        }
        m
    };
    /// The other rows: the *lower* cells of pairs counted from the top.
    pub const LOWER: u64 = Self::BOARD & !Self::UPPER;
    /// The four line directions as bit distances.
    pub const DIRS: [u32; 4] = [1, H as u32, H as u32 + 1, H as u32 + 2];

    /// The lowest `n` rows.
    #[inline(always)]
    pub fn rows(n: u32) -> u64 {
        Self::BOTTOM.wrapping_mul((1u64 << n) - 1)
    }

    /// The first free cell of each column that is not full.
    #[inline(always)]
    pub fn playable(all: u64) -> u64 {
        all.wrapping_add(Self::BOTTOM) & Self::BOARD
    }

    /// The column (all its cells) of a single cell.
    #[inline(always)]
    pub fn column_of(cell: u64) -> u64 {
        Self::COLUMN << (cell.trailing_zeros() / Self::S * Self::S)
    }

    /// Whether `x` contains four in line.
    #[inline(always)]
    pub fn has_four(x: u64) -> bool {
        let mut any = 0;
        for d in Self::DIRS {
            let y = x & (x >> d);
            any |= y & (y >> (2 * d));
        }
        any != 0
    }

    /// The empty cells (playable now or not) that complete a four of `p`.
    #[inline(always)]
    pub fn winning_cells(p: u64, all: u64) -> u64 {
        let mut r = (p << 1) & (p << 2) & (p << 3);
        for d in [Self::S - 1, Self::S, Self::S + 1] {
            let up = (p << d) & (p << (2 * d));
            r |= up & (p << (3 * d));
            r |= up & (p >> d);
            let down = (p >> d) & (p >> (2 * d));
            r |= down & (p >> (3 * d));
            r |= down & (p << d);
        }
        r & Self::BOARD & !all
    }

    /// Cells strictly below some cell of `x` in its column.
    #[inline(always)]
    pub fn below(x: u64) -> u64 {
        let mut t = (x >> 1) & Self::BOARD;
        for _ in 2..H {
            t |= (t >> 1) & Self::BOARD;
        }
        t
    }

    /// The board (or a packed key) mirrored left to right.
    #[inline(always)]
    pub fn mirror(x: u64) -> u64 {
        let col = (1u64 << (H + 1)).wrapping_sub(1);
        let mut out = 0;
        for c in 0..W {
            out |= ((x >> (c as u32 * Self::S)) & col) << ((W - 1 - c) as u32 * Self::S);
        }
        out
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
