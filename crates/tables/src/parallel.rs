//! Work in numbered parts, shared by threads, up to a budget.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Does the parts in order, each by whichever thread is free, and takes none once the work done
/// reaches the budget. `worker` makes what a thread needs; `part` does a part and returns its work.
/// Takes the parts that were begun off the range, and returns the work.
pub(crate) fn share<W>(
    threads: usize,
    parts: &mut Range<u64>,
    budget: u64,
    worker: impl Fn() -> W + Sync,
    part: impl Fn(&mut W, u64) -> u64 + Sync,
) -> u64 {
    let (next, done) = (AtomicU64::new(parts.start), AtomicU64::new(0));
    let work = || {
        let mut worker = worker();
        while done.load(Relaxed) < budget {
            let at = next.fetch_add(1, Relaxed);
            if at >= parts.end {
                break;
            }
            done.fetch_add(part(&mut worker, at), Relaxed);
        }
    };
    std::thread::scope(|scope| {
        (1..threads.min((parts.end - parts.start) as usize)).for_each(|_| {
            scope.spawn(work);
        });
        work();
    });
    parts.start = next.into_inner().min(parts.end);
    done.into_inner()
}
