//! Repetitions: on which ancestors a result rests, and results to be used again below them.
//!
//! **The problem** (graph-history interaction; Campbell 1985). On a path, a state that repeats an
//! ancestor of its conversion class has the value of infinite play. A result that used this belongs
//! to the path and not to the state, so it must not go into a table of states.
//!
//! **The idea.** With a result goes the set of ancestors it [`Rests`] on. Read it as a theorem: "if the
//! ancestors in D have the value of infinite play then so has the state". Let V be that value, for
//! one class, and let F be the function that maps a set W of states of the class to those which have
//! V in one step if the states in W have it; the states whose true value is V are the greatest fixed
//! point of F, the union of all W ⊆ F(W) (`docs/trust.md`). The theorem (s, D) says: there is a set
//! W ∋ s with W ⊆ F(W ∪ D ∪ G), where G is that fixed point.
//! * A repetition of the ancestor a is the theorem (a, {a}), with nothing to show.
//! * If a state n gets the value V by children with the theorems (cᵢ, Dᵢ), then W = {n} ∪ ⋃Wᵢ shows
//!   (n, ⋃Dᵢ ∖ {n}).
//! * (n, ∅) says n ∈ G: *the result is unconditional as soon as no ancestor above n is left*, for
//!   then all of W has supported itself.
//!
//! The other value never rests on a repetition: what is derived for it is derived in finitely many
//! steps, on every path.
//!
//! **Used again.** A conditional result holds wherever all of D is on the path (where it can be
//! discharged later). It is kept under the state with the hash of the path from the class's first
//! state down to the deepest ancestor in D; wherever the present path begins alike, the result holds.
//! That is wider than Kishimoto and Müller's (2004) rule, which wants the whole path alike. The cache
//! is an accelerator of fixed size; forgetting costs work only. Its hashes have 64 bits each for the
//! state and for the path.

use crate::hash::{hash_of, scrambled};

/// A set of ancestors in one conversion class, by their distance from the class's first state on
/// the path. The shallowest is exact, so that "none left" is exact. The mask has a bit for each
/// distance below 63 and one for all others; where that one is set, the set may be smaller than it
/// looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rests {
    pub shallow: u32,
    pub mask: u64,
}

impl Rests {
    /// On no ancestor: unconditional.
    pub const NOTHING: Rests = Rests { shallow: u32::MAX, mask: 0 };

    /// On the ancestor at this distance.
    pub fn on(distance: u32) -> Rests {
        Rests { shallow: distance, mask: 1 << distance.min(63) }
    }

    pub fn is_nothing(self) -> bool {
        self.shallow == u32::MAX
    }

    pub fn and(self, other: Rests) -> Rests {
        Rests { shallow: self.shallow.min(other.shallow), mask: self.mask | other.mask }
    }

    /// For the state at `distance` itself: without that state.
    pub fn discharged(self, distance: u32) -> Rests {
        if self.shallow >= distance {
            return Rests::NOTHING;
        }
        match distance {
            0..64 => Rests { mask: self.mask & !(1 << distance), ..self },
            _ => self,
        }
    }

    /// The deepest ancestor of a state at `distance` that may be in the set.
    pub fn deepest(self, distance: u32) -> u32 {
        match self.mask >> 63 {
            1 => distance - 1,
            _ => 63 - self.mask.leading_zeros(),
        }
    }
}

/// A conditional result.
#[derive(Clone, Copy)]
pub(super) struct Conditional {
    pub key: u64,
    /// The hash of the path down to the deepest ancestor it rests on.
    pub prefix: u64,
    pub rests: Rests,
    pub deepest: u32,
}

impl Conditional {
    /// Never all zero, as the mask has a bit.
    fn pack(self) -> [u64; 4] {
        let depths = u64::from(self.rests.shallow) | u64::from(self.deepest) << 32;
        [self.key, self.prefix, self.rests.mask, depths]
    }

    fn unpack([key, prefix, mask, depths]: [u64; 4]) -> Option<Conditional> {
        let rests = Rests { shallow: depths as u32, mask };
        (mask != 0).then_some(Conditional { key, prefix, rests, deepest: (depths >> 32) as u32 })
    }
}

