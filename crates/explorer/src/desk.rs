//! An open proof: a thread that owns the game and the walk, and does what it is asked in turn; and beside
//! it, for as long as that takes, the checker.
//!
//! A walk borrows its game and remembers where it is. A thread each keeps both together, lets requests
//! on other proofs go on meanwhile, and gives all memory back when the proof is closed.
//!
//! A check may take seconds where reading takes a tenth of one, so a proof is open as soon as its walk
//! is, and everything told of it says how the check stands. Until it has ended the walk goes through what
//! may be nonsense (a link to the wrong entry, a map that is none), and may panic over it. The thread
//! survives that; whoever asked waits for the checker, which rejects what the walk stumbled over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;
use quod_cert::{Packed, Proof as _, read_packed};
use quod_check::{Limits, Statement, Tables};
use quod_game::NotationError;
use quod_solver::{AnyGame, Registry, Shows, TableDirectory, Walk};
use serde_json::{Map, Value, json};
use tokio::sync::{OwnedSemaphorePermit, oneshot, watch};
use tokio::time::{Instant, timeout_at};

use crate::error::{Answered, ApiError};
use crate::scenes::{InProof, SceneTold, SupportTold, Teller, kind, support};
use crate::verdict::Verdict;

/// The games there are, and the tables that proofs of them may rest on.
pub struct Games {
    /// The games.
    pub registry: Arc<Registry>,
    /// The tables.
    pub tables: Option<TableDirectory>,
}

impl Games {
    /// The tables for the checker.
    pub fn shelf(&self) -> &dyn Tables {
        match &self.tables {
            Some(tables) => tables,
            None => &(),
        }
    }
}

type Task = Box<dyn for<'a> FnOnce(&mut Desk<'a>) + Send>;

/// A proof on the table of a thread of its own.
pub struct Desk<'a> {
    game: &'a dyn AnyGame,
    teller: Teller,
    walk: Box<dyn Walk + 'a>,
    sections: usize,
    /// The section that the walk follows, if it is known where the walk is.
    section: Option<usize>,
    /// The moves the walk has played.
    played: Vec<String>,
}

/// An open proof, as the server knows it.
pub struct Proof {
    /// What the interface calls a PROOF, but for what the checker says.
    info: Value,
    /// The certificate's bytes.
    pub bytes: Bytes,
    verdict: watch::Receiver<Verdict>,
    tasks: Mutex<Sender<Task>>,
}

impl Proof {
    /// Reads and opens a certificate and has it checked, which is waited for no longer than until
    /// `patience` after the beginning. The turn is kept until the check has ended.
    ///
    /// # Errors
    /// The rejection, if it comes in time.
    pub async fn open(
        games: &Arc<Games>,
        id: usize,
        bytes: Bytes,
        turn: OwnedSemaphorePermit,
        patience: Duration,
    ) -> Answered<Proof> {
        let deadline = Instant::now() + patience;
        let (tasks, todo) = channel();
        let (told, opened) = oneshot::channel();
        let (says, verdict) = watch::channel(Verdict::Running);
        let (games, own) = (Arc::clone(games), bytes.clone());
        let work = move || sit(&games, id, &own, told, Checking { says, turn }, &todo);
        let spawned = thread::Builder::new().name(format!("proof {id}")).spawn(work);
        spawned.map_err(|_| ApiError::failed())?;
        let info = match opened.await {
            Ok(info) => info?,
            Err(_) => return Err(Verdict::fault(verdict).await),
        };
        let proof = Proof { info, bytes, verdict, tasks: Mutex::new(tasks) };
        // It may take longer: then the check goes on.
        let _ = timeout_at(deadline, Verdict::last(proof.verdict.clone())).await;
        proof.standing().map(|()| proof)
    }

    /// Refuses a proof that the checker has rejected.
    ///
    /// # Errors
    /// The rejection.
    pub fn standing(&self) -> Answered<()> {
        match &*self.verdict.borrow() {
            Verdict::Rejected(error) => Err(error.clone()),
            Verdict::Running | Verdict::Verified(_) => Ok(()),
        }
    }

