//! Pn²-search as an engine.

use std::io::{Read, Write};

use hashbrown::HashMap;
use quod_game::Move;
use quod_search::pn::{Graph, Options};
use quod_search::{Effort, Initialisation, Pn2Options, Pn2Search, Space, TwoLevels};

use super::pn::solve_again;
use super::{INIT, OverSpace, SUMS, no_move};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape};
use crate::sight::{sight_of, snapshot_of};
use crate::{
    Begun, Engine, Number, OpenGame, Pos, Prover, Sight, Snapshot, SolveError, Status, Step,
    Strategy, Task,
};

const CACHED: Number = Number {
    name: "cached",
    about: "How many second-level trees are kept, so that less is searched twice.",
    least: 0,
    most: 64,
    default: 0,
};

/// Pn²-search as an engine.
pub fn engine() -> Engine {
    let about = "proof-number search with a second level of it as evaluation: about the square root of the memory";
    Engine::new("pn2", about, |start| {
        let given = &start.given;
        let (sums, cached) = (SUMS.of(given), CACHED.of(given) as usize);
        let options = Pn2Options { sums, cached, memory_limit: start.task.memory };
        start.over_space(Opening { init: INIT.of(given), options })
    })
    .with_options([INIT.spec(), SUMS.spec(), CACHED.spec()])
}

struct Opening {
    init: Initialisation,
    options: Pn2Options,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let plain = space(&Aim::of(task, self.init));
        let (levels, second) = TwoLevels::new(plain, self.options);
        let levels: AnySpace<S> = Box::new(levels);
        let search = Pn2Search::over(levels, second, self.options);
        let (game, task, again) = (game.clone(), task.clone(), Effort::default());
        Ok(Box::new(Pn2Prover { game, task, open: space, init: self.init, search, again }))
    }
}

struct Pn2Prover<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    init: Initialisation,
    search: Pn2Search<AnySpace<S>>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<S: Shape> Pn2Prover<S> {
    fn open(&self, pos: &Pos) -> AnySpace<S> {
        (self.open)(&Aim { root: pos.clone(), ..Aim::of(&self.task, self.init) })
    }
}

impl<S: Shape> Prover for Pn2Prover<S> {
    fn step(&mut self, nodes: u64) -> Status {
        self.search.step(nodes, &mut ()).into()
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.again
    }

    fn largest_tree(&self) -> u64 {
        self.search.largest_tree()
    }

    fn snapshot(&self) -> Snapshot {
        let (root, memory) = (&self.task.root, self.search.memory_bytes());
        snapshot_of(&self.game, root, &*self.open(root), self.search.first_level(), memory)
    }

    fn sight(&self) -> Option<Sight<Move>> {
        let root = &self.task.root;
        Some(sight_of(&self.game, root, &*self.open(root), self.search.first_level()))
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.open(&self.task.root);
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let reader = self.open(&self.task.root);
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        let (space, options) = (self.open(&self.task.root), *self.search.options());
        let (levels, second) = TwoLevels::new(space, options);
        let levels: AnySpace<S> = Box::new(levels);
        self.search = Pn2Search::restore(levels, second, options, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let value = self.search.first_level().root_numbers().solved() == Some(true);
        let space = self.open(&self.task.root);
        let mut strategy = Pn2Strategy { prover: self, space, value, moves: HashMap::new() };
        strategy.learn_first_level();
        Box::new(strategy)
    }
}

/// The strategy of a solved search. The first level says which moves to play as long as it lasts;
/// below it proof-number search solves again what the second level had solved.
struct Pn2Strategy<'p, S: Shape> {
    prover: &'p mut Pn2Prover<S>,
    space: AnySpace<S>,
    value: bool,
    moves: HashMap<S, (Move, S)>,
}

impl<S: Shape> Pn2Strategy<'_, S> {
    /// In a cyclic space moves of proofs found apart could run in circles, so nothing is learnt here
    /// and one search solves it all again.
    fn learn_first_level(&mut self) {
        let first = self.prover.search.first_level();
        if !self.space.cyclic()
            && let Some(solution) = first.solution()
        {
            self.moves.extend(solution.moves(first));
        }
    }

    fn known(&self, pos: &Pos) -> Option<Move> {
        let best = self.moves.get(&self.space.state_of(pos))?;
        self.space.real_move(&self.prover.game, pos, best)
    }
}

impl<S: Shape> Strategy for Pn2Strategy<'_, S> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        if let Some(mv) = self.known(pos) {
            return Ok(Step::Move(mv));
        }
        if let Some(mv) = self.space.evident_move(&self.prover.game, pos, self.value) {
            return Ok(Step::Move(mv));
        }
        let from = match self.space.cyclic() {
            true => &self.prover.task.root,
            false => pos,
        };
        let options = Options {
            graph: if self.space.cyclic() { Graph::Conversions } else { Graph::Full },
            sums: self.prover.search.options().sums,
            memory_limit: self.prover.search.options().memory_limit,
            ..Options::default()
        };
        let space = self.prover.open(from);
        let watch = &self.prover.task.watch;
        let effort = solve_again(space, options, self.value, &mut self.moves, watch)?;
        self.prover.again = self.prover.again + effort;
        self.known(pos).map(Step::Move).ok_or_else(no_move)
    }
}
