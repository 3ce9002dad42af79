//! An open proof: a thread that owns the game and the walk, and does what it is asked in turn.
//!
//! A walk borrows its game and remembers where it is. A thread each keeps both together, lets requests
//! on other proofs go on meanwhile, and gives all memory back when the proof is closed.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use quod_cert::{Packed, Proof as _, read_packed};
use quod_check::{Limits, Tables};
use quod_game::NotationError;
use quod_solver::{AnyGame, Checked, Registry, Shows, TableDirectory, Walk};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use crate::error::{Answered, ApiError};
use crate::scenes::{InProof, Teller, kind, support};

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
    section: usize,
    /// The moves the walk has played.
    played: Vec<String>,
}

/// An open proof, as the server knows it.
pub struct Proof {
    /// What the interface calls a PROOF.
    pub info: Value,
    /// The certificate's bytes.
    pub bytes: Arc<Vec<u8>>,
    tasks: Mutex<Sender<Task>>,
}

impl Proof {
    /// Reads, checks and opens a certificate. Takes as long as checking does.
    ///
    /// # Errors
    /// The rejection.
    pub fn open(games: &Arc<Games>, id: usize, bytes: Vec<u8>) -> Answered<Proof> {
        let (bytes, games) = (Arc::new(bytes), Arc::clone(games));
        let (tasks, todo) = channel();
        let (told, opened) = channel();
        let own = Arc::clone(&bytes);
        let work = move || sit(&games, id, &own, &told, &todo);
        let spawned = thread::Builder::new().name(format!("proof {id}")).spawn(work);
        spawned.map_err(|_| ApiError::failed())?;
        let info = opened.recv().map_err(|_| ApiError::failed())??;
        Ok(Proof { info, bytes, tasks: Mutex::new(tasks) })
    }

    /// Has the proof's thread do something and waits for what comes of it.
    ///
    /// # Errors
    /// What the task answers; if the thread is gone.
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
        answered.await.map_err(|_| ApiError::failed())?
    }
}

/// The thread's work.
fn sit(
    games: &Games,
    id: usize,
    bytes: &[u8],
    told: &Sender<Answered<Value>>,
    todo: &Receiver<Task>,
) {
    let opened = read(&games.registry, bytes);
    let (game, certificate) = match opened {
        Ok(opened) => opened,
        Err(error) => return told.send(Err(error)).unwrap_or(()),
    };
    let (claims, remark) = (certificate.head().sections.len(), certificate.head().remark.clone());
    let (checked, walk) = match game.open_proof(certificate, &Limits::default(), games.shelf()) {
        Ok(opened) => opened,
        Err(reject) => return told.send(Err(ApiError::rejected(&reject))).unwrap_or(()),
    };
    let teller = Teller::new(game.as_ref());
    let mut desk = Desk {
        game: game.as_ref(),
        teller,
        walk,
        sections: claims,
        section: 0,
        played: Vec::new(),
    };
    let info = desk.describe(id, bytes.len(), &remark, &checked);
    if told.send(Ok(info)).is_err() {
        return;
    }
    while let Ok(task) = todo.recv() {
        task(&mut desk);
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
    fn describe(&mut self, id: usize, bytes: usize, remark: &str, checked: &Checked) -> Value {
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
            "game": checked.statement.game,
            "position": checked.statement.position,
            "sections": sections,
            "verified": true,
            "statement": checked.statement.to_string(),
            "assumes": checked.verified.assumes,
            "entries": checked.verified.entries,
            "work": checked.verified.work,
            "remark": remark,
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
        if section != self.section {
            self.walk.choose_section(section);
            self.section = section;
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
    pub fn support(&self, shows: Shows) -> Value {
        support(shows, &|entry| self.walk.row_of(entry))
    }

    /// The scene where the walk is.
    pub fn scene(&mut self, details: bool) -> Value {
        let scene = if details { self.walk.detailed() } else { self.walk.scene() };
        let proof = InProof { section: self.section, row_of: &|entry| self.walk.row_of(entry) };
        self.teller.scene(&scene, &self.played, Some(&proof))
    }
}

/// A move that is not legal, the one with this number.
pub fn illegal(at: usize, error: NotationError) -> ApiError {
    ApiError::at(422, "illegal-move", format!("moves, move {}", at + 1), error.expected, error.got)
}
