//! Best-first searches that keep their graph, as engines: minimal solution trees and expected work.

use std::io::{Read, Write};

use quod_cert::Evidence;
use quod_game::Move;
use quod_search::best_first::{BestFirst, Options, Rule};
use quod_search::dfpn::Choice as Chosen;
use quod_search::{Effort, Initialisation};

use super::evident::Evident;
use super::options::{LENGTH, PLAYOUTS, SEED, playouts};
use super::{INIT, OverSpace};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape, real_line};
use crate::{
    Begun, Detail, Engine, OpenGame, Pos, Prover, Refutations, Snapshot, SolveError, Status, Step,
    Strategy, Task,
};

/// MST* as an engine.
pub fn mst_star() -> Engine {
    let about =
        "MST*: best-first search for a solution tree of least size; where no position repeats";
    Engine::new("mst-star", about, |start| {
        let options = Options { rule: Rule::Size, memory_limit: start.task.memory };
        start.over_space(Opening { init: Initialisation::One, options })
    })
    .where_nothing_repeats()
}

/// Expected work search as an engine.
pub fn expected_work() -> Engine {
    let about = "expected work search: children by work over chance, chances from random games; where no position repeats";
    Engine::new("ews", about, |start| {
        let rule = Rule::Work(playouts(&start.given));
        let options = Options { rule, memory_limit: start.task.memory };
        start.over_space(Opening { init: INIT.of(&start.given), options })
    })
    .with_options([PLAYOUTS.spec(), LENGTH.spec(), SEED.spec(), INIT.spec()])
    .where_nothing_repeats()
}

#[derive(Clone, Copy)]
struct Opening {
    init: Initialisation,
    options: Options,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let search = BestFirst::new(space(&Aim::of(task, self.init)), self.options);
        let search = search.map_err(|error| SolveError::Engine {
            expected: "an engine for positions that repeat".to_string(),
            got: error.to_string(),
        })?;
        let (game, task) = (game.clone(), task.clone());
        Ok(Box::new(BestFirstProver { game, task, open: space, opening: self, search }))
    }
}

struct BestFirstProver<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    opening: Opening,
    search: BestFirst<AnySpace<S>>,
}

impl<S: Shape> BestFirstProver<S> {
    fn open(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, self.opening.init))
    }

    fn solved(&self) -> Option<bool> {
        self.search.root_numbers().solved()
    }
}

impl<S: Shape> Prover for BestFirstProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        self.search.step(nodes, &mut ()).into()
    }

    fn stride(&self) -> u64 {
        self.search.space().stride()
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn largest_tree(&self) -> u64 {
        self.search.stored()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.search.line();
        let states = line.iter().map(|(_, state)| state);
        Snapshot {
            numbers: Some(self.search.root_numbers()),
            memory: self.search.memory_bytes(),
            line: real_line(&**self.search.space(), &self.game, &self.task.root, states),
        }
    }

    fn details(&self) -> Vec<Detail> {
        let (proof, disproof) = self.search.measures();
        let size = match self.solved() {
            Some(proved) => {
                if proved {
                    proof
                } else {
                    disproof
                }
            }
            None => proof.min(disproof),
        };
        let name = match self.opening.options.rule {
            Rule::Size => "nodes in the smallest solution, at least",
            Rule::Work(_) => "nodes of expected work",
        };
        vec![Detail { name, value: size as u64, total: None }]
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let space = self.search.space();
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let reader = self.open();
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        self.search = BestFirst::restore(self.open(), self.opening.options, &mut from, read)
            .map_err(|error| SolveError::Checkpoint(error.to_string()))?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let proved = self.solved() == Some(true);
        let evident = Evident { space: self.open(), proved };
        Box::new(BestFirstStrategy { prover: self, evident })
    }
}

/// The strategy of a solved search: its graph holds the whole solution.
struct BestFirstStrategy<'p, S: Shape> {
    prover: &'p BestFirstProver<S>,
    /// For positions that the space settles by itself.
    evident: Evident<S>,
}

impl<S: Shape> Strategy for BestFirstStrategy<'_, S> {
    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        Ok(self.evident.evidence(pos))
    }

    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        Ok(self.evident.refutations(pos, replies))
    }

    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError> {
        if let Some(evidence) = self.evidence(pos)? {
            return Ok(Step::Evidence(evidence));
        }
        let state = self.evident.space.state_of(pos);
        let best = self.prover.search.best(&state);
        let choice = best.map_or(Chosen::Settled, |(mv, child)| Chosen::Move(mv, child));
        self.evident.step(&self.prover.game, pos, &choice).map(Step::Move)
    }
}
