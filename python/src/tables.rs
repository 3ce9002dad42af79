//! Tables: built, counted, probed and verified.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quod_engine::tables::{TableWork, Verification};
use quod_tables::{Directory, Event, Extent};
use serde_json::json;

use crate::errors::{SolveError, file, solve};
use crate::game::Game;
use crate::solve::existing;

/// Positions looked at and moves undone between two looks at Ctrl-C.
const STRIDE: u64 = 1 << 20;

/// A game's tables.
///
/// # Errors
/// If it has none.
pub fn work(game: &Game) -> PyResult<&dyn TableWork> {
    let none = || {
        SolveError::new_err(format!(
            "game: expected one with tables, got \"{}\"",
            game.0.game.name()
        ))
    };
    game.0.game.tables().map(|it| &**it).ok_or_else(none)
}

fn hex(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Builds all layers up to one; returns the highest.
///
/// # Errors
/// If the game has no tables or no such layer, they do not fit the memory, or a file cannot be written.
pub fn build(
    py: Python<'_>,
    game: &Game,
    path: PathBuf,
    layers: Option<u32>,
    threads: usize,
    memory: u64,
    look: Option<Bound<'_, PyAny>>,
) -> PyResult<u32> {
    let tables = work(game)?;
    let last = layers.unwrap_or_else(|| tables.layers().saturating_sub(1));
    let needed = if last < tables.layers() { tables.least_memory(&Extent::UpTo(last)) } else { 0 };
    if needed > memory {
        return Err(SolveError::new_err(format!(
            "memory: expected {needed} bytes, which layers 0 to {last} need, got {memory}"
        )));
    }
    let directory = Directory::new(&path).map_err(|error| file(&path, error))?;
    let extent = Extent::UpTo(last);
    let threads = threads.clamp(1, 256);
    let mut build = tables.build(directory, &extent, threads, memory).map_err(solve)?;
    let mut events = Vec::new();
    loop {
        let done =
            py.detach(|| build.step(STRIDE, &mut |event| events.push(event))).map_err(solve)?;
        py.check_signals()?;
        for event in events.drain(..) {
            if let (Some(look), Some(told)) = (&look, told(py, &event)?) {
                look.call1((told,))?;
            }
        }
        if done {
            return Ok(last);
        }
    }
}

/// What whoever watches is told of a build: a layer begun, and a layer that is there.
pub fn told<'py>(py: Python<'py>, event: &Event) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (what, layer, positions) = match event {
        Event::Found { layer } => ("found", layer, None),
        Event::Begun { layer, size } => ("begun", layer, Some(size)),
        Event::Finished { layer, size, .. } => ("finished", layer, Some(size)),
        _ => return Ok(None),
    };
    let told = PyDict::new(py);
    told.set_item("event", what)?;
    told.set_item("layer", layer)?;
    told.set_item("positions", positions)?;
    Ok(Some(told))
}

/// The highest layer asked for, or the highest that is there.
fn highest(tables: &dyn TableWork, directory: &Directory, layers: Option<u32>) -> PyResult<u32> {
    match layers {
        Some(last) => Ok(last),
        None => Ok(tables.built(directory).map_err(solve)?.saturating_sub(1)),
    }
}

/// Counts of each layer, in JSON.
///
/// # Errors
/// If a table is missing, damaged, or of another game.
pub fn stats(py: Python<'_>, game: &Game, path: &Path, layers: Option<u32>) -> PyResult<String> {
    let (tables, directory) = (work(game)?, existing(path)?);
    let last = highest(tables, &directory, layers)?;
    let all = py.detach(|| tables.stats(&directory, last)).map_err(solve)?;
    let layers = all.iter().map(|it| {
        let [wins, draws, losses] = it.win_draw_loss;
        json!({
            "layer": it.layer, "positions": it.positions, "wins": wins, "draws": draws,
            "losses": losses, "histogram": it.histogram, "bytes": it.bytes, "sha256": hex(&it.digest),
        })
    });
    Ok(serde_json::Value::from(layers.collect::<Vec<_>>()).to_string())
}

/// What tables say of a position, in JSON.
///
/// # Errors
/// If the tables do not reach it.
pub fn probe(py: Python<'_>, game: &Game, path: &Path, position: &str) -> PyResult<String> {
    let (tables, directory) = (work(game)?, existing(path)?);
    let it = py.detach(|| tables.probe(&directory, position)).map_err(solve)?;
    let moves: serde_json::Map<String, serde_json::Value> =
        it.moves.into_iter().map(|(mv, value)| (mv, value.into())).collect();
    let probe = json!({
        "position": it.position, "layer": it.layer, "index": it.index, "value": it.value, "moves": moves,
    });
    Ok(probe.to_string())
}

/// Verifies layers by the checker's code; returns the digest of each.
///
/// # Errors
/// If a value is wrong.
pub fn verify(
    py: Python<'_>,
    game: &Game,
    path: &Path,
    layers: Option<u32>,
) -> PyResult<Vec<String>> {
    let (tables, directory) = (work(game)?, existing(path)?);
    let last = highest(tables, &directory, layers)?;
    let digests = py
        .detach(|| tables.verify(&directory, &Verification::of(Extent::UpTo(last)), &mut |_, _| {}))
        .map_err(solve)?;
    Ok(digests.iter().map(hex).collect())
}
