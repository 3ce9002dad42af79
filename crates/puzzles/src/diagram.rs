//! Sets of vectors as multi-valued decision diagrams (Srinivasan, Kam, Malik and Brayton 1990): the
//! relatives of binary decision diagrams (Bryant 1986) whose variables have more than two values.
//!
//! **The problem.** A set of thousands of millions of positions has no place in memory, one by one.
//! **The idea.** A position is a vector, one small number for each of some variables in a fixed order. A
//! set is a graph: a node of the first level has, for each value of the first variable, the set of the
//! rests that may follow. Equal sets are one node, so that what looks alike is stored once. Union,
//! intersection and difference go through two graphs at once, and a table remembers pairs that were met.
//!
//! **Invariants.** Every level is there on every path (the diagrams are quasi-reduced), but the empty set
//! is one number at all levels: two sets of a level are equal if and only if their numbers are. On the last
//! level a set is no node but the bits of its values, so that the operations there are machine words.
//! A number may be forgotten by [`Diagrams::keep`] alone. Once there are more nodes than allowed, results
//! mean nothing until [`Diagrams::keep`]; [`Diagrams::is_full`] says so.
//!
//! **Cost.** An operation takes at most as many steps as there are pairs of nodes, and in practice about as
//! many as the larger graph has nodes. The table of pairs has a fixed size and forgets, which costs time
//! and never an answer.

use hashbrown::hash_table::Entry;
use hashbrown::{HashMap, HashTable};

/// A set at some level: 0 is the empty set; at the last level the bits of its values.
pub type Set = u32;

/// The empty set, at every level.
pub const EMPTY: Set = 0;

/// The most values of a variable, which the last level's bits allow.
pub const MOST_VALUES: usize = 32;

/// The nodes of a level.
struct Level {
    /// How many values its variable has.
    values: usize,
    /// The children of each node, one after the other; node `n` begins at `(n − 1) · values`.
    children: Vec<Set>,
    /// The nodes by their children.
    unique: HashTable<Set>,
}

impl Level {
    fn new(values: usize) -> Level {
        Level { values, children: Vec::new(), unique: HashTable::new() }
    }

    fn of(&self, set: Set) -> &[Set] {
        let begin = (set as usize - 1) * self.values;
        &self.children[begin..begin + self.values]
    }
}

/// What a pair of sets was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Union = 1,
    Intersection = 2,
    Difference = 3,
    Neighbours = 4,
}

/// An answer that the table of pairs remembers: operation and level, the two sets, the result.
type Remembered = [u32; 4];

/// Which values of a variable one step leads to, for each value.
pub type Steps = Vec<Vec<usize>>;

/// Sets over the same variables.
pub struct Diagrams {
    levels: Vec<Level>,
    /// How many values the last variable has.
    last: usize,
    steps: Vec<Steps>,
    /// The steps of the last variable as bits.
    last_steps: Vec<u32>,
    remembered: Vec<Remembered>,
    /// How many nodes there are, and how many are allowed.
    nodes: usize,
    most: usize,
    full: bool,
}

impl Diagrams {
    /// Sets over variables with so many values each, at least one variable and at most [`MOST_VALUES`]
    /// values, in about so many bytes. A step changes one variable, as `steps` says.
    ///
    /// # Panics
    /// If there is no variable.
    pub fn new(steps: Vec<Steps>, memory: u64) -> Diagrams {
        // A quarter or less for the table of pairs. Lists and tables of nodes grow by doubling, so that half
        // of them may be unused.
        let bits = (memory / 4 / size_of::<Remembered>() as u64).max(8).ilog2();
        let values = steps.iter().map(Vec::len).max().unwrap_or(1);
        let most = (memory * 3 / 4) as usize / (2 * (4 * values + 8));
        let (last, others) = steps.split_last().expect("at least one variable");
        let last_steps =
            last.iter().map(|to| to.iter().fold(0, |bits, &it| bits | 1 << it)).collect();
        Diagrams {
            levels: others.iter().map(|it| Level::new(it.len())).collect(),
            last: last.len(),
            last_steps,
            steps,
            remembered: vec![[0; 4]; 1 << bits],
            nodes: 0,
            most,
            full: false,
        }
    }

    /// How many nodes there are, those that nothing needs any more included.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// How many nodes are allowed.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether more nodes were asked for than allowed. What was computed since then means nothing.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The values of the variable at `level` with what may follow each; the last level's follow is 1.
    pub fn children(&self, level: usize, set: Set) -> Vec<Set> {
        match self.levels.get(level) {
            Some(it) if set != EMPTY => it.of(set).to_vec(),
            Some(it) => vec![EMPTY; it.values],
            None => (0..self.last).map(|value| set >> value & 1).collect(),
        }
    }

