//! Rules written in Python, as rules for the engines and the checker.
//!
//! A position is any object; what tells two positions apart is their encoding, bytes that the
//! rules make of them.
//! Outcome, side to move and legal moves are asked once for each object and kept with it.
//!
//! Nothing of the rules is believed that would make a proof empty: a position without outcome and without
//! moves, moves that are no numbers, or two moves of one number raise an exception. What is believed is
//! that the rules say the same of the same position each time, and that equal encodings are equal positions: they
//! are the user's rules, and every answer says so.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player};

use crate::errors::unwind;

/// What the rules say of a position.
struct Told {
    outcome: Option<Outcome>,
    to_move: Player,
    moves: Vec<Move>,
}

struct Inner {
    key: Box<[u8]>,
    object: Py<PyAny>,
    told: OnceLock<Told>,
}

/// A position: the object, and the encoding that tells it from others.
#[derive(Clone)]
pub struct UserPosition(Arc<Inner>);

impl UserPosition {
    /// The object itself.
    pub fn object(&self) -> &Py<PyAny> {
        &self.0.object
    }
}

impl PartialEq for UserPosition {
    fn eq(&self, other: &UserPosition) -> bool {
        self.0.key == other.0.key
    }
}

impl Eq for UserPosition {}

impl Hash for UserPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.key.hash(state);
    }
}

impl fmt::Debug for UserPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0.key)
    }
}

/// A game whose rules are an object of Python's.
pub struct UserGame {
    /// The object, as the user gave it.
    rules: Py<PyAny>,
    name: String,
    players: [&'static str; 2],
    summary: &'static str,
    has_scores: bool,
    start: UserPosition,
    to_move: Py<PyAny>,
    outcome: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    encode: Py<PyAny>,
    decode: Py<PyAny>,
    move_text: Option<Py<PyAny>>,
    position_text: Option<Py<PyAny>>,
    picture: Option<Py<PyAny>>,
    /// In a game whose positions can repeat: the class of a position, and what endless play is worth.
    endless: Option<(Option<Py<PyAny>>, Outcome)>,
    /// What a thread of a search has raised.
    fault: Mutex<Option<PyErr>>,
}

/// Text that lives as long as the program: names are asked for as such. Games are opened a few times.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// What the rules say of how a game ended: `None`, 0 or 1 for the winner, -1 for a draw, or the winner with
/// the first player's score.
fn outcome_of(said: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
    if said.is_none() {
        return Ok(None);
    }
    let (winner, score) = match said.extract::<(Option<i64>, i32)>() {
        Ok((winner, score)) => (winner.unwrap_or(-1), score),
        Err(_) => (said.extract::<i64>()?, 0),
    };
    let winner = match winner {
        -1 => None,
        0 => Some(Player::First),
        1 => Some(Player::Second),
        _ => return Err(bad("outcome", "None, FIRST, SECOND, DRAW or (winner, score)", said)),
    };
    Ok(Some(Outcome { winner, score, ..Outcome::DRAW }))
}

fn bad(method: &str, expected: &str, got: &Bound<'_, PyAny>) -> PyErr {
    let got = got.repr().map_or_else(|_| "something else".to_string(), |it| it.to_string());
    PyValueError::new_err(format!("{method}: expected {expected}, got {got}"))
}

fn bytes_of(method: &str, said: &Bound<'_, PyAny>) -> PyResult<Box<[u8]>> {
    match said.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().into()),
        Err(_) => Err(bad(method, "bytes", said)),
    }
}

impl UserGame {
    /// The rules of an object, under this name.
    pub fn new(rules: &Bound<'_, PyAny>, name: String) -> PyResult<UserGame> {
        let has = |method: &str| -> PyResult<Option<Py<PyAny>>> {
            let found = rules.getattr_opt(method)?.filter(|it| !it.is_none());
            Ok(found.map(Bound::unbind))
        };
        let needed = |method: &str| -> PyResult<Py<PyAny>> { Ok(rules.getattr(method)?.unbind()) };
        let text = |attribute: &str| -> PyResult<Option<String>> {
            rules.getattr_opt(attribute)?.map(|it| it.extract()).transpose()
        };
        let players = match rules.getattr_opt("players")? {
            Some(it) => it.extract::<(String, String)>()?,
            None => ("first-player".to_string(), "second-player".to_string()),
        };
        let scores = rules.getattr_opt("has_scores")?.map(|it| it.extract()).transpose()?;
        let endless = match rules.getattr_opt("endless_play")? {
            Some(worth) => {
                outcome_of(&worth)?.map(|worth| Ok::<_, PyErr>((has("class_of")?, worth)))
            }
            None => None,
        };
        let encode = needed("encode")?;
        let start = position(rules.py(), &encode, rules.call_method0("start")?)?;
        Ok(UserGame {
            rules: rules.clone().unbind(),
            name,
            players: [kept(players.0), kept(players.1)],
            summary: kept(text("summary")?.unwrap_or_default()),
            has_scores: scores.unwrap_or(false),
            start,
            to_move: needed("to_move")?,
            outcome: needed("outcome")?,
            moves: needed("moves")?,
            play: needed("play")?,
            decode: needed("decode")?,
            encode,
            move_text: has("move_text")?,
            position_text: has("position_text")?,
            picture: has("picture")?,
            endless: endless.transpose()?,
            fault: Mutex::new(None),
        })
    }

    /// The object whose rules these are.
    pub fn object(&self) -> &Py<PyAny> {
        &self.rules
    }

