//! Which positions of a layer belong to whom, where several workers share it.

use std::ops::Range;

/// One part of the indices of a layer, as one of several workers has it: those between two cuts.
///
/// A position's **place** is its number among those of its part, in the order of indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    part: u32,
    range: Range<u64>,
    /// Where the parts begin, and the end of the last.
    cuts: Vec<u64>,
}

impl Share {
    /// Part `part` of those between these cuts, which ascend from 0 to the layer's size.
    ///
    /// # Panics
    /// If there is no such part, or the cuts do not ascend from 0.
    pub fn new(part: u32, cuts: Vec<u64>) -> Share {
        assert!(cuts[0] == 0 && cuts.is_sorted(), "cuts {cuts:?}");
        let range = cuts[part as usize]..cuts[part as usize + 1];
        Share { part, range, cuts }
    }

    /// The whole of a layer with `size` indices.
    pub fn whole(size: u64) -> Share {
        Share::new(0, vec![0, size])
    }

    /// Another part of the same layer.
    pub(crate) fn sibling(&self, part: u32) -> Share {
        Share::new(part, self.cuts.clone())
    }

    /// The number of this part, from 0.
    pub fn part(&self) -> u32 {
        self.part
    }

    /// The number of parts.
    pub fn parts(&self) -> u32 {
        self.cuts.len() as u32 - 1
    }

    /// The indices of this part.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Whether an index belongs to this part.
    #[inline(always)]
    pub fn owns(&self, index: u64) -> bool {
        self.range.contains(&index)
    }

    /// Whether any of these indices belongs to this part.
    #[inline(always)]
    pub fn owns_any(&self, indices: Range<u64>) -> bool {
        indices.start < self.range.end && self.range.start < indices.end
    }

    /// An index's place, or the number of the part that it belongs to.
    #[inline(always)]
    pub(crate) fn place(&self, index: u64) -> Result<u64, u32> {
        if self.owns(index) { Ok(index - self.range.start) } else { Err(self.owner(index)) }
    }

    fn owner(&self, index: u64) -> u32 {
        self.cuts.partition_point(|&cut| cut <= index).saturating_sub(1) as u32
    }

    /// The index at a place.
    #[inline(always)]
    pub(crate) fn index(&self, place: u64) -> u64 {
        self.range.start + place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_one_owner_and_one_place() {
        for cuts in [vec![0, 0], vec![0, 7], vec![0, 3, 3, 10], vec![0, 0, 1, 9, 9]] {
            let parts = cuts.len() as u32 - 1;
            let shares: Vec<Share> = (0..parts).map(|it| Share::new(it, cuts.clone())).collect();
            for index in 0..cuts[parts as usize] {
                let owner = shares.iter().position(|it| it.owns(index)).unwrap();
                let place = shares[owner].place(index).unwrap();
                assert_eq!(shares[owner].index(place), index);
                for (at, share) in shares.iter().enumerate() {
                    assert_eq!(share.owns_any(index..index + 1), at == owner);
                    assert!(at == owner || share.place(index) == Err(owner as u32), "{cuts:?}");
                }
            }
        }
    }
}