    /// The set of the vectors that begin with a value and go on as its child says; one child for each value.
    pub fn node(&mut self, level: usize, children: &[Set]) -> Set {
        let Some(Level { values, children: all, unique }) = self.levels.get_mut(level) else {
            let bit = |(value, &child): (usize, &Set)| u32::from(child != EMPTY) << value;
            return children.iter().enumerate().map(bit).sum();
        };
        if self.full || children.iter().all(|&it| it == EMPTY) {
            return EMPTY;
        }
        let values = *values;
        let of = |set: Set| (set as usize - 1) * values..set as usize * values;
        let hash = hashed(children);
        let same = |&set: &Set| &all[of(set)] == children;
        match unique.entry(hash, same, |&set| hashed(&all[of(set)])) {
            Entry::Occupied(it) => *it.get(),
            Entry::Vacant(_) if self.nodes >= self.most => {
                self.full = true;
                EMPTY
            }
            Entry::Vacant(it) => {
                self.nodes += 1;
                let set = (all.len() / values + 1) as Set;
                it.insert(set);
                all.extend_from_slice(children);
                set
            }
        }
    }

    /// Vectors in either set, which are of this level.
    pub fn union(&mut self, level: usize, one: Set, other: Set) -> Set {
        self.apply(Operation::Union, level, one, other)
    }

    /// Vectors in both sets.
    pub fn intersection(&mut self, level: usize, one: Set, other: Set) -> Set {
        self.apply(Operation::Intersection, level, one, other)
    }

    /// Vectors in the first set that are not in the second.
    pub fn difference(&mut self, level: usize, one: Set, other: Set) -> Set {
        self.apply(Operation::Difference, level, one, other)
    }

    fn apply(&mut self, operation: Operation, level: usize, one: Set, other: Set) -> Set {
        use Operation::{Difference, Intersection, Neighbours, Union};
        match operation {
            _ if self.full => return EMPTY,
            Union if one == EMPTY || one == other => return other,
            Union if other == EMPTY => return one,
            Intersection if one == EMPTY || other == EMPTY => return EMPTY,
            Intersection if one == other => return one,
            Difference if one == EMPTY || one == other => return EMPTY,
            Difference if other == EMPTY => return one,
            Neighbours if one == EMPTY || other == EMPTY => return EMPTY,
            _ => {}
        }
        if level == self.levels.len() {
            return match operation {
                Union => one | other,
                Intersection => one & other,
                Difference => one & !other,
                Neighbours => other & self.last_neighbours(one),
            };
        }
        let (one, other) = match operation {
            Union | Intersection if one > other => (other, one),
            _ => (one, other),
        };
        let key = [operation as u32 | (level as u32) << 3, one, other];
        let at = hashed(&key) as usize & (self.remembered.len() - 1);
        let [a, b, c, result] = self.remembered[at];
        if [a, b, c] == key {
            return result;
        }
        let values = self.levels[level].values;
        let mut children = [EMPTY; MOST_VALUES];
        if operation == Neighbours {
            self.neighbours_of_node(level, one, other, &mut children);
        } else {
            for (value, child) in children.iter_mut().enumerate().take(values) {
                let [a, b] = [one, other].map(|it| self.levels[level].of(it)[value]);
                *child = self.apply(operation, level + 1, a, b);
            }
        }
        let result = self.node(level, &children[..values]);
        if !self.full {
            self.remembered[at] = [key[0], key[1], key[2], result];
        }
        result
    }

    /// Vectors of `within` from which one step leads into `set`: steps are the same forwards and backwards.
    pub fn neighbours(&mut self, set: Set, within: Set) -> Set {
        self.apply(Operation::Neighbours, 0, set, within)
    }

    /// A step changes this variable, or one of a later level.
    fn neighbours_of_node(
        &mut self,
        level: usize,
        set: Set,
        within: Set,
        children: &mut [Set; MOST_VALUES],
    ) {
        let values = self.levels[level].values;
        for (value, child) in children.iter_mut().enumerate().take(values) {
            let room = self.levels[level].of(within)[value];
            if room == EMPTY {
                continue;
            }
            let mut moved = EMPTY;
            for at in 0..self.steps[level][value].len() {
                let from = self.steps[level][value][at];
                let other = self.levels[level].of(set)[from];
                moved = self.union(level + 1, moved, other);
            }
            let moved = self.intersection(level + 1, moved, room);
            let own = self.levels[level].of(set)[value];
            let later = self.apply(Operation::Neighbours, level + 1, own, room);
            *child = self.union(level + 1, moved, later);
        }
    }

