//! The thread that thinks.
//!
//! It is asked by a [`Job`] and tells [`Event`]s with the job's number, by which late ones are known. It stops
//! as soon as another job than its own is wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use quod_engine::{Chosen, Control, Limits};
use quod_in_a_row::gomoku::{Brain, Setting};

/// What the answering thread hears of.
#[derive(Debug)]
pub enum Event {
    /// A line, and when it came.
    Line { text: String, came: Instant },
    /// There are no more lines.
    InputEnds,
    /// A better move.
    Found { job: u64, chosen: Chosen },
    /// The job is done; the last move found is the one.
    Done { job: u64 },
}

/// A question.
#[derive(Debug)]
pub struct Job {
    pub setting: Setting,
    pub limits: Limits,
    /// The bytes of the player's table.
    pub table: usize,
    /// When the question came.
    pub came: Instant,
    /// How long after that no deeper search is begun.
    pub enough: Duration,
}

/// The thread, from outside.
#[derive(Debug)]
pub struct Thinker {
    jobs: Sender<(u64, Job)>,
    wanted: Arc<AtomicU64>,
}

impl Thinker {
    /// Starts the thread. It ends when this is dropped.
    pub fn start(events: Sender<Event>) -> Thinker {
        let (jobs, asked) = mpsc::channel::<(u64, Job)>();
        let wanted = Arc::new(AtomicU64::new(0));
        let still_wanted = Arc::clone(&wanted);
        std::thread::spawn(move || {
            let mut brain: Option<(usize, Brain)> = None;
            for (number, job) in asked {
                // The old table goes before the new one comes.
                let (table, mut own) = match brain.take() {
                    Some(kept) if kept.0 == job.table => kept,
                    old => {
                        drop(old);
                        (job.table, Brain::new(job.table))
                    }
                };
                let mut watch = Watch { number, wanted: &still_wanted, events: &events, job: &job };
                own.choose(&job.setting, job.limits, &mut watch);
                brain = Some((table, own));
                if events.send(Event::Done { job: number }).is_err() {
                    break;
                }
            }
        });
        Thinker { jobs, wanted }
    }

    /// Asks; the job's number.
    pub fn ask(&mut self, job: Job) -> u64 {
        let number = self.wanted.load(Ordering::Relaxed) + 1;
        self.wanted.store(number, Ordering::Relaxed);
        // If the thread is gone there is no answer, and time runs out.
        let _ = self.jobs.send((number, job));
        number
    }

    /// Has the thread stop what it does.
    pub fn stop(&mut self) {
        self.wanted.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

struct Watch<'a> {
    number: u64,
    wanted: &'a AtomicU64,
    events: &'a Sender<Event>,
    job: &'a Job,
}

impl Control for Watch<'_> {
    fn stop(&mut self) -> bool {
        self.wanted.load(Ordering::Relaxed) != self.number
    }

    fn found(&mut self, chosen: &Chosen) {
        // Nobody listens once the conversation is over, and then `stop` is true.
        let _ = self.events.send(Event::Found { job: self.number, chosen: *chosen });
    }

    fn deepen(&mut self, _chosen: &Chosen) -> bool {
        self.job.came.elapsed() < self.job.enough
    }
}
