//! The table of transpositions: fixed size, shared by threads without locks.
//!
//! **Layout.** An entry is two words of 64 bits: the numbers ([`Entry`]), and the state's key
//! exclusive-or the numbers. Four entries fill a bucket of one cache line. A reader that meets a pair
//! of which one half is another thread's sees a key that does not match (Hyatt and Mann 2002), so
//! nothing is locked and nothing torn is believed. Buckets are found by multiplying the scrambled key
//! with their number, so that any number of buckets serves and memory is used to the last line.
//!
//! **Error.** The whole key of 64 bits is compared. Where the space's keys are injective
//! ([`crate::Space::key`]) an entry is never another state's. Where they are a hash, two of n states
//! visited share a key with probability about n²/2⁶⁵ (n = 10⁸: 3·10⁻⁴), and then the search may be
//! misled. It is harmless: the answer stands on the certificate, which is derived from moves.
//!
//! **Growth.** A large table costs a small search dear: every place it touches is a page that the system
//! must clear. A table made by [`Table::try_growing`] begins with a small part of its memory and takes four
//! times as much whenever half as many entries were stored as the part in use has. Buckets keep their
//! order, so entries move upwards in place. Growth is counted, not timed: one worker grows its table
//! at the same store on every run. Workers who meet a growing table miss entries for a moment, as
//! they miss any that was replaced.
//!
//! **Replacement** decides what a search forgets, and so how often it does work again; see
//! [`Replacement`]. A state has one entry, and a solved state is never overwritten by its own unsolved
//! numbers.

use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

use super::entry::{Entry, GENERATIONS, effort_code, widen};
use super::frame::solved_for;
use crate::hash::scrambled;
use crate::prefetch::prefetch;
use crate::words::{OutOfMemory, Words};
use crate::{NodeType, Numbers};

/// Entries of a bucket.
const WAYS: usize = 4;
/// Words of a bucket.
const WORDS: usize = 2 * WAYS;
/// Buckets that a growing table begins with: one megabyte.
const FIRST_BUCKETS: u64 = 1 << 14;
/// Times as many buckets after a growth.
const GROWTH: u64 = 4;

/// Which entry of a full bucket gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Breuker 1998, "TwoBig": entries live in pairs, a new one takes the first place if its search
    /// was at least as large as the first one's, which then moves to the second, and else the second
    /// place. What is compared is the size of the last search below the state.
    TwoBig,
    /// The entry of the bucket with the least work goes. Work adds up over all visits, and counts
    /// half for every generation that passed since the last: a generation ends when as many entries
    /// were stored as the table has.
    Effort,
}

/// A table of a fixed number of entries.
pub struct Table {
    words: Words,
    /// Buckets that there is memory for.
    buckets: u64,
    /// Buckets in use; the first ones.
    active: AtomicU64,
    /// Somebody is moving entries to a larger part.
    moving: AtomicBool,
    replacement: Replacement,
    generation: AtomicU32,
    /// Entries that workers stored who are gone, since it last grew or a generation ended.
    left: AtomicU64,
}

impl Table {
    /// Bytes of an entry.
    pub const ENTRY_BYTES: u64 = 16;

