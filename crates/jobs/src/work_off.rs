//! A foreman and a crew at work.

use quod_engine::SolveError;

use crate::{Foreman, Taken};

/// What a crew reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A result came, from a worker.
    Done {
        /// The number of the job that the worker was given.
        number: u64,
        /// The worker's name.
        worker: String,
        /// The result, or what the worker sent for one.
        bytes: Vec<u8>,
    },
    /// A job will not come back: its worker is gone, or took too long.
    Lost {
        /// The job's number.
        number: u64,
    },
}

/// Brings jobs to workers and results back.
pub trait Crew {
    /// Jobs that it takes at most before results come back, at this moment.
    fn capacity(&self) -> usize;

    /// Takes a job; says the name of the worker that gets it, if that is known by now.
    fn submit(&mut self, number: u64, job: Vec<u8>) -> Option<String>;

    /// What happens next. `None` if nothing is out that could come back.
    fn next(&mut self) -> Option<Event>;

    /// Nobody waits for a job any more; its result may come or not.
    fn forget(&mut self, number: u64) {
        let _ = number;
    }
}

/// Works until the foreman has an answer or no hope of one. `seen` hears of every result and every loss, and stops
/// the work by returning false.
///
/// # Errors
/// What the foreman says of its tree.
pub fn work_off(
    foreman: &mut Foreman,
    crew: &mut dyn Crew,
    seen: &mut dyn FnMut(&Foreman, &Event, Option<&Taken>) -> bool,
) -> Result<(), SolveError> {
    foreman.prepare(crew.capacity());
    loop {
        while foreman.out().len() < crew.capacity() {
            let Some((number, bytes)) = foreman.job()? else { break };
            if let Some(worker) = crew.submit(number, bytes) {
                foreman.given_to(number, &worker);
            }
        }
        if foreman.is_done() {
            return Ok(());
        }
        let Some(event) = crew.next() else { return Ok(()) };
        let taken = match &event {
            Event::Done { number, worker, bytes } => Some(foreman.take(*number, worker, bytes)),
            Event::Lost { number } => {
                foreman.lost(*number);
                None
            }
        };
        for number in foreman.idle() {
            crew.forget(number);
        }
        if !seen(foreman, &event, taken.as_ref()) {
            return Ok(());
        }
    }
}
