//! Othello on two words of 64 bits, for boards of 4×4, 6×6 and 8×8.
//!
//! **The idea.** Bit `8·row + column` is a square of a board of 8×8, and a smaller board lies in its
//! middle. So one set of shifts serves all sizes, a rim that is never occupied stops every line, and
//! the eight symmetries are the same exchanges of bits for all. The number of steps along a line is the
//! only thing that depends on the size, and it is known when the code is compiled.
//!
//! **Moves** are found for all squares at once: from the discs of the side to move a wave runs along
//! opposing discs in each of eight directions, doubling its reach (Kogge and Stone 1973); where it
//! leaves them on an empty square is a move. **Flips** are found for one square, ray by ray: adding 1 to
//! the opposing discs with everything outside the ray set carries up to the first square of the ray that
//! is not an opposing disc; downwards the highest such square is asked for.

/// The squares not on the left or right rim of 8×8: a line of discs that is flipped lies among them.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// For each square the squares beside it in the four ascending and the four descending directions.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i32, i32); 8] =
        [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut at = 0;
        while at < 8 {
            let (up, right) = steps[at];
            let (mut row, mut column) = (square / 8 + up, square % 8 + right);
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                rays[square as usize][at] |= 1 << (8 * row + column);
                row += up;
                column += right;
            }
            at += 1;
        }
        square += 1;
    }
    rays
}

/// The squares of the board of `size`×`size` in the middle.
pub const fn squares(size: usize) -> u64 {
    let rim = (8 - size) / 2;
    let row = ((1u64 << size) - 1) << rim;
    let mut all = 0;
    let mut at = rim;
    while at < 8 - rim {
        all |= row << (8 * at);
        at += 1;
    }
    all
}

/// Discs as the side to move sees them, on a board of `N`×`N`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<const N: usize> {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
}

/// Squares, in ascending order.
pub fn each(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

impl<const N: usize> Board<N> {
    /// All squares.
    pub const SQUARES: u64 = squares(N);
    /// The four corners.
    pub const CORNERS: u64 = {
        let rim = (8 - N) / 2;
        let row = 1u64 << rim | 1 << (7 - rim);
        row << (8 * rim) | row << (8 * (7 - rim))
    };
    /// The number of squares, which is also the greatest score.
    pub const AREA: i32 = (N * N) as i32;

    /// The start. On 8×8 Black, who is to move, has e4 and d5, White d4 and e5.
    pub fn start() -> Board<N> {
        Board { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36 }
    }

    /// The bit of a cell `N·row + column` of the rules.
    pub fn square(cell: u32) -> u32 {
        let (size, rim) = (N as u32, (8 - N as u32) / 2);
        8 * (cell / size + rim) + cell % size + rim
    }

    /// The cell of the rules on a bit.
    pub fn cell(square: u32) -> u32 {
        let (size, rim) = (N as u32, (8 - N as u32) / 2);
        size * (square / 8 - rim) + square % 8 - rim
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> u64 {
        Self::SQUARES & !(self.own | self.other)
    }

    /// The number of empty squares.
    #[inline]
    pub fn empties(&self) -> u32 {
        self.empty().count_ones()
    }

    /// The squares that the side to move may play on.
    #[inline]
    pub fn moves(&self) -> u64 {
        let inner = self.other & INNER;
        let found = Self::waves(self.own, inner, 1)
            | Self::waves(self.own, self.other, 8)
            | Self::waves(self.own, inner, 7)
            | Self::waves(self.own, inner, 9);
        found & self.empty()
    }

    /// Where waves from `own` along `other` come out, in both directions of one axis.
    #[inline]
    fn waves(own: u64, other: u64, step: u32) -> u64 {
        let mut up = other & own << step;
        let mut down = other & own >> step;
        up |= other & up << step;
        down |= other & down >> step;
        if N > 4 {
            let (pairs_up, pairs_down) = (other & other << step, other & other >> step);
            up |= pairs_up & up << (2 * step);
            down |= pairs_down & down >> (2 * step);
            if N > 6 {
                up |= pairs_up & up << (2 * step);
                down |= pairs_down & down >> (2 * step);
            }
        }
        up << step | down >> step
    }

    /// The discs that a move on an empty square turns; none if the move is not legal.
    #[inline]
    pub fn flips(&self, square: u32) -> u64 {
        let rays = &RAYS[square as usize & 63];
        let mut flips = 0;
        for ray in &rays[..4] {
            let end = (self.other | !ray).wrapping_add(1) & self.own & ray;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for ray in &rays[4..] {
            let stops = !self.other & ray | 1;
            let end = 1 << 63 >> stops.leading_zeros() & self.own & ray;
            flips |= end.wrapping_neg() << 1 & ray;
        }
        flips
    }

    /// The position after a move that turns these discs, seen by the other side.
    #[inline]
    pub fn after(&self, square: u32, flips: u64) -> Board<N> {
        Board { own: self.other ^ flips, other: self.own | flips | 1 << square }
    }

    /// The position after a legal move, seen by the other side.
    #[inline]
    pub fn play(&self, square: u32) -> Board<N> {
        self.after(square, self.flips(square))
    }

    /// The position after a pass.
    #[inline]
    pub fn passed(&self) -> Board<N> {
        Board { own: self.other, other: self.own }
    }

    /// The discs of the side to move less the other's.
    #[inline]
    pub fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The image under symmetry `map` (0 to 7), numbered as in the rules: bit 0 exchanges row and column,
    /// then bit 1 turns the rows around, then bit 2 the columns.
    pub fn image(&self, map: u16) -> Board<N> {
        Board { own: map_set(map, self.own), other: map_set(map, self.other) }
    }

    /// The least of the eight images, with its map.
    pub fn canonical(&self) -> (Board<N>, u16) {
        let images = (0..8).map(|map| (self.image(map), map));
        images.min().unwrap_or((*self, 0))
    }
}

/// The image of a set of squares under a symmetry.
pub fn map_set(map: u16, mut set: u64) -> u64 {
    if map & 1 != 0 {
        set = transposed(set);
    }
    if map & 2 != 0 {
        set = set.swap_bytes();
    }
    if map & 4 != 0 {
        set = set.swap_bytes().reverse_bits();
    }
    set
}

/// Rows and columns exchanged, in three exchanges of blocks.
fn transposed(mut set: u64) -> u64 {
    for (shift, blocks) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)]
    {
        let change = (set ^ set >> shift) & blocks;
        set ^= change ^ change << shift;
    }
    set
}
