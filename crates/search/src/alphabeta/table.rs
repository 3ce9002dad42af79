//! The table of bounds: eight entries of eight bytes to a cache line, shared by threads without locks.
//!
//! **Regions.** Every access is to a line that was not seen for long, and where the system maps small
//! pages, to a page not seen for long, which even a prefetch waits for (a quarter of Connect Four's
//! time). So the buckets are divided into regions of 1024, and a part of the key that most moves leave
//! as it is, its *steady* bits, chooses the region: what is searched together lies together. (With
//! regions the samples at the prefetch fell from 34 % to 5–17 % of a node's, by the part of the key and the
//! size; nodes as before, to 0.04 %.)
//!
//! **Exact keys.** A key is spread by a multiplication with an odd number, which loses nothing among
//! the keys of `key_bits` bits. The top of the product chooses the bucket of the region and the next 41
//! bits are stored. So where `key_bits` ≤ 41 + log₂ of the number of buckets of a region, a hit is never
//! another position's. Otherwise two positions agree by chance in 2⁻⁴¹ of the comparisons; then the
//! search may be misled, and the certificate, which is derived from moves, fails and says so.
//!
//! **Growth.** A large table costs a small search dear: every place it touches is a page that the system
//! must clear. A table made by [`BoundTable::try_growing`] begins with a megabyte and takes four times as much
//! whenever three quarters as many nodes were closed as the part in use has entries. (Sooner is dearer: what lies
//! close together is in the processor's cache more often. At a quarter Connect Four takes 1 % fewer
//! nodes and 5 % longer.) Keys come back from their places and tags, so every entry finds its new
//! region; as regions keep their order this is done in place. A region's bucket has its successors for
//! itself, so that a word goes to their first free place. Only tables with exact keys grow.
//!
//! **Replacement** by work: the entry of the bucket whose search took the fewest nodes (their
//! logarithm) gives way; if all are worth more than the new one, the last place does, so that what is
//! newest is always there.
//!
//! An entry is one word, written and read whole: nothing can be torn.

use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

use crate::hash::SPREAD;
use crate::prefetch::prefetch;
use crate::words::{OutOfMemory, Words};

/// From the low end: tag, lower bound, upper bound, logarithm of the work; 0 is an empty place.
const TAG_BITS: u32 = 41;
const TAG: u64 = (1 << TAG_BITS) - 1;
const BOUND_BITS: u32 = 6;
const BOUND: u64 = (1 << BOUND_BITS) - 1;
const WORK_AT: u32 = TAG_BITS + 2 * BOUND_BITS;
/// Marks a place in use.
const USED: u64 = 1 << 63;
/// Bounds are stored with this added.
const BIAS: i32 = 31;
const WAYS: usize = 8;
/// Logarithm of a region's buckets, if the table has so many: 64 KB.
const REGION_BITS: u32 = 10;
/// Logarithm of the buckets that a growing table begins with: one megabyte.
const FIRST_BITS: u32 = 14;
/// Logarithm of the times as many buckets after a growth.
const GROWTH: u32 = 2;
/// The number that undoes the multiplication.
const GATHER: u64 = inverse(SPREAD);

/// Least and greatest score that a table can hold.
pub const SCORES: std::ops::RangeInclusive<i32> = -BIAS..=BOUND as i32 - BIAS;

/// What the table knows of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// A table of a fixed number of entries, a power of two.
pub struct BoundTable {
    words: Words,
    /// Bits of a bucket's number when the table is grown.
    most_bits: u32,
    /// Bits of a bucket's number in the part in use.
    bits: AtomicU32,
    /// Somebody is moving entries to a larger part.
    moving: AtomicBool,
    /// Bits of a bucket's number within its region.
    near: u32,
    /// 64 less the bits of a key.
    up: u32,
    /// The part of a key that chooses the region.
    steady: u64,
}

impl BoundTable {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = 8;

