//! Jobs for workers on other machines: the bench that does them, and the foreman who makes them and checks what
//! comes back (`quod_jobs`). Who brings bytes from the one to the other is Python's matter (`quod/ray.py`).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quod_engine::SolveError;
use quod_jobs::{FORM, Job, JobResult, OpenByName, Plan, Taken};

use crate::errors;
use crate::game::{Game, opened};

/// What must be the same here and at a worker: the version of the messages' form, and that of Quod.
#[pyfunction]
pub fn crew_version() -> String {
    format!("form {FORM}, Quod {}", env!("CARGO_PKG_VERSION"))
}

fn by_name() -> OpenByName {
    Arc::new(|name| {
        let game = opened(name).map_err(|error| error.to_string())?;
        Ok(Arc::clone(game.offer()))
    })
}

/// Does jobs, and keeps one table between them.
#[pyclass(frozen, module = "quod._quod")]
pub struct Workbench(Mutex<quod_jobs::Workbench>);

#[pymethods]
impl Workbench {
    #[new]
    #[pyo3(signature = (threads=1, memory=268_435_456))]
    fn new(threads: usize, memory: u64) -> Workbench {
        Workbench(Mutex::new(quod_jobs::Workbench::new(by_name(), threads.max(1), memory)))
    }

    /// Does a job, without the interpreter's lock.
    fn run<'py>(&self, py: Python<'py>, job: Vec<u8>) -> Bound<'py, PyBytes> {
        let result = py.detach(|| {
            let began = Instant::now();
            held(&self.0).run_timed(&job, || began.elapsed().as_micros() as u64)
        });
        PyBytes::new(py, &result)
    }
}

/// A search that panicked left its bench or tree behind; the next question is answered from what is there.
fn held<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the tree, makes jobs, and counts results that pass the checker.
#[pyclass(frozen, module = "quod._quod")]
pub struct Foreman(Mutex<quod_jobs::Foreman>);

impl Foreman {
    /// The foreman itself.
    pub fn held(&self) -> MutexGuard<'_, quod_jobs::Foreman> {
        held(&self.0)
    }

    /// Does something with the foreman, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut quod_jobs::Foreman) -> Result<T, SolveError> + Send,
    ) -> PyResult<T> {
        py.detach(|| work(&mut held(&self.0))).map_err(errors::solve)
    }
}

#[pymethods]
impl Foreman {
    #[new]
    #[pyo3(signature = (
        game, position, claim, engine, *, budget, part, memory, job_memory, known
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python's keywords")]
    fn new(
        py: Python<'_>,
        game: Game,
        position: String,
        claim: String,
        engine: String,
        budget: u64,
        part: u64,
        memory: u64,
        job_memory: u64,
        known: usize,
    ) -> PyResult<Foreman> {
        if game.0.rules.is_some() {
            let name = game.0.game.name();
            return Err(errors::notation(&quod_game::NotationError::new(
                "game",
                "one of Quod's own games, which workers can open by name",
                name,
            )));
        }
        let plan = Plan { position, claim, engine, budget, part, memory, job_memory, known };
        let offer = game.0.game.offer();
        let foreman = py.detach(|| quod_jobs::Foreman::new(offer, &plan)).map_err(errors::solve)?;
        Ok(Foreman(Mutex::new(foreman)))
    }

    fn prepare(&self, py: Python<'_>, workers: usize) -> PyResult<()> {
        self.with(py, |it| {
            it.prepare(workers);
            Ok(())
        })
    }

    fn limit(&self, nodes: u64) {
        held(&self.0).limit(nodes);
    }

    #[getter]
    fn is_done(&self) -> bool {
        held(&self.0).is_done()
    }

    /// Whether the claim holds, once that is known.
    #[getter]
    fn solved(&self) -> Option<bool> {
        held(&self.0).numbers().solved()
    }

    /// A job: its number, the position that it is about, its bytes.
    fn job<'py>(&self, py: Python<'py>) -> PyResult<Option<(u64, String, Bound<'py, PyBytes>)>> {
        let Some((number, bytes)) = self.with(py, quod_jobs::Foreman::job)? else {
            return Ok(None);
        };
        let position = Job::from_bytes(&bytes).map(|job| job.position).unwrap_or_default();
        Ok(Some((number, position, PyBytes::new(py, &bytes))))
    }

    fn given_to(&self, number: u64, worker: &str) {
        held(&self.0).given_to(number, worker);
    }

    /// `used`, `stale` or `refused`, and why it was refused.
    fn take(
        &self,
        py: Python<'_>,
        number: u64,
        worker: &str,
        result: Vec<u8>,
    ) -> PyResult<(&'static str, Option<String>)> {
        let taken = self.with(py, |it| Ok(it.take(number, worker, &result)))?;
        Ok(match taken {
            Taken::Used => ("used", None),
            Taken::Stale => ("stale", None),
            Taken::Refused(why) => ("refused", Some(why.to_string())),
        })
    }

    fn lost(&self, number: u64) {
        held(&self.0).lost(number);
    }

    fn idle(&self) -> Vec<u64> {
        held(&self.0).idle()
    }

    #[getter]
    fn out(&self) -> usize {
        held(&self.0).out().count()
    }

    #[getter]
    fn numbers(&self) -> (String, String) {
        let numbers = held(&self.0).numbers();
        (numbers.proof.to_string(), numbers.disproof.to_string())
    }

    /// The counts, with the nodes of the tree and those of the jobs.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (counts, (tree, nodes)) = {
            let foreman = held(&self.0);
            (foreman.counts(), foreman.sizes())
        };
        let told = PyDict::new(py);
        for (name, count) in [
            ("jobs", counts.jobs),
            ("used", counts.used),
            ("stale", counts.stale),
            ("refused", counts.refused),
            ("lost", counts.lost),
            ("parts", counts.parts),
            ("part_bytes", counts.part_bytes),
            ("check_work", counts.check_work),
            ("tree", tree),
            ("nodes", nodes),
        ] {
            told.set_item(name, count)?;
        }
        Ok(told)
    }

    #[getter]
    fn liars(&self) -> Vec<(String, u64)> {
        held(&self.0).liars().into_iter().map(|(name, n)| (name.to_string(), n)).collect()
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |it| it.save())?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn restore(&self, py: Python<'_>, bytes: Vec<u8>) -> PyResult<()> {
        self.with(py, |it| it.restore(&bytes))
    }

    /// The certificate, whether it shows the claim (or its complement), and whether the root was searched again.
    fn whole<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, bool, bool)> {
        let whole = self.with(py, quod_jobs::Foreman::whole)?;
        Ok((PyBytes::new(py, &whole.certificate), whole.holds, whole.again))
    }
}

/// What a result says of the worker's effort: nodes, and seconds at work. Nobody checks it.
#[pyfunction]
pub fn job_effort(result: Vec<u8>) -> Option<(u64, f64)> {
    let result = JobResult::from_bytes(&result).ok()?;
    Some((result.nodes, result.micros as f64 / 1e6))
}
