//! Which positions of a layer belong to whom, where several workers share it.
//!
//! Indices are dealt in blocks of 4,096, one after the other, to each worker in turn. Halves of the layer would be
//! simpler, but positions with small indices differ from those with large indices in how many moves they have.

use std::ops::Range;

/// The block's length as a power of two: that of the blocks in a table's file.
const SHIFT: u32 = 12;
const BLOCK: u64 = 1 << SHIFT;
/// In [`Share::blocks`]: the block is another part's, whose number is in the lower bits.
const OTHERS: u32 = 1 << 31;

/// One part of the indices of a layer, as one of `parts` workers has it.
///
/// A position's **place** is its number among those of its part, in the order of indices.
#[derive(Clone, Debug)]
pub struct Share {
    part: u32,
    parts: u32,
    size: u64,
    /// For each block its number among the part's own blocks, or whose it is. Empty if there is one part.
    blocks: Vec<u32>,
}

impl Share {
    /// Part `part` of `parts` of a layer with `size` indices, which are below 2³².
    ///
    /// # Panics
    /// If there is no such part.
    pub fn new(part: u32, parts: u32, size: u64) -> Share {
        assert!(part < parts && parts < OTHERS, "part {part} of {parts}");
        let of_block = |block: u32| match block % parts == part {
            true => block / parts,
            false => OTHERS | (block % parts),
        };
        let blocks = if parts == 1 { 0 } else { size.div_ceil(BLOCK) as u32 };
        Share { part, parts, size, blocks: (0..blocks).map(of_block).collect() }
    }

    /// The whole layer.
    pub fn whole(size: u64) -> Share {
        Share::new(0, 1, size)
    }

    /// The number of this part, from 0.
    pub fn part(&self) -> u32 {
        self.part
    }

    /// The number of parts.
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The number of positions of this part.
    pub fn len(&self) -> u64 {
        let (whole, rest) = (self.size / BLOCK, self.size % BLOCK);
        let (parts, part) = (u64::from(self.parts), u64::from(self.part));
        let own = whole / parts + u64::from(part < whole % parts);
        own * BLOCK + if whole % parts == part { rest } else { 0 }
    }

    /// Whether the part has no position: the layer is smaller than the blocks of the parts before it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether an index belongs to this part.
    #[inline]
    pub fn owns(&self, index: u64) -> bool {
        self.parts == 1 || self.blocks[(index >> SHIFT) as usize] & OTHERS == 0
    }

    /// Whether any of these indices belongs to this part. There is at least one of them.
    #[inline]
    pub fn owns_any(&self, indices: Range<u64>) -> bool {
        self.parts == 1
            || self.blocks
                [(indices.start >> SHIFT) as usize..=((indices.end - 1) >> SHIFT) as usize]
                .iter()
                .any(|block| block & OTHERS == 0)
    }

    /// An index's place, or the number of the part that it belongs to.
    #[inline(always)]
    pub(crate) fn place(&self, index: u64) -> Result<u64, u32> {
        if self.parts == 1 {
            return Ok(index);
        }
        let block = self.blocks[(index >> SHIFT) as usize];
        match block & OTHERS {
            0 => Ok(u64::from(block) << SHIFT | index & (BLOCK - 1)),
            _ => Err(block & !OTHERS),
        }
    }

    /// The index at a place.
    #[inline(always)]
    pub(crate) fn index(&self, place: u64) -> u64 {
        let block = (place >> SHIFT) * u64::from(self.parts) + u64::from(self.part);
        block << SHIFT | place & (BLOCK - 1)
    }
}

/// Puts the values of all parts, each in the order of its places, into the order of indices.
///
/// Returns the number of the first part that has not as many values as it has positions.
pub(crate) fn joined(size: u64, parts: &[Vec<i8>]) -> Result<Vec<i8>, u32> {
    let n = parts.len() as u32;
    for (part, values) in (0..n).zip(parts) {
        if values.len() as u64 != Share::new(part, n, size).len() {
            return Err(part);
        }
    }
    let mut rests: Vec<_> = parts.iter().map(|values| values.chunks(BLOCK as usize)).collect();
    let mut whole = Vec::with_capacity(size as usize);
    for at in 0..size.div_ceil(BLOCK) as usize {
        let block = rests[at % parts.len()].next();
        whole.extend_from_slice(block.expect("the lengths are those of the parts"));
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_one_owner_and_one_place() {
        for size in [0, 1, BLOCK - 1, BLOCK, 5 * BLOCK, 7 * BLOCK + 11] {
            for parts in [1, 2, 3, 8] {
                let shares: Vec<Share> =
                    (0..parts).map(|part| Share::new(part, parts, size)).collect();
                let all: u64 = shares.iter().map(Share::len).sum();
                assert_eq!(all, size, "{parts} parts");
                let mut next = vec![0; parts as usize];
                for index in 0..size {
                    let owner = shares.iter().position(|it| it.owns(index)).unwrap();
                    assert_eq!(shares[owner].place(index), Ok(next[owner]));
                    assert_eq!(shares[owner].index(next[owner]), index);
                    next[owner] += 1;
                    for (at, share) in shares.iter().enumerate() {
                        assert_eq!(share.owns_any(index..index + 1), at == owner);
                        assert!(at == owner || share.place(index) == Err(owner as u32));
                    }
                }
                let values = |it: &Share| (0..it.len()).map(|at| it.index(at) as i8).collect();
                let values: Vec<Vec<i8>> = shares.iter().map(values).collect();
                let whole: Vec<i8> = (0..size).map(|index| index as i8).collect();
                assert_eq!(joined(size, &values), Ok(whole));
            }
        }
        assert_eq!(joined(BLOCK + 5, &[vec![0; BLOCK as usize], vec![0; 4]]), Err(1));
    }
}
