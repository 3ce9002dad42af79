//! Conspiracy numbers (McAllester 1988).
//!
//! **The problem.** A value that minimax backs up may rest on one leaf or on many. **The idea.** For each
//! value v of a finite set, count the leaves that would have to *conspire*: the least number of leaves
//! that must change so that the node becomes worth v at least (↑v), or v at most (↓v).
//!
//! | node | ↑v | ↓v |
//! |---|---|---|
//! | leaf worth v or more, or v or less | 0 | 0 |
//! | other leaf; solved leaf | 1; ∞ | 1; ∞ |
//! | OR node | least of its children's | sum |
//! | AND node | sum | least |
//!
//! The set of values is a [`ValueSet`]: "disproved", "proved", and classes of estimates between them. With one
//! class the numbers ↑"proved" and ↓"disproved" are proof and disproof number (Allis 1994, §2.5.1).
//!
//! **The search.** A value is *plausible* if at most so many leaves bring the root there; the number is the
//! *threshold*. While there are several plausible values, the one farthest from the root's own is attacked, of
//! two the higher: one of its conspirators is expanded. When one value alone is plausible McAllester's
//! search trusts it and stops. A proof cannot stop there, so the threshold is doubled, until the root is
//! proved (no number of leaves brings it lower) or disproved.
//!
//! **Which conspirator.** At a node that needs one child, the child with the fewest conspirators; at a
//! node that needs all, McAllester leaves it open. Here it is the child that is most easily disproved, or
//! proved if the value to be reached is lower: with one class of estimates that is the most-proving node.
//!
//! **Invariant.** Numbers are those of the tree so far; a test counts subsets of leaves. **Cost.** 72 bytes
//! a node for the numbers.

use super::{Next, Rule};
use crate::{NodeType, Numbers, ProofNumber};

/// The most values of a set.
const MOST: usize = 9;
/// The threshold that a search begins with.
const FIRST_THRESHOLD: u32 = 1;

/// The values that a node may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSet {
    /// Disproved, unknown, proved.
    Three,
    /// Disproved; in favour of the opponent, even, in favour of the prover; proved.
    Five,
    /// Disproved; an estimate below −15, of −15 to −4, of −3 to −1, of 0, and so on upwards; proved.
    Nine,
}

impl ValueSet {
    /// How many values.
    pub fn len(self) -> usize {
        match self {
            ValueSet::Three => 3,
            ValueSet::Five => 5,
            ValueSet::Nine => MOST,
        }
    }

    /// There is no set without values.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The place of an unsolved leaf's value.
    pub fn class_of(self, numbers: Numbers) -> usize {
        let estimate = super::super::estimate(numbers);
        let classes = self.len() / 2 - 1;
        let size = estimate.unsigned_abs();
        let distance = if size == 0 { 0 } else { (1 + size.ilog2() as usize / 2).min(classes) };
        match estimate > 0 {
            true => self.len() / 2 + distance,
            false => self.len() / 2 - distance,
        }
    }
}

/// How many leaves must change, value by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conspirators {
    /// For a node worth at least the value.
    pub up: [ProofNumber; MOST],
    /// For a node worth at most the value.
    pub down: [ProofNumber; MOST],
}

/// Conspiracy numbers as a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conspiracy {
    values: ValueSet,
    threshold: u32,
}

/// What conspirators are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Those that make the root worth the value of this place at least.
    Up(usize),
    /// At most.
    Down(usize),
}

impl Conspiracy {
    /// With these values, at the least threshold.
    pub fn new(values: ValueSet) -> Conspiracy {
        Conspiracy { values, threshold: FIRST_THRESHOLD }
    }

    /// The place of a node's own value: the greatest that no leaf has to change for.
    pub fn value(&self, of: &Conspirators) -> usize {
        (0..self.values.len()).rev().find(|&v| of.up[v] == ProofNumber::ZERO).unwrap_or(0)
    }

    /// The values.
    pub fn values(&self) -> ValueSet {
        self.values
    }

    fn last(&self) -> usize {
        self.values.len() - 1
    }