    /// The largest table of at most `bytes` bytes, at least two buckets, for keys below 2^`key_bits`
    /// whose `steady` bits change seldom from move to move.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_with_bytes(
        bytes: u64,
        key_bits: u32,
        steady: u64,
    ) -> Result<BoundTable, OutOfMemory> {
        BoundTable::try_with_entries(bytes / Self::ENTRY_BYTES, key_bits, steady)
    }

    /// The largest table of at most `entries` entries, at least two buckets.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_with_entries(
        entries: u64,
        key_bits: u32,
        steady: u64,
    ) -> Result<BoundTable, OutOfMemory> {
        let bits = (entries / WAYS as u64).max(2).ilog2();
        let words = Words::zeroed((WAYS as u64) << bits)?;
        Ok(BoundTable {
            words,
            most_bits: bits,
            bits: AtomicU32::new(bits),
            moving: AtomicBool::new(false),
            near: bits.min(REGION_BITS),
            up: 64 - key_bits.clamp(1, 64),
            steady,
        })
    }

    /// As [`BoundTable::try_with_bytes`], a table that takes memory as it fills.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_growing(bytes: u64, key_bits: u32, steady: u64) -> Result<BoundTable, OutOfMemory> {
        Ok(BoundTable::try_with_bytes(bytes, key_bits, steady)?.beginning_with(FIRST_BITS))
    }

    /// [`BoundTable::try_with_bytes`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn with_bytes(bytes: u64, key_bits: u32, steady: u64) -> BoundTable {
        BoundTable::try_with_bytes(bytes, key_bits, steady)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// [`BoundTable::try_with_entries`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn with_entries(entries: u64, key_bits: u32, steady: u64) -> BoundTable {
        BoundTable::try_with_entries(entries, key_bits, steady)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// [`BoundTable::try_growing`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn growing(bytes: u64, key_bits: u32, steady: u64) -> BoundTable {
        BoundTable::try_growing(bytes, key_bits, steady).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same table, empty, that begins with 2^`bits` buckets, if it can grow.
    pub(super) fn beginning_with(mut self, bits: u32) -> BoundTable {
        if 64 - self.up <= TAG_BITS + self.near {
            *self.bits.get_mut() = bits.clamp(self.near, self.most_bits);
        }
        self
    }

    /// What is to be done when so many nodes were closed since the last time: `true` if it grew.
    pub(super) fn turn(&self, closed: u64) -> bool {
        let bits = self.bits.load(Relaxed);
        let grows = bits < self.most_bits && closed > 3 * ((WAYS as u64) << bits >> 2);
        if grows {
            self.grow();
        }
        grows
    }

    /// Takes more regions and moves every entry to its new one.
    fn grow(&self) {
        if self.moving.swap(true, Acquire) {
            return;
        }
        let bits = self.bits.load(Relaxed);
        self.bits.store((bits + GROWTH).min(self.most_bits), Relaxed);
        // From the last bucket down: its new region is a later one, or the first, which comes last.
        for bucket in (0..1 << bits).rev() {
            let at = bucket * WAYS;
            let words: [u64; WAYS] =
                std::array::from_fn(|way| self.words[at + way].swap(0, Relaxed));
            for word in words.into_iter().filter(|word| *word != 0) {
                let key = self.key_of(bucket as u64, word);
                let new = self.bucket(self.place(key).0);
                let take = |it: &AtomicU64| it.compare_exchange(0, word, Relaxed, Relaxed).is_ok();
                // Without a free place other threads were there in the meantime.
                if !new.iter().any(take) {
                    self.store(key, bounds(word), (word >> WORK_AT) as u32 & 63);
                }
            }
        }
        self.moving.store(false, Release);
    }

    /// The key of a word, where keys are exact.
    fn key_of(&self, bucket: u64, word: u64) -> u64 {
        let high = bucket << (64 - self.near);
        let spread = high | (word & TAG) << (64 - TAG_BITS) >> self.near;
        (spread >> self.up).wrapping_mul(GATHER) << self.up >> self.up
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// How many entries there are room for, when it has grown.
    pub fn entries(&self) -> u64 {
        (WAYS as u64) << self.most_bits
    }

    /// Bytes of the part in use, when every page was touched.
    pub fn bytes(&self) -> u64 {
        (Self::ENTRY_BYTES * WAYS as u64) << self.bits()
    }

    /// The logarithm of the buckets in use.
    pub(super) fn bits(&self) -> u32 {
        self.bits.load(Relaxed)
    }

    /// Takes a part into use before anything is stored. `false` if there is no such part.
    pub(super) fn set_bits(&self, bits: u32) -> bool {
        let fits = (self.near..=self.most_bits).contains(&bits);
        if fits {
            self.bits.store(bits, Relaxed);
        }
        fits
    }

    /// The first word of a key's bucket, and the key's tag.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let spread = key.wrapping_mul(SPREAD) << self.up;
        let place = spread >> (64 - self.near);
        let region = (key & self.steady).wrapping_mul(SPREAD) >> (64 - self.bits()) >> self.near;
        let bucket = (region << self.near | place) as usize;
        (bucket * WAYS, (spread << self.near) >> (64 - TAG_BITS))
    }

    /// The bucket that begins at a word.
    #[inline(always)]
    fn bucket(&self, at: usize) -> &[AtomicU64; WAYS] {
        self.words[at..].first_chunk().expect("a whole bucket")
    }

    /// Announces that the key will be asked for.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.words[self.place(key).0]);
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let (at, tag) = self.place(key);
        let bucket = self.bucket(at);
        for entry in bucket {
            let word = entry.load(Relaxed);
            if word & TAG == tag && word != 0 {
                return Some(bounds(word));
            }
        }
        None
    }

    /// What is known of a position, and the logarithm of the nodes that it took.
    pub fn get_with_work(&self, key: u64) -> Option<(Bounds, u32)> {
        let (at, tag) = self.place(key);
        let words = self.words[at..at + WAYS].iter().map(|entry| entry.load(Relaxed));
        let mut found = words.filter(|word| word & TAG == tag && *word != 0);
        found.next().map(|word| (bounds(word), (word >> WORK_AT) as u32 & 63))
    }

    /// Stores bounds; `work` is the logarithm of the nodes that a hit saves.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, news: Bounds, work: u32) {
        let (at, tag) = self.place(key);
        let bucket = self.bucket(at);
        let mut victim = WAYS - 1;
        let mut least = u64::MAX;
        for (way, entry) in bucket.iter().enumerate() {
            let word = entry.load(Relaxed);
            if word & TAG == tag && word != 0 {
                let old = bounds(word);
                let low = news.low.max(old.low);
                let high = news.high.min(old.high);
                let work = work.max((word >> WORK_AT) as u32 & 63);
                return entry.store(pack(tag, Bounds { low, high }, work), Relaxed);
            }
            let worth = if word == 0 { 0 } else { 1 + (word >> WORK_AT & 63) };
            if worth < least {
                (victim, least) = (way, worth);
            }
        }
        if least > 1 + u64::from(work) {
            victim = WAYS - 1;
        }
        bucket[victim].store(pack(tag, news, work), Relaxed);
    }

    /// Every word in use with its place.
    pub(super) fn raw(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let words = self.words.iter().map(|word| word.load(Relaxed));
        (0..).zip(words).filter(|(_, word)| *word != 0)
    }

    /// Puts back what [`BoundTable::raw`] of a table of this size said; `false` if it has no such place.
    pub(super) fn set_raw(&self, place: u64, word: u64) -> bool {
        let fits = place < self.entries();
        if fits {
            self.words[place as usize].store(word, Relaxed);
        }
        fits
    }
}

