//! What a comparison is told as: tables for people, a line for scripts, JSON.

use serde_json::{Value, json};

use super::positions::Positions;
use super::runs::{Run, microseconds};
use super::statistics::{Mean, Summary, summaries};
use crate::progress::grouped;

/// A finished or interrupted comparison.
pub struct Report<'a> {
    /// The game with all its keys.
    pub game: &'a str,
    /// The question.
    pub claim: &'a str,
    /// The engines in order.
    pub engines: &'a [String],
    /// The file's lines.
    pub positions: &'a Positions,
    /// The finished runs, position by position.
    pub runs: &'a [Run],
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl Report<'_> {
    /// The runs whose answer is not the known one.
    pub fn wrong(&self) -> Vec<&Run> {
        self.runs.iter().filter(|run| run.right() == Some(false)).collect()
    }

    /// The last line of standard output.
    pub fn last_line(&self) -> String {
        if self.interrupted {
            return "s UNKNOWN interrupted".to_string();
        }
        let (engines, positions) = (self.engines.len(), self.positions.good.len());
        let wrong = self.wrong().len();
        let game = self.game;
        format!("s COMPARED {game} {engines} engines {positions} positions {wrong} wrong")
    }

    /// The lines for people, the last line not included.
    pub fn text(&self) -> String {
        let summaries = summaries(self.engines, self.runs);
        let known = self.positions.good.iter().filter(|it| it.known.is_some()).count();
        let mut text = format!("{:<10} {}\n{:<10} {}\n", "game", self.game, "question", self.claim);
        text += &format!(
            "{:<10} {}, of {known} the value is known",
            "positions",
            self.positions.good.len()
        );
        match self.positions.bad.len() {
            0 => text.push('\n'),
            bad => text += &format!("; {bad} lines left out\n"),
        }
        text += &format!("\n{}{}", costs(&summaries), ratios(&summaries));
        for run in self.wrong() {
            let known = run.known.as_ref().map_or("", |(text, _)| text);
            text += &format!(
                "wrong: line {}, {}: {} answers {}, known is {known}\n",
                run.line,
                run.position,
                run.engine,
                run.result()
            );
        }
        text
    }

    /// The JSON object.
    pub fn json(&self) -> Value {
        let bad = self.positions.bad.iter();
        json!({
            "game": self.game,
            "claim": self.claim,
            "positions": self.positions.good.len(),
            "wrong": self.wrong().len(),
            "interrupted": self.interrupted,
            "engines": summaries(self.engines, self.runs).iter().map(summary).collect::<Vec<_>>(),
            "runs": self.runs.iter().map(Run::json).collect::<Vec<_>>(),
            "left_out": bad.map(|it| json!({"line": it.line, "problem": it.problem})).collect::<Vec<_>>(),
        })
    }
}

/// What the engines cost in all, unsolved positions included.
fn costs(summaries: &[Summary]) -> String {
    let head = [
        "engine",
        "solved",
        "nodes",
        "expansions",
        "re-expansions",
        "evaluations",
        "largest tree",
        "peak MB",
        "seconds",
    ];
    let row = |it: &Summary| {
        let effort = it.effort;
        let memory = it.peak_memory.map(|bytes| grouped(bytes.div_ceil(1 << 20)));
        vec![
            it.engine.clone(),
            format!("{}/{}", it.solved, it.runs),
            grouped(effort.nodes),
            grouped(effort.expansions),
            grouped(effort.reexpansions),
            grouped(effort.evaluations),
            grouped(it.largest_tree),
            memory.unwrap_or_else(|| "?".to_string()),
            format!("{:.3}", it.seconds),
        ]
    };
    table(&head, summaries.iter().map(row))
}

/// How they compare to the first.
fn ratios(summaries: &[Summary]) -> String {
    let first = summaries.first().map_or("", |it| &it.engine);
    let head = [&format!("ratio to {first}"), "both solved", "nodes", "95 %", "seconds", "95 %"];
    let row = |it: &Summary| {
        let mean = |mean: Option<Mean>| {
            let figure = mean.map_or("-".to_string(), |it| format!("{:.3}", it.mean));
            let interval =
                mean.and_then(|it| it.interval).map(|it| it.map(|it| format!("{it:.3}")));
            [figure, interval.map_or("-".to_string(), |it| it.join(" – "))]
        };
        let start = [it.engine.clone(), format!("{}/{}", it.ratios.positions, it.runs)];
        let parts = [start, mean(it.ratios.nodes), mean(it.ratios.seconds)];
        parts.into_iter().flatten().collect()
    };
    table(&head, summaries.iter().skip(1).map(row))
}

/// Lines of columns two spaces apart, the first to the left and the others to the right; nothing
/// without rows.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut lines = vec![head.iter().map(ToString::to_string).collect::<Vec<String>>()];
    lines.extend(rows);
    if lines.len() == 1 {
        return String::new();
    }
    let width = |column: usize| lines.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..head.len()).filter_map(width).collect();
    let mut text = String::new();
    for row in &lines {
        let mut line = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            line += &format!("  {cell:>width$}");
        }
        text += &line;
        text.push('\n');
    }
    text + "\n"
}

fn summary(it: &Summary) -> Value {
    let mean = |mean: Option<Mean>| {
        mean.map(|it| {
            let [low, high] = it.interval.map_or([None; 2], |it| it.map(Some));
            json!({"mean": it.mean, "low": low, "high": high})
        })
    };
    json!({
        "engine": it.engine,
        "runs": it.runs,
        "solved": it.solved,
        "wrong": it.wrong,
        "nodes": it.effort.nodes,
        "expansions": it.effort.expansions,
        "reexpansions": it.effort.reexpansions,
        "evaluations": it.effort.evaluations,
        "largest_tree": it.largest_tree,
        "certificate_bytes": it.certificate_bytes,
        "seconds": microseconds(it.seconds),
        "peak_memory_bytes": it.peak_memory,
        "ratio": {
            "positions": it.ratios.positions,
            "nodes": mean(it.ratios.nodes),
            "seconds": mean(it.ratios.seconds),
        },
    })
}
