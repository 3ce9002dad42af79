//! Certificates as files: reading one, finding its game, saying why it is rejected.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use quod_catalogue::Registry;
use quod_cert::{MAGIC, Packed, Place, Proof, Reason, Reject, read_packed};
use quod_check::{Limits, Tables};
use quod_engine::tables::TableDirectory;
use quod_solve::{AnyGame, Checked, Watched};

use crate::output::{emit, tell};
use crate::progress::{Progress, grouped};

/// What looking at a certificate comes to: the file's bytes or content may be wrong (exit 1), or there
/// may be no bytes at all (an error, exit 2).
pub type Judged<T> = Result<T, Reject>;

/// Reads a certificate file.
///
/// # Errors
/// If the file cannot be read. Wrong bytes are the inner result.
pub fn read(path: &Path) -> anyhow::Result<Judged<Packed>> {
    let unreadable = |error| anyhow!("{}: expected a readable file, got: {error}", path.display());
    let mut file = File::open(path).map_err(unreadable)?;
    // What does not begin as a certificate is not read on: it might have no end.
    let mut bytes = Vec::new();
    (&mut file).take(MAGIC.len() as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes == MAGIC {
        file.read_to_end(&mut bytes).map_err(unreadable)?;
    }
    Ok(read_packed(&bytes))
}

/// The game that a certificate names.
///
/// # Errors
/// A rejection, if the registry has no such game.
pub fn game_of(registry: &Registry, certificate: &Packed) -> Judged<AnyGame> {
    registry
        .open(&certificate.head().game)
        .map_err(|error| Reject::new(Reason::UnknownGame, Place::Header, error.to_string()))
}

/// Rejects a certificate of another game or variant than the one asked for.
///
/// # Errors
/// The rejection.
pub fn require_game(asked: &AnyGame, own: &AnyGame) -> Judged<()> {
    if asked.name() == own.name() {
        return Ok(());
    }
    let detail = format!("{} expected, {} found", asked.name(), own.name());
    Err(Reject::new(Reason::OtherStatement, Place::Header, detail))
}

/// A rejection for want of tables that were not given says how to give them.
///
/// # Errors
/// The rejection.
pub fn hinted<T>(judged: Judged<T>, tables: Option<&TableDirectory>) -> Judged<T> {
    judged.map_err(|mut reject| {
        if reject.reason == Reason::TableUnavailable && tables.is_none() {
            reject.detail += "; give them with --tables DIR";
        }
        reject
    })
}

/// Reads a certificate file, finds its game and checks it.
///
/// # Errors
/// If the file cannot be read. A rejection is the inner result.
pub fn verified(
    registry: &Registry,
    path: &Path,
    tables: Option<&TableDirectory>,
) -> anyhow::Result<Judged<(Packed, AnyGame)>> {
    let opened = read(path)?.and_then(|it| game_of(registry, &it).map(|game| (it, game)));
    let (certificate, game) = match opened {
        Ok(opened) => opened,
        Err(reject) => return Ok(Err(reject)),
    };
    let checked = check(&game, &certificate, None, None, tables, None);
    Ok(hinted(checked, tables).map(|_| (certificate, game)))
}

/// Checks a certificate as [`AnyGame::check_with`] does, and shows on a terminal how far it has come. Without a number of
/// threads the check takes all processors.
///
/// # Errors
/// As there.
pub fn check(
    game: &AnyGame,
    certificate: &dyn Proof,
    position: Option<&str>,
    claim: Option<&str>,
    tables: Option<&TableDirectory>,
    threads: Option<u64>,
) -> Judged<Checked> {
    let progress = Mutex::new(Progress::of_check(certificate.n_entries() as u64));
    let look = |read: u64, all: u64| {
        progress.lock().unwrap_or_else(PoisonError::into_inner).count(read, || {
            format!(
                "checking the proof: {} % of {} entries",
                100 * read / all.max(1),
                grouped(all / 2)
            )
        });
        true
    };
    let watched = Watched::new(certificate, &look);
    let threads = threads.map_or_else(processors, |it| it as usize);
    let limits = Limits { threads, ..Limits::default() };
    let checked = game.check_with(&watched, position, claim, &limits, shelf(tables));
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).end();
    checked
}

/// How many threads run at a time here.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The tables that were given, for the checker.
pub fn shelf(tables: Option<&TableDirectory>) -> &dyn Tables {
    tables.map_or(&(), |tables| tables)
}

/// Prints the last line for a rejected certificate and the sentence that belongs to it.
pub fn reject(reject: &Reject) -> anyhow::Result<ExitCode> {
    explain(reject);
    emit(&format!("s REJECTED {reject}\n"))?;
    Ok(ExitCode::from(1))
}

/// Says on standard error what a rejection means.
pub fn explain(reject: &Reject) {
    explain_at(&reject.place.to_string(), reject.reason.word(), &reject.detail);
}

/// Says on standard error what is wrong where, for people.
pub fn explain_at(place: &str, reason: &str, detail: &str) {
    let separator = if detail.is_empty() { "" } else { ": " };
    tell(&format!("rejected at {place}: {reason}{separator}{detail}"));
}
