//! Depth-first proof-number search as an engine.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Claim, Move};
use quod_search::dfpn::{
    CyclicStrategy, Forgotten, Options, Replacement, Rule, Strategy as Acyclic, Table, Team, Worker,
};
use quod_search::{Effort, Initialisation, Numbers, Verdict, Why};

use super::evident::Evident;
use super::solution_tree::solution_tree;
use super::{INIT, OverSpace, SUMS, no_move, within_memory};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape, real_line};
use crate::workers::run_shared;
use crate::{
    Begun, Carryover, Choice, Engine, Given, OpenGame, OptionSpec, Pos, Prover, Refutations,
    Snapshot, SolveError, Start, Status, Step, Strategy, Task,
};

/// Nodes that one of several workers takes at a time.
const PORTION: u64 = 256;

/// ε, by default the one that Pawlewicz and Lew found best for df-pn.
pub(super) const EPSILON: Choice<(u32, u32)> = Choice {
    name: "epsilon",
    about: "How much more than the second best child a child may cost before the search turns to it.",
    values: &[
        ("1/4", (1, 4)),
        ("0", (0, 1)),
        ("1/16", (1, 16)),
        ("1/8", (1, 8)),
        ("1/2", (1, 2)),
        ("1", (1, 1)),
    ],
};

const REPLACEMENT: Choice<Replacement> = Choice {
    name: "replacement",
    about: "Which entries of a full table are kept: those that took most work, or the larger of two.",
    values: &[("effort", Replacement::Effort), ("twobig", Replacement::TwoBig)],
};

const PROOF: Choice<bool> = Choice {
    name: "proof",
    about: "How the certificate is written: entry by entry, or as one solution tree, which is smaller where symmetries save little; no tree where positions repeat.",
    values: &[("entries", false), ("tree", true)],
};

/// Depth-first proof-number search as an engine.
pub fn engine() -> Engine {
    let about =
        "depth-first proof-number search in a table of fixed size; exact where positions repeat";
    Engine::new("dfpn", about, begin).with_options(options())
}

/// Begins the search with the options given.
pub(super) fn begin(mut start: Start<'_>) -> Begun {
    let options = DfpnOptions::of(&start.given, Rule::DfPn, &EPSILON);
    let claim = start.task.claim;
    let kept = start.take().filter(|it: &Kept| it.claim == claim && it.init == options.init);
    start.over_space(DfpnWith { options, table: kept.map(|it| it.table) })
}

/// Its options as data.
pub fn options() -> Vec<OptionSpec> {
    DfpnOptions::specs(&EPSILON).into_iter().chain([PROOF.spec()]).collect()
}

/// Begins the search in a space whose states have a shape that only a family has.
///
/// # Errors
/// If there is no memory for its table.
pub fn start_in<S: Shape>(start: &Start<'_>, space: OpenSpace<S>) -> Begun {
    let options = DfpnOptions::of(&start.given, Rule::DfPn, &EPSILON);
    options.begin(&start.offer.game, start.task, space)
}

/// What a search leaves for one of the same claim at another position: values and numbers that hold wherever it
/// begins.
struct Kept {
    claim: Claim,
    init: Initialisation,
    table: Arc<Table>,
}

/// The options, and the table of a search before.
struct DfpnWith {
    options: DfpnOptions,
    table: Option<Arc<Table>>,
}

impl OverSpace for DfpnWith {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let table = match self.table {
            Some(table) => table,
            None => Arc::new(table_of(game, task, self.options.replacement)?),
        };
        Ok(Box::new(DfpnProver::over(table, game, task, [Arc::clone(&space), space], self.options)))
    }
}

/// The options of depth-first proof-number search, whatever its rule.
#[derive(Clone, Copy)]
pub(super) struct DfpnOptions {
    pub(super) init: Initialisation,
    pub(super) replacement: Replacement,
    pub(super) options: Options,
    /// Whether the proof is written as a solution tree.
    tree: bool,
}

impl DfpnOptions {
    /// The options of a search with a list of ε, as data.
    pub(super) fn specs(epsilon: &Choice<(u32, u32)>) -> [OptionSpec; 4] {
        [epsilon.spec(), INIT.spec(), SUMS.spec(), REPLACEMENT.spec()]
    }

    /// What they say. (Where solution trees are no option there are none.)
    pub(super) fn of(given: &Given, rule: Rule, epsilon: &Choice<(u32, u32)>) -> DfpnOptions {
        DfpnOptions {
            init: INIT.of(given),
            replacement: REPLACEMENT.of(given),
            options: Options { rule, epsilon: epsilon.of(given), sums: SUMS.of(given) },
            tree: PROOF.of(given),
        }
    }
}

impl OverSpace for DfpnOptions {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        Ok(Box::new(DfpnProver::new(game, task, space, self)?))
    }
}

