//! How a puzzle's answer is told: for people, for scripts, and as JSON with the keys of every answer.

use quod_single::Answer;
use quod_single::search::Counts;
use serde_json::{Value, json};

use super::hardest::Sweep;
use crate::progress::grouped;

/// An answer with all that belongs to it.
pub struct Report<'a> {
    /// The puzzle with all its keys.
    pub puzzle: String,
    /// The position.
    pub position: String,
    /// The answer.
    pub answer: &'a Answer,
    /// The work.
    pub counts: Counts,
    /// The engine with its options.
    pub engine: &'a str,
    /// Seconds since the command began.
    pub seconds: f64,
    /// Highest private resident memory in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// Where the plan was written.
    pub certificate: Option<&'a str>,
    /// The length of the plan's text.
    pub bytes: Option<usize>,
    /// The sweep that found the position, if one did.
    pub sweep: Option<&'a Sweep>,
}

impl Report<'_> {
    /// What was proved.
    fn claim(&self) -> String {
        match self.answer {
            Answer::Plan { moves, .. } => format!("plan={}", moves.len()),
            Answer::Letters(letters) => format!("letters={}", String::from_iter(letters)),
            Answer::Unknown(_) => "value".to_string(),
        }
    }

    /// The least length that a plan can have, where none was found.
    fn least(&self) -> Option<u32> {
        let unknown = matches!(self.answer, Answer::Unknown(_));
        Some(self.counts.bound).filter(|least| unknown && *least > 0)
    }

    /// The last line of standard output.
    pub fn last_line(&self) -> String {
        match self.answer {
            Answer::Unknown(reason) => format!("s UNKNOWN {}", reason.word()),
            _ => format!("s PROVED {} {} {}", self.puzzle, self.claim(), self.position),
        }
    }

    /// The lines for people, the last line not included.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        let mut line = |name: &str, value: String| lines.push(format!("{name:<12} {value}"));
        line("puzzle", self.puzzle.clone());
        line("position", self.position.clone());
        match self.answer {
            Answer::Plan { moves, shortest } => {
                let about = match shortest {
                    Some(by) => format!("none is shorter, says {by}"),
                    None => "there may be a shorter one".to_string(),
                };
                line("answer", "proved".to_string());
                line("length", format!("{}, {about}", moves.len()));
                line("plan", moves.join(" "));
            }
            Answer::Letters(letters) => {
                let letters: Vec<String> = letters.iter().map(char::to_string).collect();
                line("answer", "proved".to_string());
                line("letters", format!("{}, as two methods say", letters.join(" ")));
            }
            Answer::Unknown(reason) => {
                line("answer", "unknown".to_string());
                line("because", reason.to_string());
                if let Some(least) = self.least() {
                    line("length", format!("{least} moves or more"));
                }
            }
        }
        if let Some(sweep) = self.sweep {
            sweep.lines().into_iter().for_each(|(name, value)| line(name, value));
        }
        let Counts { nodes, expansions, evaluations, .. } = self.counts;
        let [nodes, expansions, evaluations] = [nodes, expansions, evaluations].map(grouped);
        line("work", format!("{nodes} nodes, {expansions} expansions, {evaluations} evaluations"));
        line("time", format!("{:.3} s, engine {}", self.seconds, self.engine));
        if let Some(bytes) = self.peak_memory {
            line("memory", format!("{} MB", bytes.div_ceil(1 << 20)));
        }
        if let Some(bytes) = self.bytes {
            let path = self.certificate.unwrap_or("not written (--out FILE)");
            line("certificate", format!("{} bytes, {path}", grouped(bytes as u64)));
        }
        lines.join("\n") + "\n"
    }

    /// The JSON object.
    pub fn json(&self) -> Value {
        let known = !matches!(self.answer, Answer::Unknown(_));
        let (pv, shortest) = match self.answer {
            Answer::Plan { moves, shortest } => (&moves[..], shortest.as_ref()),
            _ => (&[][..], None),
        };
        let value = match self.answer {
            Answer::Plan { moves, shortest: Some(_) } => json!(moves.len()),
            Answer::Letters(letters) => json!(letters),
            _ => Value::Null,
        };
        let reason = match self.answer {
            Answer::Unknown(reason) => Some(reason.to_string()),
            _ => None,
        };
        json!({
            "game": self.puzzle,
            "position": self.position,
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
            "engine": self.engine,
            "nodes": self.counts.nodes,
            "expansions": self.counts.expansions,
            "evaluations": self.counts.evaluations,
            "seconds": (self.seconds * 1e3).round() / 1e3,
            "threads": 1,
            "peak_memory_bytes": self.peak_memory,
            "assumes": [],
            "certificate": self.certificate,
            "certificate_bytes": self.bytes,
            "kind": "puzzle",
            "shortest": shortest,
            "sweep": self.sweep.map(Sweep::json),
        })
    }
}
