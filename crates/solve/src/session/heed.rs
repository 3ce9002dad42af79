//! Whom the work within a step heeds: whoever drives the session, and the rules where they break a promise.

use std::sync::{Arc, Mutex, PoisonError};

use quod_engine::{Reason, SolveError};
use quod_search::Watch;

use super::Session;

/// What ends work within a step.
#[derive(Default)]
pub(super) struct Heard {
    /// What work within a step looks at.
    pub watch: Watch,
    /// Why that work is to end, as whoever drives the session says.
    pub ended_for: Arc<Mutex<Option<Reason>>>,
}

impl Session {
    /// From now on the work within a step looks at this as well, at least every some thousand nodes: the second pass where
    /// it searches again, and the check. It says why they are to end. A second pass that is ended begins anew with the
    /// next step; of an answer whose check is ended it is said that it was not checked, and why. Who comes second is not
    /// heard.
    pub fn heed(&self, ends: impl Fn() -> Option<Reason> + Send + Sync + 'static) {
        let ended_for = Arc::clone(&self.heard.ended_for);
        self.heard.watch.heed(move || {
            let reason = ends();
            let goes_on = reason.is_none();
            if !goes_on {
                *ended_for.lock().unwrap_or_else(PoisonError::into_inner) = reason;
            }
            goes_on
        });
    }

    /// Why work within a step was ended.
    pub(super) fn reason_to_end(&self) -> Reason {
        let reason = self.heard.ended_for.lock().unwrap_or_else(PoisonError::into_inner).clone();
        reason.unwrap_or(Reason::Interrupted)
    }

    /// An error if the rules have turned out to break a promise.
    pub(super) fn hear_of_rules(&self) -> Result<(), SolveError> {
        self.heard.watch.fault().map_or(Ok(()), |fault| Err(SolveError::Rules(fault)))
    }
}
