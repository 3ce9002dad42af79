//! The second pass: which move keeps the value, from a table that has forgotten most of it.
//!
//! Any child with the right value will do, the one known with the least effort first. Where none is
//! known the node is searched again, with the same table, and the move that solves it is the answer.

use super::BooleanSearch;
use crate::dfpn::{Choice, Forgotten, SortedChildren};
use crate::{Effort, PORTION, Space, Verdict, Watch, Why};

/// The strategy behind an answer.
pub struct Strategy<'w, S: Space> {
    search: &'w mut BooleanSearch<S>,
    proved: bool,
    watch: Watch,
}

impl<'w, S: Space> Strategy<'w, S> {
    /// The strategy that proves the claim, or disproves it. The search is used to search again.
    pub fn new(search: &'w mut BooleanSearch<S>, proved: bool) -> Strategy<'w, S> {
        Strategy { search, proved, watch: Watch::default() }
    }

    /// The same, whose searches look at this, again and again.
    #[must_use]
    pub fn watched(mut self, watch: &Watch) -> Strategy<'w, S> {
        self.watch = watch.clone();
        self
    }

    /// What to do in a state that has the value, where the side is to move that needs one child.
    ///
    /// # Errors
    /// [`Forgotten::Contradiction`], [`Forgotten::Stopped`].
    pub fn choose(&mut self, state: &S::State) -> Result<Choice<S::State>, Forgotten> {
        let search = &mut *self.search;
        let mut known = SortedChildren::of(&mut search.space, &search.table, state, self.proved)?;
        if known.needs_search() {
            search.restart(state.clone());
            while search.step(PORTION, &mut ()) == Verdict::Unknown(Why::Nodes) {
                if !self.watch.goes_on() {
                    return Err(Forgotten::Stopped);
                }
            }
            known.found(search.ending, search.solving, self.proved)?;
        }
        Ok(known.choice())
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.search.space
    }

    /// What search and strategy have cost.
    pub fn effort(&self) -> Effort {
        self.search.effort()
    }
}