/// The inverse of an odd number modulo 2⁶⁴, by Newton's iteration: each step doubles the right bits.
const fn inverse(odd: u64) -> u64 {
    let mut guess = odd;
    let mut step = 0;
    while step < 6 {
        guess = guess.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(guess)));
        step += 1;
    }
    guess
}

#[inline(always)]
fn bounds(word: u64) -> Bounds {
    Bounds {
        low: (word >> TAG_BITS & BOUND) as i32 - BIAS,
        high: (word >> (TAG_BITS + BOUND_BITS) & BOUND) as i32 - BIAS,
    }
}

#[inline(always)]
fn pack(tag: u64, Bounds { low, high }: Bounds, work: u32) -> u64 {
    let (low, high) = ((low + BIAS) as u64, (high + BIAS) as u64);
    let work = u64::from(work.min(63));
    USED | work << WORK_AT | high << (TAG_BITS + BOUND_BITS) | low << TAG_BITS | tag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_no_machine_can_hold_is_an_error() {
        for bytes in [999 << 40, u64::MAX] {
            assert!(BoundTable::try_growing(bytes, 49, 0).is_err());
            assert!(BoundTable::try_with_entries(bytes, 49, 0).is_err());
        }
    }

    #[test]
    fn bounds_tighten_and_are_found_again() {
        let table = BoundTable::with_bytes(1 << 16, 40, 0);
        assert_eq!(table.entries(), 1 << 13);
        table.store(77, Bounds { low: -3, high: 20 }, 4);
        table.store(77, Bounds { low: -5, high: 9 }, 2);
        assert_eq!(table.get(77), Some(Bounds { low: -3, high: 9 }));
        assert_eq!(table.get(78), None);
    }

    #[test]
    fn keys_that_fit_are_never_confounded() {
        // Eight buckets, then regions of 1024 buckets of which there are 16.
        for (entries, bits) in [(1 << 6, 44), (1 << 17, 51)] {
            let table = BoundTable::with_entries(entries, bits, 0x0f0f_0f0f_0f0f);
            for key in (0..1 << bits).step_by((1 << (bits - 10)) + 12_345) {
                table.store(key, Bounds { low: 1, high: 1 }, 1);
                let others = (0..bits).map(|bit| table.get(key ^ 1 << bit));
                assert!(table.get(key).is_some() && others.flatten().count() == 0);
            }
        }
    }

    #[test]
    fn a_growing_table_loses_nothing_on_the_way() {
        let steady = 0x3ff << 20;
        let table = BoundTable::with_entries(1 << 18, 51, steady).beginning_with(10);
        assert_eq!((table.entries(), table.bytes()), (1 << 18, 1 << 16));
        let key = |at: u64| at.wrapping_mul(0x5_3a61_9b2f_7c95) % (1 << 51);
        let found = |upto: u64| {
            let found = (0..upto).filter(|&at| {
                let known = table.get_with_work(key(at));
                let expected = (Bounds { low: 0, high: at as i32 % 9 }, at as u32 % 60);
                assert!(known.is_none_or(|it| it == expected));
                known.is_some()
            });
            found.count()
        };
        let (mut closed, mut grown) = (0, 0);
        for at in 0..140_000 {
            table.store(key(at), Bounds { low: 0, high: at as i32 % 9 }, at as u32 % 60);
            closed += 1;
            let before = if closed % 6_144 == 1 { found(at + 1) } else { 0 };
            if table.turn(closed) {
                assert_eq!(found(at + 1), before);
                (closed, grown) = (0, grown + 1);
            }
        }
        assert_eq!((table.bits(), grown), (15, 3));
        assert!(found(140_000) > 120_000);
        // Keys that are not exact cannot move.
        assert_eq!(BoundTable::growing(1 << 24, 64, 0).bytes(), 1 << 24);
    }

    #[test]
    fn the_most_work_and_the_newest_stay() {
        let table = BoundTable::with_entries(16, 64, 0);
        let same = |key: &u64| table.place(*key).0 == table.place(0).0;
        let keys: Vec<u64> = (0..).filter(same).take(12).collect();
        for (work, &key) in (10..).zip(&keys) {
            table.store(key, Bounds { low: 0, high: 1 }, work);
        }
        assert!(table.get(keys[11]).is_some() && table.get(keys[0]).is_none());
        table.store(keys[0], Bounds { low: 0, high: 1 }, 0);
        assert!(table.get(keys[0]).is_some());
    }
}
