//! What several workers share: the table, who is where, and the answer.
//!
//! **The problem.** Workers that read the same numbers go to the same node. **The idea** (Kaneko 2010,
//! "virtual proof numbers"): a node that somebody is searching looks harder than it is, so that the
//! others choose another child, unless it is much the best; then they follow and help below. The
//! counters are a small array indexed by key; a collision makes a node look busy that is not, and a
//! lost race likewise. Neither touches a stored number: virtual numbers steer the choice of a child
//! and nothing else, so every answer and the argument that the search ends are those of one worker.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::table::Table;
use crate::hash::scrambled;

const MARKS: usize = 1 << 14;

/// Workers on one root over one table.
pub struct Team {
    table: Arc<Table>,
    /// How many workers are below a state; empty for a single worker.
    marks: Vec<AtomicU32>,
    /// 0 open, 1 disproved, 2 proved.
    answer: AtomicU8,
}

impl Team {
    /// A team of that many workers over a table.
    pub fn new(table: Arc<Table>, workers: usize) -> Arc<Team> {
        let marks = match workers {
            0 | 1 => 0,
            _ => MARKS,
        };
        let marks = (0..marks).map(|_| AtomicU32::new(0)).collect();
        Arc::new(Team { table, marks, answer: AtomicU8::new(0) })
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Whether there is more than one worker.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The root's value, if a worker has found it.
    pub fn answer(&self) -> Option<bool> {
        match self.answer.load(Relaxed) {
            0 => None,
            answer => Some(answer == 2),
        }
    }

    pub(super) fn announce(&self, proved: bool) {
        self.answer.store(1 + u8::from(proved), Relaxed);
    }

    #[inline]
    fn mark(&self, key: u64) -> Option<&AtomicU32> {
        match self.marks.is_empty() {
            true => None,
            false => Some(&self.marks[scrambled(key) as usize % MARKS]),
        }
    }

    #[inline]
    pub(super) fn enter(&self, key: u64) {
        if let Some(mark) = self.mark(key) {
            mark.fetch_add(1, Relaxed);
        }
    }

    #[inline]
    pub(super) fn leave(&self, key: u64) {
        if let Some(mark) = self.mark(key) {
            mark.fetch_sub(1, Relaxed);
        }
    }

    /// How many workers are at a state or below.
    #[inline]
    pub(super) fn busy(&self, key: u64) -> u32 {
        self.mark(key).map_or(0, |mark| mark.load(Relaxed))
    }
}