const WAYS: usize = 4;

/// Conditional results, in fixed memory: four to a bucket, replaced in turn.
pub(super) struct Cache {
    /// Packed, and zero where there is none: then the system gives pages only as they are used.
    pub entries: Vec<[u64; 4]>,
    pub turn: u32,
}

impl Cache {
    /// Room for about so many results; none at all for an acyclic space.
    pub fn new(entries: u64) -> Cache {
        let buckets = entries as usize / WAYS;
        Cache { entries: vec![[0; 4]; buckets * WAYS], turn: 0 }
    }

    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64 * 32
    }

    /// Used entries with their places.
    pub fn used(&self) -> impl Iterator<Item = (u64, [u64; 4])> + '_ {
        let all = self.entries.iter().enumerate().map(|(at, entry)| (at as u64, *entry));
        all.filter(|(_, entry)| Conditional::unpack(*entry).is_some())
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / WAYS;
        let at = (u128::from(scrambled(key)) * buckets as u128) >> 64;
        at as usize * WAYS..(at as usize + 1) * WAYS
    }

    pub fn insert(&mut self, result: Conditional) {
        let range = self.bucket(result.key);
        let bucket = &mut self.entries[range];
        let same = |it: &[u64; 4]| it[0] == result.key && it[1] == result.prefix;
        let place = bucket.iter().position(same).unwrap_or_else(|| {
            self.turn = self.turn.wrapping_add(1);
            self.turn as usize % WAYS
        });
        bucket[place] = result.pack();
    }

    /// The result for a state that rests on least; `prefix` tells the hash of the present path down
    /// to a distance, if it is so long.
    pub fn find(&self, key: u64, prefix: impl Fn(u32) -> Option<u64>) -> Option<Rests> {
        let bucket = &self.entries[self.bucket(key)];
        let known = bucket.iter().filter_map(|entry| Conditional::unpack(*entry));
        let holds = known.filter(|it| it.key == key && prefix(it.deepest) == Some(it.prefix));
        holds.map(|it| it.rests).max_by_key(|rests| rests.shallow)
    }
}

/// How many states on the path have a key of each kind: a quick "no" before comparing.
pub(super) struct Filter(Vec<u32>);

const KINDS: usize = 1 << 10;

impl Filter {
    pub fn new() -> Filter {
        Filter(vec![0; KINDS])
    }

    pub fn add(&mut self, key: u64) {
        self.0[scrambled(key) as usize % KINDS] += 1;
    }

    pub fn remove(&mut self, key: u64) {
        self.0[scrambled(key) as usize % KINDS] -= 1;
    }

    pub fn may_have(&self, key: u64) -> bool {
        self.0[scrambled(key) as usize % KINDS] > 0
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}

/// The hash of a path that goes on to `key`.
pub(super) fn extended(prefix: u64, key: u64) -> u64 {
    hash_of(&(prefix, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_free_when_only_the_state_itself_is_left() {
        let rests = Rests::on(4).and(Rests::on(2));
        assert_eq!(rests.deepest(6), 4);
        assert_eq!(rests.discharged(4), Rests::on(2));
        assert!(rests.discharged(4).discharged(2).is_nothing());
        assert_eq!(Rests::NOTHING.discharged(3), Rests::NOTHING);
    }

    #[test]
    fn far_ancestors_are_lumped_together_on_the_safe_side() {
        let rests = Rests::on(100).and(Rests::on(70));
        assert_eq!(rests.deepest(120), 119);
        let left = rests.discharged(100);
        assert!(!left.is_nothing() && left.shallow == 70);
        assert!(left.discharged(70).is_nothing());
    }

    #[test]
    fn the_cache_wants_the_same_beginning_of_the_path() {
        let mut cache = Cache::new(64);
        let result = Conditional { key: 7, prefix: 99, rests: Rests::on(1), deepest: 1 };
        cache.insert(result);
        assert_eq!(cache.find(7, |at| (at == 1).then_some(99)), Some(Rests::on(1)));
        assert_eq!(cache.find(7, |_| Some(98)), None);
        assert_eq!(cache.find(7, |_| None), None);
        assert_eq!(cache.find(8, |_| Some(99)), None);
    }
}
