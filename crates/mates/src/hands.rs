//! Men in the attacker's hand, packed in 32 bits.
//!
//! Each kind has bits enough for all its men and one above them, its guard, which is 0 in a hand. So one subtraction
//! compares all kinds: it takes a guard away where the one hand holds fewer than the other.

/// How hands are packed: the guards. Without any there is one hand alone, the empty one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands {
    guards: u32,
}

impl Hands {
    /// Bits that a hand may take.
    pub(crate) const BITS: u32 = 28;

    pub(crate) fn new(guards: u32) -> Hands {
        assert!(guards >> Hands::BITS == 0, "hands have {} bits", Hands::BITS);
        Hands { guards }
    }

    /// Whether there are hands at all.
    pub(crate) fn any(self) -> bool {
        self.guards != 0
    }

    /// Whether the one hand holds at least as many of every kind as the other.
    #[inline]
    pub(crate) fn at_least(self, one: u32, other: u32) -> bool {
        (one | self.guards).wrapping_sub(other) & self.guards == self.guards
    }

    /// Of every kind as many as the hand has that holds more of it.
    pub(crate) fn union(self, one: u32, other: u32) -> u32 {
        let (mut rest, mut below, mut union) = (self.guards, 0, 0);
        while rest != 0 {
            let guard = rest & rest.wrapping_neg();
            let kind = (guard - 1) & !below;
            union |= (one & kind).max(other & kind);
            below = guard | (guard - 1);
            rest ^= guard;
        }
        union
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_compared_kind_by_kind() {
        // Two kinds: of up to three men, and of up to one.
        let hands = Hands::new(0b10100);
        let of = |first: u32, second: u32| second << 3 | first;
        for (a, b) in (0..4).flat_map(|a| [(a, 0), (a, 1)]) {
            for (c, d) in (0..4).flat_map(|c| [(c, 0), (c, 1)]) {
                assert_eq!(hands.at_least(of(a, b), of(c, d)), a >= c && b >= d);
                assert_eq!(hands.union(of(a, b), of(c, d)), of(a.max(c), b.max(d)));
            }
        }
        let none = Hands::new(0);
        assert!(!none.any() && none.at_least(0, 0) && none.union(0, 0) == 0);
    }
}
