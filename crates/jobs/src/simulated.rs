//! A crew whose clock is virtual: any number of workers in one thread.
//!
//! A job really runs, at the moment at which its worker would begin it, and takes as long as its counted nodes say. A
//! message takes as long as it is told to, and the foreman's own work as well. So a search by a thousand workers can
//! be measured on one machine, in *virtual time*: what it does not know of is memory that cores share, and networks that
//! are busy.
//!
//! Faults come from a seed: the same seed gives the same bytes. A worker can be killed in a job and come back with an
//! empty table; a message can be lost, late, or doubled; a result can be forged.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use quod_search::Random;

use crate::workbench::OpenByName;
use crate::{Crew, Event, JobResult, Outcome, Workbench};

/// How long things take, in nodes of a search.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// A message, either way.
    pub message: u64,
    /// The foreman's work for one job or one result.
    pub foreman: u64,
    /// A worker's work for a job, besides its nodes.
    pub job: u64,
    /// Until a lost job is given up.
    pub patience: u64,
    /// Until a worker that was killed is back.
    pub restart: u64,
    /// Jobs that a worker has at once: with two, nobody waits for a message.
    pub flight: usize,
}

impl Default for Costs {
    /// At a million nodes a second: messages of a fifth of a millisecond, as measured with Ray, the foreman's work a
    /// twentieth.
    fn default() -> Costs {
        Costs {
            message: 200,
            foreman: 50,
            job: 50,
            patience: 10_000_000,
            restart: 1_000_000,
            flight: 2,
        }
    }
}

/// How often what goes wrong, of a thousand jobs each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// What the faults come from.
    pub seed: u64,
    /// A worker is killed in a job.
    pub killed: u32,
    /// A result is lost on its way.
    pub lost: u32,
    /// A result comes up to a hundred times as late.
    pub late: u32,
    /// A result comes twice.
    pub doubled: u32,
    /// A result is forged.
    pub forged: u32,
}

/// What a simulated crew has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimulatedReport {
    /// Virtual time so far, in nodes.
    pub time: u64,
    /// Nodes and other work of all workers.
    pub busy: u64,
    /// Of the foreman.
    pub foreman_busy: u64,
    /// Nodes of jobs whose results were lost.
    pub lost_nodes: u64,
    /// Workers killed, and results lost, late, doubled and forged.
    pub faults: [u64; 5],
}

struct Worker {
    bench: usize,
    free_at: u64,
}

/// The crew.
pub struct Simulated {
    open: OpenByName,
    memory: u64,
    costs: Costs,
    faults: Faults,
    random: Random,
    benches: Vec<Workbench>,
    workers: Vec<Worker>,
    /// What comes when, in order of time and of its making.
    coming: BinaryHeap<Reverse<(u64, u64)>>,
    events: HashMap<u64, Event>,
    made: u64,
    /// The foreman's clock.
    now: u64,
    /// A proof of another job, for forgers.
    seen: Option<Outcome>,
    report: SimulatedReport,
}

impl Simulated {
    /// So many workers, of which each `together` have one table of so many bytes.
    pub fn new(
        workers: usize,
        together: usize,
        memory: u64,
        open: &OpenByName,
        costs: Costs,
        faults: Faults,
    ) -> Simulated {
        let together = together.max(1);
        let bench = |_| Workbench::new(Arc::clone(open), 1, memory);
        Simulated {
            open: Arc::clone(open),
            memory,
            costs,
            faults,
            random: Random::new(faults.seed),
            benches: (0..workers.div_ceil(together)).map(bench).collect(),
            workers: (0..workers).map(|at| Worker { bench: at / together, free_at: 0 }).collect(),
            coming: BinaryHeap::new(),
            events: HashMap::new(),
            made: 0,
            now: 0,
            seen: None,
            report: SimulatedReport::default(),
        }
    }

