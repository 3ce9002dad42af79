//! Observers: a search tells what happens, once, to whoever listens.
//!
//! Progress lines, statistics and the explorer are observers of the same events. Calls are
//! dispatched statically and every method has an empty default, so that a search with the observer
//! `()` pays nothing.

use crate::{Effort, Numbers};

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The root's numbers.
    pub root: Numbers,
    /// What it has cost.
    pub effort: Effort,
    /// Nodes held in memory.
    pub stored: u64,
    /// Bytes held in memory.
    pub memory_bytes: u64,
}

/// Listens to a search over states `S`.
pub trait Observer<S> {
    /// A node was expanded and got `children` children in memory.
    fn expanded(&mut self, state: &S, children: usize) {
        let _ = (state, children);
    }

    /// An expanded node was solved by its children, or a frontier node when it was developed.
    /// Children that are solved the moment they are found are not reported.
    fn solved(&mut self, state: &S, proved: bool) {
        let _ = (state, proved);
    }

    /// Called every [`Observer::INTERVAL`] expansions.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Expansions between two calls of [`Observer::progress`]; a power of two.
    const INTERVAL: u64 = 4096;
}

impl<S> Observer<S> for () {}
