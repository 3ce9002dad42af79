//! Tables built by several workers: the driver's half, which keeps layers and files, and a worker's, which has one part
//! of the layer at work (`quod_tables::Part`). Who carries messages from the one to the other is Python's matter
//! (`quod/_parts.py`).
//!
//! A message is a byte that says what it is, and what belongs to it. Every question has one answer.
//!
//! | question | with it | answers |
//! |---|---|---|
//! | `G` game | its name | `k` |
//! | `L` lower | values of the next lower layer | `k` |
//! | `O` open | [`Which`] | `x`, `t`, `d` |
//! | `R` restore | [`Which`], a state | `t`, or `n` if that is no state of this part |
//! | `A` advance | nothing, or this round's batches | `x`, `t`, `d` |
//! | `S` save | | `s` and the state |
//! | `V` values | | `v` and the values |
//!
//! `x`: the round's batches for all parts; `t` with a threshold: nothing is under way; `d`: the layer is done; `e` with
//! words: it could not be done. Batches stand each after its length in four bytes, in the order of parts.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quod_engine::tables::{TableBuild, TablePart};
use quod_solve::AnyGame;
use quod_tables::{Directory, Extent, PartFrom, PartOf, Stand};

use crate::errors;
use crate::game::{Game, opened};
use crate::tables::{told, work};

/// Which part of which layer, as numbers of four bytes: layer, part, parts, attempt, and the last layer that
/// will be wanted.
struct Which {
    of: PartOf,
    last_layer: u32,
}

/// Bytes of [`Which`].
const WHICH: usize = 20;

fn which(bytes: &[u8], threads: usize) -> Option<(Which, &[u8])> {
    let (head, rest) = bytes.split_at_checked(WHICH)?;
    let word = |at: usize| {
        u32::from_le_bytes([head[4 * at], head[4 * at + 1], head[4 * at + 2], head[4 * at + 3]])
    };
    let of = PartOf { layer: word(0), part: word(1), parts: word(2), attempt: word(3), threads };
    Some((Which { of, last_layer: word(4) }, rest))
}

#[derive(Default)]
struct Bench {
    game: Option<AnyGame>,
    lower: Vec<Vec<i8>>,
    part: Option<Box<dyn TablePart>>,
    parts: u32,
}

impl Bench {
    /// Answers a question; in words why not.
    fn answer(&mut self, threads: usize, question: &[u8]) -> Result<Vec<u8>, String> {
        let text = |error: quod_engine::SolveError| error.to_string();
        let (&kind, rest) = question.split_first().ok_or("an empty message")?;
        match kind {
            b'G' => {
                let name = String::from_utf8_lossy(rest);
                let game = opened(&name).map_err(|error| error.to_string())?;
                *self = Bench { game: Some(game), ..Bench::default() };
                Ok(vec![b'k'])
            }
            b'L' => {
                self.part = None;
                self.lower.push(rest.iter().map(|&byte| byte as i8).collect());
                Ok(vec![b'k'])
            }
            b'O' | b'R' => {
                let (Which { of, last_layer }, saved) =
                    which(rest, threads).ok_or("a part in twenty bytes expected")?;
                let game = self.game.as_ref().and_then(AnyGame::tables);
                let tables = game.ok_or("no game with tables")?;
                let lower = self.lower.get(..of.layer as usize);
                let from = match kind {
                    b'R' => PartFrom::Saved(saved),
                    _ => PartFrom::Lower(lower.ok_or("lower layers are missing")?),
                };
                self.part = None;
                self.parts = of.parts;
                self.part = tables.part(last_layer, of, from).map_err(text)?;
                self.stand()
            }
            b'A' => {
                let part = self.part.as_mut().ok_or("no part is at work")?;
                let mut rest = rest;
                while let Some(batch) = next_batch(&mut rest)? {
                    if !batch.is_empty() {
                        part.take(batch).map_err(text)?;
                    }
                }
                part.advance().map_err(text)?;
                self.stand()
            }
            b'S' => {
                let saved = self.part.as_ref().and_then(|it| it.save());
                Ok([&b"s"[..], &saved.ok_or("something is under way")?].concat())
            }
            b'V' => {
                let values = self.part.as_ref().and_then(|it| it.values());
                let values = values.ok_or("the layer is not done")?;
                let mut answer = Vec::with_capacity(1 + values.len());
                answer.push(b'v');
                answer.extend(values.iter().map(|&value| value as u8));
                Ok(answer)
            }
            other => Err(format!("a question of the kind {other}")),
        }
    }

    fn stand(&self) -> Result<Vec<u8>, String> {
        let Some(part) = &self.part else { return Ok(vec![b'n']) };
        Ok(match part.stand() {
            Stand::Done => vec![b'd'],
            Stand::Threshold(threshold) => vec![b't', threshold as u8],
            Stand::Exchange => {
                let batches = || (0..self.parts).map(|to| part.batch(to));
                let length = batches().map(|batch| 4 + batch.len()).sum::<usize>();
                let mut answer = Vec::with_capacity(1 + length);
                answer.push(b'x');
                for batch in batches() {
                    answer.extend((batch.len() as u32).to_le_bytes());
                    answer.extend(batch);
                }
                answer
            }
        })
    }
}

