//! Which of the children just found have equal states.
//!
//! Under symmetry several moves lead to one state; one edge is enough. A small open-addressed table
//! of hashes, cleared by a stamp, finds candidates; the caller compares states.

use crate::Child;
use crate::hash::scrambled;

/// Up to so many children are compared with one another directly.
const FEW: usize = 10;

/// Children seen in this development, by hash.
#[derive(Default)]
pub(crate) struct Siblings {
    /// Stamp and index of a child.
    slots: Vec<(u32, u32)>,
    stamp: u32,
    mask: usize,
}

impl Siblings {
    /// Forgets all and makes room for `count` children.
    pub(crate) fn begin(&mut self, count: usize) {
        let wanted = (2 * count + 1).next_power_of_two().max(16);
        if wanted > self.slots.len() || self.stamp == u32::MAX {
            self.slots.clear();
            self.slots.resize(wanted, (0, 0));
            self.stamp = 0;
        }
        self.mask = wanted - 1;
        self.stamp += 1;
    }

    /// As [`Siblings::begin`], for [`Siblings::repeats`].
    pub(crate) fn begin_with_keys(&mut self, count: usize) {
        if count > FEW {
            self.begin(count);
        }
    }

    /// Whether the state of the child with this index is that of an earlier one in the list; `keys` are
    /// the keys of their states. All earlier ones were asked about before.
    pub(crate) fn repeats<S: Eq>(&mut self, keys: &[u64], list: &[Child<S>], index: usize) -> bool {
        let (key, state) = (keys[index], &list[index].state);
        let same = |other: usize| keys[other] == key && list[other].state == *state;
        match list.len() <= FEW {
            true => (0..index).any(same),
            false => self.seen(scrambled(key), index as u32, |other| same(other as usize)),
        }
    }

    /// Whether a child seen before `is_equal`; if none, remembers this one.
    pub(crate) fn seen(&mut self, hash: u64, index: u32, is_equal: impl Fn(u32) -> bool) -> bool {
        // The high bits: the low ones choose the bucket of the large table.
        let mut at = (hash >> 32) as usize & self.mask;
        while self.slots[at].0 == self.stamp {
            if is_equal(self.slots[at].1) {
                return true;
            }
            at = (at + 1) & self.mask;
        }
        self.slots[at] = (self.stamp, index);
        false
    }
}
