//! What the search has learnt of positions: a bound, for how deep, and a move.
//!
//! One entry a place; the whole state is compared. An entry stays if it was searched deeper in the same
//! iteration, else the later one does. A bound that rests on no estimate holds for any depth.

use std::hash::Hash;

use quod_game::Move;

use crate::OutOfMemory;
use crate::hash::hash_of;

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub value: i32,
    pub bound: Bound,
    /// Plies to the last; 0 and less in quiescence search.
    pub depth: i32,
    /// Whether it rests on no estimate.
    pub certain: bool,
    /// The move that has the value, if there is one.
    pub best: Option<Move>,
}

impl Known {
    /// The value, if it answers a question about a window at a depth.
    pub fn answers(&self, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let deep = self.certain || self.depth >= depth;
        let answered = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (deep && answered).then_some(self.value)
    }
}

struct Entry<S> {
    state: S,
    known: Known,
    iteration: u32,
}

/// A table of bounds.
pub(super) struct Table<S> {
    entries: Vec<Option<Entry<S>>>,
    shift: u32,
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// As many entries as nodes, rounded down to a power of two, but no more than fit into the memory; at
    /// least two.
    pub fn new(nodes: u64, memory: u64) -> Result<Table<S>, OutOfMemory> {
        let fit = memory / size_of::<Option<Entry<S>>>() as u64;
        let bits = nodes.min(fit).max(2).ilog2().min(40);
        let mut entries = Vec::new();
        let bytes = (size_of::<Option<Entry<S>>>() as u64) << bits;
        entries.try_reserve_exact(1 << bits).map_err(|_| OutOfMemory { bytes })?;
        entries.resize_with(1 << bits, || None);
        Ok(Table { entries, shift: 64 - bits })
    }

    fn place(&self, state: &S) -> usize {
        (hash_of(state) >> self.shift) as usize
    }

    /// What is known of a state.
    pub fn find(&self, state: &S) -> Option<Known> {
        let entry = self.entries[self.place(state)].as_ref()?;
        (entry.state == *state).then_some(entry.known)
    }

    /// Enters what is known of a state.
    pub fn store(&mut self, state: &S, known: Known, iteration: u32) {
        let place = self.place(state);
        let entry = &mut self.entries[place];
        match entry {
            Some(old) if old.state == *state => {
                // What holds for ever is not given up for a guess.
                if old.known.certain && old.known.bound == Bound::Exact && !known.certain {
                    return;
                }
                let best = known.best.or(old.known.best);
                (old.known, old.iteration) = (Known { best, ..known }, iteration);
            }
            Some(old) if old.iteration == iteration && old.known.depth > known.depth => {}
            _ => *entry = Some(Entry { state: state.clone(), known, iteration }),
        }
    }
}
