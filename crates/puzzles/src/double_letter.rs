//! The double-letter puzzle as people ask about it: which single letters can a word become?
//!
//! The searches are those of `quod_depend::puzzles`. The answer is a set of letters. Each engine's answer
//! is compared with that of another method, of TRIANGLE for the searches and of dependency-based search
//! for TRIANGLE, and is given only if both agree.

use quod_depend::puzzles::{DoubleLetters, Letters, Triangle, Word, depth_first};
use quod_depend::{DbSearch, Status};
use quod_engine::{Reason, SolveError};
use quod_game::NotationError;
use quod_variant::{Family, Variant};

use crate::any::{Scene, asked, board_of_texts};
use crate::plan::Fault;
use crate::search::Counts;
use crate::tiles::FileError;
use crate::{Answer, AnyPuzzle, EngineInfo, Job, Patterns, Work};

/// The family.
pub const FAMILY: Family = Family {
    name: "double-letter",
    summary: "two equal letters become a letter beside theirs in the alphabet a to e, a circle: which single letters can a word become?",
    keys: &[],
    examples: &[],
};

/// The puzzle.
pub struct DoubleLetter;

/// The thesis's word.
const START: &str = "aabdcbbdcaa";
/// What a word met takes in a table, generously.
const BYTES: u64 = 32;

impl DoubleLetter {
    /// The puzzle.
    ///
    /// # Errors
    /// If keys are given; there are none.
    pub fn new(variant: Variant) -> Result<DoubleLetter, NotationError> {
        variant.finish("")?;
        Ok(DoubleLetter)
    }
}

fn word(text: &str) -> Result<Word, NotationError> {
    let text = if text == "start" { START } else { text };
    // The error begins with the word for the place, `axiom`, which is a position here.
    Word::parse(text).map_err(|error| {
        let told = error.to_string();
        let rest = told.strip_prefix("axiom: ").unwrap_or(&told);
        let (got, expected) = match rest.split_once(", expected ") {
            Some((got, expected)) => (got.to_string(), expected.to_string()),
            None => (format!("\"{text}\""), "1 to 20 letters a to e".to_string()),
        };
        NotationError::new("position", expected, got)
    })
}

impl AnyPuzzle for DoubleLetter {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn name(&self) -> String {
        FAMILY.name.to_string()
    }

    fn notation(&self) -> &'static str {
        "1 to 20 letters a to e: `aacc`; `start` is the thesis's `aabdcbbdcaa`"
    }

    fn answers(&self) -> &'static str {
        "the set of single letters that the word can become"
    }

    fn engines(&self) -> Vec<EngineInfo> {
        let engine = |name, about| EngineInfo { name, about, options: Vec::new() };
        vec![
            engine("db", "dependency-based search: what is independent is never ordered"),
            engine("dfs", "depth-first search through words, every order of independent steps"),
            engine("dfs-tt", "depth-first search through words, each searched once"),
            engine("triangle", "the letters of every part of the word, shorter parts first"),
        ]
    }

    fn auto(&self) -> &'static str {
        "db"
    }

    fn position(&self, text: &str) -> Result<String, NotationError> {
        word(text)?;
        Ok(if text == "start" { START } else { text }.to_string())
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Work>, SolveError> {
        let axiom = word(&job.position)?;
        let spec = asked(job, self.auto())?;
        let engines = self.engines();
        let Some(info) = engines.iter().find(|it| it.name == spec.name()) else {
            let names: Vec<&str> = engines.iter().map(|it| it.name).collect();
            let expected = format!("auto or one of {}", names.join(", "));
            return Err(SolveError::Engine { expected, got: spec.name().to_string() });
        };
        let engine = info.name;
        spec.given(&info.options)?;
        Ok(Box::new(Rewriting { axiom, engine, memory: job.memory, counts: Counts::default() }))
    }

    fn scene(
        &self,
        position: &str,
        moves: &[String],
    ) -> Result<Result<Scene, Fault>, NotationError> {
        let position = self.position(position)?;
        if let Some(mv) = moves.first() {
            return Ok(Err(Fault::Illegal { at: 1, mv: mv.clone() }));
        }
        let letters: Vec<String> = position.chars().map(String::from).collect();
        let picture = board_of_texts(letters.len(), &letters);
        Ok(Ok(Scene { position, picture, moves: Vec::new(), solved: letters.len() == 1 }))
    }

    fn replay(&self, position: &str, moves: &[String]) -> Result<Result<(), Fault>, NotationError> {
        word(position)?;
        let mv = moves.first().cloned().unwrap_or_default();
        Ok(Err(Fault::Illegal { at: 1, mv }))
    }

    fn estimate(&self, _: &str, position: &str) -> Result<Option<u32>, NotationError> {
        word(position).map(|_| None)
    }

    fn sweeps(&self) -> bool {
        false
    }

    fn patterns(&self) -> Option<Patterns> {
        None
    }

    fn with_patterns(&self, _: Vec<u8>) -> Result<Box<dyn AnyPuzzle>, FileError> {
        Err(FileError::Groups)
    }
}

