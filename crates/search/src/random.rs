//! Random numbers that are the same on every machine (SplitMix64; Steele, Lea and Flood 2014).

use crate::hash::{SPREAD, mixed};

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence that begins with this seed. Seeds next to each other give sequences that have
    /// nothing to do with each other.
    pub fn new(seed: u64) -> Random {
        Random(mixed(seed ^ SPREAD))
    }

    /// The sequence whose state is `state` itself.
    pub(crate) fn from_state(state: u64) -> Random {
        Random(state)
    }

    /// The next number of 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(SPREAD);
        mixed(self.0)
    }

    /// A number from 0 to `bound − 1`. `bound` is positive and far below 2⁶⁴: the numbers are as likely
    /// as each other but for a part in 2⁶⁴/`bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.word()) * bound as u128) >> 64) as usize
    }

    /// A number of at least 0 and less than 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}
