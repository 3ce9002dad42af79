//! Observers: a search tells what happens, once, to whoever listens.
//!
//! Traces, progress lines and drawings of the graph are observers of the same events. The graph only
//! grows, so it is its own log: between two units of work [`DbSearch::step`](crate::DbSearch::step)
//! tells what has been added since. The stages know nothing of observers, calls are dispatched
//! statically, and every method has an empty default: with the observer `()` nothing is paid.

use crate::{Counts, DbSearch, Node, Solution};

/// Listens to a search. Every event is told once, in the order in which things happened, however the
/// search is divided into steps.
pub trait Observer<const N: usize> {
    /// A level begins; the first is level 1. `counts` are those of the levels before.
    fn level(&mut self, level: u32, counts: &Counts) {
        let _ = (level, counts);
    }

    /// A node was made, the one with this number in [`DbSearch::nodes`]; its operators and parents
    /// can be asked of the search. The root is told too.
    fn node(&mut self, search: &DbSearch<N>, number: usize, node: &Node<N>) {
        let _ = (search, number, node);
    }

    /// A goal was reached; the step returns it.
    fn solved(&mut self, solution: &Solution<N>) {
        let _ = solution;
    }

    /// Called each time another [`Observer::INTERVAL`] nodes were made.
    fn progress(&mut self, counts: &Counts) {
        let _ = counts;
    }

    /// Nodes between two calls of [`Observer::progress`]; a power of two.
    const INTERVAL: usize = 4096;
}

impl<const N: usize> Observer<N> for () {}