/// Depth-first proof-number search in spaces of one shape.
pub(super) struct DfpnProver<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    /// Opens the space that is searched: the same states, perhaps with another evaluation.
    evaluated: OpenSpace<S>,
    options: DfpnOptions,
    /// One a thread, over one table.
    workers: Vec<Worker<AnySpace<S>>>,
    /// Searches for the strategy. What the other evaluation solves it solves by moves.
    retracer: Option<Worker<AnySpace<S>>>,
    proved: Option<bool>,
}

impl<S: Shape> DfpnProver<S> {
    /// A search for a task.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn new(
        game: &OpenGame,
        task: &Task,
        open: OpenSpace<S>,
        options: DfpnOptions,
    ) -> Result<DfpnProver<S>, SolveError> {
        DfpnProver::with_evaluation(game, task, Arc::clone(&open), open, options)
    }

    /// A search for a task in a space that evaluates the same states otherwise.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub(super) fn with_evaluation(
        game: &OpenGame,
        task: &Task,
        open: OpenSpace<S>,
        evaluated: OpenSpace<S>,
        options: DfpnOptions,
    ) -> Result<DfpnProver<S>, SolveError> {
        let table = Arc::new(table_of(game, task, options.replacement)?);
        Ok(DfpnProver::over(table, game, task, [open, evaluated], options))
    }

    /// A search over a table, in a space and in the one that evaluates its states.
    fn over(
        table: Arc<Table>,
        game: &OpenGame,
        task: &Task,
        [open, evaluated]: [OpenSpace<S>; 2],
        options: DfpnOptions,
    ) -> DfpnProver<S> {
        let team = Team::new(table, task.threads);
        let aim = Aim::of(task, options.init);
        let worker = |_| Worker::new(evaluated(&aim), Arc::clone(&team), options.options);
        let workers = (0..task.threads).map(worker).collect();
        let (game, task) = (game.clone(), task.clone());
        let (retracer, proved) = (None, None);
        DfpnProver { game, task, open, evaluated, options, workers, retracer, proved }
    }

    fn open(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, self.options.init))
    }

    /// A worker for the strategy over the same table, if the searching ones evaluate otherwise.
    fn new_retracer(&self) -> Option<Worker<AnySpace<S>>> {
        let team = Team::new(Arc::clone(self.workers[0].team().table()), 1);
        let evaluates_itself = Arc::ptr_eq(&self.open, &self.evaluated);
        (!evaluates_itself).then(|| Worker::new(self.open(), team, self.options.options))
    }
}

/// Where positions repeat, half of the memory is kept for the strategy of the second pass and for results
/// that rest on the path.
pub(super) fn table_of(
    game: &OpenGame,
    task: &Task,
    replacement: Replacement,
) -> Result<Table, SolveError> {
    Ok(match (task.table_entries, game.cyclic()) {
        (Some(entries), _) => Table::try_with_entries(entries, replacement)?,
        (None, None) => Table::try_growing(task.memory, replacement)?,
        (None, Some(_)) => Table::try_growing(task.memory / 2, replacement)?,
    })
}

