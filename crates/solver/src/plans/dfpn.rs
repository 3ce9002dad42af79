//! Depth-first proof-number search as an engine.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_game::Game;
use quod_search::Effort;
use quod_search::dfpn::{
    Choice, CyclicStrategy, Forgotten, Options, Replacement, Strategy as Acyclic, Table, Team,
    Worker,
};

use super::bridge::{Bridge, Init};
use super::pn::pick_sums;
use super::status_of;
use crate::{EngineSpec, Prover, Snapshot, SolveError, Status, Step, Strategy, Task};

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
    worker: Worker<S>,
}

impl<'g, G: Game, S: Bridge<'g, G>> DfpnProver<'g, G, S> {
    pub(super) fn new(game: &'g G, task: &Task<G::Position>, options: DfpnOptions) -> Self {
        let space = S::open(game, &task.root, task.claim, options.init);
        let team = Team::new(Arc::new(table_of(game, task, options.replacement)), 1);
        let worker = Worker::new(space, team, options.options);
        DfpnProver { game, task: task.clone(), options, worker }
    }

    fn open(&self) -> S {
        S::open(self.game, &self.task.root, self.task.claim, self.options.init)
    }
}

/// Where positions repeat, half of the memory is kept for the strategy of the second pass, and for
/// results that rest on the path.
fn table_of<G: Game>(game: &G, task: &Task<G::Position>, replacement: Replacement) -> Table {
    match (task.table_entries, game.cyclic()) {
        (Some(entries), _) => Table::with_entries(entries, replacement),
        (None, None) => Table::with_bytes(task.memory, replacement),
        (None, Some(_)) => Table::with_bytes(task.memory / 2, replacement),
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Prover<G> for DfpnProver<'g, G, S> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.worker.step(nodes, &mut ()))
    }

    fn effort(&self) -> Effort {
        self.worker.effort()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.worker.line();
        let states = line.iter().map(|(_, state)| state);
        Snapshot {
            numbers: Some(self.worker.root_numbers()),
            memory: self.worker.team().table().bytes() + self.worker.own_bytes(),
            line: self.worker.space().real_line(self.game, &self.task.root, states),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        self.worker.team().table().save(&mut out)?;
        let space = self.worker.space();
        let write =
            |state: &S::State, out: &mut &mut dyn Write| space.write_state(self.game, state, out);
        Ok(self.worker.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let table = table_of(self.game, &self.task, self.options.replacement);
        table.restore(&mut from).map_err(refused)?;
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(self.game, from);
        let team = Team::new(Arc::new(table), 1);
        let (space, options) = (self.open(), self.options.options);
        self.worker = Worker::restore(space, team, options, &mut from, read).map_err(refused)?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let proved = self.worker.root_numbers().solved() == Some(true);
        let cyclic = self.game.cyclic().is_some();
        let region =
            cyclic.then(|| CyclicStrategy::new(&mut self.worker, proved, self.task.memory / 2));
        let evident = self.open();
        Box::new(DfpnStrategy { prover: self, proved, region, evident })
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
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        let forgotten = |error: Forgotten| SolveError::Strategy(error.to_string());
        let game = self.prover.game;
        let state = self.evident.state_of(game, pos);
        let choice = match &self.region {
            Some(Ok(region)) => region.choose(&state).cloned().ok_or_else(unknown)?,
            Some(Err(error)) => return Err(forgotten(*error)),
            None => {
                let mut strategy = Acyclic::new(&mut self.prover.worker, self.proved);
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
