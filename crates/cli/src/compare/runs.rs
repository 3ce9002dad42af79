//! What one engine came to on one position, and all of it as comma-separated values.

use quod_solve::{Answer, ExpectedValue};
use serde_json::{Value, json};

use super::positions::Position;
use crate::output::csv_line;

/// What is told of a run, in the order of the columns.
const COLUMNS: [&str; 19] = [
    "line",
    "position",
    "engine",
    "taken",
    "threads",
    "known",
    "answer",
    "right",
    "solved",
    "verified",
    "reason",
    "nodes",
    "expansions",
    "reexpansions",
    "evaluations",
    "largest_tree",
    "certificate_bytes",
    "seconds",
    "peak_memory_bytes",
];

/// One engine on one position.
#[derive(Clone, Debug)]
pub struct Run {
    /// The position's line in the file.
    pub line: usize,
    /// The position as the file writes it.
    pub position: String,
    /// The known value as the file writes it, and what it means.
    pub known: Option<(String, ExpectedValue)>,
    /// The engine as it was asked for.
    pub engine: String,
    /// The answer; without its certificate, of which only the size is kept.
    pub answer: Answer,
    /// The certificate's size, if there is one.
    pub certificate_bytes: Option<usize>,
    /// Seconds from the session's beginning to its end.
    pub seconds: f64,
    /// Peak private memory of the process during the run, where the system tells.
    pub peak_memory: Option<u64>,
}

impl Run {
    /// What an answer came to.
    pub fn new(
        position: &Position,
        engine: &str,
        mut answer: Answer,
        seconds: f64,
        peak_memory: Option<u64>,
    ) -> Run {
        let certificate = answer.certificate.take();
        Run {
            line: position.line,
            position: position.text.clone(),
            known: position.known.clone(),
            engine: engine.to_string(),
            certificate_bytes: certificate.map(|bytes| bytes.len()),
            answer,
            seconds,
            peak_memory,
        }
    }

    /// Whether there is an answer and its certificate passed the checker.
    pub fn solved(&self) -> bool {
        self.answer.is_checked()
    }

    /// Whether the answer is the known one; `None` if there is no answer or nothing is known.
    pub fn right(&self) -> Option<bool> {
        self.known.as_ref()?.1.agrees_with(&self.answer)
    }

    /// The answer in a word: the value, the score, or what became of the claim.
    pub fn result(&self) -> String {
        match (&self.answer.value_text(), self.answer.score, self.answer.question.as_str()) {
            (_, Some(score), "score") => score.to_string(),
            (Some(value), _, "value" | "mate" | "mated") => value.clone(),
            (_, _, "value" | "score" | "mate" | "mated") => "unknown".to_string(),
            _ => self.answer.verdict.word().to_string(),
        }
    }

    /// What stands in the columns; null where there is nothing.
    fn fields(&self) -> [Value; COLUMNS.len()] {
        let effort = self.answer.effort;
        [
            json!(self.line),
            json!(self.position),
            json!(self.engine),
            json!(self.answer.engine),
            json!(self.answer.threads),
            json!(self.known.as_ref().map(|(text, _)| text)),
            json!(self.result()),
            json!(self.right()),
            json!(self.solved()),
            json!(self.answer.verified),
            json!(self.answer.reason.as_ref().map(|it| it.word())),
            json!(effort.nodes),
            json!(effort.expansions),
            json!(effort.reexpansions),
            json!(effort.evaluations),
            json!(self.answer.largest_tree),
            json!(self.certificate_bytes),
            json!(microseconds(self.seconds)),
            json!(self.peak_memory),
        ]
    }

    /// The run as a JSON object.
    pub fn json(&self) -> Value {
        let names = COLUMNS.into_iter().map(str::to_string);
        Value::Object(names.zip(self.fields()).collect())
    }
}

/// The columns' names and one line a run, as RFC 4180 has them but for the lines' ends.
pub fn csv(runs: &[Run]) -> String {
    let mut lines = vec![COLUMNS.join(",")];
    lines.extend(runs.iter().map(|run| csv_line(&run.fields())));
    lines.join("\n") + "\n"
}

/// Seconds to the microsecond: easy positions take less than a millisecond.
pub fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_are_quoted() {
        let values = [json!("pn:a=b,c=\"d\""), json!(null), json!(1.5)];
        assert_eq!(csv_line(&values), "\"pn:a=b,c=\"\"d\"\"\",,1.5");
    }
}
