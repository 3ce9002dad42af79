//! Retrograde analysis of everything reachable as an engine.

use std::io::{Read, Write};

use quod_game::Game;
use quod_search::{Effort, FixedPoint};

use super::bridge::{Bridge, Init};
use super::status_of;
use crate::{Prover, Snapshot, SolveError, Status, Step, Strategy, Task};

pub(super) struct FixedPointProver<'g, G: Game, S: Bridge<'g, G>> {
    game: &'g G,
    task: Task<G::Position>,
    search: FixedPoint<S>,
}

impl<'g, G: Game, S: Bridge<'g, G>> FixedPointProver<'g, G, S> {
    pub(super) fn new(game: &'g G, task: &Task<G::Position>) -> Self {
        let space = S::open(game, &task.root, task.claim, Init::One).with_tables(&task.tables);
        FixedPointProver { game, task: task.clone(), search: FixedPoint::new(space, task.memory) }
    }

    fn open(&self) -> S {
        let task = &self.task;
        S::open(self.game, &task.root, task.claim, Init::One).with_tables(&task.tables)
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Prover<G> for FixedPointProver<'g, G, S> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.search.step(nodes))
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn largest_tree(&self) -> u64 {
        self.search.stored()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { numbers: None, memory: self.search.memory_bytes(), line: Vec::new() }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.search.space();
        let write =
            |state: &S::State, out: &mut &mut dyn Write| space.write_state(self.game, state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(self.game, from);
        self.search = FixedPoint::restore(self.open(), self.task.memory, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let evident = self.open();
        let value = self.search.value(&evident.root()) == Some(true);
        Box::new(FixedPointStrategy { game: self.game, search: &self.search, evident, value })
    }
}

struct FixedPointStrategy<'p, 'g, G: Game, S: Bridge<'g, G>> {
    game: &'g G,
    search: &'p FixedPoint<S>,
    /// For positions that the space settles by itself, or leaves out above.
    evident: S,
    value: bool,
}

impl<'g, G: Game, S: Bridge<'g, G>> Strategy<G> for FixedPointStrategy<'_, 'g, G, S> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        let space = self.search.space();
        let best = self.search.best(&space.state_of(self.game, pos));
        let known = best.and_then(|best| space.real_move(self.game, pos, &best));
        let mv = known.or_else(|| self.evident.evident_move(self.game, pos, self.value));
        let unknown = || SolveError::Strategy("the fixed point knows no move".to_string());
        mv.map(Step::Move).ok_or_else(unknown)
    }
}
