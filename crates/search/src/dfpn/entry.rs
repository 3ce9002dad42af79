//! What the table keeps of a state, in 64 bits.
//!
//! From the low end: proof number and disproof number (26 bits each), effort (6), generation (6).
//! Finite numbers saturate at [`LARGEST`], far below what [`ProofNumber`] holds, and the largest code
//! is infinity, so that solved states are exact. Effort is kept on a scale of half octaves: good
//! enough to compare, and 6 bits reach 2³².

use crate::{Numbers, ProofNumber};

/// The code of an infinite number; numbers inside the search use it too.
pub(super) const INFINITY: u32 = (1 << 26) - 1;
/// The largest finite number.
pub(super) const LARGEST: u32 = INFINITY - 1;
/// Bits of a generation.
pub(super) const GENERATIONS: u32 = 1 << 6;

/// A state's numbers, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub proof: u32,
    pub disproof: u32,
    /// A code, see [`effort_code`].
    pub effort: u32,
    pub generation: u32,
}

impl Entry {
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(self.proof)
            | u64::from(self.disproof) << 26
            | u64::from(self.effort) << 52
            | u64::from(self.generation) << 58
    }

    /// `None` for the word 0, which no state has: numbers are not both 0.
    #[inline]
    pub(super) fn unpack(word: u64) -> Option<Entry> {
        (word != 0).then_some(Entry {
            proof: word as u32 & INFINITY,
            disproof: (word >> 26) as u32 & INFINITY,
            effort: (word >> 52) as u32 & 63,
            generation: (word >> 58) as u32,
        })
    }

    /// `Some(true)` if proved.
    #[inline]
    pub fn solved(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// A number as the table and the search hold it.
#[inline]
pub(super) fn narrow(number: ProofNumber) -> u32 {
    match number.is_infinite() {
        true => INFINITY,
        false => number.get().min(LARGEST),
    }
}

/// The numbers for the outside.
pub(super) fn widen(proof: u32, disproof: u32) -> Numbers {
    let wide = |number| match number {
        INFINITY => ProofNumber::INFINITY,
        number => ProofNumber::new(number),
    };
    Numbers { proof: wide(proof), disproof: wide(disproof) }
}

/// Twice the binary logarithm, rounded down to half octaves; 0 for no effort, at most 63.
#[inline]
pub(super) fn effort_code(effort: u64) -> u32 {
    if effort < 2 {
        return effort as u32;
    }
    let octave = effort.ilog2();
    let half = (effort >> (octave - 1)) as u32 & 1;
    (2 * octave + half).min(63)
}

/// The least effort with this code.
#[inline]
pub(super) fn effort_of(code: u32) -> u64 {
    match code {
        0 | 1 => code.into(),
        code => (2 + u64::from(code & 1)) << (code / 2) >> 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for (proof, disproof) in [(0, INFINITY), (INFINITY, 0), (1, 1), (LARGEST, 77)] {
            let entry = Entry { proof, disproof, effort: 63, generation: 41 };
            assert_eq!(Entry::unpack(entry.pack()), Some(entry));
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn effort_codes_are_half_octaves() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(effort_code), [0, 1, 2, 3, 4, 4, 5, 5, 6]);
        for effort in 0..10_000 {
            let code = effort_code(effort);
            assert!(effort_of(code) <= effort && effort <= 2 * effort_of(code));
            assert!(effort_code(effort_of(code)) == code);
        }
        assert_eq!(effort_code(u64::MAX), 63);
    }

    #[test]
    fn numbers_keep_infinity_and_saturate_below_it() {
        assert_eq!(narrow(ProofNumber::INFINITY), INFINITY);
        assert_eq!(narrow(ProofNumber::LARGEST), LARGEST);
        assert_eq!(widen(0, INFINITY), Numbers::PROVED);
        assert_eq!(widen(INFINITY, 0), Numbers::DISPROVED);
        assert_eq!(widen(3, LARGEST).solved(), None);
    }
}
