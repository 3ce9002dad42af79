//! Who is where: counters by key, for workers that had rather not be at the same place.
//!
//! A small array that threads share without locks. A collision makes a state look busy that is not, and a lost
//! race likewise. So whoever reads it may choose by it and must believe nothing because of it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::hash::scrambled;

/// More than a thousand times as many as a worker has marks at a time, so that few collide.
const MARKS: usize = 1 << 14;

/// How many workers are at a state or below it, for states that they have marked.
pub struct Marks(Vec<AtomicU32>);

impl Marks {
    /// Marks for that many workers; for a single one there are none.
    pub fn new(workers: usize) -> Marks {
        let marks = if workers > 1 { MARKS } else { 0 };
        Marks((0..marks).map(|_| AtomicU32::new(0)).collect())
    }

    /// Whether there is more than one worker.
    #[inline]
    pub fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline]
    fn of(&self, key: u64) -> Option<&AtomicU32> {
        match self.0.is_empty() {
            true => None,
            false => Some(&self.0[scrambled(key) as usize % MARKS]),
        }
    }

    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        if let Some(mark) = self.of(key) {
            mark.fetch_add(1, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        if let Some(mark) = self.of(key) {
            mark.fetch_sub(1, Relaxed);
        }
    }

    /// How many workers are at a state or below.
    #[inline]
    pub(crate) fn busy(&self, key: u64) -> u32 {
        self.of(key).map_or(0, |mark| mark.load(Relaxed))
    }
}