    /// A table of `entries` entries, rounded down to whole buckets of four, at least one.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_with_entries(entries: u64, replacement: Replacement) -> Result<Table, OutOfMemory> {
        let buckets = (entries / WAYS as u64).max(1);
        let words = Words::zeroed(buckets.saturating_mul(WORDS as u64))?;
        Ok(Table {
            words,
            buckets,
            active: AtomicU64::new(buckets),
            moving: AtomicBool::new(false),
            replacement,
            generation: AtomicU32::new(0),
            left: AtomicU64::new(0),
        })
    }

    /// The largest table in so many bytes, at least one bucket.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_with_bytes(bytes: u64, replacement: Replacement) -> Result<Table, OutOfMemory> {
        Table::try_with_entries(bytes / Table::ENTRY_BYTES, replacement)
    }

    /// A table that takes memory as it fills, at most `bytes` bytes.
    ///
    /// # Errors
    /// If the system has no such memory.
    pub fn try_growing(bytes: u64, replacement: Replacement) -> Result<Table, OutOfMemory> {
        Ok(Table::try_with_bytes(bytes, replacement)?.beginning_with(FIRST_BUCKETS))
    }

    /// [`Table::try_with_entries`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn with_entries(entries: u64, replacement: Replacement) -> Table {
        Table::try_with_entries(entries, replacement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// [`Table::try_with_bytes`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn with_bytes(bytes: u64, replacement: Replacement) -> Table {
        Table::try_with_bytes(bytes, replacement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// [`Table::try_growing`] for sizes that are not the user's.
    ///
    /// # Panics
    /// If the system has no such memory.
    pub fn growing(bytes: u64, replacement: Replacement) -> Table {
        Table::try_growing(bytes, replacement).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same table, empty, that begins with so many buckets.
    pub(crate) fn beginning_with(mut self, buckets: u64) -> Table {
        *self.active.get_mut() = self.buckets.min(buckets);
        self
    }

    /// How many entries there are room for, when it has grown.
    pub fn entries(&self) -> u64 {
        self.buckets * WAYS as u64
    }

    /// Entries of the part in use.
    pub fn active_entries(&self) -> u64 {
        self.active.load(Relaxed) * WAYS as u64
    }

    /// Bytes of the part in use, when every page was touched.
    pub fn bytes(&self) -> u64 {
        self.active_entries() * Table::ENTRY_BYTES
    }

    /// What is to be done when a worker has stored so many entries since the last time: `true` if that is
    /// enough for it to have grown, or for a generation to have ended.
    pub(crate) fn turn(&self, stored: u64) -> bool {
        let (active, stored) = (self.active_entries(), stored + self.left());
        match active < self.entries() {
            true if stored > active / 2 => self.grow(),
            false if stored > active => self.age(),
            _ => return false,
        }
        self.left.store(0, Relaxed);
        true
    }

    /// A worker goes that has stored so many entries since the last [`Table::turn`]. (Many short searches of which each
    /// counted for itself would never make it grow.)
    pub(super) fn leave(&self, stored: u64) {
        self.left.fetch_add(stored, Relaxed);
    }

    pub(super) fn left(&self) -> u64 {
        self.left.load(Relaxed)
    }

    /// Takes more buckets and moves every entry to its new place.
    fn grow(&self) {
        if self.moving.swap(true, Acquire) {
            return;
        }
        let generation = self.generation.load(Relaxed) % GENERATIONS;
        let from = self.active.load(Relaxed);
        self.active.store((from * GROWTH).min(self.buckets), Relaxed);
        // From the last bucket down, so that every new place is free or was vacated.
        for at in (0..from as usize).rev() {
            let bucket = &self.words[at * WORDS..(at + 1) * WORDS];
            let entries: [_; WAYS] = std::array::from_fn(|way| {
                let data = bucket[2 * way + 1].swap(0, Relaxed);
                (bucket[2 * way].swap(0, Relaxed) ^ data, Entry::unpack(data))
            });
            for (key, entry) in entries {
                if let Some(entry) = entry {
                    self.put(key, entry, generation);
                }
            }
        }
        self.moving.store(false, Release);
    }

    /// How entries are replaced.
    pub fn replacement(&self) -> Replacement {
        self.replacement
    }

    /// Entries in use; looks at all of them.
    pub fn used(&self) -> u64 {
        self.raw_entries().count() as u64
    }

    #[inline]
    fn bucket_at(&self, key: u64) -> usize {
        let bucket = (u128::from(scrambled(key)) * u128::from(self.active.load(Relaxed))) >> 64;
        bucket as usize * WORDS
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let at = self.bucket_at(key);
        self.words[at..at + WORDS].first_chunk().expect("a whole bucket")
    }

    /// Announces that the key will be asked for.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.words[self.bucket_at(key)]);
    }

    /// What is known of a state.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        (0..WAYS).find_map(|way| {
            let data = bucket[2 * way + 1].load(Relaxed);
            let matches = bucket[2 * way].load(Relaxed) ^ data == key;
            if matches { Entry::unpack(data) } else { None }
        })
    }

    /// Stores a state's numbers, in the present generation.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Relaxed) % GENERATIONS;
        self.put(key, Entry { generation, ..entry }, generation);
    }

    /// Stores the value of a state, found by so much work.
    pub fn store_solved(&self, key: u64, proved: bool, work: u64) {
        let (proof, disproof) = solved_for(NodeType::Or, proved);
        self.store(key, Entry { proof, disproof, effort: effort_code(work), generation: 0 });
    }

    /// Notes what somebody says of an unsolved state; whatever it is, it says nothing final.
    pub fn note(&self, key: u64, numbers: Numbers, work: u64) {
        let known = self.numbers(key).is_some_and(|it| it.solved().is_some());
        if !known && numbers.solved().is_none() {
            let [proof, disproof] = [numbers.proof.get(), numbers.disproof.get()];
            self.store(key, Entry { proof, disproof, effort: effort_code(work), generation: 0 });
        }
    }

    /// Enters states as proved, from other searches of the same space; a growing table first makes room for them. Like
    /// all that the table says this only steers: if it is wrong the certificate tells.
    pub fn learn(&self, keys: &[u64]) {
        // (Buckets fill unevenly: with four places for each, hardly any is full.)
        while self.active_entries() < self.entries().min(4 * keys.len() as u64) {
            self.grow();
        }
        keys.iter().for_each(|&key| self.store_solved(key, true, 0));
    }

    /// The numbers of a state, if they are kept.
    pub fn numbers(&self, key: u64) -> Option<Numbers> {
        self.get(key).map(|it| widen(it.proof, it.disproof))
    }

    /// Whether a state is known as proved.
    pub fn is_proved(&self, key: u64) -> bool {
        self.get(key).and_then(Entry::solved) == Some(true)
    }

    fn put(&self, key: u64, entry: Entry, generation: u32) {
        let data = entry.pack();
        let bucket = self.bucket(key);
        match self.replacement {
            Replacement::Effort => {
                if let Some(way) = by_effort(bucket, key, entry, generation) {
                    put(bucket, way, key, data);
                }
            }
            Replacement::TwoBig => {
                let pair = 2 * (scrambled(key) & 1) as usize;
                store_two_big(bucket, pair, key, entry, data);
            }
        }
    }

    /// Begins a new generation.
    fn age(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    pub(super) fn generation(&self) -> u32 {
        self.generation.load(Relaxed)
    }

    /// Every entry in use: its place, its key and its numbers as one word.
    pub(super) fn raw_entries(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        (0..self.active_entries()).filter_map(|place| {
            let at = 2 * place as usize;
            let data = self.words[at + 1].load(Relaxed);
            (data != 0).then(|| (place, self.words[at].load(Relaxed) ^ data, data))
        })
    }

    /// Takes a part into use before anything is stored. `false` if there is no such part.
    pub(super) fn set_active_entries(&self, entries: u64) -> bool {
        let fits = entries.is_multiple_of(WAYS as u64) && (1..=self.entries()).contains(&entries);
        if fits {
            self.active.store(entries / WAYS as u64, Relaxed);
        }
        fits
    }

    /// Puts back what [`Table::raw_entries`] and [`Table::generation`] of a table of the same size
    /// said. `false` if there is no such place.
    pub(super) fn set_raw(&self, place: u64, key: u64, data: u64) -> bool {
        if place >= self.active_entries() {
            return false;
        }
        let at = 2 * place as usize;
        self.words[at].store(key ^ data, Relaxed);
        self.words[at + 1].store(data, Relaxed);
        true
    }

    pub(super) fn set_generation(&self, generation: u32) {
        self.generation.store(generation, Relaxed);
    }
}

