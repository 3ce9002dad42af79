//! Puzzles with their types hidden: what a program asks them.

use quod_ask::Job;
use quod_board::{BoardPicture, Content, Shape};
use quod_engine::{EngineSpec, OptionSpec, Reason, SolveError};
use quod_game::NotationError;
use quod_variant::{Family, KeySpec, Values};

use crate::Heuristic;
use crate::engines::{self, AnySearch, Begun, Described};
use crate::plan::Fault;
use crate::search::{Counts, Outcome};
use crate::tiles::{self, FileError};

/// An engine of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineInfo {
    /// As `--engine` takes it.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// The options.
    pub options: Vec<OptionSpec>,
}

/// Pattern databases that can be built for a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    /// The board.
    pub tiles: tiles::Tiles,
    /// The partitions, the usual one first.
    pub partitions: &'static [tiles::Partition],
}

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The position in full.
    pub position: String,
    /// The board.
    pub picture: BoardPicture,
    /// The legal moves.
    pub moves: Vec<String>,
    /// Whether it is what the agent wants.
    pub solved: bool,
}

/// A board of cells with a text each, in reading order; an empty text is an empty cell.
pub(crate) fn board_of_texts(columns: usize, texts: &[String]) -> BoardPicture {
    let rows = texts.len().div_ceil(columns.max(1));
    let mut picture = BoardPicture::grid(Shape::Squares, columns as u32, rows as u32, 1);
    for (cell, text) in picture.cells.iter_mut().zip(texts) {
        cell.content = (!text.is_empty()).then(|| Content::Text(text.clone()));
    }
    picture
}

/// An answer to a question about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A plan that was replayed.
    Plan {
        /// The moves.
        moves: Vec<String>,
        /// What says that no plan is shorter; nothing if there may be a shorter one.
        shortest: Option<String>,
    },
    /// The letters that a word can become, as two methods found them.
    Letters(Vec<char>),
    /// Nothing, for this reason.
    Unknown(Reason),
}

/// A search for an answer.
pub trait Work: Send {
    /// Works on for about so many nodes; the answer if that ended the search.
    ///
    /// # Errors
    /// If the puzzle turns out to have no solution.
    fn step(&mut self, nodes: u64) -> Result<Option<Answer>, SolveError>;

    /// What was done so far.
    fn counts(&self) -> Counts;

    /// The engine with its options.
    fn engine(&self) -> &str;

    /// How many nodes a step should be for, so that whoever drives it can look around often enough.
    fn stride(&self) -> u64 {
        1 << 20
    }
}

/// A puzzle with its types hidden.
pub trait AnyPuzzle: Send + Sync {
    /// The family that it belongs to.
    fn family(&self) -> &'static Family;

    /// Its name with all keys.
    fn name(&self) -> String;

    /// How positions are written.
    fn notation(&self) -> &'static str;

    /// What an answer is.
    fn answers(&self) -> &'static str;

    /// The engines.
    fn engines(&self) -> Vec<EngineInfo>;

    /// The engine that stands for `auto`.
    fn auto(&self) -> &'static str;

    /// A position as it is written in full.
    ///
    /// # Errors
    /// If the text is no position.
    fn position(&self, text: &str) -> Result<String, NotationError>;

    /// Begins to work on a job.
    ///
    /// # Errors
    /// If the job makes no sense, or it can be seen at once that the puzzle has no solution.
    fn start(&self, job: &Job) -> Result<Box<dyn Work>, SolveError>;

    /// The position after these moves, by the puzzle's plain rules; what is wrong with them if one is not legal.
    ///
    /// # Errors
    /// If the text is no position.
    fn scene(
        &self,
        position: &str,
        moves: &[String],
    ) -> Result<Result<Scene, Fault>, NotationError>;

    /// Plays moves by the puzzle's plain rules; what is wrong with them if they do not lead to the goal.
    ///
    /// # Errors
    /// If the text is no position.
    fn replay(&self, position: &str, moves: &[String]) -> Result<Result<(), Fault>, NotationError>;