    /// What a thread of a search has raised, if one has.
    pub fn take_fault(&self) -> Option<PyErr> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Asks the rules; what they raise unwinds.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        Python::attach(|py| {
            question(py).unwrap_or_else(|error| {
                let kept = error.clone_ref(py);
                *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
                unwind(error)
            })
        })
    }

    /// A position that the rules made.
    fn position(&self, py: Python<'_>, object: Bound<'_, PyAny>) -> PyResult<UserPosition> {
        position(py, &self.encode, object)
    }

    /// What the rules say of a position, asked once. (Not within `get_or_init`: there another thread would wait
    /// with the interpreter's lock, for which this one waits in turn.)
    fn told<'p>(&self, pos: &'p UserPosition) -> &'p Told {
        let Inner { object, told, .. } = &*pos.0;
        if told.get().is_none() {
            // Whoever was faster has been told the same.
            let _ = told.set(self.ask(|py| self.tell(py, object)));
        }
        told.get().expect("set above")
    }

    fn tell(&self, py: Python<'_>, object: &Py<PyAny>) -> PyResult<Told> {
        let arguments = (object,);
        let outcome = outcome_of(self.outcome.bind(py).call1(arguments)?.as_any())?;
        if outcome.is_some() {
            return Ok(Told { outcome, to_move: Player::First, moves: Vec::new() });
        }
        let said = self.to_move.bind(py).call1(arguments)?;
        let to_move = match said.extract::<usize>() {
            Ok(player @ (0 | 1)) => Player::BOTH[player],
            _ => return Err(bad("to_move", "FIRST or SECOND", &said)),
        };
        let said = self.moves.bind(py).call1(arguments)?;
        let mut moves = Vec::new();
        for code in said.try_iter()? {
            let code = code?;
            match code.extract::<u32>() {
                Ok(code) => moves.push(Move(code)),
                Err(_) => return Err(bad("moves", "numbers from 0 to 2**32 - 1", &code)),
            }
        }
        moves.sort_unstable();
        if moves.is_empty() || moves.windows(2).any(|pair| pair[0] == pair[1]) {
            let expected = "different moves, and at least one where there is no outcome";
            return Err(bad("moves", expected, &said));
        }
        Ok(Told { outcome, to_move, moves })
    }
}

/// A position with its encoding.
fn position(
    py: Python<'_>,
    encode: &Py<PyAny>,
    object: Bound<'_, PyAny>,
) -> PyResult<UserPosition> {
    let key = bytes_of("encode", &encode.bind(py).call1((&object,))?)?;
    Ok(UserPosition(Arc::new(Inner { key, object: object.unbind(), told: OnceLock::new() })))
}

impl Game for UserGame {
    type Position = UserPosition;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn start(&self) -> UserPosition {
        self.start.clone()
    }

    fn to_move(&self, pos: &UserPosition) -> Player {
        self.told(pos).to_move
    }

    fn outcome(&self, pos: &UserPosition) -> Option<Outcome> {
        self.told(pos).outcome
    }

    fn moves(&self, pos: &UserPosition, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&self.told(pos).moves);
    }

    fn play(&self, pos: &UserPosition, mv: Move) -> UserPosition {
        self.ask(|py| {
            let code = PyInt::new(py, mv.0);
            let next = self.play.bind(py).call1((pos.object(), code))?;
            self.position(py, next)
        })
    }

    fn encode(&self, pos: &UserPosition, out: &mut Vec<u8>) {
        out.extend_from_slice(&pos.0.key);
    }

    fn decode(&self, bytes: &[u8]) -> Result<UserPosition, NotationError> {
        self.ask(|py| {
            let made = self.decode.bind(py).call1((PyBytes::new(py, bytes),));
            match made.and_then(|object| self.position(py, object)) {
                Ok(pos) => Ok(Ok(pos)),
                // Bytes that are no position are no fault of the rules.
                Err(error) if error.is_instance_of::<PyException>(py) => {
                    let got = format!("{bytes:?}: {error}");
                    Ok(Err(NotationError::new("position", "bytes that `decode` takes", got)))
                }
                Err(error) => Err(error),
            }
        })
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.players
    }

    fn has_scores(&self) -> bool {
        self.has_scores
    }

    fn move_text(&self, pos: &UserPosition, mv: Move) -> String {
        let Some(method) = &self.move_text else { return mv.0.to_string() };
        self.ask(|py| method.bind(py).call1((pos.object(), mv.0))?.extract())
    }

    fn position_text(&self, pos: &UserPosition) -> String {
        if *pos == self.start {
            return "start".to_string();
        }
        let Some(method) = &self.position_text else {
            let hex =
                self.encoding(pos).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            return format!("={hex}");
        };
        self.ask(|py| method.bind(py).call1((pos.object(),))?.extract())
    }

    fn picture(&self, pos: &UserPosition, _numbered: &[Move]) -> String {
        let Some(method) = &self.picture else { return self.position_text(pos) };
        self.ask(|py| method.bind(py).call1((pos.object(),))?.extract())
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<UserPosition>> {
        self.endless.as_ref().map(|_| self as &dyn Cyclic<UserPosition>)
    }
}

impl Cyclic<UserPosition> for UserGame {
    fn class(&self, pos: &UserPosition) -> u64 {
        match &self.endless {
            Some((Some(method), _)) => {
                self.ask(|py| method.bind(py).call1((pos.object(),))?.extract())
            }
            _ => 0,
        }
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        self.endless.as_ref().map_or(Outcome::DRAW, |(_, outcome)| *outcome)
    }
}
