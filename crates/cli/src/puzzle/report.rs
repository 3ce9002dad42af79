//! How a puzzle's answer is told to people and to scripts.

use quod_puzzles::search::Counts;
use quod_puzzles::{Answer, PuzzleAnswer};
use quod_report::PuzzleReport;

use super::hardest::Sweep;
use crate::progress::grouped;

/// An answer with all that belongs to it.
pub struct Report<'a> {
    /// The answer and what this program knows of it.
    pub told: PuzzleReport<'a>,
    /// The sweep that found the position, if one did.
    pub sweep: Option<&'a Sweep>,
}

impl Report<'_> {
    /// The last line of standard output.
    pub fn last_line(&self) -> String {
        let PuzzleAnswer { puzzle, position, answer, .. } = self.told.answer;
        match answer {
            Answer::Unknown(reason) => format!("s UNKNOWN {}", reason.word()),
            _ => format!("s PROVED {puzzle} {} {position}", self.told.claim()),
        }
    }

    /// The lines for people, the last line not included.
    pub fn text(&self) -> String {
        let PuzzleAnswer { puzzle, position, answer, counts, engine, plan } = self.told.answer;
        let mut lines = Vec::new();
        let mut line = |name: &str, value: String| lines.push(format!("{name:<12} {value}"));
        line("puzzle", puzzle.clone());
        line("position", position.clone());
        match answer {
            Answer::Plan { moves, shortest } => {
                let about = match shortest {
                    Some(by) => format!("the shortest, according to {by}"),
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
                if let Some(least) = self.told.least() {
                    line("length", format!("{least} moves or more"));
                }
            }
        }
        if let Some(sweep) = self.sweep {
            sweep.lines().into_iter().for_each(|(name, value)| line(name, value));
        }
        let Counts { nodes, expansions, evaluations, .. } = *counts;
        let [nodes, expansions, evaluations] = [nodes, expansions, evaluations].map(grouped);
        line("work", format!("{nodes} nodes, {expansions} expansions, {evaluations} evaluations"));
        line("time", format!("{:.3} s, engine {}", self.told.seconds, engine));
        if let Some(bytes) = self.told.peak_memory {
            line("memory", format!("{} MB", bytes.div_ceil(1 << 20)));
        }
        if let Some(bytes) = plan.as_ref().map(String::len) {
            let path = self.told.certificate.unwrap_or("not written (--out FILE)");
            line("certificate", format!("{} bytes, {path}", grouped(bytes as u64)));
        }
        lines.join("\n") + "\n"
    }
}
