//! An open proof: its walk behind a lock, and beside it, for as long as that takes, the checker.
//!
//! A walk owns its game and remembers where it is, so a request takes the lock, goes where it wants, and
//! answers. While nobody asks, what a later request would have to wait for is prepared.
//!
//! A check may take seconds where reading takes a tenth of one, so a proof is open as soon as its walk
//! is, and everything told of it says how the check stands. Until the check has finished, the certificate
//! is untrusted: it may hold wrong links, and the walk may panic. That is caught; whoever asked waits for
//! the checker, which rejects what the walk stumbled over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, Weak};

use axum::body::Bytes;
use quod_catalogue::Registry;
use quod_cert::{Packed, Proof as _, read_packed};
use quod_check::Tables;
use quod_engine::tables::TableDirectory;
use quod_game::NotationError;
use quod_proof::most_bytes;
use quod_report::ProofWalk;
use quod_solve::AnyGame;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

use crate::error::{Answered, ApiError};
use crate::limits::{Limits, locked};
use crate::share::Share;
use crate::verdict::CheckState;

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

/// The walk of an open proof, with its game.
pub struct OpenWalk {
    /// The game.
    pub game: AnyGame,
    /// Where the walk is.
    pub walk: ProofWalk,
}

/// An open proof, as the server knows it.
pub struct Proof {
    /// What the interface calls a PROOF, but for what the checker says.
    info: Value,
    /// The certificate's bytes.
    pub bytes: Bytes,
    verdict: watch::Receiver<CheckState>,
    walk: Arc<Mutex<OpenWalk>>,
    /// The memory that all this takes.
    _share: Share,
}

impl Proof {
    /// Reads and opens a certificate and has it checked within the limits, which is waited for no longer
    /// than until their `patience` after the beginning. The turn is kept until the check has ended.
    ///
    /// # Errors
    /// The rejection, if it comes in time; if the memory does not suffice.
    pub async fn open(
        games: &Arc<Games>,
        id: usize,
        bytes: Bytes,
        turn: OwnedSemaphorePermit,
        limits: Limits,
        share: impl FnOnce(u64) -> Answered<Share>,
    ) -> Answered<Proof> {
        let deadline = Instant::now() + limits.patience;
        let (registry, own) = (Arc::clone(games), bytes.clone());
        let read = spawn_blocking(move || {
            let (game, certificate) = read(&registry.registry, &own)?;
            let stated = game.statement(&certificate);
            let stated = stated.map_err(|reject| ApiError::rejected(&reject))?;
            Ok::<_, ApiError>((game, Arc::new(certificate), stated))
        });
        let (game, certificate, statement) = read.await.map_err(|_| ApiError::failed())??;
        let length = bytes.len();
        let mut share = share(length as u64 + most_bytes(&certificate))?;
        let verdict = check(games, &game, &certificate, turn, limits.of_check());
        let begun = spawn_blocking(move || {
            // A panic leaves nothing behind that is used again.
            let begun = catch_unwind(AssertUnwindSafe(|| {
                let board = game.offer().board.as_ref();
                let opened = ProofWalk::new(game.rules(), board, Arc::clone(&certificate));
                let mut walk = opened.ok()?;
                let info = walk.describe(&json!(id), length, &certificate, &statement);
                let taken = length as u64 + walk.walk().bytes();
                Some((OpenWalk { game, walk }, info, taken))
            }));
            begun.ok().flatten()
        });
        let Ok(Some((walk, info, taken))) = begun.await else {
            return Err(CheckState::fault(verdict).await);
        };
        share.shrink(taken);
        let walk = Arc::new(Mutex::new(walk));
        prepare(Arc::downgrade(&walk));
        let proof = Proof { info, bytes, verdict, walk, _share: share };
        // It may take longer: then the check goes on.
        let _ = timeout_at(deadline, CheckState::last(proof.verdict.clone())).await;
        proof.standing().map(|()| proof)
    }

    /// Refuses a proof that the checker has rejected.
    ///
    /// # Errors
    /// The rejection.
    pub fn standing(&self) -> Answered<()> {
        self.verdict.borrow().standing()
    }

    /// What the interface calls a PROOF, of a proof that is not rejected: both by one look, since a check
    /// may end between two.
    ///
    /// # Errors
    /// The rejection.
    pub fn told(&self) -> Answered<Value> {
        let verdict = self.verdict.borrow();
        verdict.standing()?;
        let mut info = self.info.clone();
        verdict.tell(&mut info);
        Ok(info)
    }

    /// What the interface calls a PROOF, as of now.
    pub fn json(&self) -> Value {
        let mut info = self.info.clone();
        self.verdict.borrow().tell(&mut info);
        info
    }

    /// Does something with the proof's walk, and waits for what comes of it.
    ///
    /// # Errors
    /// What the task answers; the checker's rejection if the walk stumbles.
    pub async fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut OpenWalk) -> Answered<T> + Send + 'static,
    ) -> Answered<T> {
        let walk = Arc::clone(&self.walk);
        let work = move || {
            let mut walk = locked(&walk);
            let answer = catch_unwind(AssertUnwindSafe(|| task(&mut walk)));
            if answer.is_err() {
                walk.walk.lost();
            }
            answer.ok()
        };
        match spawn_blocking(work).await {
            Ok(Some(answer)) => answer,
            _ => Err(CheckState::fault(self.verdict.clone()).await),
        }
    }
}

/// Has a certificate checked beside everything else; the turn comes back when that has ended.
fn check(
    games: &Arc<Games>,
    game: &AnyGame,
    certificate: &Arc<Packed>,
    turn: OwnedSemaphorePermit,
    limits: quod_check::Limits,
) -> watch::Receiver<CheckState> {
    let (says, verdict) = watch::channel(CheckState::Running);
    let (games, game, certificate) = (Arc::clone(games), game.clone(), Arc::clone(certificate));
    spawn_blocking(move || {
        says.send_replace(CheckState::of(|| {
            game.check_with(&*certificate, None, None, &limits, games.shelf())
        }));
        drop(turn);
    });
    verdict
}

/// Prepares, a millisecond's work at a time, what the first look-up in the whole proof would have to wait
/// for, as long as the proof is open.
fn prepare(walk: Weak<Mutex<OpenWalk>>) {
    spawn_blocking(move || {
        while let Some(walk) = walk.upgrade() {
            // What it stumbles over, it will stumble over again when somebody waits for it.
            let more = catch_unwind(AssertUnwindSafe(|| locked(&walk).walk.walk().prepare()));
            if !matches!(more, Ok(true)) {
                return;
            }
            drop(walk);
            std::thread::yield_now();
        }
    });
}

/// Reads a certificate and opens its game.
///
/// # Errors
/// The rejection.
pub fn read(registry: &Registry, bytes: &[u8]) -> Answered<(AnyGame, Packed)> {
    let certificate = read_packed(bytes).map_err(|reject| ApiError::rejected(&reject))?;
    match registry.open(&certificate.head().game) {
        Ok(game) => Ok((game, certificate)),
        Err(NotationError { expected, got, .. }) => {
            Err(ApiError::at(422, "unknown-game", "header", expected, got))
        }
    }
}
