//! Games and positions.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use quod_ask::Subject as _;
use quod_catalogue::{Opened as Any, Registry};
use quod_engine::{Offer, OpenGame, Pos};
use quod_game::Move;
use quod_report::GameReport;
use quod_solve::AnyGame;

use crate::errors::{guarded, notation};
use crate::user::{UserGame, UserPosition};
use crate::{solve, tables};

/// Quod's own games.
static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::builtin);

/// An open game.
#[pyclass(frozen, from_py_object, module = "quod._quod")]
#[derive(Clone)]
pub struct Game(pub Arc<Opened>);

/// What a game's positions share.
pub struct Opened {
    /// The game.
    pub game: AnyGame,
    /// Its rules, if they are written in Python.
    pub rules: Option<Arc<UserGame>>,
}

impl Opened {
    /// Does something with the game, without the interpreter's lock; rules in Python take it when they are asked.
    pub fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&AnyGame) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        guarded(self.rules.as_deref(), || py.detach(|| work(&self.game)))
    }
}

/// Names of Quod's own games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    REGISTRY.names()
}

/// One of Quod's own games by its name.
///
/// # Errors
/// If there is no game of this name.
pub fn opened(name: &str) -> Result<AnyGame, quod_game::NotationError> {
    REGISTRY.open(name)
}

impl Game {
    fn of(game: AnyGame) -> Game {
        Game(Arc::new(Opened { game, rules: None }))
    }

    /// One of Quod's own.
    ///
    /// # Errors
    /// If there is no game of this name.
    pub fn own(name: &str) -> PyResult<Game> {
        opened(name).map(Game::of).map_err(|error| notation(&error))
    }
}

/// Opens one of Quod's own games, or a puzzle.
#[pyfunction]
pub fn open<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    match REGISTRY.open_any(name).map_err(|error| notation(&error))? {
        Any::Game(game) => Ok(Bound::new(py, Game::of(game))?.into_any()),
        Any::Puzzle(puzzle) => Ok(Bound::new(py, Puzzle(puzzle))?.into_any()),
    }
}

/// An open puzzle of one agent.
#[pyclass(frozen, module = "quod._quod")]
pub struct Puzzle(quod_puzzles::Asked);

#[pymethods]
impl Puzzle {
    #[getter]
    fn name(&self) -> String {
        self.0.name()
    }

    /// How positions are written.
    #[getter]
    fn notation(&self) -> String {
        self.0.notation()
    }

    /// A position as it is written in full.
    fn position(&self, text: &str) -> PyResult<String> {
        self.0.position(text).map_err(|error| notation(&error))
    }

    /// Works on a question; see `solve.rs`.
    #[pyo3(signature = (job, look))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        job: solve::Asked,
        look: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        solve::run(py, &self.0, None, job, look)
    }

    fn __repr__(&self) -> String {
        format!("<quod puzzle: {}>", self.0.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("quod")?.getattr("open")?, (self.0.name(),)))
    }
}

/// Opens a game whose rules are an object of Python's.
#[pyfunction]
pub fn of_rules(rules: &Bound<'_, PyAny>, name: String) -> PyResult<Game> {
    let rules = Arc::new(UserGame::new(rules, name)?);
    let game = AnyGame::new(Offer::of_rules(OpenGame::shared(Arc::clone(&rules))));
    Ok(Game(Arc::new(Opened { game, rules: Some(rules) })))
}

/// A report as JSON.
pub fn json(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).expect("reports are plain data")
}

#[pymethods]
impl Game {
    #[getter]
    fn name(&self) -> String {
        self.0.game.name()
    }

    /// Whether the rules are the user's, written in Python.
    #[getter]
    fn user_rules(&self) -> bool {
        self.0.rules.is_some()
    }

