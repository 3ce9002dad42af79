//! Plans: how a game is searched.
//!
//! A plan turns an engine's name and a claim into a [`Prover`], one search for one claim that advances
//! by steps. Any game has the [`crate::plans::GamePlan`]; a game with more to offer (threats, a fast
//! twin) has a plan of its own in `plans/`, a file each.

use std::io::{Read, Write};
use std::sync::Arc;

use quod_game::{Claim, Game, Move};
use quod_search::{Effort, Numbers, TableValues};

use crate::hints::Hints;
use crate::table_work::{self, TableWork};
use crate::{EngineSpec, Means, Opponent, Sight, SolveError, Strategy};

/// One claim to be searched.
#[derive(Clone, Debug)]
pub struct Task<P> {
    /// The position that the claim is about; not settled.
    pub root: P,
    /// The claim.
    pub claim: Claim,
    /// Bytes that the search may take.
    pub memory: u64,
    /// Bytes kept for the second pass: what a strategy remembers comes out of them.
    pub proof_memory: u64,
    /// Most threads.
    pub threads: usize,
    /// Entries of the search's table, if the job fixes them.
    pub table_entries: Option<u64>,
    /// The job's tables: what they know a search need not look into. The positions that they show in
    /// the certificate are the session's business, not the strategy's.
    pub tables: Option<Arc<dyn TableValues>>,
    /// Moves to be tried before others; none for an engine that takes no hints.
    pub hints: Hints<P>,
    /// Whether the job wants the exact score, of which the claim is a part; see [`Prover::score`].
    pub exact: bool,
    /// How far restrictions are widened, from 0; see [`Plan::levels`].
    pub level: u32,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not finished.
    Running,
    /// The claim is true.
    Proved,
    /// The complementary claim is true.
    Disproved,
    /// It ended without an answer, for this reason.
    Unknown(&'static str),
}

/// What a running search looks like from outside.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Proof and disproof number of the root; `None` for a search without.
    pub numbers: Option<Numbers>,
    /// Bytes in use for the search's own structures.
    pub memory: u64,
    /// The line being examined, in the frame of the root.
    pub line: Vec<Move>,
}

/// One search for one claim.
pub trait Prover<G: Game> {
    /// Searches on until about `nodes` more positions were looked at, or to the end.
    fn step(&mut self, nodes: u64) -> Status;

    /// Nodes that a step should be asked for, so that its own cost does not matter.
    fn stride(&self) -> u64 {
        1000
    }

    /// How many threads work.
    fn threads(&self) -> usize {
        1
    }

    /// The work so far, the second pass included.
    fn effort(&self) -> Effort;

    /// The most nodes that the main search held at once so far; 0 for a search that holds none, such
    /// as one with nothing but a table.
    fn largest_tree(&self) -> u64 {
        0
    }

    /// The state of the search for progress reports.
    fn snapshot(&self) -> Snapshot;

    /// What the search's tree looks like; `None` for a search that holds none.
    fn sight(&self) -> Option<Sight<Move>> {
        None
    }

    /// Of the opponent's first replies, how many are proved, and all; `None` for a search that does not
    /// take them one by one.
    fn first_replies(&self) -> Option<[usize; 2]> {
        None
    }

    /// What was proved so far, in a form that another search of the same game and claim can use, from whatever
    /// position; `None` for a search that keeps no such thing.
    fn proved(&self) -> Option<Vec<u8>> {
        None
    }

    /// Makes use of what another search has proved. It only steers: certificates are derived anew.
    ///
    /// # Errors
    /// If the bytes are not what [`Prover::proved`] told.
    fn learn(&mut self, proved: &[u8]) -> Result<(), SolveError> {
        let _ = proved;
        Ok(())
    }

    /// Writes the state of the search.
    ///
    /// # Errors
    /// If the bytes cannot be written.
    fn save(&self, out: &mut dyn Write) -> Result<(), SolveError>;

    /// Replaces the state by a saved one.
    ///
    /// # Errors
    /// If the bytes are not what [`Prover::save`] of the same engine and task wrote.
    fn restore(&mut self, from: &mut dyn Read) -> Result<(), SolveError>;

    /// After an answer: the strategy behind it, for the claim if proved, for its complement if
    /// disproved.
    fn strategy(&mut self) -> Box<dyn Strategy<G> + '_>;

    /// After a strategy that was not followed to its end: the search can be saved and asked once more. For one
    /// whose strategies leave it as it was there is nothing to do.
    fn rewind(&mut self) {}

    /// The exact score of the root for the side to move, if the search knows it; then the claims that
    /// it makes true are asked next, of whatever [`Prover::leave`] leaves.
    fn score(&self) -> Option<i32> {
        None
    }

    /// What the next search of the same job can use of this one, say its table.
    fn leave(self: Box<Self>) -> Option<Legacy> {
        None
    }
}

/// What a search leaves to the next one of the same job; only the plan that made it knows what it is.
pub type Legacy = Box<dyn std::any::Any>;

/// An engine that a plan offers.
#[derive(Clone, Copy, Debug)]
pub struct EngineHelp {
    /// Name as `--engine` takes it.
    pub name: &'static str,
    /// One line: what it is, and its options.
    pub help: &'static str,
}

/// How a game is searched.
pub trait Plan<G: Game>: Send + Sync {
    /// The engines there are, the default (`auto`) first.
    fn engines(&self) -> Vec<EngineHelp>;

    /// The engine's full name, with `auto` replaced by what it stands for at this level.
    fn engine_taken(&self, game: &G, engine: &EngineSpec, level: u32) -> String;

    /// How many times the search may be asked again with fewer restrictions; the last level has none.
    fn levels(&self, engine: &EngineSpec) -> u32 {
        let _ = engine;
        1
    }

    /// Whether an engine makes use of [`Task::hints`].
    fn takes_hints(&self, engine: &EngineSpec) -> bool {
        let _ = engine;
        false
    }

    /// How the game's tables are built and read; `None` if it has none.
    fn tables<'a>(&'a self, game: &'a G) -> Option<Box<dyn TableWork + 'a>> {
        table_work::by_own_powers(game)
    }

    /// The game's own player, for games against people; `None` if it has none.
    ///
    /// # Errors
    /// If the tables cannot be used.
    fn opponent<'a>(
        &'a self,
        game: &'a G,
        means: &Means,
    ) -> Result<Option<Box<dyn Opponent + 'a>>, SolveError> {
        let _ = (game, means);
        Ok(None)
    }

    /// A search for the task; `legacy` is what the last search of the same job left.
    ///
    /// # Errors
    /// If there is no such engine, or it cannot serve this game or claim.
    fn prover<'a>(
        &'a self,
        game: &'a G,
        task: &Task<G::Position>,
        engine: &EngineSpec,
        legacy: Option<Legacy>,
    ) -> Result<Box<dyn Prover<G> + 'a>, SolveError>;
}
