//! Proof-number search as an engine.

use std::io::{Read, Write};

use hashbrown::HashMap;
use quod_game::Move;
use quod_search::pn::{EvaluationTime, Graph, Options, PnSearch, Solution};
use quod_search::{Effort, Initialisation, PORTION, Verdict, Watch, Why};

use super::{INIT, OverSpace, SUMS, no_move};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape};
use crate::sight::{sight_of, snapshot_of};
use crate::{
    Begun, Choice, Engine, OpenGame, OptionSpec, Pos, Prover, Sight, Snapshot, SolveError, Start,
    Status, Step, Strategy, Task,
};

/// The engine's name.
pub const NAME: &str = "pn";

const EVALUATION: Choice<EvaluationTime> = Choice {
    name: "evaluation",
    about: "When nodes are evaluated: as soon as they are found, or when they are developed.",
    values: &[("immediate", EvaluationTime::Immediate), ("delayed", EvaluationTime::Delayed)],
};

const GRAPH: Choice<Graph> = Choice {
    name: "graph",
    about: "Which transpositions share a node: all, those outside cycles, or none.",
    values: &[("full", Graph::Full), ("conversions", Graph::Conversions), ("tree", Graph::Tree)],
};

/// Proof-number search as an engine.
pub fn engine() -> Engine {
    Engine::new(NAME, "proof-number search", begin).with_options(PnOptions::specs())
}

/// Begins the search.
pub(super) fn begin(start: Start<'_>) -> Begun {
    start.over_space(PnOptions::of(&start))
}

/// Begins the search in a space whose states have a shape that only a family has.
///
/// # Errors
/// None.
pub fn start_in<S: Shape>(start: &Start<'_>, space: OpenSpace<S>) -> Begun {
    PnOptions::of(start).begin(&start.offer.game, start.task, space)
}

/// The options of proof-number search.
#[derive(Clone, Copy)]
pub(super) struct PnOptions {
    init: Initialisation,
    options: Options,
}

impl PnOptions {
    /// The options as data.
    pub(super) fn specs() -> [OptionSpec; 4] {
        [INIT.spec(), EVALUATION.spec(), GRAPH.spec(), SUMS.spec()]
    }

    /// What they say of a search that begins.
    pub(super) fn of(Start { offer, task, given, .. }: &Start<'_>) -> PnOptions {
        let options = Options {
            evaluation: EVALUATION.of(given),
            graph: GRAPH.of(given),
            sums: SUMS.of(given),
            // In a cyclic game proofs found apart need not fit together, so nothing is removed.
            remove_solved: offer.game.cyclic().is_none(),
            memory_limit: task.memory,
            ..Options::default()
        };
        PnOptions { init: INIT.of(given), options }
    }
}

impl OverSpace for PnOptions {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let search = PnSearch::new(space(&Aim::of(task, self.init)), self.options);
        let (game, task, again) = (game.clone(), task.clone(), Effort::default());
        Ok(Box::new(PnProver { game, task, open: space, options: self, search, again }))
    }
}

struct PnProver<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    options: PnOptions,
    search: PnSearch<AnySpace<S>>,
    /// Work of searching again in the second pass.
    again: Effort,
}

impl<S: Shape> Prover for PnProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        self.search.step(nodes, &mut ()).into()
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.again
    }

    fn largest_tree(&self) -> u64 {
        self.search.most_stored()
    }

    fn snapshot(&self) -> Snapshot {
        let (search, memory) = (&self.search, self.search.memory_bytes());
        snapshot_of(&self.game, &self.task.root, &**search.space(), search, memory)
    }

    fn sight(&self) -> Option<Sight<Move>> {
        Some(sight_of(&self.game, &self.task.root, &**self.search.space(), &self.search))
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.search.space();
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let open = || (self.open)(&Aim::of(&self.task, self.options.init));
        let reader = open();
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        self.search = PnSearch::restore(open(), self.options.options, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let solution = self.search.solution();
        let value = self.search.root_numbers().solved() == Some(true);
        Box::new(PnStrategy { prover: self, solution, value, others: HashMap::new() })
    }
}

/// The strategy of a solved search; what it has forgotten is searched for again.
struct PnStrategy<'p, S: Shape> {
    prover: &'p mut PnProver<S>,
    solution: Option<Solution>,
    value: bool,
    /// Moves from searches of the second pass.
    others: HashMap<S, (Move, S)>,
}

impl<S: Shape> PnStrategy<'_, S> {
    fn known(&self, pos: &Pos) -> Option<Move> {
        let search = &self.prover.search;
        let state = search.space().state_of(pos);
        let main = self.solution.as_ref().and_then(|it| it.get(search, &state)?.best);
        let best = main.or_else(|| self.others.get(&state).cloned())?;
        search.space().real_move(&self.prover.game, pos, &best)
    }

    /// Solves a position that the search keeps nothing about, with transpositions and nothing
    /// removed.
    fn search_again(&mut self, pos: &Pos) -> Result<(), SolveError> {
        let prover = &mut *self.prover;
        let graph = match prover.options.options.graph {
            Graph::Tree => Graph::Conversions,
            graph => graph,
        };
        let options = Options { graph, ..prover.options.options };
        let aim = Aim { root: pos.clone(), ..Aim::of(&prover.task, prover.options.init) };
        let space = (prover.open)(&aim);
        let watch = &prover.task.watch;
        let again = solve_again(space, options, self.value, &mut self.others, watch)?;
        prover.again = prover.again + again;
        Ok(())
    }
}

/// Solves the root of a space, which has this value, and learns a move for every state of the
/// solution that needs one. It looks at the watch again and again.
pub(super) fn solve_again<S: Shape>(
    space: AnySpace<S>,
    options: Options,
    value: bool,
    moves: &mut HashMap<S, (Move, S)>,
    watch: &Watch,
) -> Result<Effort, SolveError> {
    let mut search = PnSearch::new(space, options);
    while search.step(PORTION, &mut ()) == Verdict::Unknown(Why::Nodes) {
        if !watch.goes_on() {
            return Err(SolveError::Stopped);
        }
    }
    let solution = search
        .solution()
        .filter(|it| it.is_proof() == value)
        .ok_or_else(|| SolveError::Strategy("a position could not be solved again".to_string()))?;
    for (state, best) in solution.moves(&search) {
        moves.entry(state).or_insert(best);
    }
    Ok(search.effort())
}

impl<S: Shape> Strategy for PnStrategy<'_, S> {
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        if let Some(mv) = self.known(pos) {
            return Ok(Step::Move(mv));
        }
        let prover = &mut *self.prover;
        let evident = prover.search.space_mut().evident_move(&prover.game, pos, self.value);
        if let Some(mv) = evident {
            return Ok(Step::Move(mv));
        }
        self.search_again(pos)?;
        self.known(pos).map(Step::Move).ok_or_else(no_move)
    }
}
