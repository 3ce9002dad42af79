//! A fast hash with a fixed result, for finding buckets; equality decides.
//!
//! Multiply and rotate a word at a time, and one strong mix at the end (the finaliser of SplitMix64;
//! Steele, Lea and Flood 2014). The standard library's hasher resists hostile keys, which no search
//! meets, and is slower. The result is the same on every run and machine of one byte order; nothing
//! in a search depends on it but the place in a table.

use std::hash::{Hash, Hasher};

/// An odd number near 2⁶⁴ divided by the golden ratio: multiplying by it spreads a key's bits upwards.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64: every bit of the result depends on every bit of the word. One to one.
#[inline]
pub(crate) fn mixed(word: u64) -> u64 {
    let mut z = word;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Spreads keys that were not hashed, cheaper than [`mixed`] and good enough for buckets. One to one,
/// so nothing is lost.
#[inline]
pub(crate) fn scrambled(key: u64) -> u64 {
    let z = key.wrapping_mul(SPREAD);
    (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The hash of a state.
#[inline]
pub(crate) fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = WordHasher(0);
    value.hash(&mut hasher);
    hasher.finish()
}

#[derive(Default)]
pub(crate) struct WordHasher(u64);

impl WordHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(SPREAD);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        mixed(self.0)
    }
}
