//! What searches of one depth know of states: between which values the value lies, and the best move.
//!
//! An entry is two words: the state's key, and range, depth and move. It holds for one depth alone, so
//! that the values of an iteration are those of minimax to its depth and of nothing else; its move serves
//! any depth. A state has two places. Of the entries there the one of the smaller depth gives way, so
//! what took most work stays longest. The table grows as it fills: a small search touches little memory.

use crate::OutOfMemory;
use crate::hash::scrambled;
use crate::minimax::{LOSS, WIN};
use quod_game::Move;

/// Entries that a table begins with.
const FIRST: u64 = 1 << 12;
/// Times as many entries after a growth.
const GROWTH: u64 = 4;
/// The greatest depth that an entry can have.
const DEEPEST: u32 = 255;
/// Added to a value, so that it is written without a sign.
const OFFSET: i32 = 1 << 11;

/// Between which values a value lies, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub low: i32,
    pub high: i32,
}

impl Range {
    /// Nothing is known.
    pub const ALL: Range = Range { low: LOSS, high: WIN };
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub range: Range,
    /// The depth that the range holds for.
    pub depth: u32,
    /// The best move, if some move was.
    pub best: Option<Move>,
}

impl Known {
    /// (A move of the greatest code is written as none, which costs order and nothing else.)
    fn pack(self) -> u64 {
        let value = |value: i32| (value + OFFSET) as u64;
        let best = self.best.map_or(u32::MAX, |mv| mv.0);
        u64::from(best)
            | u64::from(self.depth) << 32
            | value(self.range.low) << 40
            | value(self.range.high) << 52
    }

    fn unpack(word: u64) -> Known {
        let value = |shift: u32| (word >> shift & 0xfff) as i32 - OFFSET;
        let best = word as u32;
        Known {
            range: Range { low: value(40), high: value(52) },
            depth: (word >> 32) as u32 & 0xff,
            best: (best != u32::MAX).then_some(Move(best)),
        }
    }
}

/// The table. A word of 0 as an entry's second is an empty place; no entry has it, as values are written with
/// an offset.
pub(super) struct Ranges {
    entries: Vec<(u64, u64)>,
    most: u64,
    /// Places taken.
    used: u64,
}

impl Ranges {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = 16;

    /// A table that takes at most so many bytes, at least one pair of entries.
    pub fn growing(bytes: u64) -> Result<Ranges, OutOfMemory> {
        let most = (bytes / Ranges::ENTRY_BYTES).max(2) & !1;
        let mut table = Ranges { entries: Vec::new(), most, used: 0 };
        table.resize(most.min(FIRST))?;
        Ok(table)
    }

    fn resize(&mut self, entries: u64) -> Result<(), OutOfMemory> {
        let refused = OutOfMemory { bytes: entries.saturating_mul(Ranges::ENTRY_BYTES) };
        let len = usize::try_from(entries).map_err(|_| refused)?;
        let mut larger = Vec::new();
        larger.try_reserve_exact(len).map_err(|_| refused)?;
        larger.resize(len, (0, 0));
        let before = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for (key, word) in before.into_iter().filter(|it| it.1 != 0) {
            self.put(key, word);
        }
        Ok(())
    }

    /// The first of the two places of a key.
    fn place(&self, key: u64) -> usize {
        let pairs = self.entries.len() as u128 / 2;
        2 * ((u128::from(scrambled(key)) * pairs) >> 64) as usize
    }

    /// What is known of a state.
    pub fn get(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        let own = self.entries[place..place + 2].iter().find(|it| it.0 == key && it.1 != 0);
        own.map(|it| Known::unpack(it.1))
    }

    /// Enters what is known of a state, unless its depth is beyond all that is kept.
    pub fn store(&mut self, key: u64, known: Known) {
        if known.depth > DEEPEST {
            return;
        }
        let len = self.entries.len() as u64;
        if len < self.most
            && self.used > len / 2
            && self.resize((len * GROWTH).min(self.most)).is_err()
        {
            // What the system refuses once is not asked for again.
            self.most = len;
        }
        self.put(key, known.pack());
    }

    fn put(&mut self, key: u64, word: u64) {
        let place = self.place(key);
        let pair = &mut self.entries[place..place + 2];
        let depth =
            |it: &(u64, u64)| if it.1 == 0 { None } else { Some(Known::unpack(it.1).depth) };
        let same = pair.iter().position(|it| it.1 != 0 && it.0 == key);
        let way = same.unwrap_or_else(|| usize::from(depth(&pair[1]) < depth(&pair[0])));
        self.used += u64::from(pair[way].1 == 0);
        pair[way] = (key, word);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64 * Ranges::ENTRY_BYTES
    }

    /// How many entries there are places for now, and those in use: place, key and word.
    pub fn raw(&self) -> (u64, impl Iterator<Item = (u64, u64, u64)> + '_) {
        let used = (0..).zip(&self.entries).filter(|(_, it)| it.1 != 0);
        (self.entries.len() as u64, used.map(|(place, it)| (place, it.0, it.1)))
    }

    /// Makes an empty table of so many places; `false` if this table may never have so many.
    pub fn set_len(&mut self, len: u64) -> bool {
        let fits = len >= 2 && len <= self.most && len.is_multiple_of(2);
        self.entries.clear();
        fits && self.resize(len).is_ok()
    }

    /// Puts back one of [`Ranges::raw`]. `false` if it cannot have been there.
    pub fn set_raw(&mut self, place: u64, key: u64, word: u64) -> bool {
        let at = usize::try_from(place).ok().filter(|&at| at < self.entries.len());
        let Some(at) = at.filter(|&at| word != 0 && self.place(key) == at & !1) else {
            return false;
        };
        self.used += u64::from(self.entries[at].1 == 0);
        self.entries[at] = (key, word);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(low: i32, high: i32, depth: u32, best: Option<Move>) -> Known {
        Known { range: Range { low, high }, depth, best }
    }

    #[test]
    fn what_is_stored_is_found_until_something_deeper_takes_its_place() {
        let mut table = Ranges::growing(32).expect("a little memory");
        let first = known(LOSS, WIN, 0, None);
        let second = known(-3, 7, 255, Some(Move(9)));
        table.store(1, first);
        table.store(2, second);
        assert_eq!([1, 2, 3].map(|key| table.get(key)), [Some(first), Some(second), None]);
        table.store(3, known(0, 0, 1, None));
        assert_eq!((table.get(1), table.get(2)), (None, Some(second)));
        table.store(4, known(0, 0, 256, None));
        assert_eq!(table.get(4), None);
    }

    #[test]
    fn a_table_grows_and_keeps_what_it_has() {
        let mut table = Ranges::growing(1 << 22).expect("a little memory");
        let before = table.bytes();
        for key in 0..100_000 {
            table.store(key, known(key as i32 % 900, 950, 7, Some(Move(key as u32))));
        }
        assert!(table.bytes() > before && table.bytes() <= 1 << 22);
        let found = (0..100_000).filter(|&key| {
            let expected = known(key as i32 % 900, 950, 7, Some(Move(key as u32)));
            table.get(key).inspect(|it| assert_eq!(*it, expected)).is_some()
        });
        assert!(found.count() > 80_000);
    }
}
