//! Sets of cells, as the bits of a word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells: 64 of them or 128.
pub trait Mask:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitOrAssign
    + BitAndAssign
    + 'static
{
    /// No cell.
    const EMPTY: Self;
    /// How many cells there may be.
    const MOST: usize;

    /// The set of one cell.
    fn of(cell: u8) -> Self;

    /// The lowest cell. The set has one.
    fn lowest(self) -> u8;

    /// How many there are.
    fn count(self) -> u32;

    /// The set as a number.
    fn word(self) -> u128;

    /// The set of this number; `None` if it has cells that there are not.
    fn of_word(word: u128) -> Option<Self>;

    /// Whether there is none.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the cell is there.
    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        self & Self::of(cell) != Self::EMPTY
    }

    /// Whether all of them are in the other set.
    #[inline(always)]
    fn within(self, other: Self) -> bool {
        self & !other == Self::EMPTY
    }

    /// The set without the cells of another.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The cells, in ascending order.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set, in ascending order.
pub struct Cells<B>(B);

impl<B: Mask> Iterator for Cells<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.minus(B::of(cell));
        Some(cell)
    }
}

macro_rules! masks {
    ($($word:ty)*) => {$(
        impl Mask for $word {
            const EMPTY: $word = 0;
            const MOST: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn of(cell: u8) -> $word {
                1 << cell
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            fn word(self) -> u128 {
                self.into()
            }

            fn of_word(word: u128) -> Option<$word> {
                word.try_into().ok()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
        }
    )*};
}

masks!(u64 u128);
