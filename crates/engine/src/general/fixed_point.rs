//! Retrograde analysis of everything reachable as an engine.

use std::io::{Read, Write};

use quod_search::{Effort, FixedPoint, Initialisation, Space};

use super::OverSpace;
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape};
use crate::{
    Begun, Engine, OpenGame, Pos, Prover, Snapshot, SolveError, Status, Step, Strategy, Task,
};

/// The engine's name.
pub const NAME: &str = "fixed-point";

/// Retrograde analysis of everything reachable as an engine.
pub fn engine() -> Engine {
    let about =
        "retrograde analysis of everything reachable, in memory; exact where positions repeat";
    Engine::new(NAME, about, |start| start.over_space(Opening))
}

struct Opening;

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let search = FixedPoint::new(space(&Aim::of(task, Initialisation::One)), task.memory);
        Ok(Box::new(FixedPointProver {
            game: game.clone(),
            task: task.clone(),
            open: space,
            search,
        }))
    }
}

struct FixedPointProver<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    search: FixedPoint<AnySpace<S>>,
}

impl<S: Shape> FixedPointProver<S> {
    fn open(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, Initialisation::One))
    }
}

impl<S: Shape> Prover for FixedPointProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        self.search.step(nodes).into()
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
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        self.search = FixedPoint::restore(self.open(), self.task.memory, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let evident = self.open();
        let value = self.search.value(&evident.root()) == Some(true);
        Box::new(FixedPointStrategy { game: &self.game, search: &self.search, evident, value })
    }
}

struct FixedPointStrategy<'p, S: Shape> {
    game: &'p OpenGame,
    search: &'p FixedPoint<AnySpace<S>>,
    /// For positions that the space settles by itself, or leaves out above.
    evident: AnySpace<S>,
    value: bool,
}

impl<S: Shape> Strategy for FixedPointStrategy<'_, S> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        let space = self.search.space();
        let best = self.search.best(&space.state_of(pos));
        let known = best.and_then(|best| space.real_move(self.game, pos, &best));
        let mv = known.or_else(|| self.evident.evident_move(self.game, pos, self.value));
        let unknown = || SolveError::Strategy("the fixed point knows no move".to_string());
        mv.map(Step::Move).ok_or_else(unknown)
    }
}
