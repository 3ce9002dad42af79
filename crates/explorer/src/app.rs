//! What the server holds: the games, the open proofs, the searches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use quod_catalogue::Registry;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Answered, ApiError};
use crate::input::number;
use crate::limits::{Limits, locked};
use crate::open_proof::{Games, Proof};
use crate::search::Search;
use crate::share::Share;
use crate::shelved::Shelved;

/// Most proofs open at once, and most searches.
pub const MOST_OPEN: usize = 8;
/// Most requests at once that work for long.
const MOST_BUSY: usize = 4;

/// The server's state.
pub struct App {
    /// The games.
    pub registry: Arc<Registry>,
    /// The same with what proofs may rest on.
    pub games: Arc<Games>,
    /// What may be taken.
    pub limits: Limits,
    /// Proofs in files.
    pub shelf: Vec<Shelved>,
    /// Bytes given to searches and open proofs.
    pub memory_given: Arc<AtomicU64>,
    proofs: Mutex<BTreeMap<usize, Option<Arc<Proof>>>>,
    searches: Mutex<BTreeMap<usize, Arc<Search>>>,
    next: AtomicUsize,
    next_search: AtomicUsize,
    turns: Arc<Semaphore>,
    quick: Arc<Semaphore>,
    /// What the command line opened and started.
    shown: Mutex<(Option<usize>, Option<usize>)>,
}

/// Does something quick beside the server's own threads; waits for its turn.
///
/// # Errors
/// What it answers.
pub async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    task: impl FnOnce(&Arc<App>) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let turn = Arc::clone(&app.quick).acquire_owned().await.map_err(|_| ApiError::failed())?;
    beside(app, turn, task).await
}

/// Does something that may take long.
///
/// # Errors
/// What it answers; if too much of the kind is going on already.
pub async fn heavy<T: Send + 'static>(
    app: &Arc<App>,
    task: impl FnOnce(&Arc<App>) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let turn = app.turn()?;
    beside(app, turn, task).await
}

async fn beside<T: Send + 'static>(
    app: &Arc<App>,
    turn: OwnedSemaphorePermit,
    task: impl FnOnce(&Arc<App>) -> Answered<T> + Send + 'static,
) -> Answered<T> {
    let app = Arc::clone(app);
    let work = move || {
        let _turn = turn;
        task(&app)
    };
    // A task that panics must not take the server with it.
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::failed())?
}

impl App {
    /// A server's state at its beginning.
    pub fn new(games: Games, limits: Limits, shelf: Vec<Shelved>) -> Arc<App> {
        Arc::new(App {
            registry: Arc::clone(&games.registry),
            games: Arc::new(games),
            limits,
            shelf,
            memory_given: Arc::new(AtomicU64::new(0)),
            proofs: Mutex::new(BTreeMap::new()),
            searches: Mutex::new(BTreeMap::new()),
            next: AtomicUsize::new(0),
            next_search: AtomicUsize::new(0),
            turns: Arc::new(Semaphore::new(MOST_BUSY)),
            quick: Arc::new(Semaphore::new(MOST_BUSY)),
            shown: Mutex::new((None, None)),
        })
    }

    /// A share of the memory; `place` says in an error whose.
    ///
    /// # Errors
    /// If others leave less.
    pub fn share(&self, place: &'static str, bytes: u64) -> Answered<Share> {
        Share::take(&self.memory_given, place, bytes, self.limits.memory)
    }

    /// A turn to work for long.
    ///
    /// # Errors
    /// If too many do.
    pub fn turn(&self) -> Answered<OwnedSemaphorePermit> {
        let busy = || {
            let message = format!("{MOST_BUSY} requests are at work; ask again when one is done");
            ApiError::plain(429, "too-many", message)
        };
        Arc::clone(&self.turns).try_acquire_owned().map_err(|_| busy())
    }