    fn last_neighbours(&self, set: Set) -> Set {
        let values = (0..self.last).filter(|value| set >> value & 1 == 1);
        values.fold(0, |found, value| found | self.last_steps[value])
    }

    /// The vectors of a set whose value at `level` is one of these, given as bits.
    pub fn restricted(&mut self, set: Set, level: usize, allowed: u32) -> Set {
        self.restricted_at(0, set, level, allowed, &mut HashMap::new())
    }

    fn restricted_at(
        &mut self,
        here: usize,
        set: Set,
        level: usize,
        allowed: u32,
        known: &mut HashMap<(usize, Set), Set>,
    ) -> Set {
        if here == self.levels.len() && level == here {
            return set & allowed;
        }
        if set == EMPTY {
            return EMPTY;
        }
        if let Some(&result) = known.get(&(here, set)) {
            return result;
        }
        let mut children = self.children(here, set);
        for (value, child) in children.iter_mut().enumerate() {
            *child = match here == level {
                true if allowed >> value & 1 == 1 => *child,
                true => EMPTY,
                false => self.restricted_at(here + 1, *child, level, allowed, known),
            };
        }
        let result = self.node(here, &children);
        known.insert((here, set), result);
        result
    }

    /// How many vectors a set has.
    pub fn count(&self, set: Set) -> u64 {
        let mut known: Vec<HashMap<Set, u64>> = vec![HashMap::new(); self.levels.len()];
        self.count_at(0, set, &mut known)
    }

    fn count_at(&self, level: usize, set: Set, known: &mut [HashMap<Set, u64>]) -> u64 {
        if set == EMPTY || level == self.levels.len() {
            return set.count_ones().into();
        }
        if let Some(&count) = known[level].get(&set) {
            return count;
        }
        let children = self.levels[level].of(set).iter();
        let count = children.map(|&it| self.count_at(level + 1, it, known)).sum();
        known[level].insert(set, count);
        count
    }

    /// How many nodes a set has.
    pub fn size(&self, set: Set) -> usize {
        let mut known = vec![HashMap::new(); self.levels.len()];
        self.count_at(0, set, &mut known);
        known.iter().map(HashMap::len).sum()
    }

    /// The vectors of a set, at most so many, in ascending order.
    pub fn vectors(&self, set: Set, most: usize) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        self.list(0, set, &mut Vec::new(), most, &mut found);
        found
    }

    fn list(
        &self,
        level: usize,
        set: Set,
        front: &mut Vec<usize>,
        most: usize,
        found: &mut Vec<Vec<usize>>,
    ) {
        for (value, child) in self.children(level, set).into_iter().enumerate() {
            if child == EMPTY || found.len() >= most {
                continue;
            }
            front.push(value);
            match level == self.levels.len() {
                true => found.push(front.clone()),
                false => self.list(level + 1, child, front, most, found),
            }
            front.pop();
        }
    }

    /// Forgets all nodes that these sets do not need; the sets' new numbers are written to them.
    pub fn keep(&mut self, sets: &mut [Set]) {
        let fresh = self.levels.iter().map(|it| Level::new(it.values)).collect();
        let old = std::mem::replace(&mut self.levels, fresh);
        (self.nodes, self.full) = (0, false);
        let mut known = vec![HashMap::new(); old.len()];
        for set in sets {
            *set = self.copied(&old, 0, *set, &mut known);
        }
        self.remembered.fill([0; 4]);
    }

    fn copied(
        &mut self,
        old: &[Level],
        level: usize,
        set: Set,
        known: &mut [HashMap<Set, Set>],
    ) -> Set {
        if set == EMPTY || level == old.len() {
            return set;
        }
        if let Some(&copy) = known[level].get(&set) {
            return copy;
        }
        let mut children = old[level].of(set).to_vec();
        children.iter_mut().for_each(|it| *it = self.copied(old, level + 1, *it, known));
        let copy = self.node(level, &children);
        known[level].insert(set, copy);
        copy
    }
}

