//! Hashes of positions, for the memory of a play-out: cheaper than the standard library's.
//!
//! No acceptance rests on them: a set compares whole positions. Eight bytes at a time are multiplied
//! into the state, and the halves of the product put together (Yi 2019, wyhash). The state begins with
//! a number drawn in every run, so that no file can be made for its positions to collide.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The state of a hash; the first one makes the others.
#[derive(Clone, Copy)]
pub(crate) struct Mixing(u64);

impl Mixing {
    /// A first state.
    pub(crate) fn drawn() -> Mixing {
        Mixing(RandomState::new().hash_one(0))
    }

    fn mix(&mut self, word: u64) {
        // An odd number near 2⁶⁴ divided by the golden ratio.
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl BuildHasher for Mixing {
    type Hasher = Mixing;

    fn build_hasher(&self) -> Mixing {
        *self
    }
}

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.mix(u64::from_le_bytes(word)));
        rest.iter().for_each(|&byte| self.mix(byte.into()));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
