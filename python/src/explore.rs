//! The explorer on a search that a foreman leads: the same server and page as `quod solve --explore` has.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use quod_catalogue::Registry;
use quod_engine::Detail;
use quod_explorer::{Options, Seen, Watch};
use quod_report::AnswerReport;
use quod_search::Effort;
use quod_solve::{Job, SessionProgress, Stage};
use serde_json::json;

use crate::crew::Foreman;
use crate::game::Game;

/// A server on this machine that shows how a foreman's search gets on. It ends when this is dropped.
#[pyclass(frozen, module = "quod._quod")]
pub struct Explorer {
    explorer: quod_explorer::Explorer,
    watch: Mutex<Option<Watch>>,
    job: Job,
    began: Instant,
}

/// How a foreman's search gets on, and its tree.
fn seen(foreman: &quod_jobs::Foreman) -> Seen {
    let (counts, (_, nodes), numbers) = (foreman.counts(), foreman.sizes(), foreman.numbers());
    let detail = |name, value| Detail { name, value, total: None };
    let progress = SessionProgress {
        stage: Stage::Search(foreman.claim_text()),
        effort: Effort { nodes, ..Effort::default() },
        numbers: Some((numbers.proof, numbers.disproof)),
        memory: foreman.memory(),
        line: foreman.line(),
        details: vec![
            detail("jobs", counts.used),
            detail("jobs out", foreman.out().len() as u64),
            detail("jobs lost", counts.lost),
            detail("results refused", counts.refused),
        ],
        entries: None,
    };
    (progress, Some(foreman.sight()))
}

#[pymethods]
impl Explorer {
    #[new]
    #[pyo3(signature = (game, position, claim, engine, memory, port=0))]
    fn new(
        game: &Game,
        position: String,
        claim: String,
        engine: String,
        memory: u64,
        port: u16,
    ) -> PyResult<Explorer> {
        let options = Options { port, ..Options::default() };
        let explorer = quod_explorer::Explorer::start(Arc::new(Registry::builtin()), &options)?;
        let job = Job { position, question: claim, engine, memory, ..Job::default() };
        let watch = Mutex::new(Some(explorer.watch(&game.0.game, &job, None)));
        Ok(Explorer { explorer, watch, job, began: Instant::now() })
    }

    /// The address of the page.
    #[getter]
    fn url(&self) -> String {
        self.explorer.url()
    }

    /// Shows how the search gets on, if somebody looks; waits while it is paused. False if it should stop.
    fn look(&self, py: Python<'_>, foreman: &Foreman) -> PyResult<bool> {
        let raised = Mutex::new(None);
        let stopped = || {
            let error = Python::attach(|py| py.check_signals().err());
            let stopped = error.is_some();
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = error;
            stopped
        };
        let go_on = py.detach(|| {
            let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
            watch.as_mut().is_none_or(|it| it.beside(&|| seen(&foreman.held()), &stopped))
        });
        let raised = raised.into_inner().unwrap_or_else(PoisonError::into_inner);
        raised.map_or(Ok(go_on), Err)
    }

    /// Shows the end: whether the claim holds and the certificate that was checked, or why there is no answer.
    #[pyo3(signature = (foreman, holds=None, certificate=None, reason=None))]
    fn finish(
        &self,
        py: Python<'_>,
        foreman: &Foreman,
        holds: Option<bool>,
        certificate: Option<Vec<u8>>,
        reason: Option<String>,
    ) {
        py.detach(|| {
            let watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(watch) = watch else { return };
            let seen = seen(&foreman.held());
            let answer = AnswerReport {
                kind: "game",
                pv_repeats: None,
                tables: None,
                game: foreman.held().game_name(),
                position: self.job.position.clone(),
                claim: seen.0.stage.word().to_string(),
                answer: match holds {
                    Some(_) if certificate.is_none() => "unverified",
                    Some(true) => "proved",
                    Some(false) => "disproved",
                    None => "unknown",
                },
                verified: certificate.is_some(),
                value: None,
                score: None,
                bounds: None,
                refuted: None,
                reason,
                best_move: None,
                no_best_move: None,
                pv: Vec::new(),
                moves: None,
                sound: None,
                engine: self.job.engine.clone(),
                nodes: seen.0.effort.nodes,
                expansions: 0,
                evaluations: 0,
                seconds: (self.began.elapsed().as_secs_f64() * 1e3).round() / 1e3,
                threads: 1,
                peak_memory_bytes: None,
                assumes: Vec::new(),
                certificate: None,
                certificate_bytes: certificate.as_ref().map(Vec::len),
            };
            watch.finish_beside(seen, json!(answer), certificate);
        });
    }
}