    /// What the interface calls a PROOF, as of now.
    pub fn json(&self) -> Value {
        let mut info = self.info.clone();
        self.verdict.borrow().tell(&mut info);
        info
    }

    /// Has the proof's thread do something and waits for what comes of it.
    ///
    /// # Errors
    /// What the task answers; the checker's rejection if the walk stumbles.
    pub async fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Desk<'_>) -> Answered<T> + Send + 'static,
    ) -> Answered<T> {
        let (answer, answered) = oneshot::channel();
        let task: Task = Box::new(move |desk| {
            // If nobody waits any more, nobody misses it.
            let _ = answer.send(task(desk));
        });
        let sent = self.tasks.lock().map_err(|_| ApiError::failed())?.send(task);
        sent.map_err(|_| ApiError::failed())?;
        match answered.await {
            Ok(answer) => answer,
            Err(_) => Err(Verdict::fault(self.verdict.clone()).await),
        }
    }
}

/// What a check has while it goes on.
struct Checking {
    says: watch::Sender<Verdict>,
    /// One of the few turns of those that work for long.
    turn: OwnedSemaphorePermit,
}

/// The work of a proof's thread: reads, has another thread check, and serves the walk.
fn sit(
    games: &Games,
    id: usize,
    bytes: &[u8],
    told: oneshot::Sender<Answered<Value>>,
    checking: Checking,
    todo: &Receiver<Task>,
) {
    let stated = read(&games.registry, bytes).and_then(|(game, certificate)| {
        let stated = game.statement(&certificate);
        Ok((stated.map_err(|reject| ApiError::rejected(&reject))?, game, certificate))
    });
    let (statement, game, certificate) = match stated {
        Ok(stated) => stated,
        // If nobody waits any more, nobody misses it.
        Err(error) => return told.send(Err(error)).unwrap_or(()),
    };
    let (game, certificate) = (game.as_ref(), &certificate);
    thread::scope(|scope| {
        let check = move || {
            let Checking { says, turn } = checking;
            says.send_replace(Verdict::of(|| {
                game.check_with(certificate, None, None, &Limits::default(), games.shelf())
            }));
            drop(turn);
        };
        // Where no thread is to be had, nothing is told, and the proof is not opened.
        if thread::Builder::new().name(format!("check {id}")).spawn_scoped(scope, check).is_err() {
            return;
        }
        // A panic leaves nothing behind that is used again.
        let begun = catch_unwind(AssertUnwindSafe(|| {
            let mut desk = Desk::new(game, certificate).ok()?;
            let info = desk.describe(id, bytes.len(), certificate, &statement);
            Some((desk, info))
        }));
        let Ok(Some((mut desk, info))) = begun else { return };
        if told.send(Ok(info)).is_err() {
            return;
        }
        while let Some(task) = next_task(todo, &desk) {
            if catch_unwind(AssertUnwindSafe(|| task(&mut desk))).is_err() {
                desk.section = None;
            }
        }
    });
}

