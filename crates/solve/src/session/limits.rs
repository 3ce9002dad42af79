//! What a job may take: how its memory is divided, and which numbers make sense.

use quod_engine::SolveError;

use crate::Job;

/// More threads than any machine that this is likely to run on has.
const MOST_THREADS: usize = 256;
/// One bucket of a table.
const LEAST_ENTRIES: u64 = 4;

/// What is kept of a job's memory for the proof, which the second pass builds while the search's table is
/// still there. Less would do for most games; a proof that does not fit is a search for nothing.
pub(super) fn proof_memory(memory: u64) -> u64 {
    memory / 4
}

/// What a search may take of a job's memory.
pub(super) fn search_memory(memory: u64) -> u64 {
    memory - proof_memory(memory)
}

/// Whether the numbers of a job make sense.
pub(super) fn check_limits(job: &Job) -> Result<(), SolveError> {
    let limit = |place, expected: String, got: u64| {
        Err(SolveError::Limit { place, expected, got: got.to_string() })
    };
    match job {
        Job { nodes: Some(0), .. } => limit("nodes", "1 or more".to_string(), 0),
        Job { threads, .. } if !(1..=MOST_THREADS).contains(threads) => {
            limit("threads", format!("1 to {MOST_THREADS}"), *threads as u64)
        }
        Job { table_entries: Some(entries), .. } if *entries < LEAST_ENTRIES => {
            limit("table-entries", format!("{LEAST_ENTRIES} or more"), *entries)
        }
        Job { table_entries: Some(entries), memory, .. }
            if entries.saturating_mul(16) > search_memory(*memory) =>
        {
            let most = search_memory(*memory) / 16;
            let most = format!("at most {most} (16 bytes each) in this memory");
            limit("table-entries", most, *entries)
        }
        _ => Ok(()),
    }
}
