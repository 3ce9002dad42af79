//! Sets of cells of a board of at most 20 by 20.

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cells([u64; 7]);

impl Cells {
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
    pub fn or(&self, other: &Cells) -> Cells {
        Cells(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Whether some cell is in both sets.
    #[inline]
    pub fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every cell is in the other set too.
    #[inline]
    pub fn within(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        let words = self.0;
        (0..7).flat_map(move |word| bits(words[usize::from(word)]).map(move |bit| 64 * word + bit))
    }
}

/// The places of the set bits, lowest first.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as u16;
        let any = set != 0;
        set &= set.wrapping_sub(1);
        any.then_some(bit)
    })
}
