//! Memory given to a search or to an open proof, and given back when it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Answered, ApiError};

/// A share of the memory that there is to give.
pub struct Share {
    given: Arc<AtomicU64>,
    bytes: u64,
}

impl Share {
    /// Takes so many bytes if with them no more than `most` are given.
    ///
    /// # Errors
    /// If others leave less; `place` says whose they were to be.
    pub fn take(
        given: &Arc<AtomicU64>,
        place: &'static str,
        bytes: u64,
        most: u64,
    ) -> Answered<Share> {
        let fits = |sum: u64| sum.checked_add(bytes).filter(|&sum| sum <= most);
        match given.fetch_update(Ordering::AcqRel, Ordering::Acquire, fits) {
            Ok(_) => Ok(Share { given: Arc::clone(given), bytes }),
            Err(sum) => {
                let left = most.saturating_sub(sum);
                let expected = format!("at most {left}, what searches and open proofs leave");
                Err(ApiError::at(422, "limit", place, expected, bytes.to_string()))
            }
        }
    }

    /// Gives back what turned out not to be needed.
    pub fn shrink(&mut self, bytes: u64) {
        let less = self.bytes.saturating_sub(bytes);
        self.given.fetch_sub(less, Ordering::AcqRel);
        self.bytes -= less;
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.given.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}
