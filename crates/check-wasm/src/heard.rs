//! A certificate that tells how far it is read.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use quod_cert::{Certificate, Entry, Packed, Proof};

/// How many entries are read between two words about it.
const BETWEEN: u64 = 256;

/// How often the checker reads each entry: once for its position, once for what shows it.
const PASSES: u64 = 2;

/// A certificate as it is, which tells somebody how many entries were read of it.
pub(crate) struct Heard<'a> {
    packed: &'a Packed,
    heard: &'a (dyn Fn(u64, u64) + Sync),
    read: AtomicU64,
}

impl<'a> Heard<'a> {
    pub(crate) fn new(packed: &'a Packed, heard: &'a (dyn Fn(u64, u64) + Sync)) -> Heard<'a> {
        Heard { packed, heard, read: AtomicU64::new(0) }
    }
}

impl Proof for Heard<'_> {
    fn head(&self) -> &Certificate {
        self.packed.head()
    }

    fn n_entries(&self) -> usize {
        self.packed.n_entries()
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        let read = self.read.fetch_add(1, Ordering::Relaxed);
        if read.is_multiple_of(BETWEEN) {
            (self.heard)(read, PASSES * self.n_entries() as u64);
        }
        self.packed.entry(at)
    }

    fn stream_bytes(&self) -> Option<u64> {
        self.packed.stream_bytes()
    }

    fn head_bytes(&self) -> u64 {
        self.packed.head_bytes()
    }

    fn entry_size(&self, at: usize) -> u64 {
        self.packed.entry_size(at)
    }
}
