//! Job-level proof-number search over df-pn as an engine (PNS-PDFPN, with jobs that could go to other machines).
//!
//! The first level ([`JobLevel`]) lies behind a lock; one hand a thread takes leaves from it, makes a
//! [`SearchJob`] of each, and does the job by depth-first proof-number search over a table that all
//! hands share. A job that a step's end interrupts goes on in the next.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use quod_game::Move;
use quod_search::dfpn::{Rule, Table, Team, Worker};
use quod_search::{Effort, JobLevel, JobLevelOptions, Leaf, Numbers, Verdict, Why};

use super::OverSpace;
use super::dfpn::{DfpnOptions, DfpnStrategy, EPSILON, options, table_of};
use super::evident::Evident;
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape, real_line};
use crate::workers::run_all;
use crate::{
    Begun, Detail, Engine, Number, OpenGame, Prover, Reason, SearchJob, Sight, Snapshot,
    SolveError, Status, Strategy, Task, sight_of_level,
};

/// Nodes that a hand takes at a time.
const PORTION: u64 = 1024;
/// The engine that does the jobs.
const SECOND: &str = "dfpn";

const BUDGET: Number = Number {
    name: "budget",
    about: "How many nodes a job may take, at least.",
    least: 1,
    most: 1_000_000_000,
    default: 10_000,
};

const PART: Number = Number {
    name: "part",
    about: "A job may also take this part of the nodes of all jobs before it: 16 for a sixteenth.",
    least: 1,
    most: 1_000_000_000,
    default: 16,
};

/// Job-level proof-number search as an engine.
pub fn engine() -> Engine {
    let about = "proof-number search whose leaves are jobs for df-pn, as many at a time as there are threads";
    Engine::new("job-pn", about, |start| {
        let (budget, part) = (BUDGET.of(&start.given), PART.of(&start.given));
        let second = DfpnOptions::of(&start.given, Rule::DfPn, &EPSILON);
        start.over_space(Opening { budget, part, second })
    })
    .with_options([BUDGET.spec(), PART.spec()])
    .with_options(options())
}

struct Opening {
    budget: u64,
    part: u64,
    second: DfpnOptions,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, open: OpenSpace<S>) -> Begun {
        let shop = Shop {
            table: new_table(game, task, &self.second)?,
            game: game.clone(),
            task: task.clone(),
            open,
            budget: self.budget,
            part: self.part,
            options: self.second,
        };
        let root = shop.open(&task.root);
        let level = JobLevel::new(root, shop.level_options(), Some(Arc::clone(&shop.table)));
        let hands = (0..task.threads).map(|_| Hand::default()).collect();
        Ok(Box::new(JobPnProver { shop, level, hands, retracer: None, failed: None }))
    }
}

/// The table gets what the first level leaves.
fn new_table(
    game: &OpenGame,
    task: &Task,
    options: &DfpnOptions,
) -> Result<Arc<Table>, SolveError> {
    let memory = task.memory - task.memory / 4;
    let task = Task { memory, ..task.clone() };
    Ok(Arc::new(table_of(game, &task, options.replacement)?))
}

/// What it takes to do a job.
struct Shop<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    budget: u64,
    part: u64,
    options: DfpnOptions,
    table: Arc<Table>,
}

impl<S: Shape> Shop<S> {
    fn open(&self, root: &crate::Pos) -> AnySpace<S> {
        (self.open)(&Aim { root: root.clone(), ..Aim::of(&self.task, self.options.init) })
    }

    fn level_options(&self) -> JobLevelOptions {
        JobLevelOptions {
            sums: self.options.options.sums,
            memory_limit: self.task.memory / 4,
            epsilon: self.options.options.epsilon,
        }
    }

    fn team(&self) -> Arc<Team> {
        Team::new(Arc::clone(&self.table), 1)
    }

    /// The job of a leaf.
    fn job(&self, level: &JobLevel<AnySpace<S>>, leaf: &Leaf<S>) -> Result<SearchJob, SolveError> {
        let states = leaf.line.iter().map(|(_, state)| state);
        let line = real_line(&**level.space(), &self.game, &self.task.root, states);
        if line.len() != leaf.line.len() {
            return Err(super::no_move());
        }
        let root = self.task.root.clone();
        let pos = line.iter().fold(root, |pos, &mv| self.game.play(&pos, mv));
        let nodes = self.budget.max(level.spent() / self.part);
        Ok(SearchJob::new(&self.game, SECOND, &pos, &self.task.claim, nodes))
    }

    /// A search for a job, from the job alone.
    fn begin(&self, leaf: Leaf<S>, job: SearchJob) -> Result<Out<S>, SolveError> {
        let (root, _) = job.question(&self.game)?;
        let mut worker = Worker::new(self.open(&root), self.team(), self.options.options);
        worker.limit(leaf.limits);
        let left = job.nodes;
        Ok(Out { leaf, job, left, worker })
    }
}

