//! What engines over a table of solved states have in common: one prover, whatever search fills the table.
//!
//! A [`TableSearch`] says how it goes on, is saved and what it costs; all else is here. Its answer becomes
//! a certificate by boolean alpha-beta over the same table: what the table has kept is taken from it, the
//! rest is searched for again. So no search needs a strategy of its own, and the second pass takes the memory
//! of a path, even where the search grows a tree.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_cert::Evidence;
use quod_game::Move;
use quod_search::boolean::{self, BooleanSearch, Strategy as Found};
use quod_search::dfpn::{Replacement, Table};
use quod_search::values::{Refused, TableSearch};
use quod_search::{Effort, Initialisation, Watch};

use super::dfpn::table_of;
use super::evident::Evident;
use super::{OverSpace, within_memory};
use crate::bridge::{Aim, AnySpace, OpenSpace, Shape, real_line};
use crate::{
    Begun, OpenGame, Pos, Prover, Refutations, Snapshot, SolveError, Start, Status, Step, Strategy,
    Task,
};

/// A kind of [`TableSearch`], with its options read: what says which search it is in spaces of any shape.
pub(super) trait TableEngine: Copy + Send + 'static {
    /// Its search.
    type Search<S: Shape>: TableSearch<AnySpace<S>> + Send;

    /// The numbers that the space is to give.
    fn init(&self) -> Initialisation;

    /// The search's options.
    fn options<S: Shape>(&self) -> OptionsOf<Self, S>;

    /// The spaces that it searches: the game's own, or others around them.
    fn spaces<S: Shape>(&self, open: OpenSpace<S>) -> OpenSpace<S> {
        open
    }
}

/// The options of an engine's search.
pub(super) type OptionsOf<E, S> =
    <<E as TableEngine>::Search<S> as TableSearch<AnySpace<S>>>::Options;

impl Start<'_> {
    /// Begins the search of an engine over a table.
    pub(super) fn over_table(&self, engine: impl TableEngine) -> Begun {
        self.over_space(Opening(engine))
    }
}

struct Opening<E>(E);

impl<E: TableEngine> OverSpace for Opening<E> {
    fn begin<S: Shape>(self, game: &OpenGame, task: &Task, space: OpenSpace<S>) -> Begun {
        let Opening(engine) = self;
        let space = engine.spaces(space);
        let (table, own) = memory_of::<E, S>(engine, game, task)?;
        let aim = Aim::of(task, engine.init());
        let search = E::Search::<S>::new(space(&aim), table, own, engine.options::<S>());
        let search = search.map_err(|error| match error {
            Refused::Memory(error) => SolveError::from(error),
            Refused::Cyclic(_) => SolveError::Engine {
                expected: "an engine for positions that repeat".to_string(),
                got: error.to_string(),
            },
        })?;
        let (game, task) = (game.clone(), task.clone());
        let second = None;
        let before = Effort::default();
        Ok(Box::new(TableProver { game, task, open: space, engine, search, second, before }))
    }
}

/// The table of solved states, and the bytes that the search may take for itself.
fn memory_of<E: TableEngine, S: Shape>(
    engine: E,
    game: &OpenGame,
    task: &Task,
) -> Result<(Arc<Table>, u64), SolveError> {
    let options = engine.options::<S>();
    let own = E::Search::<S>::own_share(task.memory, options);
    let rest = Task { memory: task.memory - own, ..task.clone() };
    Ok((Arc::new(table_of(game, &rest, Replacement::Effort)?), own))
}

struct TableProver<S: Shape, E: TableEngine> {
    game: OpenGame,
    task: Task,
    open: OpenSpace<S>,
    engine: E,
    search: E::Search<S>,
    /// The search of the second pass, over the same table.
    second: Option<BooleanSearch<AnySpace<S>>>,
    /// What second passes cost before a checkpoint.
    before: Effort,
}

impl<S: Shape, E: TableEngine> TableProver<S, E> {
    fn open(&self) -> AnySpace<S> {
        (self.open)(&Aim::of(&self.task, self.engine.init()))
    }

