//! The engines of puzzles with plans, by name, with their options as data.

use quod_board::BoardPicture;
use quod_engine::{Choice, EngineSpec, Given, Number, OptionSpec, SolveError};
use quod_game::NotationError;
use quod_variant::Family;

use crate::search::{BestFirst, BreadthFirst, Deepening, Growth, Search, Table};
use crate::tiles::FileError;
use crate::{AnyHeuristic, Blind, EngineInfo, Patterns, Puzzle};

/// What a puzzle tells of itself, so that people can ask about it.
pub trait Described:
    Puzzle<State: Send, Move: Send + Sync> + Clone + Send + Sync + 'static
{
    /// The family that it belongs to.
    fn family(&self) -> &'static Family;

    /// Its name with all keys.
    fn name(&self) -> String;

    /// How positions are written, in a sentence with an example.
    fn notation(&self) -> &'static str;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is none.
    fn read(&self, text: &str) -> Result<Self::State, NotationError>;

    /// Writes a position, so that it is read back as the same.
    fn write(&self, state: &Self::State) -> String;

    /// Writes a move that is legal in this state, without spaces. Legal moves of one state differ.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// A position as a board.
    fn picture(&self, state: &Self::State) -> BoardPicture;

    /// Why no plan leads from here to the goal, where that can be seen at once.
    fn hopeless(&self, state: &Self::State) -> Option<String>;

    /// The names of its heuristics.
    fn heuristics(&self) -> &'static [&'static str];

    /// A heuristic by its name; none if it needs a table that is not loaded.
    fn heuristic(&self, name: &str) -> Option<AnyHeuristic<Self::State>>;

    /// The best heuristic there is now.
    fn best_heuristic(&self) -> &'static str {
        self.heuristics()[0]
    }

    /// The engine that stands for `auto`.
    fn auto(&self) -> &'static str;

    /// A search made for this puzzle that does what IDA* without a table does.
    fn fast(&self, heuristic: &str, state: &Self::State) -> Option<AnySearch<Self>> {
        let _ = (heuristic, state);
        None
    }

    /// Whether all its positions can be searched in one sweep.
    fn sweeps(&self) -> bool {
        false
    }

    /// The pattern databases that can be built for it.
    fn patterns(&self) -> Option<Patterns> {
        None
    }

    /// The same puzzle with a pattern database, from the bytes of its file.
    ///
    /// # Errors
    /// If they are damaged or those of another puzzle.
    fn with_patterns(&self, bytes: Vec<u8>) -> Result<Self, FileError> {
        let _ = bytes;
        Err(FileError::Groups)
    }
}

/// A search with its type hidden.
pub type AnySearch<P> = Box<dyn Search<<P as Puzzle>::Move> + Send>;

const TABLE: Choice<Table> = Choice {
    name: "table",
    about: "Whether states that were met are recognised.",
    values: &[("on", Table::On), ("off", Table::Off)],
};

/// The same for searches that need no memory otherwise.
const NO_TABLE: Choice<Table> = Choice {
    name: "table",
    about: "Whether states that were met in the same round are recognised.",
    values: &[("off", Table::Off), ("on", Table::On)],
};

const DEPTH: Number =
    Number { name: "depth", about: "How deep it goes.", least: 1, most: 1_000_000, default: 1_000 };

/// The word for the best heuristic there is.
const AUTO: &str = "auto";
/// The word for no heuristic.
const NONE: &str = "none";

/// The option `heuristic` of a puzzle.
fn heuristic_option<P: Described>(puzzle: &P) -> OptionSpec {
    let mut words = vec![AUTO];
    words.extend(puzzle.heuristics());
    words.push(NONE);
    OptionSpec {
        name: "heuristic",
        about: "The lower bound on the moves that are left.",
        kind: quod_engine::OptionKind::Words(words),
    }
}