#[inline]
fn put(bucket: &[AtomicU64; WORDS], way: usize, key: u64, data: u64) {
    bucket[2 * way].store(key ^ data, Relaxed);
    bucket[2 * way + 1].store(data, Relaxed);
}

#[inline]
fn read(bucket: &[AtomicU64; WORDS], way: usize) -> (u64, Option<Entry>) {
    let data = bucket[2 * way + 1].load(Relaxed);
    (bucket[2 * way].load(Relaxed) ^ data, Entry::unpack(data))
}

/// The place for a new entry: the state's own, else an empty one, else that of the least work.
/// `None` if the state is known to be solved and the news is not.
#[inline]
fn by_effort(
    bucket: &[AtomicU64; WORDS],
    key: u64,
    entry: Entry,
    generation: u32,
) -> Option<usize> {
    let mut victim = 0;
    let mut least = i32::MAX;
    for way in 0..WAYS {
        let (other, old) = read(bucket, way);
        let worth = match old {
            Some(old) if other == key => {
                let keeps = old.solved().is_some() && entry.solved().is_none();
                return (!keeps).then_some(way);
            }
            Some(old) => {
                let age = (generation + GENERATIONS - old.generation) % GENERATIONS;
                old.effort as i32 - 2 * age as i32
            }
            None => i32::MIN,
        };
        if worth < least {
            (victim, least) = (way, worth);
        }
    }
    Some(victim)
}

