//! The explorer: watch a search, walk a proof, play against it, in the browser.
//!
//! A server for the person at this machine, with its page embedded; `docs/formats/explorer.md` is its
//! contract. It knows games, proofs and searches as the command line does, through `quod-solve`: a
//! certificate is checked while it is shown, and shown as verified only then; a search is watched
//! between its steps, so that it pays nothing when nobody looks.
//!
//! `gate` decides who may ask, `listener` keeps clients from standing still, `input` and `error` are
//! the two ends of every request. `open_proof` is an open proof, `verdict` what the checker says of it; `worker` a
//! search between two steps; `proofs`, `shelf`, `searches`, `games`, `puzzles`, `trees`, `db` answer requests about what
//! their names say; how positions and answers are told is `quod-report`'s.
#![forbid(unsafe_code)]

mod app;
mod db;
mod error;
mod games;
mod gate;
mod input;
mod limits;
mod listener;
mod open_proof;
mod page;
mod proofs;
mod puzzles;
mod router;
mod search;
mod searches;
mod share;
mod shelf;
mod shelved;
mod trees;
mod verdict;
mod worker;

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use quod_catalogue::Registry;
use quod_engine::tables::TableDirectory;
use quod_solve::{AnyGame, Job};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use app::App;
use games::writer_of;
use gate::Gate;
use limits::Limits;
use listener::{Door, Patience};
use open_proof::Games;
use search::{Search, job_info};
pub use shelved::Shelved;
use worker::Control;
pub use worker::{Seen, Watch};

/// Where and how the explorer listens.
#[derive(Clone, Debug)]
pub struct Options {
    /// The host to listen on; others than this machine reach it only if it is not a loopback address.
    pub host: String,
    /// The port; 0 for one that is free.
    pub port: u16,
    /// Bytes of all searches together, and of what a check keeps of a certificate's entries.
    pub memory: u64,
    /// The tables that proofs and searches may rest on.
    pub tables: Option<TableDirectory>,
    /// Proofs in files that the first page offers to open.
    pub shelf: Vec<Shelved>,
    /// How long a connection may stand still: while there is something to send, while there is nothing to
    /// do, while a request is at work.
    pub patience: [Duration; 3],
    /// How long the opening of a certificate waits for the checker before it goes on beside the page.
    pub checking: Duration,
}

/// See [`Options::checking`]. A person does not notice a quarter of a second, and most certificates, that
/// of Qubic too, are checked in it: then the page need not say "being checked" only to take it back.
const CHECKING: Duration = Duration::from_millis(250);

impl Default for Options {
    /// This machine alone, any port, two gigabytes, 20 and 60 seconds and 10 minutes.
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_string(),
            port: 0,
            memory: 2 << 30,
            tables: None,
            shelf: Vec::new(),
            patience: [20, 60, 600].map(Duration::from_secs),
            checking: CHECKING,
        }
    }
}

/// A running server. It ends when this is dropped.
pub struct Explorer {
    app: Arc<App>,
    gate: Arc<Gate>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

impl Explorer {
    /// Starts to listen.
    ///
    /// # Errors
    /// If the host is none, or the port is taken.
    pub fn start(registry: Arc<Registry>, options: &Options) -> io::Result<Explorer> {
        let wanted: Vec<SocketAddr> =
            (options.host.as_str(), options.port).to_socket_addrs()?.collect();
        let listener = TcpListener::bind(&wanted[..])?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let gate = Arc::new(Gate::new(address, &options.host)?);
        let app = App::new(
            Games { registry, tables: options.tables.clone() },
            Limits { memory: options.memory, patience: options.checking },
            options.shelf.clone(),
        );
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("explorer")
            .enable_io()
            .enable_time()
            .build()?;
        let [sending, idle, working] = options.patience;
        let router = router::router(Arc::clone(&app), Arc::clone(&gate));
        let door = {
            let _inside = runtime.enter();
            Door::new(
                tokio::net::TcpListener::from_std(listener)?,
                Patience { sending, idle, working },
            )
        };
        runtime.spawn(async move { axum::serve(door, router).await });
        Ok(Explorer { app, gate, address, runtime: Some(runtime) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page; with the token if one is needed.
    pub fn url(&self) -> String {
        match &self.gate.token {
            Some(token) => format!("http://{}/?token={token}", self.address),
            None => format!("http://{}/", self.address),
        }
    }

    /// Opens a certificate, which the page shows first. Whether a check that takes long rejects it, the
    /// page says.
    ///
    /// # Errors
    /// A sentence that says why it is rejected, if that is known at once.
    pub fn open(&self, certificate: Vec<u8>) -> Result<(), String> {
        let Some(runtime) = &self.runtime else { return Ok(()) };
        let opened = runtime.block_on(self.app.open_proof(certificate.into()));
        let info = opened.map_err(|error| error.message().to_string())?;
        self.app.show(info["id"].as_u64().map(|id| id as usize), None);
        Ok(())
    }

    /// A watch over a search of the caller's, which the page shows first: to be told between two steps.
    pub fn watch(&self, game: &AnyGame, job: &Job, seconds: Option<f64>) -> Watch {
        let control = Control::new(false);
        let info: Value = job_info(game, job, seconds);
        let search = Search { info, control: Arc::clone(&control) };
        // There is room: the caller's search is the first.
        let id = self.app.enter_search(search).ok();
        self.app.show(None, id);
        Watch::new(control, Some(writer_of(game)), &job.position)
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        self.app.stop();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
