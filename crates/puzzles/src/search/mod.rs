//! Searches for a plan: depth-first, breadth-first, iterative deepening, A*, IDA*.
//!
//! A search advances by [`Search::step`] and counts what it does; whoever drives it owns the clock and
//! the budget. [`Deepening`] is depth-first search within a bound that grows, [`BestFirst`] is A*,
//! [`BreadthFirst`] goes level by level. Each is compiled for its puzzle and its heuristic.

mod best;
mod breadth;
mod deepening;
mod memory;
#[cfg(test)]
mod tests;

pub use best::BestFirst;
pub use breadth::BreadthFirst;
pub use deepening::{Deepening, Growth};
pub use memory::Table;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States made: the first one and one a move tried, states met again counted again.
    pub nodes: u64,
    /// States whose moves were generated.
    pub expansions: u64,
    /// Calls of the heuristic.
    pub evaluations: u64,
    /// The least length that a plan can still have, as far as the search knows.
    pub bound: u32,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A plan: the moves from the first state to a goal.
    Plan(Vec<M>),
    /// Everything that can be reached was searched, and no goal is among it.
    Exhausted,
    /// No plan within the depth that was allowed; there may be a longer one.
    TooDeep,
    /// The memory is full.
    Memory,
}

/// A search for a plan.
pub trait Search<M> {
    /// Works on for about so many nodes; an outcome if that ended the search. A search that has ended
    /// gives its outcome again.
    fn step(&mut self, nodes: u64) -> Option<Outcome<M>>;

    /// What was done so far.
    fn counts(&self) -> Counts;
}