impl<S: Shape> Prover for DfpnProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        let answer = run_shared(&mut self.workers, nodes, PORTION, |worker, nodes| {
            let verdict = worker.step(nodes, &mut ());
            (verdict != Verdict::Unknown(Why::Nodes)).then_some(verdict)
        });
        let status = answer.map_or(Status::Running, Status::from);
        let paths = self.workers.iter().map(Worker::path_bytes).sum();
        let status = within_memory(status, paths, &self.task);
        self.proved = match status {
            Status::Proved => Some(true),
            Status::Disproved => Some(false),
            _ => None,
        };
        status
    }

    fn stride(&self) -> u64 {
        let stride = self.workers[0].space().stride();
        match self.workers.len() as u64 {
            1 => stride,
            // Starting threads should cost nothing, either.
            several => 4 * several * stride,
        }
    }

    fn threads(&self) -> usize {
        self.workers.len()
    }

    fn effort(&self) -> Effort {
        let workers = self.workers.iter().chain(&self.retracer);
        workers.fold(Effort::default(), |sum, worker| sum + worker.effort())
    }

    fn snapshot(&self) -> Snapshot {
        let worker = &self.workers[0];
        let line = worker.line();
        let states = line.iter().map(|(_, state)| state);
        let own: u64 = self.workers.iter().map(Worker::own_bytes).sum();
        Snapshot {
            numbers: Some(worker.root_numbers()),
            memory: worker.team().table().bytes() + own,
            line: real_line(&**worker.space(), &self.game, &self.task.root, states),
        }
    }

    fn know(&mut self, pos: &Pos, holds: bool) {
        let space = self.workers[0].space();
        let key = space.key(&space.state_of(pos));
        self.workers[0].team().table().store_solved(key, holds, 1);
    }

    fn limit(&mut self, limits: Numbers) {
        self.workers.iter_mut().for_each(|worker| worker.limit(limits));
    }

    fn withdraw(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.withdraw(&mut ()));
    }

    fn numbers_at(&self, pos: &Pos) -> Option<Numbers> {
        let space = self.workers[0].space();
        self.workers[0].team().table().numbers(space.key(&space.state_of(pos)))
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        self.workers[0].team().table().save(&mut out)?;
        for worker in &self.workers {
            let space = worker.space();
            let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
            worker.save(&mut out, write)?;
        }
        Ok(())
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let table = table_of(&self.game, &self.task, self.options.replacement)?;
        table.restore(&mut from).map_err(refused)?;
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        let team = Team::new(Arc::new(table), self.workers.len());
        let aim = Aim::of(&self.task, self.options.init);
        for at in 0..self.workers.len() {
            let (space, options) = ((self.evaluated)(&aim), self.options.options);
            let worker = Worker::restore(space, Arc::clone(&team), options, &mut from, read);
            self.workers[at] = worker.map_err(refused)?;
        }
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let proved = self.proved == Some(true);
        let evident = Evident { space: self.open(), proved };
        self.retracer = self.retracer.take().or_else(|| self.new_retracer());
        let worker = self.retracer.as_mut().unwrap_or(&mut self.workers[0]);
        worker.watched(&self.task.watch);
        Box::new(DfpnStrategy::new(&self.game, &self.task, worker, evident, self.options))
    }

    fn hand_over(mut self: Box<Self>) -> Option<Carryover> {
        self.workers.iter_mut().for_each(Worker::retire);
        let (claim, init) = (self.task.claim, self.options.init);
        let table = Arc::clone(self.workers[0].team().table());
        Some(Box::new(Kept { claim, init, table }))
    }

    /// The strategy had one of the workers search elsewhere.
    fn rewind(&mut self) {
        let root = self.workers[0].space().root();
        self.workers[0].restart(root);
    }
}

/// The strategy of a solved search, see `quod_search::dfpn`.
pub(super) struct DfpnStrategy<'p, S: Shape> {
    game: &'p OpenGame,
    /// Searches again what its table has forgotten.
    worker: &'p mut Worker<AnySpace<S>>,
    /// In cyclic spaces.
    region: Option<Result<CyclicStrategy<S>, Forgotten>>,
    /// For positions that the space settles by itself.
    evident: Evident<S>,
    /// The claim whose proof is written as a solution tree, if it is, and what the tree may take.
    tree: Option<Claim>,
    memory: u64,
}

impl<'p, S: Shape> DfpnStrategy<'p, S> {
    /// The strategy of the value that `evident` says, by a worker over the table of the search. In a cyclic
    /// game, or as a tree, it may take half of the task's memory.
    pub(super) fn new(
        game: &'p OpenGame,
        task: &Task,
        worker: &'p mut Worker<AnySpace<S>>,
        evident: Evident<S>,
        options: DfpnOptions,
    ) -> DfpnStrategy<'p, S> {
        let (cyclic, memory) = (game.cyclic().is_some(), task.memory / 2);
        let region = cyclic.then(|| CyclicStrategy::new(worker, evident.proved, memory));
        let claim = if evident.proved { task.claim } else { task.claim.complement() };
        let is_tree = options.tree && !cyclic && !claim.counts_moves();
        DfpnStrategy { game, worker, region, evident, tree: is_tree.then_some(claim), memory }
    }
}

impl<S: Shape> DfpnStrategy<'_, S> {
    /// A move that keeps the value, where the solving side is to move.
    fn choose(&mut self, pos: &Pos) -> Result<Move, SolveError> {
        let state = self.evident.space.state_of(pos);
        let choice = match &self.region {
            Some(Ok(region)) => region.choose(&state).cloned().ok_or_else(no_move)?,
            Some(Err(error)) => return Err((*error).into()),
            None => {
                let mut strategy = Acyclic::new(self.worker, self.evident.proved);
                strategy.choose(&state)?
            }
        };
        self.evident.step(self.game, pos, &choice)
    }
}

impl<S: Shape> Strategy for DfpnStrategy<'_, S> {
    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        let Some(claim) = self.tree else { return Ok(self.evident.evidence(pos)) };
        let (game, memory) = (self.game, self.memory);
        solution_tree(game, &claim, pos, memory, &mut |pos| self.choose(pos)).map(Some)
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        Ok(self.evident.refutations(pos, replies))
    }

    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        match self.evidence(pos)? {
            Some(evidence) => Ok(Step::Evidence(evidence)),
            None => self.choose(pos).map(Step::Move),
        }
    }

    /// A position that is shown by a tree stays as it is: a tree cannot be turned without being written anew.
    fn canonical(&self, game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        match self.tree {
            Some(_) => (pos.clone(), 0),
            None => quod_search::canonical(&**game, pos),
        }
    }
}
