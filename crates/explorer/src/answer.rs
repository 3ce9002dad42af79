//! Answers as JSON: what `quod solve --json` prints and a search's last snapshot holds.

use quod_solver::Answer;
use serde_json::{Value, json};

/// The object of an answer that took so many seconds; what only the command line knows is `null`.
pub fn answer_json(answer: &Answer, seconds: f64) -> Value {
    json!({
        "game": answer.game,
        "position": answer.position,
        "claim": answer.claim(),
        "answer": answer.verdict.word(),
        "verified": answer.verified,
        "value": answer.value,
        "score": answer.score,
        "bounds": answer.bounds,
        "reason": answer.reason,
        "best_move": answer.best_move,
        "pv": answer.pv,
        "moves": null,
        "engine": answer.engine,
        "nodes": answer.effort.nodes,
        "expansions": answer.effort.expansions,
        "evaluations": answer.effort.evaluations,
        "seconds": milliseconds(seconds),
        "threads": answer.threads,
        "peak_memory_bytes": null,
        "assumes": answer.assumes,
        "certificate": null,
        "certificate_bytes": answer.certificate.as_ref().map(Vec::len),
    })
}

/// Seconds to the millisecond: more digits would only pretend.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
