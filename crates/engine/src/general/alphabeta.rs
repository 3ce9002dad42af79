//! Boolean alpha-beta as an engine.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::{Claim, Move};
use quod_search::boolean::{BooleanSearch, Options, Strategy as Found};
use quod_search::dfpn::{Forgotten, Replacement};
use quod_search::{Effort, Initialisation};

use super::dfpn::table_of;
use super::evident::Evident;
use super::{OverSpace, begin};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape, real_line};
use crate::{
    Carryover, Choice, Engine, EngineSpec, Offer, OpenGame, OptionSpec, Pos, Prover, Refutations,
    Snapshot, SolveError, Status, Step, Strategy, Task,
};

/// The engine's name. A family may have an engine of its own of this name, which then takes its place.
const NAME: &str = "alphabeta";

const ORDER: Choice<Initialisation> = Choice {
    name: "order",
    about: "Which child comes first: the one that leaves the fewest replies, or the space's own order.",
    values: &[("mobility", Initialisation::Moves), ("given", Initialisation::One)],
};

const HISTORY: Choice<bool> = Choice {
    name: "history",
    about: "Whether moves that solved most nodes elsewhere come first among otherwise equal ones.",
    values: &[("on", true), ("off", false)],
};

/// Boolean alpha-beta as an engine.
pub struct AlphaBeta;

impl Engine for AlphaBeta {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "depth-first alpha-beta with one boolean window over a table; where no position repeats"
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![ORDER.spec(), HISTORY.spec()]
    }

    fn serves(&self, offer: &Offer, _claim: &Claim) -> Result<(), SolveError> {
        match offer.game.cyclic() {
            None => Ok(()),
            Some(_) => Err(SolveError::Engine {
                expected: "dfpn or fixed-point where positions can repeat".to_string(),
                got: NAME.to_string(),
            }),
        }
    }

    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        mut spec: EngineSpec,
        _carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let init = ORDER.take(&mut spec)?;
        let options = Options { history: HISTORY.take(&mut spec)? };
        spec.finish(&self.options())?;
        begin(Opening { init, options }, &offer.game, &offer.space, task)
    }
}

#[derive(Clone, Copy)]
struct Opening {
    init: Initialisation,
    options: Options,
}

impl OverSpace for Opening {
    fn begin<S: Shape>(
        self,
        game: &OpenGame,
        task: &Task,
        space: OpenSpace<S>,
    ) -> Result<Box<dyn Prover>, SolveError> {
        let table = Arc::new(table_of(game, task, Replacement::Effort)?);
        let search = BooleanSearch::new(space(&Aim::of(task, self.init)), table, self.options);
        let search = search.map_err(|error| SolveError::Engine {
            expected: "an engine for positions that repeat".to_string(),
            got: error.to_string(),
        })?;
        let (game, task) = (game.clone(), task.clone());
        Ok(Box::new(AlphaBetaProver { game, task, open: space, opening: self, search }))
    }
}

struct AlphaBetaProver<S: Shape> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    opening: Opening,
    search: BooleanSearch<AnySpace<S>>,
}

impl<S: Shape> AlphaBetaProver<S> {
    fn open(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, self.opening.init))
    }
}

impl<S: Shape> Prover for AlphaBetaProver<S> {
    fn step(&mut self, nodes: u64) -> Status {
        self.search.step(nodes, &mut ()).into()
    }

    fn stride(&self) -> u64 {
        self.search.space().stride()
    }

    fn effort(&self) -> Effort {
        self.search.effort()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.search.line();
        let states = line.iter().map(|(_, state)| state);
        Snapshot {
            numbers: None,
            memory: self.search.table().bytes() + self.search.own_bytes(),
            line: real_line(&**self.search.space(), &self.game, &self.task.root, states),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        self.search.table().save(&mut out)?;
        let space = self.search.space();
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let table = table_of(&self.game, &self.task, Replacement::Effort)?;
        table.restore(&mut from).map_err(refused)?;
        let (space, reader, options) = (self.open(), self.open(), self.opening.options);
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        self.search = BooleanSearch::restore(space, Arc::new(table), options, &mut from, read)
            .map_err(refused)?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let proved = self.search.root_numbers().solved() == Some(true);
        let evident = Evident { space: self.open(), proved };
        Box::new(AlphaBetaStrategy { prover: self, evident })
    }

    /// The strategy had the search look elsewhere.
    fn rewind(&mut self) {
        let root = self.search.space().root();
        self.search.restart(root);
    }
}

/// The strategy of a solved search; what the table has lost is searched for again.
struct AlphaBetaStrategy<'p, S: Shape> {
    prover: &'p mut AlphaBetaProver<S>,
    /// For positions that the space settles by itself.
    evident: Evident<S>,
}

impl<S: Shape> Strategy for AlphaBetaStrategy<'_, S> {
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
        let forgotten = |error: Forgotten| SolveError::Strategy(error.to_string());
        let state = self.evident.space.state_of(pos);
        let choice = Found::new(&mut self.prover.search, self.evident.proved).choose(&state);
        self.evident.step(&self.prover.game, pos, &choice.map_err(forgotten)?)
    }
}
