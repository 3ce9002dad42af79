//! Proof-number search as an engine.

use std::io::{Read, Write};

use hashbrown::HashMap;
use quod_game::{Game, Move};
use quod_search::Effort;
use quod_search::pn::{EvaluationTime, Graph, Options, PnSearch, Solution, Sums};

use super::bridge::{Bridge, Init};
use super::status_of;
use crate::sight::sight_of;
use crate::{EngineSpec, Prover, Sight, Snapshot, SolveError, Status, Step, Strategy, Task};

/// The options of the engine `pn`.
#[derive(Clone, Copy)]
pub(super) struct PnOptions {
    init: Init,
    options: Options,
}

impl PnOptions {
    /// Reads `pn:…`.
    pub(super) fn read(
        mut spec: EngineSpec,
        cyclic: bool,
        memory: u64,
    ) -> Result<PnOptions, SolveError> {
        let init = Init::pick(&mut spec)?;
        let evaluation = spec.pick(
            "evaluation",
            &[("immediate", EvaluationTime::Immediate), ("delayed", EvaluationTime::Delayed)],
        )?;
        let graph = spec.pick(
            "graph",
            &[("full", Graph::Full), ("conversions", Graph::Conversions), ("tree", Graph::Tree)],
        )?;
        let sums = pick_sums(&mut spec)?;
        spec.finish("init, evaluation, graph, sums")?;
        let options = Options {
            graph,
            evaluation,
            sums,
            // In a cyclic game proofs found apart need not fit together, so nothing is removed.
            remove_solved: !cyclic,
            memory_limit: memory,
            ..Options::default()
        };
        Ok(PnOptions { init, options })
    }
}

/// Takes the option `sums` of an engine.
pub(super) fn pick_sums(spec: &mut EngineSpec) -> Result<Sums, SolveError> {
    spec.pick("sums", &[("sum", Sums::Sum), ("weak", Sums::Weak)])
}

pub(super) struct PnProver<'g, G: Game, S: Bridge<'g, G>> {
    game: &'g G,
    task: Task<G::Position>,
    options: PnOptions,
    search: PnSearch<S>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<'g, G: Game, S: Bridge<'g, G>> PnProver<'g, G, S> {
    pub(super) fn new(game: &'g G, task: &Task<G::Position>, options: PnOptions) -> Self {
        let space = S::open(game, &task.root, task.claim, options.init).with_tables(&task.tables);
        PnProver {
            game,
            task: task.clone(),
            options,
            search: PnSearch::new(space, options.options),
            again: Effort::default(),
        }
    }
}

impl<'g, G: Game, S: Bridge<'g, G>> Prover<G> for PnProver<'g, G, S> {
    fn step(&mut self, nodes: u64) -> Status {
        status_of(self.search.step(nodes, &mut ()))
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.again
    }

    fn largest_tree(&self) -> u64 {
        self.search.most_stored()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.search.most_proving_line();
        let states = line.iter().map(|(_, state)| state);
        Snapshot {
            numbers: Some(self.search.root_numbers()),
            memory: self.search.memory_bytes(),
            line: self.search.space().real_line(self.game, &self.task.root, states),
        }
    }

    fn sight(&self) -> Option<Sight<Move>> {
        Some(sight_of(self.game, &self.task.root, self.search.space(), &self.search))
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.search.space();
        let write =
            |state: &S::State, out: &mut &mut dyn Write| space.write_state(self.game, state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let task = &self.task;
        let open = || {
            S::open(self.game, &task.root, task.claim, self.options.init).with_tables(&task.tables)
        };
        let reader = open();
        let read = |from: &mut &mut dyn Read| reader.read_state(self.game, from);
        self.search = PnSearch::restore(open(), self.options.options, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_> {
        let solution = self.search.solution();
        let value = self.search.root_numbers().solved() == Some(true);
        Box::new(PnStrategy { prover: self, solution, value, others: HashMap::new() })
    }
}

/// The strategy of a solved search; what it has forgotten is searched for again.
struct PnStrategy<'p, 'g, G: Game, S: Bridge<'g, G>> {
    prover: &'p mut PnProver<'g, G, S>,
    solution: Option<Solution>,
    value: bool,
    /// Moves from searches of the second pass.
    others: HashMap<S::State, (Move, S::State)>,
}

impl<'g, G: Game, S: Bridge<'g, G>> PnStrategy<'_, 'g, G, S> {
    fn known(&self, pos: &G::Position) -> Option<Move> {
        let search = &self.prover.search;
        let state = search.space().state_of(self.prover.game, pos);
        let main = self.solution.as_ref().and_then(|it| it.get(search, &state)?.best);
        let best = main.or_else(|| self.others.get(&state).cloned())?;
        search.space().real_move(self.prover.game, pos, &best)
    }

    /// Solves a position that the search keeps nothing about, with transpositions and nothing
    /// removed.
    fn search_again(&mut self, pos: &G::Position) -> Result<(), SolveError> {
        let prover = &mut *self.prover;
        let graph = match prover.options.options.graph {
            Graph::Tree => Graph::Conversions,
            graph => graph,
        };
        let options = Options { graph, ..prover.options.options };
        let space = S::open(prover.game, pos, prover.task.claim, prover.options.init)
            .with_tables(&prover.task.tables);
        prover.again = prover.again + solve_again(space, options, self.value, &mut self.others)?;
        Ok(())
    }
}

/// Solves the root of a space, which has this value, and learns a move for every state of the
/// solution that needs one.
pub(super) fn solve_again<S: quod_search::Space>(
    space: S,
    options: Options,
    value: bool,
    moves: &mut HashMap<S::State, (Move, S::State)>,
) -> Result<Effort, SolveError> {
    let mut search = PnSearch::new(space, options);
    search.step(u64::MAX, &mut ());
    let solution = search
        .solution()
        .filter(|it| it.is_proof() == value)
        .ok_or_else(|| SolveError::Strategy("a position could not be solved again".to_string()))?;
    for (state, best) in solution.moves(&search) {
        moves.entry(state).or_insert(best);
    }
    Ok(search.effort())
}

impl<'g, G: Game, S: Bridge<'g, G>> Strategy<G> for PnStrategy<'_, 'g, G, S> {
    fn step(&mut self, pos: &G::Position) -> Result<Step, SolveError> {
        if let Some(mv) = self.known(pos) {
            return Ok(Step::Move(mv));
        }
        let prover = &mut *self.prover;
        let evident = prover.search.space_mut().evident_move(prover.game, pos, self.value);
        if let Some(mv) = evident {
            return Ok(Step::Move(mv));
        }
        self.search_again(pos)?;
        let unknown = || SolveError::Strategy("the search knows no move".to_string());
        self.known(pos).map(Step::Move).ok_or_else(unknown)
    }
}
