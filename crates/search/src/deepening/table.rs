//! A table with one entry a hash code.

use std::hash::Hash;

use super::{LOSS, WIN};
use crate::OutOfMemory;
use crate::hash::hash_of;
use crate::prefetch::prefetch;

/// The depth of what is true at any depth.
const FOR_EVER: u32 = u32::MAX;

/// Between which values a position's value lies.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub low: i32,
    pub high: i32,
}

impl Range {
    /// Of a value that bounds from below or above or both; ±1 does both.
    pub fn of(value: i32, below: bool, above: bool) -> Range {
        let certain = value >= WIN || value <= LOSS;
        let low = if below || certain { value } else { LOSS };
        let high = if above || certain { value } else { WIN };
        Range { low, high }
    }

    /// Whether it is the value ±1, which is never a guess.
    pub fn is_certain(&self) -> bool {
        self.low >= WIN || self.high <= LOSS
    }
}

#[derive(Clone, Copy)]
struct Entry<T> {
    state: T,
    range: Range,
    depth: u32,
}

pub(super) struct Table<T> {
    entries: Vec<Option<Entry<T>>>,
    shift: u32,
}

impl<T: Copy + Eq + Hash> Table<T> {
    const ENTRY_BYTES: u64 = size_of::<Option<Entry<T>>>() as u64;

    /// A table of 2 to the `bits` entries; at least two.
    pub fn new(bits: u32) -> Result<Table<T>, OutOfMemory> {
        let bits = bits.max(1);
        let bytes = 1_u64.checked_shl(bits).map(|len| len.saturating_mul(Self::ENTRY_BYTES));
        let refused = OutOfMemory { bytes: bytes.unwrap_or(u64::MAX) };
        let len = 1_usize.checked_shl(bits).ok_or(refused)?;
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(|_| refused)?;
        entries.resize(len, None);
        Ok(Table { entries, shift: 64 - bits })
    }

    fn place(&self, state: &T) -> usize {
        (hash_of(state) >> self.shift) as usize
    }

    /// Asks for a state's entry before it is needed.
    pub fn prefetch(&self, state: &T) {
        prefetch(&self.entries[self.place(state)]);
    }

    /// What is known of a state searched at least so deep.
    pub fn find(&self, state: &T, depth: u32) -> Option<Range> {
        let entry = self.entries[self.place(state)].as_ref()?;
        (entry.state == *state && entry.depth >= depth).then_some(entry.range)
    }

    /// Enters a range unless the entry there was searched deeper.
    pub fn store(&mut self, state: T, mut range: Range, depth: u32) {
        let depth = if range.is_certain() { FOR_EVER } else { depth };
        let place = self.place(&state);
        if let Some(entry) = &self.entries[place] {
            if entry.depth > depth {
                return;
            }
            if entry.state == state && entry.depth == depth {
                // Both are true of the same search.
                range.low = range.low.max(entry.range.low);
                range.high = range.high.min(entry.range.high);
                if range.low > range.high {
                    range = Range { low: LOSS, high: WIN };
                }
            }
        }
        self.entries[place] = Some(Entry { state, range, depth });
    }
}
