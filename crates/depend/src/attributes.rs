//! Sets of attributes: states, preconditions, what is added and deleted.
//!
//! An attribute is a number below `64 * N`; what it means is the domain's business ("cube 17 is the
//! attacker's"). Everything the search asks of sets, subset, union and intersection, is `N` words
//! of machine logic, and a set is copied rather than shared.

/// A set of attributes `0 .. 64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeSet<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for AttributeSet<N> {
    fn default() -> Self {
        AttributeSet::EMPTY
    }
}

impl<const N: usize> AttributeSet<N> {
    /// No attribute.
    pub const EMPTY: AttributeSet<N> = AttributeSet([0; N]);
    /// How many attributes there can be.
    pub const CAPACITY: usize = 64 * N;

    /// The set of these attributes. Panics if one is not below [`AttributeSet::CAPACITY`].
    pub fn of(attributes: impl IntoIterator<Item = usize>) -> Self {
        attributes.into_iter().fold(AttributeSet::EMPTY, AttributeSet::with)
    }

    /// The set and this attribute. Panics if it is not below [`AttributeSet::CAPACITY`].
    #[inline]
    #[must_use]
    pub fn with(mut self, attribute: usize) -> Self {
        self.0[attribute / 64] |= 1 << (attribute % 64);
        self
    }

    /// Whether the set has this attribute.
    #[inline]
    pub fn contains(&self, attribute: usize) -> bool {
        self.0.get(attribute / 64).is_some_and(|word| word >> (attribute % 64) & 1 == 1)
    }

    /// Whether all attributes of this set are in `other`.
    #[inline(always)]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.minus(other).is_empty()
    }

    /// Whether the sets have an attribute in common.
    #[inline(always)]
    pub fn intersects(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether the set has no attribute.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many attributes the set has.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The attributes in both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        AttributeSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// The attributes in either set.
    #[inline(always)]
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        AttributeSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The attributes of this set that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        AttributeSet(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// The smallest attribute.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&word| word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    /// The attributes, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<N> {
        let words = self.0;
        (0..N).flat_map(move |at| {
            let mut word = words[at];
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (word != 0).then(|| {
                    word &= word - 1;
                    64 * at + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let small = AttributeSet::<3>::of([3, 64, 191]);
        let large = small.with(100);
        assert!(small.is_subset(&large) && !large.is_subset(&small));
        assert_eq!(large.minus(&small), AttributeSet::of([100]));
        assert_eq!(large.iter().collect::<Vec<_>>(), [3, 64, 100, 191]);
        assert_eq!((large.len(), large.first()), (4, Some(3)));
        assert!(large.contains(100) && !small.contains(100) && !small.contains(5000));
        assert!(small.intersects(&large) && !small.intersects(&AttributeSet::of([100])));
        assert_eq!(small.and(&large), small);
        assert_eq!(small.or(&large), large);
        assert!(
            AttributeSet::<3>::EMPTY.is_empty() && AttributeSet::<3>::default().first().is_none()
        );
    }
}