/// A question being answered. The searches of this puzzle do not go in steps: a step searches from the
/// beginning, with its nodes more than the last one, and a step is as long as all before it.
struct Rewriting {
    axiom: Word,
    engine: &'static str,
    memory: u64,
    counts: Counts,
}

impl Rewriting {
    /// What the engine finds within so many nodes; nothing if they are too few.
    fn search(&mut self, nodes: u64) -> Result<Option<Letters>, SolveError> {
        let mut made = |nodes: u64| self.counts.nodes = nodes;
        match self.engine {
            "triangle" => {
                let table = Triangle::new(self.axiom);
                made(table.entries());
                Ok(Some(table.solution()))
            }
            "db" => {
                let (letters, nodes) = dependency_based(self.axiom, nodes)?;
                made(nodes);
                Ok(letters)
            }
            name => {
                let found = depth_first(self.axiom, name == "dfs-tt", nodes);
                made(found.nodes);
                Ok(found.complete.then_some(found.letters))
            }
        }
    }
}

/// The letters by dependency-based search within so many nodes, and how many it made.
fn dependency_based(axiom: Word, most: u64) -> Result<(Option<Letters>, u64), SolveError> {
    let broken = |what: String| SolveError::Strategy(what);
    let puzzle = DoubleLetters::new(axiom.length()).map_err(|it| broken(it.to_string()))?;
    let mut domain = puzzle.axiom(axiom).map_err(|it| broken(it.to_string()))?;
    let mut search = DbSearch::new(&domain);
    let mut letters = Letters::default();
    loop {
        match search.step(&mut domain, most, &mut ()) {
            Status::Solved(solution) => {
                let letter = puzzle.letter_of(solution.goal);
                letters =
                    letters.with(letter.ok_or_else(|| broken("a goal without letter".into()))?);
            }
            Status::Budget => return Ok((None, search.nodes().len() as u64)),
            Status::Exhausted => return Ok((Some(letters), search.nodes().len() as u64)),
        }
    }
}

impl Work for Rewriting {
    fn step(&mut self, nodes: u64) -> Result<Option<Answer>, SolveError> {
        let enough = self.counts.nodes.saturating_add(nodes);
        if self.engine == "dfs-tt" && enough.saturating_mul(BYTES) > self.memory {
            return Ok(Some(Answer::Unknown(Reason::Memory)));
        }
        let Some(letters) = self.search(enough)? else { return Ok(None) };
        let other = match self.engine {
            "triangle" => dependency_based(self.axiom, u64::MAX)?.0,
            _ => Some(Triangle::new(self.axiom).solution()),
        };
        match other == Some(letters) {
            true => Ok(Some(Answer::Letters(letters.to_string().chars().collect()))),
            false => Err(SolveError::Strategy("two methods disagree about the letters".into())),
        }
    }

    fn counts(&self) -> Counts {
        self.counts
    }

    fn engine(&self) -> &str {
        self.engine
    }

    fn stride(&self) -> u64 {
        self.counts.nodes.max(1 << 20)
    }
}