    /// What was seen so far.
    pub fn report(&self) -> SimulatedReport {
        SimulatedReport { time: self.now, ..self.report }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound as usize) as u64
    }

    fn happens(&mut self, of_thousand: u32, kind: usize) -> bool {
        let happens = of_thousand > 0 && self.below(1000) < u64::from(of_thousand);
        self.report.faults[kind] += u64::from(happens);
        happens
    }

    fn comes(&mut self, at: u64, event: Event) {
        self.made += 1;
        self.coming.push(Reverse((at, self.made)));
        self.events.insert(self.made, event);
    }

    fn foreman_works(&mut self) {
        self.now += self.costs.foreman;
        self.report.foreman_busy += self.costs.foreman;
    }

    /// A result that is not what the worker found.
    fn forged(&mut self, result: &JobResult) -> Vec<u8> {
        let certificate = match &result.outcome {
            Outcome::Proved(bytes) | Outcome::Disproved(bytes) => bytes.clone(),
            _ => vec![b'Q'; 40],
        };
        let outcome = match self.below(6) {
            // The opposite, or a proof where there is none.
            0 => match &result.outcome {
                Outcome::Proved(_) => Outcome::Disproved(certificate),
                _ => Outcome::Proved(certificate),
            },
            1 => {
                let mut bytes = certificate;
                bytes.truncate(bytes.len() / 2);
                Outcome::Proved(bytes)
            }
            2 => {
                let mut bytes = certificate;
                let at = self.random.below(bytes.len());
                bytes[at] ^= 1 << self.below(8);
                Outcome::Proved(bytes)
            }
            // A proof of another position.
            3 => self.seen.clone().unwrap_or(Outcome::Proved(Vec::new())),
            4 => Outcome::Open { proof: 0, disproof: u32::MAX, children: vec![(0, u32::MAX); 300] },
            _ => {
                let mut bytes = result.to_bytes();
                let length = self.random.below(bytes.len());
                bytes.truncate(length);
                return bytes;
            }
        };
        JobResult { outcome, ..result.clone() }.to_bytes()
    }
}

impl Crew for Simulated {
    fn capacity(&self) -> usize {
        self.costs.flight * self.workers.len()
    }

    fn submit(&mut self, number: u64, job: Vec<u8>) -> Option<String> {
        self.foreman_works();
        let at = (0..self.workers.len()).min_by_key(|&at| self.workers[at].free_at)?;
        let begins = self.workers[at].free_at.max(self.now + self.costs.message);
        let bench = self.workers[at].bench;
        let bytes = self.benches[bench].run(&job);
        let result = JobResult::from_bytes(&bytes).ok()?;
        let takes = result.nodes + self.costs.job;
        if self.happens(self.faults.killed, 0) {
            let dies = begins + self.below(takes.max(1));
            self.workers[at].free_at = dies + self.costs.restart;
            self.report.busy += dies - begins;
            self.report.lost_nodes += dies - begins;
            self.benches[bench] = Workbench::new(Arc::clone(&self.open), 1, self.memory);
            self.comes(dies + self.costs.message, Event::Lost { number });
            return Some(name(at));
        }
        let ends = begins + takes;
        self.workers[at].free_at = ends;
        self.report.busy += takes;
        let bytes = match self.happens(self.faults.forged, 4) {
            true => self.forged(&result),
            false => bytes,
        };
        if !matches!(result.outcome, Outcome::Open { .. }) {
            self.seen = Some(result.outcome);
        }
        let mut arrives = ends + self.costs.message;
        if self.happens(self.faults.late, 2) {
            arrives += self.below(100 * takes);
        }
        if self.happens(self.faults.lost, 1) {
            self.report.lost_nodes += takes;
            self.comes(ends.saturating_add(self.costs.patience), Event::Lost { number });
            return Some(name(at));
        }
        let event = Event::Done { number, worker: name(at), bytes };
        if self.happens(self.faults.doubled, 3) {
            let later = arrives + self.below(10 * takes);
            self.comes(later, event.clone());
        }
        self.comes(arrives, event);
        Some(name(at))
    }

    fn next(&mut self) -> Option<Event> {
        let Reverse((at, number)) = self.coming.pop()?;
        self.now = self.now.max(at);
        self.foreman_works();
        self.events.remove(&number)
    }
}

fn name(at: usize) -> String {
    format!("worker {}", at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Job;

    #[test]
    fn the_same_seed_draws_the_same() {
        let open: OpenByName = Arc::new(|_| Err("no game".to_string()));
        let crew = || Simulated::new(3, 2, 1 << 16, &open, Costs::default(), Faults::default());
        let (mut one, mut other) = (crew(), crew());
        assert_eq!(one.below(1 << 60), other.below(1 << 60));
        assert_eq!(one.benches.len(), 2);
        let job = Job {
            number: 1,
            game: "none".into(),
            position: String::new(),
            claim: String::new(),
            engine: "dfpn".into(),
            nodes: 1,
            limits: (u32::MAX, u32::MAX),
            memory: 1,
            known: Vec::new(),
        };
        one.submit(1, job.to_bytes());
        let Some(Event::Done { worker, bytes, .. }) = one.next() else { panic!("no result") };
        let result = JobResult::from_bytes(&bytes).unwrap();
        assert_eq!(
            (worker.as_str(), result.outcome),
            ("worker 1", Outcome::Failed("no game".into()))
        );
        assert!(one.next().is_none() && one.report().time > 0);
    }
}
