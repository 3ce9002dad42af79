//! Tests of the search: the thesis's examples, random domains against exhaustive search, hooks, steps.

mod hooks;
mod random;
mod steps;
mod thesis;

use std::collections::BTreeSet;

use quod_game::testkit::Rng;

use crate::*;

/// Runs a search to its end, in steps of `budget`; the goals reached.
fn run<const N: usize, D: Domain<N>>(
    domain: &mut D,
    budget: u64,
) -> (DbSearch<N>, BTreeSet<OperatorId>) {
    let mut search = DbSearch::new(domain);
    let mut goals = BTreeSet::new();
    loop {
        match search.step(domain, budget, &mut ()) {
            Status::Solved(solution) => {
                assert!(replays(domain, &solution));
                goals.insert(solution.goal);
            }
            Status::Exhausted => return (search, goals),
            Status::Budget => {}
        }
    }
}

/// Whether the operators of a solution can be applied one after the other and reach the goal.
fn replays<const N: usize, D: Domain<N>>(domain: &D, solution: &Solution<N>) -> bool {
    let table = domain.operators();
    let mut state = domain.initial();
    for &id in &solution.order {
        if !table.get(id).applies_to(&state) {
            return false;
        }
        state = table.get(id).apply(&state);
    }
    state == solution.state && table.get(solution.goal).applies_to(&state)
}

/// The sets of operators of the root and the dependency nodes; panics if one occurs twice.
fn classes<const N: usize>(search: &DbSearch<N>) -> BTreeSet<Vec<OperatorId>> {
    let mut classes = BTreeSet::new();
    for (at, node) in search.nodes().iter().enumerate() {
        if node.node_type != NodeType::Combination {
            let mut class = search.path(at).to_vec();
            class.sort_unstable();
            assert!(classes.insert(class), "a class was made twice");
        }
    }
    classes
}
