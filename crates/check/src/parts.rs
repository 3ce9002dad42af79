//! Pass 2 in several threads: each takes blocks of entries and shows them, one after the other.
//!
//! What showing an entry needs is there before: claims and positions of all entries from pass 1, and which zones are
//! wanted. What it leaves (a zone, replies served as others, links, kinds, work) is looked at when all entries are
//! shown. So each entry may be shown by anyone, once.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

use quod_cert::{EvidenceKind, Place, Proof};
use quod_game::{Game, Move};

use crate::{Checked, Checker, Rounds};

/// The most entries that a thread takes at a time: few, so that all end together.
const BLOCK: usize = 64;

/// The entries that nobody has taken yet, in ascending order.
struct Blocks {
    next: AtomicUsize,
    n_entries: usize,
    /// How many entries are taken at a time.
    size: usize,
}

impl Blocks {
    fn take(&self) -> Option<Range<usize>> {
        let from = self.next.fetch_add(self.size, Ordering::Relaxed);
        (from < self.n_entries).then(|| from..self.n_entries.min(from + self.size))
    }

    /// After a fault no block is taken any more. Those before it were.
    fn end(&self) {
        self.next.store(self.n_entries, Ordering::Relaxed);
    }
}

/// What a thread leaves that has shown its entries.
struct Part {
    kinds: BTreeSet<EvidenceKind>,
    rounds: Rounds,
    served: Vec<(usize, Move, Vec<Move>)>,
    work: u64,
    kept: u64,
}

impl<'c, G: Game + ?Sized> Checker<'c, G> {
    /// Pass 2, in so many threads at most: shows every entry.
    pub(crate) fn bodies(&mut self, cert: &dyn Proof, threads: usize) -> Checked {
        let n_entries = cert.n_entries();
        // (Tables are read through one block of values, for one reader.)
        let threads = if self.shelves.is_empty() { threads.clamp(1, n_entries.max(1)) } else { 1 };
        let size = (n_entries / threads / 8).clamp(1, BLOCK);
        let blocks = &Blocks { next: AtomicUsize::new(0), n_entries, size };
        let others = (1..threads).map(|_| self.other(cert, blocks));
        let others: Vec<_> = others.collect();
        let (own, parts) = scope(|scope| {
            // (Where no thread is to be had, the others show its entries.)
            let begin = |other| Builder::new().spawn_scoped(scope, other).ok();
            let begun: Vec<_> = others.into_iter().filter_map(begin).collect();
            let own = self.blocks(cert, blocks);
            let parts =
                begun.into_iter().map(|it| it.join().unwrap_or_else(|it| resume_unwind(it)));
            (own, parts.collect::<Vec<_>>())
        });
        // Of all faults the first, which one thread would have met. Every block before it was shown.
        let faults =
            own.as_ref().err().into_iter().chain(parts.iter().filter_map(|it| it.as_ref().err()));
        if let Some(first) = faults.min_by_key(|it| match it.place {
            Place::Entry(at) => at,
            _ => usize::MAX,
        }) {
            return Err(first.clone());
        }
        parts.into_iter().flatten().try_for_each(|part| self.add(part))?;
        self.zones.served.sort_by_key(|it| it.0);
        Ok(())
    }

    /// The work of another thread, with nothing found yet.
    fn other<'b>(
        &self,
        cert: &'b dyn Proof,
        blocks: &'b Blocks,
    ) -> impl FnOnce() -> Checked<Part> + Send + use<'b, 'c, G> {
        let (game, work, memory) = (self.game, self.work, self.memory);
        let (entries, zones, mixing) = (Arc::clone(&self.entries), self.zones.clone(), self.mixing);
        move || {
            let mut it = Checker { entries, mixing, ..Checker::new(game, zones, work, memory) };
            it.blocks(cert, blocks)?;
            Ok(Part {
                work: it.work.done - work.done,
                kept: it.memory.kept - memory.kept,
                kinds: it.kinds,
                rounds: it.rounds,
                served: it.zones.served,
            })
        }
    }

    /// Shows the entries of blocks that nobody else has taken, until none is left.
    fn blocks(&mut self, cert: &dyn Proof, blocks: &Blocks) -> Checked {
        let shown = std::iter::from_fn(|| blocks.take()).flatten().try_for_each(|at| {
            self.place = Place::Entry(at);
            let entry = self.read(cert, at)?;
            if let Some(board) = &mut self.board {
                board.begin_zone(self.zones.wants(at));
            }
            self.body(at, &entry.body)?;
            self.keep_zone(at);
            Ok(())
        });
        shown.inspect_err(|_| blocks.end())
    }

    /// What another thread has found becomes this one's.
    fn add(&mut self, part: Part) -> Checked {
        self.kinds.extend(part.kinds);
        self.rounds.add(part.rounds);
        self.zones.served.extend(part.served);
        self.spend(part.work as usize)?;
        self.keep(part.kept)
    }
}
