//! The loop around work of any kind: the clock, Ctrl-C and progress.
//!
//! Work counts nodes and knows no time. Between two steps of some milliseconds the loop looks at the
//! clock; every 20 milliseconds it takes the interpreter's lock, so that Ctrl-C is heard, and every 100 it
//! tells whoever watches. What is told, and what comes back, is plain data.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quod_ask::{Job, Phase, Progress, Subject, Work};
use quod_engine::Reason;
use quod_engine::tables::TableDirectory;
use quod_solve::Answer;
use quod_tables::Directory;

use crate::errors::{self, guarded};
use crate::user::UserGame;

/// How often Ctrl-C is asked for.
const HEAR: Duration = Duration::from_millis(20);
/// How often progress is told.
const TELL: Duration = Duration::from_millis(100);

/// A job as Python says it.
#[derive(FromPyObject)]
pub struct Asked {
    position: String,
    claim: String,
    engine: String,
    memory: u64,
    nodes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
    table_entries: Option<u64>,
    tables: Option<std::path::PathBuf>,
    hints: String,
}

/// The tables in a directory that is there.
///
/// # Errors
/// If it is not.
pub fn existing(path: &std::path::Path) -> PyResult<Directory> {
    let found = path.metadata().and_then(|_| Directory::new(path));
    found.map_err(|error| errors::file(path, error))
}

/// Looks around while a search works: at the clock, at Ctrl-C, at whoever watches.
struct Lookout {
    look: Option<Py<PyAny>>,
    heard: Instant,
    told: Instant,
    phase: String,
    /// What was raised meanwhile.
    raised: Option<PyErr>,
    /// Whether whoever watches wants no more.
    enough: bool,
}

impl Lookout {
    fn new(look: Option<Py<PyAny>>) -> Lookout {
        let now = Instant::now();
        let phase = String::new();
        Lookout { look, heard: now, told: now, phase, raised: None, enough: false }
    }

    /// Looks around; whether to go on.
    fn around(&mut self, progress: impl FnOnce() -> Progress) -> bool {
        if self.raised.is_none() && !self.enough && self.heard.elapsed() >= HEAR {
            self.heard = Instant::now();
            let tell = self.look.is_some() && self.told.elapsed() >= TELL;
            let progress = tell.then(progress);
            let heard = Python::attach(|py| {
                py.check_signals()?;
                progress.map_or(Ok(()), |it| self.tell(py, &it))
            });
            self.raised = heard.err();
        }
        self.raised.is_none() && !self.enough
    }

    fn tell(&mut self, py: Python<'_>, progress: &Progress) -> PyResult<()> {
        self.told = Instant::now();
        progress.stage.word().clone_into(&mut self.phase);
        let Some(look) = &self.look else { return Ok(()) };
        let told = PyDict::new(py);
        told.set_item("phase", progress.stage.word())?;
        told.set_item("nodes", progress.effort.nodes)?;
        told.set_item("expansions", progress.effort.expansions)?;
        told.set_item("evaluations", progress.effort.evaluations)?;
        told.set_item("memory", progress.memory)?;
        told.set_item("line", &progress.line)?;
        told.set_item("entries", progress.entries)?;
        let numbers =
            progress.numbers.map(|(proof, disproof)| (proof.to_string(), disproof.to_string()));
        told.set_item("numbers", numbers)?;
        let answer = look.bind(py).call1((told,))?;
        self.enough = answer.extract::<bool>().is_ok_and(|it| !it);
        Ok(())
    }
}

/// Works on a job until it is done or stopped.
///
/// # Errors
/// If the job makes no sense, Ctrl-C was pressed, or rules or whoever watches raised something.
pub fn run<'py>(
    py: Python<'py>,
    subject: &dyn Subject,
    rules: Option<&UserGame>,
    asked: Asked,
    look: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let began = Instant::now();
    let tables = asked.tables.as_deref().map(existing).transpose()?.map(TableDirectory::new);
    let job = Job {
        position: asked.position,
        question: asked.claim,
        engine: asked.engine,
        memory: asked.memory,
        nodes: asked.nodes,
        threads: asked.threads,
        table_entries: asked.table_entries,
        tables,
        hints: asked.hints.into(),
    };
    let deadline = match asked.seconds.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(seconds)) => began.checked_add(seconds),
        Some(Err(_)) => {
            let place = ("seconds", "a number from 0", asked.seconds.unwrap_or_default());
            let error = quod_game::NotationError::new(place.0, place.1, place.2.to_string());
            return Err(errors::notation(&error));
        }
    };
    let mut lookout = Lookout::new(look.map(Bound::unbind));
    let answer = guarded(rules, || {
        py.detach(|| {
            let mut session = subject.begin(&job).map_err(errors::solve)?;
            work(&mut *session, deadline, &mut lookout)?;
            Ok(session.answer())
        })
    })?;
    let result = PyDict::new(py);
    let report = quod_report::told(&*answer, began.elapsed().as_secs_f64());
    result.set_item("report", report.to_string())?;
    let of_game = answer.as_any().downcast_ref::<Answer>();
    result.set_item("largest_tree", of_game.map_or(0, |it| it.largest_tree))?;
    let evidence = answer.evidence().map(|bytes| PyBytes::new(py, bytes));
    result.set_item("evidence", evidence)?;
    Ok(result)
}

/// What a lock guards; nothing that it guards is left half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(session: &mut dyn Work, deadline: Option<Instant>, lookout: &mut Lookout) -> PyResult<()> {
    let late = move || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let (slot, heard) = (Arc::clone(&raised), Mutex::new(Instant::now()));
    session.heed(Box::new(move || {
        let mut heard = locked(&heard);
        if heard.elapsed() >= HEAR {
            *heard = Instant::now();
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                *locked(&slot) = Some(error);
            }
        }
        let interrupted = locked(&slot).is_some().then_some(Reason::Interrupted);
        interrupted.or(late().then_some(Reason::Time))
    }));
    loop {
        let mut keep_going = |walked: &Progress| lookout.around(|| walked.clone());
        let phase = session.step_while(session.stride(), &mut keep_going).map_err(errors::solve)?;
        let heard = locked(&raised).take();
        if let Some(error) = heard.or_else(|| lookout.raised.take()) {
            return Err(error);
        }
        if phase == Phase::Done {
            return Ok(());
        }
        let going_on = lookout.around(|| session.progress());
        if let Some(error) = lookout.raised.take() {
            return Err(error);
        }
        if !going_on {
            session.stop(Reason::Interrupted);
        } else if late() {
            session.stop(Reason::Time);
        }
    }
}