/// A job that is being done.
struct Out<S: Shape> {
    leaf: Leaf<S>,
    job: SearchJob,
    /// Nodes that it may still take.
    left: u64,
    worker: Worker<AnySpace<S>>,
}

/// Who does jobs, one at a time.
struct Hand<S: Shape> {
    out: Option<Out<S>>,
    /// What jobs have cost that are done.
    done: Effort,
}

impl<S: Shape> Default for Hand<S> {
    fn default() -> Hand<S> {
        Hand { out: None, done: Effort::default() }
    }
}

/// Where hands meet during a step.
struct Desk<'l, S: Shape> {
    level: Mutex<&'l mut JobLevel<AnySpace<S>>>,
    /// A job came back, or a hand has ended its step.
    news: Condvar,
    /// Nodes of the step, and those that are spent.
    nodes: u64,
    spent: AtomicU64,
    hands: usize,
}

impl<'l, S: Shape> Desk<'l, S> {
    fn level(&self) -> MutexGuard<'_, &'l mut JobLevel<AnySpace<S>>> {
        self.level.lock().expect("no hand panics while it is at the desk")
    }

    /// Nodes that may still be spent in this step, at most a portion.
    fn share(&self) -> u64 {
        self.nodes.saturating_sub(self.spent.load(Relaxed)).min(PORTION)
    }

    /// A leaf with its job; waits while all leaves are out. `None` at the end of the step or of the search.
    fn take(&self, shop: &Shop<S>) -> Result<Option<(Leaf<S>, SearchJob)>, SolveError> {
        let mut level = self.level();
        while self.share() > 0 && level.verdict() == Verdict::Unknown(Why::Nodes) {
            let before = level.effort().nodes;
            let leaf = level.take();
            self.spent.fetch_add(level.effort().nodes - before, Relaxed);
            if let Some(leaf) = leaf {
                let job = shop.job(&level, &leaf)?;
                return Ok(Some((leaf, job)));
            }
            if level.verdict() == Verdict::Unknown(Why::Nodes) && self.hands > 1 {
                level = self.news.wait(level).expect("no hand panics while it is at the desk");
            }
        }
        Ok(None)
    }

    fn tell(&self, change: impl FnOnce(&mut JobLevel<AnySpace<S>>)) {
        let mut level = self.level();
        change(&mut level);
        self.news.notify_all();
    }
}

impl<S: Shape> Hand<S> {
    /// Does jobs until the step is over.
    fn work(&mut self, desk: &Desk<'_, S>, shop: &Shop<S>) -> Result<(), SolveError> {
        let done = self.serve(desk, shop);
        // Whoever waits for a leaf sees that the step is over.
        desk.tell(|_| ());
        done
    }

    fn serve(&mut self, desk: &Desk<'_, S>, shop: &Shop<S>) -> Result<(), SolveError> {
        loop {
            let mut out = match self.out.take() {
                Some(out) => out,
                None => match desk.take(shop)? {
                    Some((leaf, job)) => shop.begin(leaf, job)?,
                    None => return Ok(()),
                },
            };
            let share = desk.share().min(out.left);
            if share == 0 {
                self.out = Some(out);
                return Ok(());
            }
            let before = out.worker.effort().nodes;
            let verdict = out.worker.step(share, &mut ());
            let spent = out.worker.effort().nodes - before;
            desk.spent.fetch_add(spent, Relaxed);
            out.left = out.left.saturating_sub(spent);
            let rests = out.worker.rests();
            let came_back = verdict != Verdict::Unknown(Why::Nodes) || out.left == 0 || rests;
            if !came_back && (desk.hands == 1 || !desk.level().is_settled(&out.leaf)) {
                self.out = Some(out);
                continue;
            }
            out.worker.withdraw(&mut ());
            out.worker.retire();
            let effort = out.worker.effort();
            self.done = self.done + effort;
            let numbers = out.worker.root_numbers();
            desk.tell(|level| match came_back {
                true => level.give(out.leaf, numbers, effort, rests),
                false => level.give_up(out.leaf),
            });
        }
    }

    fn effort(&self) -> Effort {
        let out = self.out.as_ref().map_or(Effort::default(), |out| out.worker.effort());
        self.done + out
    }
}

struct JobPnProver<S: Shape> {
    shop: Shop<S>,
    level: JobLevel<AnySpace<S>>,
    /// One a thread.
    hands: Vec<Hand<S>>,
    /// Searches for the strategy.
    retracer: Option<Worker<AnySpace<S>>>,
    /// A job could not be made or understood.
    failed: Option<SolveError>,
}

impl<S: Shape> JobPnProver<S> {
    fn numbers(&self) -> Numbers {
        self.level.root_numbers()
    }
}

