//! All paths of a small domain, the plain way: what dependency-based search is measured against.
//!
//! The walk applies one operator after another from the initial state (thesis, sections 3.3.2,
//! 3.3.3) and counts paths, equivalence classes of paths (the same operators in another order) and
//! key classes (all paths of the class end with the same operator; the empty path is one). Its cost is
//! the number of paths, so it has a limit.

use std::collections::{BTreeMap, BTreeSet};

use crate::{AttributeSet, Domain, OperatorId};

/// What a walk along all paths has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// How many paths there are, the empty one counted.
    pub paths: u64,
    /// Their sets of operators; true for key classes.
    pub classes: BTreeMap<Vec<OperatorId>, bool>,
    /// Attributes that are true after some path.
    pub reachable: BTreeSet<usize>,
    /// Goals that some path reaches.
    pub goals: BTreeSet<OperatorId>,
}

impl Paths {
    /// Walks all paths of a domain, or gives up with `None` after `limit` of them. The domain's
    /// hooks are not asked. With `monotonous_only`, paths that are not monotonous are not walked.
    pub fn walk<const N: usize, D: Domain<N>>(
        domain: &D,
        limit: u64,
        monotonous_only: bool,
    ) -> Option<Paths> {
        let table = domain.operators();
        let mut seen = Paths {
            paths: 0,
            classes: BTreeMap::new(),
            reachable: BTreeSet::new(),
            goals: BTreeSet::new(),
        };
        let mut keys: BTreeMap<Vec<OperatorId>, OperatorId> = BTreeMap::new();
        let initial: AttributeSet<N> = domain.initial();
        let mut open = vec![(Vec::new(), initial, initial)];
        while let Some((path, state, ever)) = open.pop() {
            if seen.paths == limit {
                return None;
            }
            seen.note(&path, &mut keys);
            seen.reachable.extend(state.iter());
            seen.goals.extend(table.goal_ids().filter(|&it| table.get(it).applies_to(&state)));
            for id in table.operator_ids() {
                let operator = table.get(id);
                if !operator.applies_to(&state) {
                    continue;
                }
                if monotonous_only && operator.add.intersects(&ever) {
                    continue;
                }
                let mut longer = path.clone();
                longer.push(id);
                open.push((longer, operator.apply(&state), ever.or(&operator.add)));
            }
        }
        Some(seen)
    }

    /// How many key classes there are.
    pub fn key_classes(&self) -> usize {
        self.classes.values().filter(|&&is_key| is_key).count()
    }

    fn note(&mut self, path: &[OperatorId], keys: &mut BTreeMap<Vec<OperatorId>, OperatorId>) {
        self.paths += 1;
        let mut class = path.to_vec();
        class.sort_unstable();
        let Some(&key) = path.last() else {
            self.classes.insert(class, true);
            return;
        };
        let first = *keys.entry(class.clone()).or_insert(key);
        *self.classes.entry(class).or_insert(true) &= first == key;
    }
}