    /// Opens a certificate and returns its PROOF; see [`Proof::open`]. Not to be broken off, or the
    /// proof's place stays taken.
    ///
    /// # Errors
    /// The rejection; if too many are open, or are being checked.
    pub async fn open_proof(&self, bytes: Bytes) -> Answered<Value> {
        let turn = self.turn()?;
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        {
            let mut proofs = locked(&self.proofs);
            if proofs.len() >= MOST_OPEN {
                return Err(full("proofs"));
            }
            // The place is taken while the certificate is read.
            proofs.insert(id, None);
        }
        let (given, most) = (Arc::clone(&self.memory_given), self.limits.memory);
        let share = move |bytes| Share::take(&given, "certificate", bytes, most);
        let opened = Proof::open(&self.games, id, bytes, turn, self.limits, share).await;
        let mut proofs = locked(&self.proofs);
        match opened {
            Ok(proof) => {
                let info = proof.json();
                proofs.insert(id, Some(Arc::new(proof)));
                Ok(info)
            }
            Err(error) => {
                proofs.remove(&id);
                Err(error)
            }
        }
    }

    /// An open proof.
    ///
    /// # Errors
    /// If there is none of this number; the rejection if it was rejected after it was opened.
    pub fn proof(&self, id: &str) -> Answered<Arc<Proof>> {
        let proof = self.any_proof(id)?;
        proof.standing().map(|()| proof)
    }

    fn any_proof(&self, id: &str) -> Answered<Arc<Proof>> {
        let number = number(id)?;
        let proof = locked(&self.proofs).get(&number).cloned().flatten();
        proof.ok_or_else(|| ApiError::missing("proof", number))
    }

    /// Closes a proof.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn close_proof(&self, id: &str) -> Answered<()> {
        self.any_proof(id)?;
        locked(&self.proofs).remove(&number(id)?);
        Ok(())
    }

    /// All open proofs.
    pub fn proof_infos(&self) -> Vec<Value> {
        locked(&self.proofs).values().flatten().map(|proof| proof.json()).collect()
    }

    /// Gives a search a place and returns its number.
    ///
    /// # Errors
    /// If there are too many.
    pub fn enter_search(&self, mut search: Search) -> Answered<usize> {
        let mut searches = locked(&self.searches);
        if searches.len() >= MOST_OPEN {
            return Err(full("searches"));
        }
        let id = self.next_search.fetch_add(1, Ordering::Relaxed);
        search.info["id"] = json!(id);
        search.info["events"] = json!(format!("/api/searches/{id}/events"));
        searches.insert(id, Arc::new(search));
        Ok(id)
    }

    /// Takes a search away that never began.
    pub fn forget_search(&self, id: usize) {
        locked(&self.searches).remove(&id);
    }

    /// A search.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn search(&self, id: &str) -> Answered<Arc<Search>> {
        let number = number(id)?;
        let search = locked(&self.searches).get(&number).cloned();
        search.ok_or_else(|| ApiError::missing("search", number))
    }

    /// Stops a search and forgets it.
    ///
    /// # Errors
    /// If there is none of this number.
    pub fn delete_search(&self, id: &str) -> Answered<()> {
        self.search(id)?.control.leave();
        locked(&self.searches).remove(&number(id)?);
        Ok(())
    }

    /// All searches.
    pub fn search_infos(&self) -> Vec<Value> {
        let searches: Vec<Arc<Search>> = locked(&self.searches).values().cloned().collect();
        searches.iter().map(|search| search.json(&search.control.sheet())).collect()
    }

    /// Stops all searches.
    pub fn stop(&self) {
        locked(&self.searches).values().for_each(|search| search.control.leave());
    }

    /// What a page should show first: a proof, a search.
    pub fn shown(&self) -> (Option<usize>, Option<usize>) {
        *locked(&self.shown)
    }

    /// Says what a page should show first.
    pub fn show(&self, proof: Option<usize>, search: Option<usize>) {
        *locked(&self.shown) = (proof, search);
    }
}

fn full(what: &str) -> ApiError {
    let message = format!("{MOST_OPEN} {what} are open; close one first");
    ApiError::plain(429, "too-many", message)
}