impl<S: Shape> Prover for JobPnProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        let (shop, hands) = (&self.shop, self.hands.len());
        let (level, news, spent) = (Mutex::new(&mut self.level), Condvar::new(), AtomicU64::new(0));
        let desk = Desk { level, news, nodes, spent, hands };
        let ends = run_all(&mut self.hands, |hand| hand.work(&desk, shop));
        self.failed = self.failed.take().or(ends.into_iter().find_map(Result::err));
        match &self.failed {
            Some(_) => Status::Unknown(Reason::NoAnswer),
            None => self.level.verdict().into(),
        }
    }

    fn stride(&self) -> u64 {
        let stride = self.level.space().stride();
        match self.hands.len() as u64 {
            1 => stride,
            // Starting threads should cost nothing.
            several => 4 * several * stride,
        }
    }

    fn threads(&self) -> usize {
        self.hands.len()
    }

    fn effort(&self) -> Effort {
        let hands = self.hands.iter().map(Hand::effort);
        let second = self.retracer.iter().map(Worker::effort);
        hands.chain(second).fold(self.level.effort(), |sum, effort| sum + effort)
    }

    fn largest_tree(&self) -> u64 {
        self.level.stored()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.level.line();
        let states = line.iter().map(|(_, state)| state);
        let out = self.hands.iter().filter_map(|hand| hand.out.as_ref());
        let own: u64 = out.map(|out| out.worker.own_bytes()).sum();
        Snapshot {
            numbers: Some(self.numbers()),
            memory: self.shop.table.bytes() + self.level.memory_bytes() + own,
            line: real_line(&**self.level.space(), &self.shop.game, &self.shop.task.root, states),
        }
    }

    fn sight(&self) -> Option<Sight<Move>> {
        let (level, shop) = (&self.level, &self.shop);
        Some(sight_of_level(&shop.game, &shop.task.root, &**level.space(), level))
    }

    fn details(&self) -> Vec<Detail> {
        vec![Detail { name: "jobs", value: self.level.jobs(), total: None }]
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.level.space();
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        self.shop.table.save(&mut out)?;
        self.level.save(&mut out, write)?;
        for hand in &self.hands {
            let Effort { nodes, evaluations, expansions, reexpansions } = hand.done;
            let out_now = u64::from(hand.out.is_some());
            for word in [nodes, evaluations, expansions, reexpansions, out_now] {
                out.write_all(&word.to_le_bytes())?;
            }
            let Some(it) = &hand.out else { continue };
            let job = it.job.to_string();
            for word in [it.left, job.len() as u64] {
                out.write_all(&word.to_le_bytes())?;
            }
            out.write_all(job.as_bytes())?;
            JobLevel::<AnySpace<S>>::save_leaf(&it.leaf, &mut out)?;
            it.worker.save(&mut out, write)?;
        }
        Ok(())
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let shop = &mut self.shop;
        let reader = shop.open(&shop.task.root);
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        shop.table = new_table(&shop.game, &shop.task, &shop.options)?;
        shop.table.restore(&mut from).map_err(refused)?;
        let (space, options) = (shop.open(&shop.task.root), shop.level_options());
        let table = Some(Arc::clone(&shop.table));
        self.level = JobLevel::restore(space, options, table, &mut from, read).map_err(refused)?;
        for hand in &mut self.hands {
            let mut words = [0; 5];
            for word in &mut words {
                *word = read_word(from).map_err(refused)?;
            }
            let [nodes, evaluations, expansions, reexpansions, out_now] = words;
            hand.done = Effort { nodes, evaluations, expansions, reexpansions };
            hand.out = None;
            if out_now == 0 {
                continue;
            }
            let left = read_word(from).map_err(refused)?;
            let length = read_word(from).map_err(refused)?;
            let mut text = String::new();
            (&mut from).take(length).read_to_string(&mut text).map_err(refused)?;
            let job = SearchJob::parse(&text)?;
            let leaf = self.level.restore_leaf(&mut from).map_err(refused)?;
            let (root, _) = job.question(&shop.game)?;
            let (space, team) = (shop.open(&root), shop.team());
            let worker = Worker::restore(space, team, shop.options.options, &mut from, read);
            let mut worker = worker.map_err(refused)?;
            worker.limit(leaf.limits);
            hand.out = Some(Out { leaf, job, left, worker });
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let shop = &self.shop;
        let proved = self.level.root_numbers().solved() == Some(true);
        let evident = Evident { space: shop.open(&shop.task.root), proved };
        let worker = self.retracer.get_or_insert_with(|| {
            let space = shop.open(&shop.task.root);
            let mut worker = Worker::new(space, shop.team(), shop.options.options);
            worker.watched(&shop.task.watch);
            worker
        });
        Box::new(DfpnStrategy::new(&shop.game, &shop.task, worker, evident, shop.options))
    }
}

fn read_word(from: &mut dyn Read) -> std::io::Result<u64> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word))
}
