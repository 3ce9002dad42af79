//! Proof search by jobs: a tree of positions here, and workers anywhere that search below its leaves.
//!
//! **The pieces.** A [`Foreman`] holds the tree (the first level of job-level proof-number search), makes a [`Job`] of
//! the leaf that is worth most, and takes what comes back in any order, twice, or never. A [`Workbench`] does jobs: it
//! is all that a worker needs. A [`Crew`] brings jobs to workers and results back: [`Threads`] in this process,
//! [`Simulated`] workers whose clock is virtual, or whoever moves bytes between machines. [`work_off()`] lets a foreman and
//! a crew work until there is an answer.
//!
//! **Workers need not be trusted.** A result that says "proved" brings a certificate of the job's own claim at the
//! job's own position, and counts once the checker has passed it here. A result without a proof brings numbers, which
//! choose the next leaf and nothing else. The whole certificate is put together from the checked parts and goes
//! through the ordinary checker at the end.
#![forbid(unsafe_code)]

mod checkpoint;
mod foreman;
mod job;
mod simulated;
mod threads;
mod tree;
mod work_off;
mod workbench;

pub use foreman::{Counts, Foreman, Plan, Refused, Taken, Whole};
pub use job::{FORM, Foul, Job, JobResult, Outcome};
pub use simulated::{Costs, Faults, Simulated, SimulatedReport};
pub use threads::Threads;
pub use work_off::{Crew, Event, work_off};
pub use workbench::{OpenByName, Workbench};
