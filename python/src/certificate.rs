//! Certificates: read, checked, walked through, and told entry by entry.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;
use quod_cert::{Body, Evidence, Packed, Proof, ReplyBy, Shown, read_packed};
use quod_check::{Limits, Tables};
use quod_engine::tables::{TableDirectory, Verification};
use quod_engine::{Pos, SolveError};
use quod_game::Move;
use quod_proof::entry_positions;
use quod_report::CheckReport;
use quod_solve::AnyGame;
use quod_tables::Extent;
use serde_json::{Value, json};

use crate::errors::{self, Rejected, guarded, notation, reject};
use crate::game::{Game, Opened, Position};
use crate::solve::existing;

/// A certificate with the game that it is about.
#[pyclass(frozen, module = "quod._quod")]
pub struct Certificate {
    game: Arc<Opened>,
    packed: Arc<Packed>,
    bytes: Vec<u8>,
    /// Whether it passed the checker, with the same tables that a walk would have.
    checked: AtomicBool,
}

#[pymethods]
impl Certificate {
    /// Reads a certificate; a game outside Quod's own list must be given.
    #[staticmethod]
    #[pyo3(signature = (bytes, game=None))]
    fn from_bytes(py: Python<'_>, bytes: Vec<u8>, game: Option<Game>) -> PyResult<Certificate> {
        let packed = py.detach(|| read_packed(&bytes)).map_err(|it| reject(&it))?;
        let name = &packed.head().game;
        let game = match game {
            Some(game) if game.0.game.name() == *name => game,
            Some(game) => {
                let (own, other) = (game.0.game.name(), name);
                return Err(Rejected::new_err(format!(
                    "other-game: {own} expected, {other} found"
                )));
            }
            None => Game::own(name)?,
        };
        let checked = AtomicBool::new(false);
        Ok(Certificate { game: game.0, packed: Arc::new(packed), bytes, checked })
    }

    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    fn save(&self, path: PathBuf) -> PyResult<()> {
        // Under another name first: nobody finds half a certificate.
        let mut beside = path.clone().into_os_string();
        beside.push(".part");
        let written = std::fs::write(&beside, &self.bytes);
        written.and_then(|()| std::fs::rename(&beside, &path)).map_err(|it| errors::file(&path, it))
    }

    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    #[getter]
    fn remark(&self) -> String {
        self.packed.head().remark.clone()
    }

    fn __len__(&self) -> usize {
        self.packed.n_entries()
    }

    /// What it states if it is right: position and claim.
    fn statement(&self) -> PyResult<(String, String)> {
        guarded(self.game.rules.as_deref(), || {
            let statement = self.game.game.statement(&*self.packed).map_err(|it| reject(&it))?;
            Ok((statement.position, statement.claim))
        })
    }

    /// The root.
    #[getter]
    fn root(&self) -> PyResult<Position> {
        guarded(self.game.rules.as_deref(), || {
            let root = self.game.game.rules().decode(&self.packed.head().root);
            Ok(Position::new(&self.game, root.map_err(|error| notation(&error))?))
        })
    }

    /// Checks it; the report is that of `quod check --json`, for a certificate that passes.
    #[pyo3(signature = (position, claim, tables, verify_tables))]
    fn check(
        &self,
        py: Python<'_>,
        position: Option<&str>,
        claim: Option<&str>,
        tables: Option<PathBuf>,
        verify_tables: bool,
    ) -> PyResult<String> {
        let began = std::time::Instant::now();
        let mut shelf = tables.as_deref().map(existing).transpose()?.map(TableDirectory::new);
        let checked = self.game.detached(py, |game| {
            if let (Some(shelf), true) = (&mut shelf, verify_tables) {
                self.verify(game, shelf).map_err(errors::solve)?;
            }
            let shelf: &dyn Tables = shelf.as_ref().map_or(&(), |it| it);
            let limits = Limits::default();
            let checked = game.check_with(&*self.packed, position, claim, &limits, shelf);
            checked.map_err(|it| reject(&it))
        })?;
        self.checked.store(true, Ordering::Relaxed);
        let seconds = began.elapsed().as_secs_f64();
        Ok(crate::game::json(&CheckReport::new(Ok(&checked), seconds)))
    }

    /// A walk through it, from its root. Only a certificate that passed the checker is walked through.
    fn walk(&self, py: Python<'_>) -> PyResult<Walk> {
        if !self.checked.load(Ordering::Relaxed) {
            self.check(py, None, None, None, false)?;
        }
        guarded(self.game.rules.as_deref(), || {
            let walk = self.game.game.walk(Arc::clone(&self.packed)).map_err(|it| reject(&it))?;
            Ok(Walk { game: Arc::clone(&self.game), walk: Mutex::new(walk) })
        })
    }

    /// The whole certificate as text, line by line.
    fn dump(&self, py: Python<'_>) -> PyResult<String> {
        let mut out = Vec::new();
        self.game.detached(py, |game| game.dump(&*self.packed, &mut out).map_err(errors::solve))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    /// The first so many entries, each a JSON object; see `Certificate.records` in Python.
    fn records(&self, py: Python<'_>, most: usize) -> PyResult<Vec<String>> {
        self.game.detached(py, |game| {
            let positions = entry_positions(game.rules(), &*self.packed).map_err(errors::solve)?;
            let entries = positions.iter().take(most).enumerate();
            Ok(entries.map(|(at, pos)| self.record(game, at, pos).to_string()).collect())
        })
    }
}

impl Certificate {
    /// Verifies all layers that it names.
    fn verify(&self, game: &AnyGame, shelf: &mut TableDirectory) -> Result<(), SolveError> {
        let named: Vec<u32> = self.packed.head().tables.iter().map(|it| it.layer).collect();
        if let (Some(work), false) = (game.tables(), named.is_empty()) {
            let named = Extent::For(named);
            let digests =
                work.verify(&shelf.directory().clone(), &Verification::of(named), &mut |_, _| {})?;
            digests.into_iter().for_each(|digest| shelf.trust(digest));
        }
        Ok(())
    }

