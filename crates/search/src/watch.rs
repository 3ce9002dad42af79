//! What work that takes long looks at: whether it may go on, and where it tells that rules break a promise.
//!
//! A search advances by steps, and whoever drives it decides between two of them. What a second pass searches
//! again, and what a check reads, is inside one step; there the work itself asks, every so many nodes.
//! Rules that break a promise would have some searches go round for ever. Whoever meets such a thing tells it, and
//! from then on nothing goes on.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Nodes after which work within a step asks whether it may go on.
pub const PORTION: u64 = 4096;

/// Whether to go on, as whoever drives the work knows it.
type GoesOn = Box<dyn Fn() -> bool + Send + Sync>;

/// What work that takes long looks at. Copies are one and the same.
#[derive(Clone)]
pub struct Watch(Arc<Inner>);

struct Inner {
    goes_on: OnceLock<GoesOn>,
    /// How often work may still go on; [`NOT_COUNTED`] if that is for `goes_on` to say.
    allowed: AtomicU64,
    told: AtomicBool,
    fault: Mutex<Option<String>>,
}

/// Nobody has said how often work may go on.
const NOT_COUNTED: u64 = u64::MAX;

impl Default for Watch {
    /// One under which work goes on as long as no fault is told.
    fn default() -> Watch {
        Watch(Arc::new(Inner {
            goes_on: OnceLock::new(),
            allowed: AtomicU64::new(NOT_COUNTED),
            told: AtomicBool::new(false),
            fault: Mutex::new(None),
        }))
    }
}

impl Watch {
    /// From now on work goes on as long as this says so; it is asked on whatever thread works. Who comes second is
    /// not heard.
    pub fn heed(&self, goes_on: impl Fn() -> bool + Send + Sync + 'static) {
        let _ = self.0.goes_on.set(Box::new(goes_on));
    }

    /// From now on work goes on so many times more, whatever else is said: for what is brought to an end after the time is
    /// up.
    pub fn allow(&self, times: u64) {
        self.0.allowed.store(times.min(NOT_COUNTED - 1), Ordering::Relaxed);
    }

    /// Whether work may go on.
    pub fn goes_on(&self) -> bool {
        if self.0.told.load(Ordering::Relaxed) {
            return false;
        }
        match self.0.allowed.load(Ordering::Relaxed) {
            NOT_COUNTED => self.0.goes_on.get().is_none_or(|it| it()),
            left => {
                self.0.allowed.store(left.saturating_sub(1), Ordering::Relaxed);
                left > 0
            }
        }
    }

    /// Tells which promise the rules break, in words; of several faults the first counts.
    pub fn tell(&self, fault: impl FnOnce() -> String) {
        if !self.0.told.swap(true, Ordering::Relaxed) {
            *self.0.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault());
        }
    }

    /// The fault that was told, if there is one.
    pub fn fault(&self) -> Option<String> {
        self.0.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("fault", &self.fault()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_ends_the_work_that_shares_the_watch() {
        let (watch, other) = (Watch::default(), Watch::default());
        let same = watch.clone();
        assert!(same.goes_on());
        watch.tell(|| "first".to_string());
        watch.tell(|| "second".to_string());
        assert_eq!(same.fault().as_deref(), Some("first"));
        assert!(!same.goes_on() && other.goes_on() && other.fault().is_none());
        other.heed(|| false);
        assert!(!other.goes_on());
        other.allow(2);
        assert_eq!([other.goes_on(), other.goes_on(), other.goes_on()], [true, true, false]);
    }
}