    /// Bytes of the path: what the search takes beside the table and its own share.
    fn path_bytes(&self) -> u64 {
        let own = E::Search::<S>::own_share(self.task.memory, self.engine.options::<S>());
        self.search.own_bytes().saturating_sub(own)
    }

    /// What second passes have cost.
    fn second_effort(&self) -> Effort {
        self.second.as_ref().map_or(self.before, |it| self.before + it.effort())
    }
}

impl<S: Shape, E: TableEngine> Prover for TableProver<S, E> {
    fn step(&mut self, nodes: u64) -> Status {
        within_memory(self.search.step(nodes).into(), self.path_bytes(), &self.task)
    }

    fn stride(&self) -> u64 {
        self.search.space().stride()
    }

    fn effort(&self) -> Effort {
        self.search.effort() + self.second_effort()
    }

    fn largest_tree(&self) -> u64 {
        self.search.largest()
    }

    fn snapshot(&self) -> Snapshot {
        let line = self.search.line();
        let second = self.second.as_ref().map_or(0, BooleanSearch::own_bytes);
        Snapshot {
            numbers: self.search.root_numbers(),
            memory: self.search.table().bytes() + self.search.own_bytes() + second,
            line: real_line(&**self.search.space(), &self.game, &self.task.root, line.iter()),
        }
    }

    fn save(&self, mut out: &mut dyn Write) -> Result<(), SolveError> {
        let Effort { nodes, evaluations, expansions, reexpansions } = self.second_effort();
        for word in [nodes, evaluations, expansions, reexpansions] {
            out.write_all(&word.to_le_bytes())?;
        }
        self.search.table().save(&mut out)?;
        let space = self.search.space();
        let write = |state: &S, out: &mut &mut dyn Write| space.write_state(state, out);
        Ok(self.search.save(&mut out, write)?)
    }

    fn restore(&mut self, mut from: &mut dyn Read) -> Result<(), SolveError> {
        let refused = |error: std::io::Error| SolveError::Checkpoint(error.to_string());
        let mut words = [[0; 8]; 4];
        words.iter_mut().try_for_each(|word| from.read_exact(word)).map_err(refused)?;
        let [nodes, evaluations, expansions, reexpansions] = words.map(u64::from_le_bytes);
        self.before = Effort { nodes, evaluations, expansions, reexpansions };
        self.second = None;
        let (table, own) = memory_of::<E, S>(self.engine, &self.game, &self.task)?;
        table.restore(&mut from).map_err(refused)?;
        let (space, reader, options) = (self.open(), self.open(), self.engine.options::<S>());
        let read = |from: &mut &mut dyn Read| reader.read_state(from);
        self.search = E::Search::<S>::restore(space, table, own, options, &mut from, read)
            .map_err(refused)?;
        Ok(())
    }

    fn strategy(&mut self) -> Box<dyn Strategy + '_> {
        let verdict = self.search.step(0);
        let proved = verdict == quod_search::Verdict::Proved;
        if self.second.is_none() {
            let (space, table) = (self.open(), Arc::clone(self.search.table()));
            self.second = BooleanSearch::new(space, table, boolean::Options::default()).ok();
        }
        let evident = Evident { space: self.open(), proved };
        let (game, watch) = (&self.game, &self.task.watch);
        Box::new(TableStrategy { game, search: self.second.as_mut(), evident, watch })
    }
}

/// The strategy of a solved search; what the table has lost is searched for again.
struct TableStrategy<'p, S: Shape> {
    game: &'p OpenGame,
    search: Option<&'p mut BooleanSearch<AnySpace<S>>>,
    /// For positions that the space settles by itself.
    evident: Evident<S>,
    watch: &'p Watch,
}

impl<S: Shape> Strategy for TableStrategy<'_, S> {
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
        let search = self.search.as_deref_mut().ok_or_else(super::no_move)?;
        let choice = Found::new(search, self.evident.proved).watched(self.watch).choose(&state)?;
        self.evident.step(self.game, pos, &choice).map(Step::Move)
    }
}