    /// The object with the rules; None if they are Quod's.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.rules.as_ref().map(|it| it.object().clone_ref(py))
    }

    /// What it offers, as `quod games NAME --json` prints it.
    fn report(&self) -> String {
        json(&GameReport::new(self.0.game.offer(), REGISTRY.keys(&self.0.game.name())))
    }

    fn position(&self, text: &str) -> PyResult<Position> {
        guarded(self.0.rules.as_deref(), || {
            let pos = self.0.game.parse(text).map_err(|error| notation(&error))?;
            Ok(Position::new(&self.0, pos))
        })
    }

    #[getter]
    fn start(&self) -> Position {
        Position::new(&self.0, self.0.game.rules().start())
    }

    /// Works on a question; see `solve.rs`.
    #[pyo3(signature = (job, look))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        job: solve::Asked,
        look: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        solve::run(py, &self.0.game, self.0.rules.as_deref(), job, look)
    }

    #[pyo3(signature = (directory, layers, threads, memory, look))]
    fn table_build(
        &self,
        py: Python<'_>,
        directory: PathBuf,
        layers: Option<u32>,
        threads: usize,
        memory: u64,
        look: Option<Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        tables::build(py, self, directory, layers, threads, memory, look)
    }

    #[pyo3(signature = (directory, layers))]
    fn table_stats(
        &self,
        py: Python<'_>,
        directory: PathBuf,
        layers: Option<u32>,
    ) -> PyResult<String> {
        tables::stats(py, self, &directory, layers)
    }

    fn table_probe(&self, py: Python<'_>, directory: PathBuf, position: &str) -> PyResult<String> {
        tables::probe(py, self, &directory, position)
    }

    #[pyo3(signature = (directory, layers))]
    fn table_verify(
        &self,
        py: Python<'_>,
        directory: PathBuf,
        layers: Option<u32>,
    ) -> PyResult<Vec<String>> {
        tables::verify(py, self, &directory, layers)
    }

    fn __repr__(&self) -> String {
        format!("quod.open({:?})", self.0.game.name())
    }

    /// For pickling and copying: its name, and the rules if they are the user's.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Again)> {
        let (py, game) = (this.py(), &this.get().0);
        let core = py.import("quod._core")?;
        let rules = game.rules.as_ref().map(|it| it.object().clone_ref(py));
        Ok((core.getattr("_game_again")?, (game.game.name(), rules)))
    }

    fn __eq__(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.game.name() == other.0.game.name()
                && self.0.rules.is_none()
                && other.0.rules.is_none())
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.0.game.name())
    }
}

fn hashed(it: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    it.hash(&mut hasher);
    hasher.finish()
}

/// What a game is made of again: its name and the rules' object.
type Again = (String, Option<Py<PyAny>>);

/// What a position is made of again: its game and its encoding.
type PositionAgain<'py> = (Game, Bound<'py, PyBytes>);

/// How a game ended: the winner, the first player's score, what each captured.
type Ended = (i64, i32, (i32, i32));

/// A position of a game.
#[pyclass(frozen, module = "quod._quod")]
pub struct Position {
    /// The game.
    pub game: Arc<Opened>,
    /// The position.
    pub pos: Pos,
    /// The legal moves, once they were asked for.
    moves: OnceLock<Vec<Move>>,
    /// How they are written, once that was asked for: in some games that takes longer than playing them.
    texts: OnceLock<Vec<String>>,
}

/// What is in a cell, made if nothing is. (Not by `get_or_init`: the user's rules may be asked meanwhile; see `UserGame::told`.)
fn kept<T>(cell: &OnceLock<Vec<T>>, make: impl FnOnce() -> Vec<T>) -> &[T] {
    if cell.get().is_none() {
        let _ = cell.set(make());
    }
    cell.get().expect("set above")
}

impl Position {
    /// A position of a game.
    pub fn new(game: &Arc<Opened>, pos: Pos) -> Position {
        Position { game: Arc::clone(game), pos, moves: OnceLock::new(), texts: OnceLock::new() }
    }

    fn rules(&self) -> &OpenGame {
        self.game.game.rules()
    }

    fn legal(&self) -> &[Move] {
        kept(&self.moves, || self.rules().legal_moves(&self.pos))
    }

    fn texts(&self) -> &[String] {
        let text = |&mv: &Move| self.rules().move_text(&self.pos, mv);
        kept(&self.texts, || self.legal().iter().map(text).collect())
    }

    /// The legal move that is written so, or in another way that the game reads.
    fn written(&self, text: &str) -> Result<Move, quod_game::NotationError> {
        match self.texts().iter().position(|it| it == text) {
            Some(at) => Ok(self.legal()[at]),
            None => self.rules().parse_move(&self.pos, text),
        }
    }

    fn guarded<'p, T>(&'p self, work: impl FnOnce(&'p Position) -> T) -> PyResult<T> {
        guarded(self.game.rules.as_deref(), || Ok(work(self)))
    }