/// What is asked next; until then the walk prepares what a later request would have to wait for.
fn next_task(todo: &Receiver<Task>, desk: &Desk<'_>) -> Option<Task> {
    loop {
        match todo.try_recv() {
            Ok(task) => return Some(task),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        // What it stumbles over, it will stumble over again when somebody waits for it.
        let more = catch_unwind(AssertUnwindSafe(|| desk.walk.prepare()));
        if !matches!(more, Ok(true)) {
            return todo.recv().ok();
        }
    }
}

/// Reads a certificate and opens its game.
///
/// # Errors
/// The rejection.
pub fn read(registry: &Registry, bytes: &[u8]) -> Answered<(Box<dyn AnyGame>, Packed)> {
    let certificate = read_packed(bytes).map_err(|reject| ApiError::rejected(&reject))?;
    match registry.open(&certificate.head().game) {
        Ok(game) => Ok((game, certificate)),
        Err(NotationError { expected, got, .. }) => {
            Err(ApiError::at(422, "unknown-game", "header", expected, got))
        }
    }
}

impl<'a> Desk<'a> {
    fn new(game: &'a dyn AnyGame, certificate: &'a Packed) -> Result<Desk<'a>, quod_cert::Reject> {
        let (walk, teller) = (game.walk(certificate)?, Teller::new(game));
        let sections = certificate.head().sections.len();
        Ok(Desk { game, teller, walk, sections, section: Some(0), played: Vec::new() })
    }

    fn describe(
        &mut self,
        id: usize,
        bytes: usize,
        certificate: &Packed,
        statement: &Statement,
    ) -> Value {
        let mut kinds: Map<String, Value> = Map::new();
        let mut sections = Vec::new();
        for section in 0..self.sections {
            self.walk.choose_section(section);
            let (scene, rows) = (self.walk.scene(), self.walk.rows());
            let counts = self.walk.counts();
            let entries = counts.iter().find(|it| it.0 == Shows::Entry(0)).map_or(0, |it| it.1);
            for (shows, count) in counts {
                let kind = if shows == Shows::Nothing { "transposition" } else { kind(shows) };
                let sum = kinds.get(kind).and_then(Value::as_u64).unwrap_or(0) + count as u64;
                kinds.insert(kind.to_string(), json!(sum));
            }
            let players = self.game.about().players;
            let prover = players.iter().position(|name| *name == scene.prover);
            sections.push(json!({
                "claim": scene.claim, "prover": prover, "rows": rows, "entries": entries,
            }));
        }
        self.walk.choose_section(0);
        json!({
            "id": id,
            "game": statement.game,
            "position": statement.position,
            "sections": sections,
            "check": null,
            "statement": statement.to_string(),
            "assumes": null,
            "entries": null,
            "work": null,
            "remark": certificate.head().remark,
            "bytes": bytes,
            "kinds": kinds,
        })
    }

    /// The game.
    pub fn game(&self) -> &'a dyn AnyGame {
        self.game
    }

    /// How its positions are told.
    pub fn teller(&self) -> &Teller {
        &self.teller
    }

    /// The walk.
    pub fn walk(&mut self) -> &mut dyn Walk {
        self.walk.as_mut()
    }

    /// Follows a section.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn follow(&mut self, section: usize) -> Answered<()> {
        if section >= self.sections {
            return Err(ApiError::missing("section", section));
        }
        if self.section != Some(section) {
            self.walk.choose_section(section);
            self.section = Some(section);
            self.played.clear();
        }
        Ok(())
    }

    /// Goes to the position after these moves, by way of what it has in common with the last one.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn go(&mut self, section: usize, moves: &[String]) -> Answered<()> {
        self.follow(section)?;
        let common = self.played.iter().zip(moves).take_while(|(a, b)| a == b).count();
        for _ in common..self.played.len() {
            self.walk.back();
        }
        self.played.truncate(common);
        for (at, mv) in moves.iter().enumerate().skip(common) {
            self.walk.play(mv).map_err(|error| illegal(at, error))?;
            self.played.push(mv.clone());
        }
        Ok(())
    }

    /// What shows a position, with the entry's row.
    pub fn support(&self, shows: Shows) -> SupportTold {
        support(shows, &|entry| self.walk.row_of(entry))
    }

    /// The scene where the walk is.
    pub fn scene(&mut self, details: bool) -> SceneTold {
        let scene = if details { self.walk.detailed() } else { self.walk.scene() };
        let row_of = |entry| self.walk.row_of(entry);
        let proof = InProof { section: self.section.unwrap_or(0), row_of: &row_of };
        self.teller.scene(scene, &self.played, Some(&proof))
    }
}

/// A move that is not legal, the one with this number.
pub fn illegal(at: usize, error: NotationError) -> ApiError {
    ApiError::at(422, "illegal-move", format!("moves, move {}", at + 1), error.expected, error.got)
}
