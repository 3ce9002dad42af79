//! Pn²-search as an engine.

use std::io::{Read, Write};

use hashbrown::HashMap;
use quod_game::{Game, Move};
use quod_search::pn::{Graph, Options};
use quod_search::{Effort, Pn2Options, Pn2Search};

use super::bridge::{Bridge, Init};
use super::pn::{pick_sums, solve_again};
use super::status_of;
use crate::sight::sight_of;
use crate::{EngineSpec, Prover, Sight, Snapshot, SolveError, Status, Step, Strategy, Task};

/// Reads `pn2:…`.
pub(super) fn options_of(
    mut spec: EngineSpec,
    memory: u64,
) -> Result<(Init, Pn2Options), SolveError> {
    let init = Init::pick(&mut spec)?;
    let sums = pick_sums(&mut spec)?;
    let cached = spec.pick("cached", &[("0", 0), ("1", 1), ("2", 2), ("4", 4), ("8", 8)])?;
    spec.finish("init, sums, cached")?;
    Ok((init, Pn2Options { sums, cached, memory_limit: memory }))
}

pub(super) struct Pn2Prover<'g, G: Game, S: Bridge<'g, G>> {
    game: &'g G,
    task: Task<G::Position>,
    init: Init,
    search: Pn2Search<S>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<'g, G: Game, S: Bridge<'g, G>> Pn2Prover<'g, G, S> {
    pub(super) fn new(
        game: &'g G,
        task: &Task<G::Position>,
        (init, options): (Init, Pn2Options),
    ) -> Self {
        let space = S::open(game, &task.root, task.claim, init).with_tables(&task.tables);
        let search = Pn2Search::new(space, options);
        Pn2Prover { game, task: task.clone(), init, search, again: Effort::default() }
    }

    fn open(&self, pos: &G::Position) -> S {
        S::open(self.game, pos, self.task.claim, self.init).with_tables(&self.task.tables)
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Prover<G> for Pn2Prover<'g, G, S> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.search.step(nodes, &mut ()))
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.again
    }

    fn largest_tree(&self) -> u64 {
        self.search.largest_tree()
    }

    fn snapshot(&self) -> Snapshot {
        let first = self.search.first_level();
        let line = first.most_proving_line();
        let states = line.iter().map(|(_, state)| state);
        Snapshot {
            numbers: Some(first.root_numbers()),
            memory: self.search.memory_bytes(),
            line: self.open(&self.task.root).real_line(self.game, &self.task.root, states),
        }
    }

    fn sight(&self) -> Option<Sight<Move>> {
        Some(sight_of(
            self.game,
            &self.task.root,
            &self.open(&self.task.root),
            self.search.first_level(),
        ))
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.open(&self.task.root);
        let write =
            |state: &S::State, out: &mut &mut dyn Write| space.write_state(self.game, state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let reader = self.open(&self.task.root);
        let read = |from: &mut &mut dyn Read| reader.read_state(self.game, from);
        let (space, options) = (self.open(&self.task.root), *self.search.options());
        self.search = Pn2Search::restore(space, options, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let value = self.search.first_level().root_numbers().solved() == Some(true);
        let space = self.open(&self.task.root);
        let mut strategy = Pn2Strategy { prover: self, space, value, moves: HashMap::new() };
        strategy.learn_first_level();
        Box::new(strategy)
    }
}

/// The strategy of a solved search. The first level says which moves to play as long as it lasts;
/// below it proof-number search solves again what the second level had solved.
struct Pn2Strategy<'p, 'g, G: Game, S: Bridge<'g, G>> {
    prover: &'p mut Pn2Prover<'g, G, S>,
    space: S,
    value: bool,
    moves: HashMap<S::State, (Move, S::State)>,
}

impl<'g, G: Game, S: Bridge<'g, G>> Pn2Strategy<'_, 'g, G, S> {
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

    fn known(&self, pos: &G::Position) -> Option<Move> {
        let game = self.prover.game;
        let best = self.moves.get(&self.space.state_of(game, pos))?;
        self.space.real_move(game, pos, best)
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Strategy<G> for Pn2Strategy<'_, 'g, G, S> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        if let Some(mv) = self.known(pos) {
            return Ok(Step::Move(mv));
        }
        if let Some(mv) = self.space.evident_move(self.prover.game, pos, self.value) {
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
        let effort = solve_again(space, options, self.value, &mut self.moves)?;
        self.prover.again = self.prover.again + effort;
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        self.known(pos).map(Step::Move).ok_or_else(unknown)
    }
}
