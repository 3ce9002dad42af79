//! The positions that were decided and whose predecessors do not know it yet: a set of keys.
//!
//! A bit a key, and a bit for each word of these that is not 0. Taking the set out in ascending order
//! costs a glance at 4,096 keys at a time, however few it holds.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Keys of a chunk; chunks are taken out by different threads.
pub(crate) const CHUNK: u64 = 1 << 16;
const WORDS: usize = CHUNK as usize / 64;

pub(crate) struct Frontier {
    words: Vec<AtomicU64>,
    /// Bit `w % 64` of word `w / 64` is set if word `w` of the set is not 0.
    summary: Vec<AtomicU64>,
    held: AtomicU64,
}

impl Frontier {
    pub fn new(size: u64) -> Frontier {
        let chunks = size.div_ceil(CHUNK) as usize;
        let zeros = |n: usize| (0..n).map(|_| AtomicU64::new(0)).collect();
        let (words, summary) = (zeros(chunks * WORDS), zeros(chunks * WORDS / 64));
        Frontier { words, summary, held: AtomicU64::new(0) }
    }

    pub fn chunks(&self) -> u64 {
        (self.words.len() / WORDS) as u64
    }

    /// How many keys there are.
    pub fn len(&self) -> u64 {
        self.held.load(Relaxed)
    }

    /// Adds keys, none of which is in the set. Their places are random, so the words are asked for one
    /// after the other before any is changed.
    pub fn insert_all(&self, keys: &[u32]) {
        for keys in keys.chunks(128) {
            let word = |key: &u32| &self.words[*key as usize / 64];
            black_box(keys.iter().fold(0, |all, key| all | word(key).load(Relaxed)));
            for key in keys {
                if word(key).fetch_or(1 << (key % 64), Relaxed) == 0 {
                    let at = *key as usize / 64;
                    self.summary[at / 64].fetch_or(1 << (at % 64), Relaxed);
                }
            }
        }
        self.held.fetch_add(keys.len() as u64, Relaxed);
    }

    /// Takes all keys out.
    pub fn clear(&mut self) {
        for chunk in 0..self.chunks() {
            self.drain(chunk, |_| ());
        }
    }

    /// Takes the keys of a chunk out, in ascending order, and returns how many there were. No
    /// other thread may add any at the same time.
    #[inline]
    pub fn drain(&self, chunk: u64, mut each: impl FnMut(u64)) -> u64 {
        let (mut n, first) = (0, chunk as usize * WORDS / 64);
        for (at, summary) in self.summary[first..first + WORDS / 64].iter().enumerate() {
            if summary.load(Relaxed) == 0 {
                continue;
            }
            let mut some = summary.swap(0, Relaxed);
            while some != 0 {
                let word = (first + at) * 64 + some.trailing_zeros() as usize;
                some &= some - 1;
                let mut bits = self.words[word].swap(0, Relaxed);
                n += u64::from(bits.count_ones());
                while bits != 0 {
                    each(word as u64 * 64 + u64::from(bits.trailing_zeros()));
                    bits &= bits - 1;
                }
            }
        }
        self.held.fetch_sub(n, Relaxed);
        n
    }
}