/// Takes a batch off the beginning.
fn next_batch<'b>(rest: &mut &'b [u8]) -> Result<Option<&'b [u8]>, &'static str> {
    let Some((length, after)) = rest.split_first_chunk::<4>() else {
        return if rest.is_empty() { Ok(None) } else { Err("a batch's length was cut") };
    };
    let length = u32::from_le_bytes(*length) as usize;
    let (batch, after) = after.split_at_checked(length).ok_or("a batch was cut")?;
    *rest = after;
    Ok(Some(batch))
}

/// Works on one part of a layer.
#[pyclass(frozen, module = "quod._quod")]
pub struct TableWorker {
    bench: Mutex<Bench>,
    threads: usize,
}

fn held<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl TableWorker {
    #[new]
    #[pyo3(signature = (threads=1))]
    fn new(threads: usize) -> TableWorker {
        TableWorker { bench: Mutex::default(), threads: threads.clamp(1, 256) }
    }

    /// Answers a question, without the interpreter's lock.
    fn answer<'py>(&self, py: Python<'py>, question: &[u8]) -> Bound<'py, PyBytes> {
        let answer = py.detach(|| {
            let answer = held(&self.bench).answer(self.threads, question);
            answer.unwrap_or_else(|what| [b"e", what.as_bytes()].concat())
        });
        PyBytes::new(py, &answer)
    }
}

/// The layers of a build that are finished, and their files.
#[pyclass(frozen, module = "quod._quod")]
pub struct DividedBuild {
    build: Mutex<Box<dyn TableBuild>>,
    events: Mutex<Vec<quod_tables::Event>>,
    #[pyo3(get)]
    title: String,
    #[pyo3(get)]
    last_layer: u32,
}

impl DividedBuild {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(
            &mut dyn TableBuild,
            &mut dyn FnMut(quod_tables::Event),
        ) -> Result<T, quod_engine::SolveError>
        + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut tell = |event| held(&self.events).push(event);
            work(&mut **held(&self.build), &mut tell)
        })
        .map_err(errors::solve)
    }
}

#[pymethods]
impl DividedBuild {
    #[new]
    #[pyo3(signature = (game, path, layers=None, threads=1))]
    fn new(
        game: &Game,
        path: PathBuf,
        layers: Option<u32>,
        threads: usize,
    ) -> PyResult<DividedBuild> {
        let tables = work(game)?;
        let last_layer = layers.unwrap_or_else(|| tables.layers().saturating_sub(1));
        let directory = Directory::new(&path).map_err(|error| errors::file(&path, error))?;
        let (extent, threads) = (Extent::UpTo(last_layer), threads.clamp(1, 256));
        let build = tables.build(directory, &extent, threads, u64::MAX);
        let (build, events) = (Mutex::new(build.map_err(errors::solve)?), Mutex::default());
        Ok(DividedBuild { build, events, title: tables.title(), last_layer })
    }

    /// The next layer with at least so many positions, None if all is finished.
    fn next(&self, py: Python<'_>, least: u64) -> PyResult<Option<u32>> {
        self.with(py, |build, tell| build.next_divided(least, tell))
    }

    /// How many layers are finished.
    #[getter]
    fn finished(&self) -> usize {
        held(&self.build).layers().len()
    }

    /// The values of a finished layer, a byte each.
    fn values<'py>(&self, py: Python<'py>, layer: usize) -> Option<Bound<'py, PyBytes>> {
        let build = held(&self.build);
        let values = build.layers().get(layer)?;
        let fill = |bytes: &mut [u8]| {
            bytes.iter_mut().zip(values).for_each(|(to, &from)| *to = from as u8);
            Ok(())
        };
        PyBytes::new_with(py, values.len(), fill).ok()
    }

    /// Takes the next layer's values, those of all parts.
    fn join(&self, py: Python<'_>, parts: Vec<Vec<u8>>) -> PyResult<()> {
        self.with(py, |build, _| {
            let values = |part: Vec<u8>| part.into_iter().map(|byte| byte as i8).collect();
            let parts: Vec<Vec<i8>> = parts.into_iter().map(values).collect();
            build.join_divided(&parts)
        })
    }

    /// Writes the table of the layer that was joined.
    fn write(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |build, tell| build.write_divided(tell))
    }

    /// Keeps the states of all parts of the next layer.
    fn save(&self, py: Python<'_>, parts: Vec<Vec<u8>>) -> PyResult<()> {
        self.with(py, |build, _| build.save_parts(&parts))
    }

    /// The states that were kept of the next layer in so many parts.
    fn saved<'py>(
        &self,
        py: Python<'py>,
        parts: usize,
    ) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
        let saved = self.with(py, |build, _| build.saved_parts(parts))?;
        Ok(saved.map(|all| all.iter().map(|part| PyBytes::new(py, part)).collect()))
    }

    /// What happened since this was last asked.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let events: Vec<_> = held(&self.events).drain(..).collect();
        let mut all = Vec::new();
        for event in &events {
            all.extend(told(py, event)?);
        }
        Ok(all)
    }
}