/// The engines that every puzzle with plans has.
pub fn list<P: Described>(puzzle: &P) -> Vec<EngineInfo> {
    let heuristic = || heuristic_option(puzzle);
    let engine = |name, about, options| EngineInfo { name, about, options };
    vec![
        engine(
            "depth-first",
            "depth-first search down to a depth: some plan, seldom a short one",
            vec![TABLE.spec(), DEPTH.spec()],
        ),
        engine(
            "breadth-first",
            "breadth-first search: a shortest plan; keeps every state",
            vec![TABLE.spec()],
        ),
        engine(
            "iddfs",
            "depth-first iterative deepening: a shortest plan in little memory",
            vec![NO_TABLE.spec()],
        ),
        engine(
            "a-star",
            "best first by moves and estimate: a shortest plan; keeps every state",
            vec![TABLE.spec(), heuristic()],
        ),
        engine(
            "ida-star",
            "A* by iterative deepening: a shortest plan in little memory",
            vec![NO_TABLE.spec(), heuristic()],
        ),
    ]
}

/// A search that was begun.
pub struct Begun<P: Puzzle> {
    /// The search.
    pub search: AnySearch<P>,
    /// Whether its plans are shortest ones.
    pub shortest: bool,
    /// What that rests on.
    pub rests_on: String,
}

/// A heuristic as the option says, with its name.
fn choose<P: Described>(
    puzzle: &P,
    given: &Given,
) -> Result<(AnyHeuristic<P::State>, &'static str), SolveError> {
    let word = given.word(&heuristic_option(puzzle));
    let name = if word == AUTO { puzzle.best_heuristic() } else { word };
    if name == NONE {
        return Ok((Box::new(Blind), NONE));
    }
    let heuristic = puzzle.heuristic(name).ok_or_else(|| SolveError::Engine {
        expected: format!("--tables DIR for heuristic={name} (see `quod table build`)"),
        got: "none".to_string(),
    })?;
    Ok((heuristic, name))
}

/// Begins the search that `spec` asks for.
///
/// # Errors
/// If there is no such engine or option.
pub fn begin<P: Described>(
    puzzle: &P,
    state: P::State,
    spec: EngineSpec,
    memory: u64,
) -> Result<Begun<P>, SolveError> {
    let engines = list(puzzle);
    let Some(info) = engines.iter().find(|it| it.name == spec.name()) else {
        let names: Vec<&str> = engines.iter().map(|it| it.name).collect();
        let expected = format!("auto or one of {}", names.join(", "));
        return Err(SolveError::Engine { expected, got: spec.name().to_string() });
    };
    let name = info.name;
    let table = if name == "iddfs" || name == "ida-star" { NO_TABLE } else { TABLE };
    let given = spec.given(&info.options)?;
    let table = table.of(&given);
    let owned = puzzle.clone();
    let mut used = None;
    let search: AnySearch<P> = match name {
        "depth-first" => {
            let growth = Growth::Once(DEPTH.of(&given) as u32);
            Box::new(Deepening::new(owned, Blind, state, (growth, table), memory))
        }
        "breadth-first" => Box::new(BreadthFirst::new(owned, state, table, memory)),
        "iddfs" => Box::new(Deepening::new(owned, Blind, state, (Growth::Deepen, table), memory)),
        "a-star" => {
            let (heuristic, which) = choose(puzzle, &given)?;
            used = Some(which);
            Box::new(BestFirst::new(owned, heuristic, state, table, memory))
        }
        _ => {
            let (heuristic, which) = choose(puzzle, &given)?;
            used = Some(which);
            let fast = if table == Table::Off { puzzle.fast(which, &state) } else { None };
            fast.unwrap_or_else(|| {
                let how = (Growth::Deepen, table);
                Box::new(Deepening::new(owned, heuristic, state, how, memory))
            })
        }
    };
    let heuristic = used.map_or(String::new(), |it| format!(" with heuristic {it}"));
    let rests_on = format!("{name}{heuristic}");
    Ok(Begun { search, shortest: name != "depth-first", rests_on })
}
