//! Whether the conditions hold under which the key classes are complete (thesis, definitions 3.12 to
//! 3.14 and theorem 3.1), with what breaks them.
//!
//! They speak of all paths, but what happens next depends only on the state and on what was ever true.
//! So it is enough to go through the pairs of these two: 2^n of them where n independent operators
//! have more than n! paths. The domain's hooks are not asked.
//!
//! What each condition is good for, and what this crate's search loses where it fails:
//!
//! * *monotonous*: the state follows from the set of operators, so classes of paths make sense. Where it
//!   fails, paths that add an attribute twice, or one of the initial state, are not followed, and
//!   goals are lost that only they reach.
//! * *singular*: the operator that adds the goal is the key of the class. Where it fails, the thesis's
//!   key classes lose goals that independent operators reach together. Here nothing is lost: a goal is
//!   an operator and found by combination.
//! * *non-redundant*: no solution has superfluous operators after its goal, which would be no key class.
//!   Where it fails, such solutions are not found; the shorter ones inside them are, so no goal is lost.

use std::collections::HashSet;

use crate::{AttributeSet, Domain, OperatorId};

/// What all paths of a domain are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How many states can be reached, the initial one counted.
    pub states: u64,
    /// A path that adds an attribute twice, or one of the initial state: its last operator does.
    pub not_monotonous: Option<Vec<OperatorId>>,
    /// A goal of no or several attributes.
    pub not_singular: Option<OperatorId>,
    /// A path whose last operator follows a goal.
    pub redundant: Option<Vec<OperatorId>>,
}

/// A state, what was true in it or before, and how it was reached: from which pair, by what.
type Pair<const N: usize> = (AttributeSet<N>, AttributeSet<N>, Option<(usize, OperatorId)>);

impl Conditions {
    /// Goes through the states of a domain, or gives up with `None` if there are more than `limit`
    /// pairs of a state and what was ever true.
    pub fn check<const N: usize, D: Domain<N>>(domain: &D, limit: usize) -> Option<Conditions> {
        let table = domain.operators();
        let mut found = Conditions {
            states: 0,
            not_monotonous: None,
            not_singular: table.goal_ids().find(|&it| table.get(it).precondition.len() != 1),
            redundant: None,
        };
        let initial = domain.initial();
        let mut pairs: Vec<Pair<N>> = vec![(initial, initial, None)];
        let mut met = HashSet::from([(initial, initial)]);
        let mut at = 0;
        while let Some(&(state, ever, _)) = pairs.get(at) {
            if at == limit {
                return None;
            }
            let solved = table.goal_ids().any(|it| table.get(it).applies_to(&state));
            for id in table.operator_ids().filter(|&it| table.get(it).applies_to(&state)) {
                let operator = table.get(id);
                if found.not_monotonous.is_none() && operator.add.intersects(&ever) {
                    found.not_monotonous = Some(path(&pairs, at, id));
                }
                if found.redundant.is_none() && solved {
                    found.redundant = Some(path(&pairs, at, id));
                }
                let (state, ever) = (operator.apply(&state), ever.or(&operator.add));
                if met.insert((state, ever)) {
                    pairs.push((state, ever, Some((at, id))));
                }
            }
            at += 1;
        }
        let states: HashSet<AttributeSet<N>> = pairs.iter().map(|it| it.0).collect();
        found.states = states.len() as u64;
        Some(found)
    }

    /// Whether all three hold: every solution is a key class, and every key class is found.
    pub fn hold(&self) -> bool {
        self.not_monotonous.is_none() && self.not_singular.is_none() && self.redundant.is_none()
    }
}

/// The operators that lead to a pair, and one more.
fn path<const N: usize>(pairs: &[Pair<N>], mut at: usize, last: OperatorId) -> Vec<OperatorId> {
    let mut path = vec![last];
    while let Some((before, id)) = pairs[at].2 {
        path.push(id);
        at = before;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operator, Operators, Plain};

    fn check(rules: &[(usize, usize)], goals: &[&[usize]], limit: usize) -> Option<Conditions> {
        let set = |it: &[usize]| AttributeSet::<1>::of(it.iter().copied());
        let rules = rules.iter().map(|&(from, to)| Operator::replacing(set(&[from]), set(&[to])));
        let table = Operators::new(rules.collect(), goals.iter().map(|it| set(it)).collect());
        Conditions::check(&Plain::new(&table.unwrap(), set(&[0, 1])), limit)
    }

    fn ids(ids: &[u32]) -> Option<Vec<OperatorId>> {
        Some(ids.iter().map(|&it| OperatorId(it)).collect())
    }

    #[test]
    fn each_condition_is_broken_by_what_the_report_says() {
        let good = check(&[(0, 2), (1, 3)], &[&[9]], 4).unwrap();
        assert!(good.hold() && good.states == 4);
        assert_eq!(check(&[(0, 2), (1, 3)], &[&[9]], 3), None);

        // Round and round: 0 becomes 2 becomes 0 again.
        let round = check(&[(0, 2), (2, 0)], &[&[9]], 10).unwrap();
        assert_eq!((round.states, round.not_monotonous), (2, ids(&[0, 1])));
        // Two rules add the same.
        let twice = check(&[(0, 2), (1, 2)], &[&[9]], 10).unwrap();
        assert_eq!(twice.not_monotonous, ids(&[0, 1]));

        let set = check(&[(0, 2), (1, 3)], &[&[2, 3]], 10).unwrap();
        assert_eq!((set.not_singular, set.redundant.is_none()), (Some(OperatorId(2)), true));
        let after = check(&[(0, 2), (1, 3)], &[&[2]], 10).unwrap();
        assert!(!after.hold() && after.redundant == ids(&[0, 1]));
    }
}
