//! A certificate whose check can be ended early.
//!
//! The checker knows no clock and asks nobody whether to go on. It asks the certificate for entry after entry; when the
//! work is to end, this gives it one that it rejects. What such a check says is not heard.

use std::borrow::Cow;
use std::cell::Cell;

use quod_cert::{Body, Certificate, Entry, PositionCode, Proof, Shown};
use quod_game::Move;
use quod_search::Watch;

/// Entries between two looks at the watch, some milliseconds where each has evidence to be replayed.
const LOOK: usize = 64;

/// A certificate as it is checked under a watch.
pub(super) struct Stoppable<'p> {
    proof: &'p dyn Proof,
    watch: &'p Watch,
    stopped: Cell<bool>,
}

impl<'p> Stoppable<'p> {
    /// A certificate, and what says whether its check may go on.
    pub fn new(proof: &'p dyn Proof, watch: &'p Watch) -> Stoppable<'p> {
        Stoppable { proof, watch, stopped: Cell::new(false) }
    }

    /// Whether the check was ended: then nothing is known of the certificate, whatever the checker said.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }
}

impl Proof for Stoppable<'_> {
    fn head(&self) -> &Certificate {
        self.proof.head()
    }

    fn n_entries(&self) -> usize {
        self.proof.n_entries()
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        if at.is_multiple_of(LOOK) && !self.watch.goes_on() {
            self.stopped.set(true);
        }
        if !self.stopped.get() {
            return self.proof.entry(at);
        }
        // No claim has this index, and no move this code.
        let (claim, position) = (u32::MAX, PositionCode::Whole(Vec::new()));
        let body = Body::Move { mv: Move(u32::MAX), shown: Shown::Settled };
        Cow::Owned(Entry { claim, position, body })
    }

    fn stream_bytes(&self) -> Option<u64> {
        self.proof.stream_bytes()
    }
}