fn store_two_big(bucket: &[AtomicU64; WORDS], pair: usize, key: u64, entry: Entry, data: u64) {
    let (big, new) = (read(bucket, pair), read(bucket, pair + 1));
    for (way, (other, old)) in [(pair, big), (pair + 1, new)] {
        if let Some(old) = old
            && other == key
        {
            if old.solved().is_some() && entry.solved().is_none() {
                return;
            }
            if way == pair {
                return put(bucket, pair, key, data);
            }
        }
    }
    match big.1 {
        None => put(bucket, pair, key, data),
        Some(old) if entry.effort >= old.effort => {
            put(bucket, pair + 1, big.0, old.pack());
            put(bucket, pair, key, data);
        }
        Some(_) => put(bucket, pair + 1, key, data),
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::INFINITY;
    use super::*;

    fn entry(proof: u32, effort: u32) -> Entry {
        Entry { proof, disproof: 1, effort, generation: 0 }
    }

    #[test]
    fn entries_are_found_again_and_keys_compared_whole() {
        for replacement in [Replacement::TwoBig, Replacement::Effort] {
            let table = Table::with_entries(1 << 12, replacement);
            for key in 0..200 {
                table.store(key << 50 | key, entry(key as u32 + 1, 5));
            }
            let known = (0..200).filter(|key| {
                let found = table.get(key << 50 | key);
                assert!(found.is_none_or(|it| it.proof == *key as u32 + 1));
                found.is_some()
            });
            assert!(known.count() > 190);
            assert_eq!(table.get(1), None);
        }
    }

    #[test]
    fn any_size_is_used_to_the_last_bucket() {
        for entries in [4, 8, 12, 1000, 1 << 16, 99_996] {
            let table = Table::with_entries(entries, Replacement::Effort);
            assert_eq!(table.entries(), entries);
            for key in 0..20 * entries {
                table.store(key, entry(1, 1));
            }
            assert_eq!(table.used(), entries);
        }
        assert_eq!(Table::with_entries(0, Replacement::TwoBig).entries(), 4);
        assert_eq!(Table::with_bytes(1 << 20, Replacement::TwoBig).entries(), 1 << 16);
    }

    #[test]
    fn a_table_that_no_machine_can_hold_is_an_error() {
        for replacement in [Replacement::TwoBig, Replacement::Effort] {
            for bytes in [999 << 40, u64::MAX] {
                assert!(Table::try_growing(bytes, replacement).is_err());
                let entries = Table::try_with_entries(bytes, replacement);
                assert_eq!(entries.err().map(|it| it.bytes > 999 << 40), Some(true));
            }
        }
    }

    #[test]
    fn a_growing_table_makes_room_for_what_it_is_told() {
        let keys: Vec<u64> = (0..1000).collect();
        let table = Table::with_entries(1 << 13, Replacement::Effort).beginning_with(4);
        table.learn(&keys);
        let known = keys.iter().filter(|&&key| table.is_proved(key)).count();
        assert!(known > 990, "{known} of 1000");
        // No more than that.
        assert!(table.active_entries() < 1 << 13);
        let small = Table::with_entries(8, Replacement::Effort).beginning_with(1);
        small.learn(&keys);
        assert_eq!(small.used(), 8);
    }

    #[test]
    fn a_growing_table_keeps_its_entries_and_takes_memory_step_by_step() {
        for replacement in [Replacement::TwoBig, Replacement::Effort] {
            let table = Table::with_entries(1000, replacement).beginning_with(4);
            assert_eq!((table.entries(), table.active_entries()), (1000, 16));
            let (mut stored, mut grown) = (0, 0);
            for key in 0..400 {
                table.store(key, entry(key as u32 + 1, 5));
                stored += 1;
                if table.turn(stored) {
                    (stored, grown) = (0, grown + 1);
                }
                assert_eq!(table.get(key).map(|it| it.proof), Some(key as u32 + 1));
            }
            assert_eq!((table.active_entries(), grown), (1000, 3));
            let known = (0..400).filter(|key| table.get(*key).is_some()).count();
            assert!(known > 340, "{known} of 400");
            assert_eq!(table.used(), known as u64);
        }
    }

    /// (A job of some thousand nodes has a worker of its own. While each counted for itself alone, a table that began with
    /// a megabyte stayed that small.)
    #[test]
    fn workers_who_store_little_each_make_a_table_grow_together() {
        let table = Table::with_entries(1000, Replacement::Effort).beginning_with(4);
        for _ in 0..2 {
            assert!(!table.turn(4));
            table.leave(4);
        }
        assert_eq!((table.active_entries(), table.left()), (16, 8));
        assert!(table.turn(1));
        assert_eq!((table.active_entries(), table.left()), (64, 0));
    }

    #[test]
    fn effort_keeps_the_most_work_until_it_is_old() {
        let table = Table::with_entries(4, Replacement::Effort);
        for (key, effort) in [(1, 20), (2, 8), (3, 30), (4, 9)] {
            table.store(key, entry(1, effort));
        }
        table.store(5, entry(1, 1));
        assert_eq!(table.get(2), None);
        table.store(6, entry(1, 1));
        assert!(table.get(5).is_none() && table.get(1).is_some() && table.get(4).is_some());
        for _ in 0..12 {
            table.age();
        }
        table.store(6, entry(1, 7));
        table.store(7, entry(1, 7));
        assert!(table.get(4).is_none() && table.get(6).is_some());
    }

    #[test]
    fn two_big_keeps_the_bigger_and_the_newer() {
        let table = Table::with_entries(4, Replacement::TwoBig);
        let keys: Vec<u64> = (1..).filter(|key| scrambled(*key) & 1 == 0).take(4).collect();
        table.store(keys[0], entry(1, 9));
        table.store(keys[1], entry(1, 4));
        table.store(keys[2], entry(1, 3));
        assert!(table.get(keys[0]).is_some() && table.get(keys[1]).is_none());
        // A bigger one moves the first to the second place.
        table.store(keys[3], entry(1, 9));
        assert!(table.get(keys[3]).is_some() && table.get(keys[0]).is_some());
        assert!(table.get(keys[2]).is_none());
    }

    #[test]
    fn solved_states_stay_solved() {
        for replacement in [Replacement::TwoBig, Replacement::Effort] {
            let table = Table::with_entries(4, replacement);
            let solved = Entry { proof: INFINITY, disproof: 0, effort: 1, generation: 0 };
            table.store(9, solved);
            table.store(9, entry(3, 40));
            assert_eq!(table.get(9), Some(solved));
        }
    }
}
