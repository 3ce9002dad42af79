//! What programs ask, of whatever kind it is.
//!
//! A program asks a [`Subject`] (a game, a puzzle) a question. What it gets is [`Work`], which advances by counted
//! steps, tells how far it has come, can be stopped, and ends in an [`Answer`]. Whoever drives work owns the clock, the
//! threads and the files, and need not know which kind of subject it is.
//!
//! Each kind has answers of its own. They differ too much for one type: who wins, a plan, later a number with
//! bounds. So an answer says what every program asks of every answer, and whoever tells all of it asks for
//! the type that it knows ([`Answer::as_any`]).
#![forbid(unsafe_code)]

mod job;

use std::any::Any;
use std::io::{Read, Write};

use quod_engine::{Played, Reason, Sight, SolveError};
use quod_game::NotationError;

pub use job::{Job, Phase, Progress, Stage};

/// Something that questions are asked about, all its keys fixed.
pub trait Subject: Send + Sync {
    /// The kind, as JSON says it: `game` or `puzzle`.
    fn kind(&self) -> &'static str;

    /// The name with all keys.
    fn name(&self) -> String;

    /// How positions are written, in a sentence.
    fn notation(&self) -> String;

    /// A position as it is written in full.
    ///
    /// # Errors
    /// If the text is no position.
    fn position(&self, text: &str) -> Result<String, NotationError>;

    /// Begins to work on a job.
    ///
    /// # Errors
    /// If the job makes no sense.
    fn begin(&self, job: &Job) -> Result<Box<dyn Work>, SolveError>;
}

/// Whoever is shown how a step gets on, and says whether it is to go on.
pub type KeepGoing<'k> = &'k mut dyn FnMut(&Progress) -> bool;

/// Why work is to end, if it is; asked from within a step.
pub type Ends = Box<dyn Fn() -> Option<Reason> + Send + Sync>;

/// Work on one question.
pub trait Work: Send {
    /// From now on what is done within a step looks at this as well, where a step can take long.
    fn heed(&self, ends: Ends);

    /// Works on for about so many nodes.
    ///
    /// # Errors
    /// If the question turns out to make no sense, or to have no answer.
    fn step_while(&mut self, nodes: u64, keep_going: KeepGoing<'_>) -> Result<Phase, SolveError>;

    /// How many nodes a step should be for, so that whoever drives it looks around often enough.
    fn stride(&self) -> u64;

    /// Ends the work without an answer, for this reason, unless it is done.
    fn stop(&mut self, reason: Reason);

    /// How far it has come.
    fn progress(&self) -> Progress;

    /// What the search's tree looks like, if there is one that can be seen.
    fn sight(&self) -> Option<Sight<Played>> {
        None
    }

    /// Writes everything needed to go on later.
    ///
    /// # Errors
    /// If the bytes cannot be written, or work of this kind cannot be saved.
    fn save(&self, _out: &mut dyn Write) -> Result<(), SolveError> {
        Err(not_saved())
    }

    /// Goes on from what [`Work::save`] of the same job wrote.
    ///
    /// # Errors
    /// If the bytes are damaged, or of another job or version.
    fn restore(&mut self, _from: &mut dyn Read) -> Result<(), SolveError> {
        Err(not_saved())
    }

    /// The answer as it stands; final once a step said so.
    fn answer(&self) -> Box<dyn Answer>;
}

fn not_saved() -> SolveError {
    SolveError::Checkpoint("expected work that can be saved, got a puzzle's".to_string())
}

/// Works until there is an answer, or until `over` says why the work is to end. It is asked before each step, and within steps that
/// take long; what it is shown is how far the work has come.
///
/// # Errors
/// As [`Work::step_while`].
pub fn drive<W: Work + ?Sized>(
    work: &mut W,
    over: &mut dyn FnMut(&Progress) -> Option<Reason>,
) -> Result<(), SolveError> {
    loop {
        if let Some(reason) = over(&work.progress()) {
            work.stop(reason);
            return Ok(());
        }
        let mut keep_going = |walked: &Progress| over(walked).is_none();
        if work.step_while(work.stride(), &mut keep_going)? == Phase::Done {
            return Ok(());
        }
    }
}

/// What work ended in.
pub trait Answer: Send + Any {
    /// The kind of the subject.
    fn kind(&self) -> &'static str;

    /// Why there is no answer, or none that was checked; nothing if there is one.
    fn reason(&self) -> Option<&Reason>;

    /// What shows the answer, as bytes of a file: a certificate, or a plan as text.
    fn evidence(&self) -> Option<&[u8]>;

    /// Itself, for who knows its type.
    fn as_any(&self) -> &dyn Any;
}