    fn text(&self) -> String {
        self.rules().position_text(&self.pos)
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The legal moves as texts.
    fn moves(&self) -> PyResult<Vec<&str>> {
        self.guarded(Position::texts).map(|it| it.iter().map(String::as_str).collect())
    }

    /// The legal moves as numbers.
    fn move_codes(&self) -> PyResult<Vec<u32>> {
        self.guarded(|it| it.legal().iter().map(|mv| mv.0).collect())
    }

    fn play(&self, mv: &Bound<'_, PyAny>) -> PyResult<Position> {
        let text = mv.cast::<PyString>().ok().map(|it| it.to_str()).transpose()?;
        let wrong = || {
            let got = mv.repr().map_or_else(|_| "something else".to_string(), |it| it.to_string());
            notation(&quod_game::NotationError::new(
                "move",
                "a text or the number of a legal move",
                got,
            ))
        };
        let code: Option<u32> =
            text.is_none().then(|| mv.extract().map_err(|_| wrong())).transpose()?;
        let played = self.guarded(|it| {
            let mv = match (text, code.map(Move)) {
                (Some(text), _) => it.written(text)?,
                (None, Some(mv)) if it.legal().binary_search(&mv).is_ok() => mv,
                (None, _) => {
                    let got = code.map_or_else(String::new, |it| it.to_string());
                    return Err(quod_game::NotationError::new(
                        "move",
                        "the number of a legal move",
                        got,
                    ));
                }
            };
            Ok(Position::new(&it.game, it.rules().play(&it.pos, mv)))
        })?;
        played.map_err(|error| notation(&error))
    }

    /// 0 or 1; nobody where the game is over.
    #[getter]
    fn player(&self) -> PyResult<Option<usize>> {
        self.guarded(|it| match it.rules().outcome(&it.pos) {
            Some(_) => None,
            None => Some(it.rules().to_move(&it.pos).index()),
        })
    }

    /// Winner (-1 for a draw), the first player's score, and captures; none while the game goes on.
    #[getter]
    fn result(&self) -> PyResult<Option<Ended>> {
        self.guarded(|it| {
            it.rules().outcome(&it.pos).map(|outcome| {
                let winner = outcome.winner.map_or(-1, |it| it.index() as i64);
                (winner, outcome.score, outcome.captures.into())
            })
        })
    }

    #[getter]
    fn players(&self) -> [&'static str; 2] {
        self.rules().player_names()
    }

    /// The position in the game's notation.
    fn __str__(&self) -> PyResult<String> {
        self.guarded(Position::text)
    }

    fn __repr__(&self) -> PyResult<String> {
        let text = self.guarded(Position::text)?;
        Ok(format!("<quod position of {}: {text}>", self.game.game.name()))
    }

    /// The canonical encoding.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.guarded(|it| it.rules().encoding(&it.pos))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// For pickling and copying: the game, and the encoding.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, PositionAgain<'py>)> {
        let again = py.import("quod._core")?.getattr("_position_again")?;
        Ok((again, (self.game(), self.key(py)?)))
    }

    /// Who wins: `quod.value` of this position.
    #[pyo3(signature = (**options))]
    fn value(
        this: &Bound<'_, Self>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<String>> {
        this.py().import("quod")?.getattr("value")?.call((this,), options)?.extract()
    }

    /// The object of a user's rules that it is; nothing in Quod's own games.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.game.rules.as_ref()?;
        let pos: &UserPosition = self.pos.of::<UserGame>();
        Some(pos.object().clone_ref(py))
    }

    /// A picture in text.
    #[getter]
    fn picture(&self) -> PyResult<String> {
        self.guarded(|it| it.rules().picture(&it.pos, &[]))
    }

    /// The board as data, as `docs/formats/board.md` describes it, in JSON; nothing if the game has none.
    fn board(&self) -> Option<String> {
        let board = self.game.game.offer().board.as_ref()?;
        Some(json(&board.picture(&self.pos)))
    }

    /// The board as SVG.
    #[getter]
    fn svg(&self) -> PyResult<String> {
        self.guarded(|it| match &it.game.game.offer().board {
            Some(board) => board.picture(&it.pos).svg("a board"),
            None => quod_board::svg_of_text(&it.rules().picture(&it.pos, &[])),
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __eq__(&self, other: &Position) -> bool {
        let same = Arc::ptr_eq(&self.game, &other.game)
            || (self.game.rules.is_none()
                && other.game.rules.is_none()
                && self.game.game.name() == other.game.game.name());
        same && self.pos == other.pos
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.pos)
    }
}
