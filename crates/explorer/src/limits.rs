//! What may be taken, and what is held for a while.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What may be taken.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all searches and open proofs together, and of what a check keeps of a certificate's entries.
    pub memory: u64,
    /// How long the opening of a proof waits for the checker.
    pub patience: Duration,
}

impl Limits {
    /// What the check of a certificate may take: anybody may have made it.
    pub fn of_check(&self) -> quod_check::Limits {
        quod_check::Limits { memory: self.memory, ..quod_check::Limits::default() }
    }
}

/// The lock, whatever became of a thread that held it: what it guards is whole between two operations.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