    fn record(&self, game: &AnyGame, at: usize, pos: &Pos) -> Value {
        let (head, rules) = (self.packed.head(), game.rules());
        let entry = self.packed.entry(at);
        let root = rules.decode(&head.root);
        let claim = root.map(|root| head.claims[entry.claim as usize].text_at(&**rules, &root));
        let text = |mv: Move| rules.move_text(pos, mv);
        let mut edges = Vec::new();
        let (kind, default) = match &entry.body {
            Body::Move { mv, shown } => {
                edges.push(edge(text(*mv), shown));
                ("move", None)
            }
            Body::Replies { items, default, named } => {
                edges.extend(named.iter().map(|reply| match &reply.by {
                    ReplyBy::Entry(link) => edge(text(reply.mv), &Shown::Entry(*link)),
                    ReplyBy::Item(item) => {
                        json!({"move": text(reply.mv), "evidence": word(&items[*item as usize])})
                    }
                }));
                ("replies", default.map(|item| word(&items[item as usize])))
            }
        };
        json!({
            "entry": at,
            "position": rules.position_text(pos),
            "to_move": rules.player_names()[rules.mover_at(pos).index()],
            "claim": claim.unwrap_or_default(),
            "kind": kind,
            "edges": edges,
            "others": default,
        })
    }
}

/// What kind of evidence it is, in a word.
fn word(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::LineThreats(_) => "line-threats",
        Evidence::ReplyTree(_) => "reply-tree",
        Evidence::Strategy(_) => "strategy",
        Evidence::TableValue(_) => "table-value",
        Evidence::Exhaustive(_) => "exhaustive",
        Evidence::SolutionTree(_) => "solution-tree",
        Evidence::Connection(_) => "connection",
        Evidence::Zone(_) => "relevance-zone",
        Evidence::Unknown(_) => "unknown",
    }
}

fn edge(mv: String, shown: &Shown) -> Value {
    match shown {
        Shown::Settled => json!({"move": mv, "settled": true}),
        Shown::Entry(link) => json!({"move": mv, "entry": link.entry, "map": link.map}),
        Shown::Evidence(evidence) => json!({"move": mv, "evidence": word(evidence)}),
    }
}

/// A walk through a checked certificate.
#[pyclass(frozen, module = "quod._quod")]
pub struct Walk {
    game: Arc<Opened>,
    walk: Mutex<quod_proof::Walk>,
}

impl Walk {
    fn guarded<T>(&self, work: impl FnOnce(&mut quod_proof::Walk) -> PyResult<T>) -> PyResult<T> {
        guarded(self.game.rules.as_deref(), || {
            // Whoever waits for the walk lets go of the interpreter's lock, which rules in Python may want.
            Python::attach(|py| {
                let locked = self.walk.lock_py_attached(py);
                work(&mut locked.unwrap_or_else(PoisonError::into_inner))
            })
        })
    }
}

#[pymethods]
impl Walk {
    #[getter]
    fn position(&self) -> PyResult<Position> {
        self.guarded(|walk| Ok(Position::new(&self.game, walk.scene().pos)))
    }

    /// The move that the proof plays here.
    #[getter]
    fn proof_move(&self) -> PyResult<Option<String>> {
        self.guarded(|walk| Ok(walk.scene().proof_move))
    }

    /// The claim that is shown.
    #[getter]
    fn claim(&self) -> PyResult<String> {
        self.guarded(|walk| Ok(walk.scene().claim_text))
    }

    /// What shows this position.
    #[getter]
    fn shown_by(&self) -> PyResult<String> {
        self.guarded(|walk| Ok(walk.scene().support.to_string()))
    }

    /// The legal moves, each with what shows the position after it.
    fn moves(&self) -> PyResult<Vec<(String, Option<String>)>> {
        self.guarded(|walk| {
            let told = walk.scene().moves.into_iter();
            Ok(told.map(|it| (it.text, it.support.map(|it| it.to_string()))).collect())
        })
    }

    fn play(&self, mv: &str) -> PyResult<()> {
        self.guarded(|walk| walk.play(mv).map_err(|error| notation(&error)))
    }

    /// Takes the last move back; whether there was one.
    fn back(&self) -> PyResult<bool> {
        self.guarded(|walk| Ok(walk.back()))
    }

    /// Goes along another section from the root: a draw has two; whether there is one of this number.
    fn section(&self, number: usize) -> PyResult<bool> {
        self.guarded(|walk| Ok(walk.choose_section(number)))
    }

    /// A line along the proof from here, of at most so many moves.
    #[pyo3(signature = (most=200))]
    fn line(&self, most: usize) -> PyResult<Vec<String>> {
        self.guarded(|walk| Ok(walk.line(most).into_iter().map(|it| it.text).collect()))
    }
}
