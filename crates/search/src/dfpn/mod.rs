//! Depth-first proof-number search in fixed memory (df-pn; Nagai 2002).
//!
//! **The problem.** Proof-number search ([`crate::pn`]) holds every node it has met; memory ends it.
//! **The idea.** The most proving node stays below the same child until that child's numbers pass
//! those of its best sibling, or the parent's pass its own bounds. Two *thresholds* on the path say
//! when. So the search goes down depth first, returns when a threshold is reached, and needs nothing
//! but the path; what it learnt about other states is in a [`Table`] of fixed size, and what the
//! table has lost is searched again.
//!
//! What is here:
//! * thresholds with the *1+ε rule* ([`Options::epsilon`]; Pawlewicz and Lew 2007, §3.2): a child may
//!   go on until its number is 1+ε times the second best, not just 1 more, so that it is visited a
//!   logarithmic and not a linear number of times; 0 gives plain df-pn;
//! * initial numbers by the space's evaluation (df-pn+);
//! * [`Sums`]: sums over shared subtrees overcount, and depth-first search feels it more than
//!   [`crate::pn`] does;
//! * cyclic spaces, exactly: see `path.rs`;
//! * other rules for thresholds, which make PDS and PN\* of the same search: see `rule.rs`;
//! * several workers over one table: see `team.rs`. One [`Worker`] alone does the same on every run.
//!
//! **Frames.** A node on the path is a frame with a flat run of its children: state, key and both
//! numbers. Children are evaluated once, when the frame is made. When a visit returns its numbers go
//! into the frame, and if the visit was not a small one the open siblings are read again from the
//! table. A solved child stays solved in its frame, whatever the table forgets.
//!
//! **It ends**, on every finite graph, with every table, whatever is lost or changed by other workers.
//! The path never repeats a state of its class, and classes only grow, so its length is bounded; by
//! induction over what is left of it every visit ends. A visit to a child *makes progress* if it
//! expanded a state that was not known and came back with a larger number `one` than any earlier visit
//! from this frame (other rules: with a larger sum of both numbers, or a larger proof number); as numbers are bounded, a child sees finitely many of these. All other visits are
//! *stale* (the table had forgotten, or numbers fell): each fourth of them doubles the least
//! thresholds of the child's next, which are infinite after 104, and a visit without thresholds ends
//! only when the child is solved, which its frame remembers. So the frame is solved or reaches its own
//! thresholds. The root has none; it is solved.
//!
//! In a cyclic space every visit counts as stale. There a number may rise for ever and mean nothing,
//! as a state's number, learnt on another path, is part of its own sum round the cycle: with ε = 0 and
//! 16 entries, graphs of 30 states took over 2 million nodes; with this rule 10⁴ graphs of such sizes
//! take at most 2,234 each.
//!
//! **It is right.** Proved and disproved follow by the rules of AND/OR graphs from children with
//! these values; results that rest on repetitions are unconditional before they enter the table or
//! leave the root (`path.rs`). Keys that are a hash may collide, see `table.rs`; the certificate
//! decides.
//!
//! **Counts.** A *re-expansion* is the expansion of a state that the table knows something about, or
//! that was visited before from the same frame: work that a search with unlimited memory for
//! children would not do again. A state that was forgotten and is reached from elsewhere is not
//! recognised, so with a small table the count is a lower bound. A *look-up* is a child whose numbers
//! were asked of the table.
//!
//! **Cost.** 16 bytes an entry. Besides the table only the path with its children, and in cyclic
//! spaces a cache of conditional results (32 bytes each, at most one for 16 entries and 2²⁰).

mod checkpoint;
mod entry;
mod frame;
mod path;
mod rule;
mod search;
mod strategy;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod visit;

pub use crate::pn::Sums;
pub use rule::{Deepening, Rule};
pub use search::{PathNode, Worker};
pub(crate) use strategy::SortedChildren;
pub use strategy::{Choice, CyclicStrategy, Forgotten, Strategy};
pub use table::{Replacement, Table};
pub use team::Team;

/// The settings of a [`Worker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How thresholds are set.
    pub rule: Rule,
    /// ε of the 1+ε rule as numerator and denominator; the denominator is positive.
    pub epsilon: (u32, u32),
    /// How numbers add up.
    pub sums: Sums,
}

impl Default for Options {
    /// Df-pn, ε = 1/4, plain sums.
    fn default() -> Options {
        Options { rule: Rule::DfPn, epsilon: (1, 4), sums: Sums::Sum }
    }
}