/// Multiply and rotate, two words at a time; equality decides.
fn hashed(words: &[u32]) -> u64 {
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0u64;
    for pair in words.chunks(2) {
        let word = u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32;
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(SPREAD);
    }
    hash ^ hash >> 29
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quod_game::testkit::Rng;

    use super::*;

    type Vectors = BTreeSet<Vec<usize>>;

    const VALUES: [usize; 4] = [3, 4, 2, 5];

    /// Steps by one up or down, like vehicles'.
    fn diagrams() -> Diagrams {
        let near = |values: usize| -> Steps {
            let to = |it: usize| (0..values).filter(|&to| to.abs_diff(it) == 1).collect();
            (0..values).map(to).collect()
        };
        // So small a table forgets all the time.
        let steps = VALUES.iter().map(|&it| near(it)).collect();
        Diagrams { remembered: vec![[0; 4]; 8], ..Diagrams::new(steps, 16 << 20) }
    }

    fn built(diagrams: &mut Diagrams, vectors: &Vectors) -> Set {
        let mut all = EMPTY;
        for vector in vectors {
            let mut set = 1;
            for level in (0..VALUES.len()).rev() {
                let mut children = vec![EMPTY; VALUES[level]];
                children[vector[level]] = set;
                set = diagrams.node(level, &children);
            }
            all = diagrams.union(0, all, set);
        }
        all
    }

    fn random(rng: &mut Rng) -> Vectors {
        let share = 1 + rng.below(100);
        let vector = |mut it: usize| {
            let mut next = |values| {
                let value = it % values;
                it /= values;
                value
            };
            VALUES.map(&mut next).to_vec()
        };
        let all = VALUES.iter().product();
        (0..all).filter(|_| rng.below(100) < share).map(vector).collect()
    }

    fn stepped(set: &Vectors, within: &Vectors) -> Vectors {
        let near = |one: &[usize], other: &[usize]| {
            one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).sum::<usize>() == 1
        };
        within.iter().filter(|it| set.iter().any(|other| near(it, other))).cloned().collect()
    }

    #[test]
    fn operations_are_those_of_plain_sets() {
        let mut rng = Rng::new(1);
        let mut diagrams = diagrams();
        for round in 0..300 {
            let [a, b] = [random(&mut rng), random(&mut rng)];
            let [one, other] = [&a, &b].map(|it| built(&mut diagrams, it));
            let told = |diagrams: &Diagrams, set| -> Vectors {
                assert_eq!(diagrams.count(set), diagrams.vectors(set, usize::MAX).len() as u64);
                diagrams.vectors(set, usize::MAX).into_iter().collect()
            };
            let union = diagrams.union(0, one, other);
            let both = diagrams.intersection(0, one, other);
            let rest = diagrams.difference(0, one, other);
            let near = diagrams.neighbours(one, other);
            let odd = diagrams.restricted(one, 1, 0b1010);
            assert_eq!(told(&diagrams, union), &a | &b);
            assert_eq!(told(&diagrams, both), &a & &b);
            assert_eq!(told(&diagrams, rest), &a - &b);
            assert_eq!(told(&diagrams, near), stepped(&a, &b));
            assert!(told(&diagrams, odd).iter().eq(a.iter().filter(|it| it[1] % 2 == 1)));
            if round % 50 == 49 {
                let mut kept = [union, rest];
                diagrams.keep(&mut kept);
                assert_eq!(kept.map(|it| told(&diagrams, it)), [&a | &b, &a - &b]);
            }
        }
    }

    #[test]
    fn what_is_full_says_so_until_it_forgets() {
        let mut diagrams = diagrams();
        let mut rng = Rng::new(3);
        let [a, b] = [random(&mut rng), random(&mut rng)];
        let mut kept = [&a, &b].map(|it| built(&mut diagrams, it));
        diagrams.most = diagrams.nodes();
        let union = diagrams.union(0, kept[0], kept[1]);
        assert!(diagrams.is_full() && union == EMPTY);
        diagrams.keep(&mut kept);
        diagrams.most *= 4;
        let union = diagrams.union(0, kept[0], kept[1]);
        assert!(!diagrams.is_full());
        assert!(diagrams.vectors(union, usize::MAX).into_iter().eq(&a | &b));
    }

    #[test]
    fn equal_sets_have_one_number() {
        let mut diagrams = diagrams();
        let all = random(&mut Rng::new(7));
        let one = built(&mut diagrams, &all);
        let nodes = diagrams.nodes();
        assert_eq!(built(&mut diagrams, &all), one);
        assert!(diagrams.size(one) <= nodes && diagrams.vectors(one, 2).len() == 2);
    }
}
