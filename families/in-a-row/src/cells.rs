//! Sets of cells of a board, and numbers for stones on them.

use quod_game::Player;

/// A set of cells with numbers below 64 `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> Default for CellSet<W> {
    fn default() -> CellSet<W> {
        CellSet([0; W])
    }
}

impl<const W: usize> CellSet<W> {
    /// Whether the cell is in the set.
    #[inline]
    pub fn has(&self, cell: u16) -> bool {
        self.0[usize::from(cell >> 6)] >> (cell & 63) & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub fn add(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Adds a cell, or takes it away.
    #[inline]
    pub fn flip(&mut self, cell: u16) {
        self.0[usize::from(cell >> 6)] ^= 1 << (cell & 63);
    }

    /// The cells of both sets.
    #[inline]
    #[must_use]
    pub fn or(&self, other: &CellSet<W>) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cells of this set and not of the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &CellSet<W>) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &CellSet<W>) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The set in words, the lowest cells in the first.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set of these words.
    pub fn from_words(words: [u64; W]) -> CellSet<W> {
        CellSet(words)
    }

    /// How many cells there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether some cell is in both sets.
    #[inline]
    pub fn meets(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell is in the other set too.
    #[inline]
    pub fn within(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The lowest cell.
    #[inline]
    pub fn first(&self) -> Option<u16> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word as u16 + self.0[word].trailing_zeros() as u16)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(&self) -> Cells<W> {
        Cells { words: self.0, at: 0 }
    }
}

/// The cells of a set that are still to come. (As a chain of adapters it was no longer compiled in place.)
pub struct Cells<const W: usize> {
    words: [u64; W],
    /// The lowest word that may have some.
    at: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as u16;
                *word &= *word - 1;
                return Some(64 * self.at as u16 + bit);
            }
            self.at += 1;
        }
        None
    }
}

/// The places of the set bits, lowest first.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u16;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(bit)
    })
}

/// A well-mixed number for a stone of a player on a cell.
#[inline]
pub(crate) fn mixed(player: Player, cell: u16) -> u64 {
    let mut x =
        (u64::from(cell) * 2 + player.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
