//! Sets of points, as the bits of a number: up to 8×8 in one word, up to 11×11 in two.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of points.
pub trait Points:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + 'static
{
    /// No point.
    const NONE: Self;
    /// How many points there may be.
    const MOST: u32;
    /// Room for a set of each group of a colour, of which there are at most half as many as points.
    type Groups: AsRef<[Self]> + AsMut<[Self]>;
    /// That room with nothing in it.
    const NO_GROUPS: Self::Groups;

    /// The set of one point.
    fn of(point: u32) -> Self;

    /// The set of the lowest points, so many, and at least one.
    fn lowest(points: u32) -> Self;

    /// The lowest point's number. The set has one.
    fn first(self) -> u32;

    /// How many there are.
    fn count(self) -> u32;

    /// Eight points as a byte, those from number `8·at` on.
    fn byte(self, at: u32) -> u8;

    /// Whether there is none.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether there is exactly one.
    #[inline]
    fn is_one(self) -> bool {
        self.count() == 1
    }

    /// Whether a point is there.
    #[inline]
    fn has(self, point: u32) -> bool {
        !(self & Self::of(point)).is_none()
    }

    /// The points, in ascending order, each as a set.
    #[inline]
    fn each(mut self) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let point = (!self.is_none()).then(|| Self::of(self.first()))?;
            self ^= point;
            Some(point)
        })
    }
}

/// Sets of points, two of which are so many words of a state.
pub trait AsWords<const N: usize>: Points {
    /// Two sets as words.
    fn words(sets: [Self; 2]) -> [u64; N];

    /// The sets of these words.
    fn of_words(words: [u64; N]) -> [Self; 2];
}

macro_rules! points {
    ($word:ty, $groups:literal) => {
        impl Points for $word {
            const NONE: $word = 0;
            const MOST: u32 = <$word>::BITS;
            type Groups = [$word; $groups];
            const NO_GROUPS: [$word; $groups] = [0; $groups];

            #[inline]
            fn of(point: u32) -> $word {
                1 << point
            }

            fn lowest(points: u32) -> $word {
                <$word>::MAX >> (<$word>::BITS - points)
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn is_one(self) -> bool {
                self.is_power_of_two()
            }

            #[inline]
            fn byte(self, at: u32) -> u8 {
                (self >> (8 * at)) as u8
            }
        }
    };
}

points!(u64, 32);
points!(u128, 64);

impl AsWords<2> for u64 {
    #[inline]
    fn words(sets: [u64; 2]) -> [u64; 2] {
        sets
    }

    #[inline]
    fn of_words(words: [u64; 2]) -> [u64; 2] {
        words
    }
}

impl AsWords<4> for u128 {
    #[inline]
    fn words([black, white]: [u128; 2]) -> [u64; 4] {
        [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64]
    }

    #[inline]
    fn of_words(words: [u64; 4]) -> [u128; 2] {
        let [low, high, white_low, white_high] = words.map(u128::from);
        [low | high << 64, white_low | white_high << 64]
    }
}
