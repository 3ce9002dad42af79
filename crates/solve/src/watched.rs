//! A certificate whose check is watched: how far it has come, and whether it should go on.
//!
//! The checker knows no clock and asks nobody whether to go on. It asks the certificate for entry after entry; when the
//! work is to end, this gives it one that it rejects. What such a check says is not heard.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quod_cert::{Body, Certificate, Entry, PositionCode, Proof, Shown};
use quod_game::Move;

/// Entries between two looks, some milliseconds where each has evidence to be replayed.
const LOOK: u64 = 64;

/// How often the checker reads each entry: once for its position, once for what shows it.
const PASSES: u64 = 2;

/// A certificate as it is checked under a watch.
pub struct Watched<'p> {
    proof: &'p dyn Proof,
    look: &'p Look<'p>,
    read: AtomicU64,
    stopped: AtomicBool,
}

/// What is told how many entries were read of how many, and says whether to go on.
type Look<'p> = dyn Fn(u64, u64) -> bool + Sync + 'p;

impl<'p> Watched<'p> {
    /// A certificate, and what is told how many entries were read of how many, and says whether its check may go on. (Each
    /// entry is read twice, and counts twice.)
    pub fn new(proof: &'p dyn Proof, look: &'p Look<'p>) -> Watched<'p> {
        Watched { proof, look, read: AtomicU64::new(0), stopped: AtomicBool::new(false) }
    }

    /// Whether the check was ended: then nothing is known of the certificate, whatever the checker said.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Proof for Watched<'_> {
    fn head(&self) -> &Certificate {
        self.proof.head()
    }

    fn n_entries(&self) -> usize {
        self.proof.n_entries()
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        let read = self.read.fetch_add(1, Ordering::Relaxed);
        if read.is_multiple_of(LOOK) && !(self.look)(read, PASSES * self.n_entries() as u64) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        if !self.is_stopped() {
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

    fn head_bytes(&self) -> u64 {
        self.proof.head_bytes()
    }

    fn entry_size(&self, at: usize) -> u64 {
        self.proof.entry_size(at)
    }
}
