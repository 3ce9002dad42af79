//! Depth-first proof-number search as an engine.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Game, Move};
use quod_search::Effort;
use quod_search::dfpn::{
    Choice, CyclicStrategy, Forgotten, Options, Replacement, Strategy as Acyclic, Table, Team,
    Worker,
};

use super::bridge::{Bridge, Init};
use super::crew::at_once;
use super::pn::pick_sums;
use super::status_of;
use crate::{EngineSpec, Prover, Refutations, Snapshot, SolveError, Status, Step, Strategy, Task};

/// The options of the engine `dfpn`.
#[derive(Clone, Copy)]
pub(super) struct DfpnOptions {
    init: Init,
    replacement: Replacement,
    options: Options,
}

impl DfpnOptions {
    /// Reads `dfpn:…`.
    pub(super) fn read(mut spec: EngineSpec) -> Result<DfpnOptions, SolveError> {
        let init = Init::pick(&mut spec)?;
        let epsilons = [
            ("1/4", (1, 4)),
            ("0", (0, 1)),
            ("1/16", (1, 16)),
            ("1/8", (1, 8)),
            ("1/2", (1, 2)),
            ("1", (1, 1)),
        ];
        let epsilon = spec.pick("epsilon", &epsilons)?;
        let sums = pick_sums(&mut spec)?;
        let replacement = spec.pick(
            "replacement",
            &[("effort", Replacement::Effort), ("twobig", Replacement::TwoBig)],
        )?;
        spec.finish("init, epsilon, sums, replacement")?;
        Ok(DfpnOptions { init, replacement, options: Options { epsilon, sums } })
    }
}

pub(super) struct DfpnProver<'g, G: Game, S: Bridge<'g, G>> {
    game: &'g G,
    task: Task<G::Position>,
    options: DfpnOptions,
    /// One a thread, over one table.
    workers: Vec<Worker<S>>,
    proved: Option<bool>,
}

impl<'g, G: Game, S: Bridge<'g, G>> DfpnProver<'g, G, S> {
    pub(super) fn new(game: &'g G, task: &Task<G::Position>, options: DfpnOptions) -> Self {
        let table = Arc::new(table_of(game, task, options.replacement));
        let team = Team::new(table, task.threads);
        let mut prover =
            DfpnProver { game, task: task.clone(), options, workers: Vec::new(), proved: None };
        let worker = |_| Worker::new(prover.open(), Arc::clone(&team), options.options);
        prover.workers = (0..task.threads).map(worker).collect();
        prover
    }

    fn open(&self) -> S {
        let task = &self.task;
        S::open(self.game, &task.root, task.claim, self.options.init).with_tables(&task.tables)
    }
}

/// Where positions repeat, half of the memory is kept for the strategy of the second pass and for results
/// that rest on the path.
fn table_of<G: Game>(game: &G, task: &Task<G::Position>, replacement: Replacement) -> Table {
    match (task.table_entries, game.cyclic()) {
        (Some(entries), _) => Table::with_entries(entries, replacement),
        (None, None) => Table::growing(task.memory, replacement),
        (None, Some(_)) => Table::growing(task.memory / 2, replacement),
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Prover<G> for DfpnProver<'g, G, S> {
    fn step(&mut self, nodes: u64) -> Status {
        let share = nodes.div_ceil(self.workers.len() as u64);
        let verdicts = at_once(&mut self.workers, |worker| worker.step(share, &mut ()));
        let first = verdicts.into_iter().map(status_of).find(|it| *it != Status::Running);
        let status = first.unwrap_or(Status::Running);
        self.proved = match status {
            Status::Proved => Some(true),
            Status::Disproved => Some(false),
            _ => None,
        };
        status
    }

    fn stride(&self) -> u64 {
        S::STRIDE * self.workers.len() as u64
    }

    fn threads(&self) -> usize {
        self.workers.len()
    }

    fn effort(&self) -> Effort {
        self.workers.iter().fold(Effort::default(), |sum, worker| sum + worker.effort())
    }

    fn snapshot(&self) -> Snapshot {
        let worker = &self.workers[0];
        let line = worker.line();
        let states = line.iter().map(|(_, state)| state);
        let own: u64 = self.workers.iter().map(Worker::own_bytes).sum();
        Snapshot {
            numbers: Some(worker.root_numbers()),
            memory: worker.team().table().bytes() + own,
            line: worker.space().real_line(self.game, &self.task.root, states),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        self.workers[0].team().table().save(&mut out)?;
        for worker in &self.workers {
            let space = worker.space();
            let write = |state: &S::State, out: &mut &mut dyn Write| {
                space.write_state(self.game, state, out)
            };
            worker.save(&mut out, write)?;
        }
        Ok(())
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let table = table_of(self.game, &self.task, self.options.replacement);
        table.restore(&mut from).map_err(refused)?;
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(self.game, from);
        let team = Team::new(Arc::new(table), self.workers.len());
        for at in 0..self.workers.len() {
            let (space, options) = (self.open(), self.options.options);
            let worker = Worker::restore(space, Arc::clone(&team), options, &mut from, read);
            self.workers[at] = worker.map_err(refused)?;
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let proved = self.proved == Some(true);
        let cyclic = self.game.cyclic().is_some();
        let memory = self.task.memory / 2;
        let region = cyclic.then(|| CyclicStrategy::new(&mut self.workers[0], proved, memory));
        let evident = self.open();
        Box::new(DfpnStrategy { prover: self, proved, region, evident })
    }

    /// The strategy had one of the workers search elsewhere.
    fn rewind(&mut self) {
        let root = self.workers[0].space().root();
        self.workers[0].restart(root);
    }
}

/// The strategy of a solved search, see `quod_search::dfpn`.
struct DfpnStrategy<'p, 'g, G: Game, S: Bridge<'g, G>> {
    prover: &'p mut DfpnProver<'g, G, S>,
    proved: bool,
    /// In cyclic spaces.
    region: Option<Result<CyclicStrategy<S::State>, Forgotten>>,
    /// For positions that the space settles by itself.
    evident: S,
}

impl<'g, G: Game, S: Bridge<'g, G>> Strategy<G> for DfpnStrategy<'_, 'g, G, S> {
    fn evidence(&mut self, pos: &G::Position) -> Result<Option<Evidence>, SolveError> {
        Ok(self.evident.evidence(self.prover.game, pos, self.proved))
    }

    fn refute(
        &mut self,
        pos: &G::Position,
        replies: &[(Move, G::Position)],
    ) -> Result<Refutations, SolveError> {
        let moves: Vec<Move> = replies.iter().map(|it| it.0).collect();
        Ok(self.evident.refutations(self.prover.game, pos, &moves, self.proved))
    }

    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        if let Some(evidence) = self.evidence(pos)? {
            return Ok(Step::Evidence(evidence));
        }
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        let forgotten = |error: Forgotten| SolveError::Strategy(error.to_string());
        let game = self.prover.game;
        let state = self.evident.state_of(game, pos);
        let choice = match &self.region {
            Some(Ok(region)) => region.choose(&state).cloned().ok_or_else(unknown)?,
            Some(Err(error)) => return Err(forgotten(*error)),
            None => {
                let mut strategy = Acyclic::new(&mut self.prover.workers[0], self.proved);
                strategy.choose(&state).map_err(forgotten)?
            }
        };
        let mv = match choice {
            Choice::Move(mv, child) => self.evident.real_move(game, pos, &(mv, child)),
            Choice::Settled => self.evident.evident_move(game, pos, self.proved),
        };
        mv.map(Step::Move).ok_or_else(unknown)
    }
}