    /// What a heuristic says of a position; nothing if there is no such heuristic now.
    ///
    /// # Errors
    /// If the text is no position.
    fn estimate(&self, heuristic: &str, position: &str) -> Result<Option<u32>, NotationError>;

    /// Whether all its positions can be searched in one sweep.
    fn sweeps(&self) -> bool;

    /// The pattern databases that can be built.
    fn patterns(&self) -> Option<Patterns>;

    /// The same puzzle with a pattern database.
    ///
    /// # Errors
    /// If the bytes are damaged or those of another puzzle.
    fn with_patterns(&self, bytes: Vec<u8>) -> Result<Box<dyn AnyPuzzle>, FileError>;
}

/// A key of a puzzle's name with the value that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyInfo {
    /// The key.
    pub key: &'static str,
    /// The value.
    pub value: String,
    /// The words that it may be; none if it is a number.
    pub words: Vec<&'static str>,
    /// The least and the greatest number that it may be.
    pub range: Option<[u32; 2]>,
    /// One sentence.
    pub about: &'static str,
}

/// The keys of a puzzle's name.
pub fn keys(puzzle: &dyn AnyPuzzle) -> Vec<KeyInfo> {
    let name = puzzle.name();
    let values = name.split_once(':').map_or("", |it| it.1).split(',');
    let value = |pair: &str| pair.split_once('=').map_or("", |it| it.1).to_string();
    let told = |(spec, pair): (&KeySpec, &str)| KeyInfo {
        key: spec.key,
        value: value(pair),
        words: spec.values.words().iter().map(|it| it.0).collect(),
        range: match spec.values {
            Values::Number { least, most } => Some([least, most]),
            Values::Words(_) | Values::BareWords(_) => None,
        },
        about: spec.about,
    };
    puzzle.family().keys.iter().zip(values).map(told).collect()
}

/// The error for a puzzle without solution.
pub(crate) fn no_solution(why: String) -> SolveError {
    let expected = "one that can be solved";
    NotationError::new("position", expected, format!("none: {why}")).into()
}

/// The engine that a job asks for, `auto` replaced.
pub(crate) fn asked(job: &Job, auto: &str) -> Result<EngineSpec, SolveError> {
    EngineSpec::parse(if job.engine == quod_engine::AUTO { auto } else { &job.engine })
}

/// A puzzle of a type that is known.
pub(crate) struct Open<P>(pub P);

impl<P: Described> AnyPuzzle for Open<P> {
    fn family(&self) -> &'static Family {
        self.0.family()
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn notation(&self) -> &'static str {
        self.0.notation()
    }

    fn answers(&self) -> &'static str {
        "a plan: the moves from the position to the goal"
    }

    fn engines(&self) -> Vec<EngineInfo> {
        engines::list(&self.0)
    }

    fn auto(&self) -> &'static str {
        self.0.auto()
    }

    fn position(&self, text: &str) -> Result<String, NotationError> {
        Ok(self.0.write(&self.0.read(text)?))
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Work>, SolveError> {
        let state = self.0.read(&job.position)?;
        let spec = asked(job, self.0.auto())?;
        let engine = spec.text();
        let Begun { search, shortest, rests_on } =
            engines::begin(&self.0, state.clone(), spec, job.memory)?;
        if let Some(why) = self.0.hopeless(&state) {
            return Err(no_solution(why));
        }
        let shortest = shortest.then_some(rests_on);
        Ok(Box::new(Planning { puzzle: self.0.clone(), state, search, shortest, engine }))
    }

    fn scene(
        &self,
        position: &str,
        moves: &[String],
    ) -> Result<Result<Scene, Fault>, NotationError> {
        Ok(self.after(position, moves)?.map(|state| {
            let mut legal = Vec::new();
            self.0.moves(&state, &mut legal);
            Scene {
                position: self.0.write(&state),
                picture: self.0.picture(&state),
                moves: legal.iter().map(|&mv| self.0.move_text(&state, mv)).collect(),
                solved: self.0.is_goal(&state),
            }
        }))
    }

    fn replay(&self, position: &str, moves: &[String]) -> Result<Result<(), Fault>, NotationError> {
        Ok(self.after(position, moves)?.and_then(|state| match self.0.is_goal(&state) {
            true => Ok(()),
            false => Err(Fault::NoGoal { position: self.0.write(&state) }),
        }))
    }

    fn estimate(&self, heuristic: &str, position: &str) -> Result<Option<u32>, NotationError> {
        let state = self.0.read(position)?;
        Ok(self.0.heuristic(heuristic).map(|it| it.estimate(&state)))
    }

    fn sweeps(&self) -> bool {
        self.0.sweeps()
    }

    fn patterns(&self) -> Option<Patterns> {
        self.0.patterns()
    }

    fn with_patterns(&self, bytes: Vec<u8>) -> Result<Box<dyn AnyPuzzle>, FileError> {
        Ok(Box::new(Open(self.0.with_patterns(bytes)?)))
    }
}

