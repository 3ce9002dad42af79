//! What the searches of this folder have in common, as seen from outside.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::boolean::{self, BooleanSearch, CyclicSpace};
use crate::dfpn::Table;
use crate::{Effort, Numbers, OutOfMemory, Space, Verdict};

/// Why a search cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Play in the space may return to a state.
    Cyclic(CyclicSpace),
    /// The system has no memory for its table.
    Memory(OutOfMemory),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Cyclic(_) => f.write_str(
                "search for values: expected a space without cycles, got one where play may repeat a state",
            ),
            Refused::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, refused)
    }
}

/// A search of a space without cycles that leaves the states that it solves in a table. The table is what the
/// second pass goes by, so a search has no strategy of its own.
pub trait TableSearch<S: Space>: Sized {
    /// Its settings.
    type Options: Copy + Send + 'static;

    /// How much of so many bytes it takes for itself; the rest is the table's.
    fn own_share(memory: u64, options: Self::Options) -> u64;

    /// A search at the root of `space`. Beside the table of solved states it may take `memory` bytes.
    ///
    /// # Errors
    /// If the space is cyclic, or the system has no such memory.
    fn new(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: Self::Options,
    ) -> Result<Self, Refused>;

    /// Searches on until the root is solved or `budget` more nodes are counted. One expansion may
    /// overdraw the budget; a budget of 0 does nothing. How a budget is divided into steps makes no
    /// difference to what is done.
    fn step(&mut self, budget: u64) -> Verdict;

    /// The space.
    fn space(&self) -> &S;

    /// The table of solved states.
    fn table(&self) -> &Arc<Table>;

    /// What the search has cost, before checkpoints as well.
    fn effort(&self) -> Effort;

    /// Bytes of this search, the table of solved states not among them.
    fn own_bytes(&self) -> u64;

    /// The states on the way from the root to the one being looked at.
    fn line(&self) -> Vec<S::State>;

    /// The most nodes that it held at once; 0 for a search that holds but a path.
    fn largest(&self) -> u64 {
        0
    }

    /// Proof and disproof number of the root, for a search that has such numbers.
    fn root_numbers(&self) -> Option<Numbers> {
        None
    }

    /// Writes this search's part, between steps; `write_state` writes one state. The table of solved states
    /// is saved apart.
    ///
    /// # Errors
    /// What the writer says.
    fn save<W: Write>(
        &self,
        out: &mut W,
        write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Reads what [`TableSearch::save`] wrote. Space, memory and options must be those of the saved
    /// search; `read_state` reads one state.
    ///
    /// # Errors
    /// What the reader says, and `InvalidData` if the bytes are no checkpoint of such a search.
    fn restore<R: Read>(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: Self::Options,
        from: &mut R,
        read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<Self>;
}

/// Boolean alpha-beta takes nothing beside the table but its path.
impl<S: Space> TableSearch<S> for BooleanSearch<S> {
    type Options = boolean::Options;

    fn own_share(_memory: u64, _options: boolean::Options) -> u64 {
        0
    }

    fn new(
        space: S,
        table: Arc<Table>,
        _memory: u64,
        options: boolean::Options,
    ) -> Result<BooleanSearch<S>, Refused> {
        BooleanSearch::new(space, table, options).map_err(Refused::Cyclic)
    }

    fn step(&mut self, budget: u64) -> Verdict {
        self.step(budget, &mut ())
    }

    fn space(&self) -> &S {
        self.space()
    }

    fn table(&self) -> &Arc<Table> {
        self.table()
    }

    fn effort(&self) -> Effort {
        self.effort()
    }

    fn own_bytes(&self) -> u64 {
        self.own_bytes()
    }

    fn line(&self) -> Vec<S::State> {
        self.line().into_iter().map(|(_, state)| state).collect()
    }

    fn save<W: Write>(
        &self,
        out: &mut W,
        write_state: impl FnMut(&S::State, &mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        self.save(out, write_state)
    }

    fn restore<R: Read>(
        space: S,
        table: Arc<Table>,
        _memory: u64,
        options: boolean::Options,
        from: &mut R,
        read_state: impl FnMut(&mut R) -> io::Result<S::State>,
    ) -> io::Result<BooleanSearch<S>> {
        BooleanSearch::restore(space, table, options, from, read_state)
    }
}