    /// The place of the child to go to, of those with conspirators.
    fn conspirator<'v>(
        &self,
        goal: Goal,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Conspirators>,
    ) -> usize {
        let number = |child: &Conspirators| match goal {
            Goal::Up(v) => child.up[v],
            Goal::Down(v) => child.down[v],
        };
        let one = (node_type == NodeType::Or) == matches!(goal, Goal::Up(_));
        let order = |child: &Conspirators| match (one, goal) {
            (true, _) => number(child),
            (false, Goal::Up(_)) => child.down[0],
            (false, Goal::Down(_)) => child.up[self.last()],
        };
        let open = children.enumerate().filter(|(_, it)| {
            let number = number(it);
            number != ProofNumber::ZERO && !number.is_infinite()
        });
        open.min_by_key(|(_, it)| order(it)).map_or(0, |(place, _)| place)
    }
}

impl Rule for Conspiracy {
    type Value = Conspirators;
    type Goal = Goal;

    fn leaf(&self, numbers: Numbers, _depth: u32) -> Conspirators {
        let (own, change) = match numbers.solved() {
            Some(proved) => (if proved { self.last() } else { 0 }, ProofNumber::INFINITY),
            None => (self.values.class_of(numbers), ProofNumber::ONE),
        };
        let mut it =
            Conspirators { up: [ProofNumber::ZERO; MOST], down: [ProofNumber::ZERO; MOST] };
        it.up[own + 1..].fill(change);
        it.down[..own].fill(change);
        it
    }

    fn inner<'v>(
        &self,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Conspirators> + Clone,
    ) -> Conspirators {
        let mut least = [[ProofNumber::INFINITY; MOST]; 2];
        let mut sums = [[0_u64; MOST]; 2];
        let mut infinite = [[false; MOST]; 2];
        for child in children {
            for (way, numbers) in [&child.up, &child.down].into_iter().enumerate() {
                for v in 0..MOST {
                    least[way][v] = least[way][v].min(numbers[v]);
                    sums[way][v] += u64::from(numbers[v].get());
                    infinite[way][v] |= numbers[v].is_infinite();
                }
            }
        }
        let all = |way: usize| {
            std::array::from_fn(|v| match infinite[way][v] {
                true => ProofNumber::INFINITY,
                false => ProofNumber::clipped(sums[way][v]),
            })
        };
        match node_type {
            NodeType::Or => Conspirators { up: least[0], down: all(1) },
            NodeType::And => Conspirators { up: all(0), down: least[1] },
        }
    }

    fn solved(&self, value: &Conspirators) -> Option<bool> {
        match (value.up[self.last()], value.down[0]) {
            (ProofNumber::ZERO, _) => Some(true),
            (_, ProofNumber::ZERO) => Some(false),
            _ => None,
        }
    }

    fn begin<'v>(
        &mut self,
        node_type: NodeType,
        root: &Conspirators,
        children: impl Iterator<Item = &'v Conspirators> + Clone,
    ) -> Next<Goal> {
        let own = self.value(root);
        loop {
            let plausible = |number: ProofNumber| number.get() <= self.threshold;
            let top = (own..=self.last()).rev().find(|&v| plausible(root.up[v])).unwrap_or(own);
            let bottom = (0..own).find(|&v| plausible(root.down[v])).unwrap_or(own);
            if top > bottom {
                let goal = match top - own >= own - bottom {
                    true => Goal::Up(top),
                    false => Goal::Down(bottom),
                };
                return Next::Child(goal, self.conspirator(goal, node_type, children));
            }
            // (An unsolved root can be proved by the greatest finite number of leaves at most.)
            self.threshold = self.threshold.saturating_mul(2).min(ProofNumber::LARGEST.get());
        }
    }

    fn choose<'v>(
        &self,
        goal: Goal,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Conspirators> + Clone,
    ) -> usize {
        self.conspirator(goal, node_type, children)
    }

    fn numbers(&self, root: &Conspirators) -> Option<Numbers> {
        Some(Numbers { proof: root.up[self.last()], disproof: root.down[0] })
    }

    fn options_word(&self) -> u64 {
        self.values.len() as u64
    }

    fn measure(&self) -> u64 {
        self.threshold.into()
    }

    fn set_measure(&mut self, measure: u64) -> bool {
        let threshold = u32::try_from(measure).ok();
        let known = threshold.filter(|&it| (FIRST_THRESHOLD..u32::MAX).contains(&it));
        self.threshold = known.unwrap_or(self.threshold);
        known.is_some()
    }
}
