//! Answers about puzzles, with the keys of every answer.

use quod_puzzles::search::Counts;
use quod_puzzles::{Answer, PuzzleAnswer};
use serde_json::{Value, json};

use crate::milliseconds;

/// An answer about a puzzle with what the program around it knows.
pub struct PuzzleReport<'a> {
    /// The answer.
    pub answer: &'a PuzzleAnswer,
    /// Seconds since the program began to work on it.
    pub seconds: f64,
    /// Highest private resident memory in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Where the plan was written.
    pub certificate: Option<&'a str>,
    /// What a sweep of all positions found, if one was made.
    pub sweep: Option<Value>,
}

impl PuzzleReport<'_> {
    /// What was shown: `plan=N`, `letters=abc`, or `value`, which was asked.
    pub fn claim(&self) -> String {
        match &self.answer.answer {
            Answer::Plan { moves, .. } => format!("plan={}", moves.len()),
            Answer::Letters(letters) => format!("letters={}", String::from_iter(letters)),
            Answer::Unknown(_) => "value".to_string(),
        }
    }

    /// The least length that a plan can have, where none was found.
    pub fn least(&self) -> Option<u32> {
        let unknown = matches!(self.answer.answer, Answer::Unknown(_));
        Some(self.answer.counts.bound).filter(|least| unknown && *least > 0)
    }

    /// The JSON object.
    pub fn json(&self) -> Value {
        let PuzzleAnswer { puzzle, position, answer, counts, engine, plan } = self.answer;
        let Counts { nodes, expansions, evaluations, .. } = counts;
        let known = !matches!(answer, Answer::Unknown(_));
        let (pv, shortest) = match answer {
            Answer::Plan { moves, shortest } => (&moves[..], shortest.as_ref()),
            _ => (&[][..], None),
        };
        let value = match answer {
            Answer::Plan { moves, shortest: Some(_) } => json!(moves.len()),
            Answer::Letters(letters) => json!(letters),
            _ => Value::Null,
        };
        let reason = match answer {
            Answer::Unknown(reason) => Some(reason.to_string()),
            _ => None,
        };
        json!({
            "game": puzzle,
            "position": position,
            "claim": self.claim(),
            "answer": if known { "proved" } else { "unknown" },
            "verified": known,
            "value": value,
            "score": null,
            "bounds": self.least().map(|least| json!([least, null])),
            "refuted": null,
            "reason": reason,
            "tables": null,
            "best_move": pv.first(),
            "no_best_move": null,
            "pv": pv,
            "pv_repeats": null,
            "moves": null,
            "sound": null,
            "engine": engine,
            "nodes": nodes,
            "expansions": expansions,
            "evaluations": evaluations,
            "seconds": milliseconds(self.seconds),
            "threads": 1,
            "peak_memory_bytes": self.peak_memory,
            "assumes": [],
            "certificate": self.certificate,
            "certificate_bytes": plan.as_ref().map(String::len),
            "kind": "puzzle",
            "shortest": shortest,
            "sweep": self.sweep,
        })
    }
}
