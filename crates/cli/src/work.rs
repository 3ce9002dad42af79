//! What `quod solve` and `quod analyse` work on: sessions about a position and its moves, one after the other.

use std::sync::Arc;

use anyhow::anyhow;
use quod_engine::SolveError;
use quod_engine::tables::TableDirectory;
use quod_search::Effort;
use quod_solve::{Answer, AnyGame, Job};

use crate::asked::Args;
use crate::beside::Explorer;
use crate::checkpoint::Checkpoint;
use crate::drive::Driver;
use crate::output::{check_writable, tell, utf8};
use crate::progress::Progress;
use crate::{memory, table};

/// A certificate of what a move leads to.
pub struct Kept {
    /// Of which position of a line, from 1; 0 for the question's own.
    pub number: usize,
    /// Which of the moves it is.
    pub at: usize,
    /// The move.
    pub mv: String,
    /// Which part of its answer, for a file's name; empty for the whole.
    pub part: &'static str,
    /// The bytes.
    pub certificate: Vec<u8>,
}

/// What one command works on: the question itself and, if asked for, one on every move.
pub(crate) struct Work<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) args: &'a Args,
    pub(crate) driver: Driver,
    tables: Option<TableDirectory>,
    hints: Arc<str>,
    /// Bytes for one session.
    memory: u64,
    checkpoints: Vec<Checkpoint>,
    /// The work of all sessions.
    pub(crate) effort: Effort,
    /// Whether certificates of moves are kept, and those that were.
    pub(crate) keeps: bool,
    pub(crate) kept: Vec<Kept>,
    /// Which position of a line is asked about, from 1.
    pub(crate) number: usize,
    /// Where the question itself can be watched.
    pub(crate) explorer: Option<&'a Explorer>,
}

impl<'a> Work<'a> {
    /// Checks that everything asked for can be written before any work is done.
    pub(crate) fn new(game: &'a AnyGame, args: &'a Args) -> anyhow::Result<Work<'a>> {
        game.position(&args.position)?;
        if let Some(path) = &args.out {
            utf8(path)?;
            check_writable(path)?;
        }
        let tables = table::given(args.tables.as_deref())?;
        let hints = match &args.hints {
            Some(path) => std::fs::read_to_string(path).map_err(|error| {
                anyhow!("{}: expected a readable file of hints, got: {error}", path.display())
            })?,
            None => String::new(),
        };
        let driver = Driver::new(args.time, Progress::new(args.quiet, args.nodes))?;
        let memory = memory::share_of(args.memory);
        let checkpoints = Vec::new();
        Ok(Work {
            game,
            args,
            driver,
            tables,
            hints: hints.into(),
            memory,
            checkpoints,
            effort: Effort::default(),
            keeps: false,
            kept: Vec::new(),
            number: 0,
            explorer: None,
        })
    }

    /// Answers a question about a position in so many nodes; a checkpoint has this name.
    pub(crate) fn answer(
        &mut self,
        position: &str,
        claim: &str,
        name: &str,
        nodes: Option<u64>,
    ) -> anyhow::Result<Answer> {
        let job = Job {
            position: position.to_string(),
            question: claim.to_string(),
            engine: self.args.engine.clone(),
            memory: self.memory,
            nodes,
            threads: self.args.threads as usize,
            table_entries: self.args.table_entries,
            tables: self.tables.clone(),
            hints: Arc::clone(&self.hints),
        };
        let mut session =
            self.game.solve(&job).map_err(|error| match (&self.args.hints, error) {
                (Some(path), error @ SolveError::Line { .. }) => {
                    anyhow!("{}, {error}", path.display())
                }
                (_, error) => error.into(),
            })?;
        if let Some(known) = quod_catalogue::known(&self.game.name())
            && !self.args.quiet
            && position == "start"
        {
            tell(&known.told());
        }
        let mut checkpoint = match &self.args.checkpoint {
            Some(directory) => Some(Checkpoint::open(directory, name, &self.args.position)?),
            None => None,
        };
        if let Some(it) = &checkpoint
            && it.resume(&mut session)?
            && !self.args.quiet
        {
            let nodes = session.progress().effort.nodes;
            tell(&format!("{}: going on from {nodes} nodes", it.path()));
        }
        if let Some(it) = &checkpoint {
            it.learn(&mut session)?;
        }
        self.driver.watch =
            self.explorer.take().map(|it| it.watch(self.game, &job, self.args.time));
        let answer = self.driver.drive(&mut session, checkpoint.as_mut())?;
        if let Some(it) = &checkpoint {
            it.save_proved(&session)?;
        }
        self.checkpoints.extend(checkpoint);
        self.effort = self.effort + answer.effort;
        Ok(answer)
    }

    /// Removes the checkpoints, once everything is answered and written.
    pub(crate) fn forget(&self) {
        self.checkpoints.iter().for_each(Checkpoint::remove);
    }
}
