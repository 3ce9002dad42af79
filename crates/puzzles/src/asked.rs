//! Puzzles as subjects of questions. What a puzzle is asked is its value: a plan, or the letters that a word can become.

use std::any::Any;

use quod_ask::{Ends, Job, KeepGoing, Phase, Progress, Stage, Subject};
use quod_engine::{Reason, SolveError};
use quod_game::NotationError;
use quod_search::Effort;

use crate::search::Counts;
use crate::{Answer, AnyPuzzle, Plan, Work};

/// What JSON calls them.
const KIND: &str = "puzzle";

/// A puzzle that is asked.
#[derive(Clone)]
pub struct Asked(pub std::sync::Arc<dyn AnyPuzzle>);

impl Subject for Asked {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn notation(&self) -> String {
        self.0.notation().to_string()
    }

    fn position(&self, text: &str) -> Result<String, NotationError> {
        self.0.position(text)
    }

    fn begin(&self, job: &Job) -> Result<Box<dyn quod_ask::Work>, SolveError> {
        if job.question != "value" {
            let expected = "value, which is all that a puzzle has";
            let got = format!("\"{}\"", job.question);
            return Err(NotationError::new("claim", expected, got).into());
        }
        let position = self.0.position(&job.position)?;
        let job = Job { position: position.clone(), ..job.clone() };
        let (work, most) = (self.0.start(&job)?, job.nodes.unwrap_or(u64::MAX));
        Ok(Box::new(PuzzleWork { puzzle: Asked::clone(self), position, work, most, answer: None }))
    }
}

/// A search for a puzzle's answer, with its budget.
struct PuzzleWork {
    puzzle: Asked,
    position: String,
    work: Box<dyn Work>,
    most: u64,
    answer: Option<PuzzleAnswer>,
}

impl PuzzleWork {
    fn told(&self, answer: Answer, plan: Option<String>) -> PuzzleAnswer {
        PuzzleAnswer {
            puzzle: self.puzzle.0.name(),
            position: self.position.clone(),
            answer,
            counts: self.work.counts(),
            engine: self.work.engine().to_string(),
            plan,
        }
    }

    fn unknown(&self, reason: Reason) -> PuzzleAnswer {
        self.told(Answer::Unknown(reason), None)
    }
}

/// The text of a plan, replayed from what is written and not from what the search holds; nothing if the answer is none.
///
/// # Errors
/// If the moves do not lead to the goal: the search was wrong.
fn plan_text(
    puzzle: &dyn AnyPuzzle,
    position: &str,
    answer: &Answer,
) -> Result<Option<String>, SolveError> {
    let Answer::Plan { moves, shortest } = answer else { return Ok(None) };
    let plan = Plan {
        puzzle: puzzle.name(),
        position: position.to_string(),
        moves: moves.clone(),
        shortest: shortest.clone(),
    };
    let text = plan.to_string();
    let wrong = |why: String| SolveError::Strategy(format!("plan, {why}"));
    let read = Plan::parse(&text).map_err(|error| wrong(error.to_string()))?;
    match puzzle.replay(&read.position, &read.moves)? {
        Ok(()) => Ok(Some(text)),
        Err(fault) => Err(wrong(format!("{}: {fault}", fault.place()))),
    }
}

impl quod_ask::Work for PuzzleWork {
    /// (A step of a puzzle's search is short.)
    fn heed(&self, _ends: Ends) {}

    fn step_while(&mut self, nodes: u64, _keep_going: KeepGoing<'_>) -> Result<Phase, SolveError> {
        let left = self.most.saturating_sub(self.work.counts().nodes);
        if self.answer.is_none() && left == 0 {
            self.answer = Some(self.unknown(Reason::Nodes));
        }
        if self.answer.is_none()
            && let Some(answer) = self.work.step(nodes.min(left))?
        {
            let plan = plan_text(&*self.puzzle.0, &self.position, &answer)?;
            self.answer = Some(self.told(answer, plan));
        }
        Ok(if self.answer.is_some() { Phase::Done } else { Phase::Running })
    }

    fn stride(&self) -> u64 {
        self.work.stride()
    }

    fn stop(&mut self, reason: Reason) {
        if self.answer.is_none() {
            self.answer = Some(self.unknown(reason));
        }
    }

    fn progress(&self) -> Progress {
        let Counts { nodes, expansions, evaluations, bound } = self.work.counts();
        Progress {
            stage: Stage::Other(format!("{bound} moves or more")),
            effort: Effort { nodes, evaluations, expansions, reexpansions: 0 },
            numbers: None,
            memory: 0,
            line: Vec::new(),
            details: Vec::new(),
            entries: None,
        }
    }

    fn answer(&self) -> Box<dyn quod_ask::Answer> {
        Box::new(self.answer.clone().unwrap_or_else(|| self.unknown(Reason::Unfinished)))
    }
}

/// An answer about a puzzle, with the work that it took.
#[derive(Clone, Debug)]
pub struct PuzzleAnswer {
    /// The puzzle with all its keys.
    pub puzzle: String,
    /// The position in full.
    pub position: String,
    /// The answer.
    pub answer: Answer,
    /// The work.
    pub counts: Counts,
    /// The engine with its options.
    pub engine: String,
    /// The plan as text, replayed by the puzzle's rules.
    pub plan: Option<String>,
}

impl quod_ask::Answer for PuzzleAnswer {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn reason(&self) -> Option<&Reason> {
        match &self.answer {
            Answer::Unknown(reason) => Some(reason),
            Answer::Plan { .. } | Answer::Letters(_) => None,
        }
    }

    fn evidence(&self) -> Option<&[u8]> {
        self.plan.as_deref().map(str::as_bytes)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
