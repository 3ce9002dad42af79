//! Proof and disproof numbers, a type of their own.
//!
//! (Allis 1994, definitions 2.3 and 2.4.) The proof number of a node is the least number of frontier
//! nodes that must become true to prove it; the disproof number, false to disprove it. Zero means
//! done, infinity impossible. Finite numbers saturate one below infinity: a sum over a large graph
//! overcounts (see [`crate::pn`]) and may well leave 32 bits, but it must never look like a solved
//! node, so no sum of finite numbers is infinite.

use std::fmt;

/// A proof number or a disproof number: 0, a positive effort, or [`ProofNumber::INFINITY`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofNumber(u32);

impl ProofNumber {
    /// Nothing is left to do.
    pub const ZERO: ProofNumber = ProofNumber(0);
    /// One frontier node.
    pub const ONE: ProofNumber = ProofNumber(1);
    /// The largest finite number, where sums stop.
    pub const LARGEST: ProofNumber = ProofNumber(u32::MAX - 1);
    /// It cannot be done.
    pub const INFINITY: ProofNumber = ProofNumber(u32::MAX);

    /// The finite number `effort`, at most [`ProofNumber::LARGEST`].
    pub const fn new(effort: u32) -> ProofNumber {
        if effort == u32::MAX { ProofNumber::LARGEST } else { ProofNumber(effort) }
    }

    /// The number as an integer; `u32::MAX` is infinity.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether it is [`ProofNumber::INFINITY`].
    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    /// A finite total, at most [`ProofNumber::LARGEST`].
    pub(crate) fn clipped(total: u64) -> ProofNumber {
        ProofNumber(total.min(u64::from(u32::MAX - 1)) as u32)
    }

    pub(crate) fn from_bits(bits: u32) -> ProofNumber {
        ProofNumber(bits)
    }
}

impl fmt::Display for ProofNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_infinite() {
            true => f.write_str("∞"),
            false => self.0.fmt(f),
        }
    }
}

/// Both numbers of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Numbers {
    /// The proof number.
    pub proof: ProofNumber,
    /// The disproof number.
    pub disproof: ProofNumber,
}

impl Numbers {
    /// Of a proved node.
    pub const PROVED: Numbers =
        Numbers { proof: ProofNumber::ZERO, disproof: ProofNumber::INFINITY };
    /// Of a disproved node.
    pub const DISPROVED: Numbers =
        Numbers { proof: ProofNumber::INFINITY, disproof: ProofNumber::ZERO };
    /// Of a frontier node of which nothing is known.
    pub const ONE: Numbers = Numbers { proof: ProofNumber::ONE, disproof: ProofNumber::ONE };

    /// As limits: none.
    pub const UNLIMITED: Numbers =
        Numbers { proof: ProofNumber::INFINITY, disproof: ProofNumber::INFINITY };

    /// The numbers of an unsolved node; both are brought into `1..=LARGEST`.
    pub fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers {
            proof: ProofNumber::new(proof.max(1)),
            disproof: ProofNumber::new(disproof.max(1)),
        }
    }

    /// The numbers of a solved node.
    pub fn of_solved(proved: bool) -> Numbers {
        match proved {
            true => Numbers::PROVED,
            false => Numbers::DISPROVED,
        }
    }

    /// `Some(true)` if proved, `Some(false)` if disproved.
    #[inline]
    pub fn solved(self) -> Option<bool> {
        if self.proof == ProofNumber::ZERO {
            Some(true)
        } else if self.disproof == ProofNumber::ZERO {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_sums_never_reach_infinity() {
        let large = ProofNumber::LARGEST;
        assert_eq!(ProofNumber::clipped(u64::from(large.get()) + 1), large);
        assert_eq!(ProofNumber::clipped(u64::MAX), large);
        assert_eq!(ProofNumber::clipped(7), ProofNumber::new(7));
        assert_eq!(ProofNumber::new(u32::MAX), large);
        assert!(large < ProofNumber::INFINITY);
    }

    #[test]
    fn unsolved_numbers_never_look_solved() {
        for (proof, disproof) in [(0, 0), (0, u32::MAX), (7, 9)] {
            assert_eq!(Numbers::new(proof, disproof).solved(), None);
        }
        assert_eq!(Numbers::PROVED.solved(), Some(true));
        assert_eq!(Numbers::DISPROVED.solved(), Some(false));
    }
}