impl<P: Described> Open<P> {
    /// The state after these moves; the first that is not legal if there is one.
    fn after(
        &self,
        position: &str,
        moves: &[String],
    ) -> Result<Result<P::State, Fault>, NotationError> {
        let mut state = self.0.read(position)?;
        let mut legal = Vec::new();
        for (at, text) in (1..).zip(moves) {
            legal.clear();
            self.0.moves(&state, &mut legal);
            let same = |mv: &&P::Move| self.0.move_text(&state, **mv) == *text;
            match legal.iter().find(same) {
                Some(mv) => state = self.0.play(&state, *mv),
                None => return Ok(Err(Fault::Illegal { at, mv: text.clone() })),
            }
        }
        Ok(Ok(state))
    }
}

/// A search for a plan.
struct Planning<P: Described> {
    puzzle: P,
    state: P::State,
    search: AnySearch<P>,
    shortest: Option<String>,
    engine: String,
}

impl<P: Described> Planning<P> {
    /// The moves as they are written; each is looked up among the legal ones.
    fn told(&self, moves: &[P::Move]) -> Result<Vec<String>, SolveError> {
        let wrong = |at: usize| SolveError::Strategy(format!("move {at} of the plan is not legal"));
        let (mut state, mut texts, mut legal) = (self.state.clone(), Vec::new(), Vec::new());
        for (at, &mv) in (1..).zip(moves) {
            legal.clear();
            self.puzzle.moves(&state, &mut legal);
            if !legal.contains(&mv) {
                return Err(wrong(at));
            }
            texts.push(self.puzzle.move_text(&state, mv));
            state = self.puzzle.play(&state, mv);
        }
        match self.puzzle.is_goal(&state) {
            true => Ok(texts),
            false => Err(SolveError::Strategy("the plan does not reach the goal".to_string())),
        }
    }
}

impl<P: Described> Work for Planning<P> {
    fn step(&mut self, nodes: u64) -> Result<Option<Answer>, SolveError> {
        match self.search.step(nodes) {
            None => Ok(None),
            Some(Outcome::Plan(moves)) => {
                let (moves, shortest) = (self.told(&moves)?, self.shortest.clone());
                Ok(Some(Answer::Plan { moves, shortest }))
            }
            Some(Outcome::Exhausted) => {
                let nodes = self.search.counts().expansions;
                Err(no_solution(format!(
                    "all that can be reached was searched, {nodes} expansions, and no goal is among it"
                )))
            }
            Some(Outcome::TooDeep) => Ok(Some(Answer::Unknown(Reason::Restricted))),
            Some(Outcome::Memory) => Ok(Some(Answer::Unknown(Reason::Memory))),
        }
    }

    fn counts(&self) -> Counts {
        self.search.counts()
    }

    fn engine(&self) -> &str {
        &self.engine
    }
}
