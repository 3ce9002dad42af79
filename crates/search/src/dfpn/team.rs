//! What several workers share: the table, who is where, and the answer.
//!
//! **The problem.** Workers that read the same numbers go to the same node. **The idea** (Kaneko 2010,
//! "virtual proof numbers"): a node that somebody is searching looks harder than it is, so that the
//! others choose another child, unless it is much the best; then they follow and help below. Virtual
//! numbers steer the choice of a child and nothing else, so every answer and the argument that the
//! search ends are those of one worker.
//!
//! **Only where it pays.** Nearly all visits are small, and marking each would have the workers write to
//! the same cache lines all the time. So a node is marked, and its children's marks are read, when
//! [`LARGE`] expansions have gone into it.
//!
//! **Nothing for nothing.** Another worker may solve a node that this one is deep below. Every
//! [`LOOK_UP`] rounds a worker asks the table about its whole path, from the root down, and returns to the
//! topmost node that is solved. What the table says of a state is its value without conditions, so this
//! is what reading it on a new visit would do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::table::Table;
use crate::Marks;

/// Expansions below a node from which on it is marked. (Tests have small graphs, here and below.)
pub(super) const LARGE: u64 = if cfg!(test) { 1 } else { 64 };
/// Rounds of a worker between two looks at its path.
pub(super) const LOOK_UP: u32 = if cfg!(test) { 8 } else { 1024 };

/// Workers on one root over one table.
pub struct Team {
    table: Arc<Table>,
    marks: Marks,
    /// 0 open, 1 disproved, 2 proved.
    answer: AtomicU8,
}

impl Team {
    /// A team of that many workers over a table.
    pub fn new(table: Arc<Table>, workers: usize) -> Arc<Team> {
        Arc::new(Team { table, marks: Marks::new(workers), answer: AtomicU8::new(0) })
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Where large searches are going on.
    #[inline]
    pub(super) fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether there is more than one worker.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        self.marks.is_shared()
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
}
