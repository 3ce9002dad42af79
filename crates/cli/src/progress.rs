//! Progress on standard error: a bar on a terminal, a line every few seconds otherwise.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use quod_solve::SessionProgress;

use crate::{memory, output::tell};

/// Time between two lines when nobody watches live.
const LINE_EVERY: Duration = Duration::from_secs(3);
/// Time between two pictures of the bar.
const BAR_EVERY: Duration = Duration::from_millis(100);
/// Moves shown of the line being examined.
const LINE_MOVES: usize = 10;

/// Shows how a session gets on.
pub struct Progress {
    show: Show,
    began: Instant,
    shown: Instant,
    /// Nodes and time of the first look: a session resumed has nodes that this run did not work for.
    first: Option<u64>,
    /// Whether anything was shown of this session.
    told: bool,
    /// What is being worked on, for a run of several sessions.
    title: String,
}

enum Show {
    Nothing,
    Lines,
    Bar(ProgressBar),
}

impl Progress {
    /// Progress of a run with this node budget. `quiet` shows nothing.
    pub fn new(quiet: bool, nodes: Option<u64>) -> Progress {
        let show = match (quiet, stderr().is_terminal()) {
            (true, _) => Show::Nothing,
            (false, false) => Show::Lines,
            (false, true) => Show::Bar(bar(nodes)),
        };
        let now = Instant::now();
        Progress { show, began: now, shown: now, first: None, told: false, title: String::new() }
    }

    /// Progress of a check, on a terminal alone. Each entry is read twice.
    pub fn of_check(entries: u64) -> Progress {
        let quiet = !stderr().is_terminal();
        Progress::new(quiet, Some(2 * entries))
    }

    /// Begins a session; `title` stands before its lines.
    pub fn begin(&mut self, title: &str) {
        (self.title, self.first, self.told) = (title.to_string(), None, false);
        (self.began, self.shown) = (Instant::now(), Instant::now());
    }

    /// Shows where a session stands, if it is time to.
    pub fn look(&mut self, progress: impl FnOnce() -> SessionProgress) {
        let every = match self.show {
            Show::Nothing => return,
            Show::Lines => LINE_EVERY,
            Show::Bar(_) => BAR_EVERY,
        };
        let due = self.shown.elapsed() >= every;
        if self.first.is_some() && !due {
            return;
        }
        let progress = progress();
        if self.first.is_none() {
            (self.first, self.began) = (Some(progress.effort.nodes), Instant::now());
        }
        if due {
            self.show(&progress);
        }
    }

    /// Shows that a session does something else from now on, unless it is so short that nothing was shown of it.
    pub fn change(&mut self, progress: &SessionProgress) {
        if self.told {
            self.show(progress);
        }
    }

    /// Shows how far work of another sort than a session's has come, if it is time to; the bar's length is the budget
    /// that [`Progress::new`] was told.
    pub fn count(&mut self, done: u64, line: impl FnOnce() -> String) {
        match &self.show {
            Show::Lines if self.shown.elapsed() >= LINE_EVERY => tell(&line()),
            Show::Bar(bar) if self.shown.elapsed() >= BAR_EVERY => {
                bar.set_position(done);
                bar.set_message(line());
            }
            _ => return,
        }
        self.shown = Instant::now();
    }

    fn show(&mut self, progress: &SessionProgress) {
        (self.shown, self.told) = (Instant::now(), true);
        let here = progress.effort.nodes - self.first.unwrap_or(0).min(progress.effort.nodes);
        let rate = (here as f64 / self.began.elapsed().as_secs_f64().max(1e-3)) as u64;
        let line = format!("{}{}", self.title, describe(progress, rate, memory::private()));
        match &self.show {
            Show::Bar(bar) => {
                bar.set_position(progress.effort.nodes);
                bar.set_message(line);
            }
            _ => tell(&line),
        }
    }

    /// Clears the bar, so that results stand alone.
    pub fn end(&self) {
        if let Show::Bar(bar) = &self.show {
            bar.finish_and_clear();
        }
    }
}

fn bar(nodes: Option<u64>) -> ProgressBar {
    let (bar, template) = match nodes {
        Some(nodes) => (ProgressBar::new(nodes), "{elapsed:>4} [{bar:20}] {wide_msg}"),
        None => (ProgressBar::new_spinner(), "{elapsed:>4} {spinner} {wide_msg}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is well-formed"))
}

/// One line: what is done, nodes, nodes per second, proof and disproof number, memory, the line.
fn describe(progress: &SessionProgress, rate: u64, memory: Option<u64>) -> String {
    let mut parts = vec![
        progress.stage.told(),
        format!("{} nodes", grouped(progress.effort.nodes)),
        format!("{}/s", grouped(rate)),
    ];
    if let Some((pn, dn)) = progress.numbers {
        parts.push(format!("pn {pn} dn {dn}"));
    }
    parts.push(format!("{} MB", memory.unwrap_or(progress.memory) >> 20));
    if let Some(entries) = progress.entries {
        parts.push(format!("{} entries", grouped(entries)));
    }
    for detail in &progress.details {
        let of = detail.total.map_or(String::new(), |total| format!(" of {total}"));
        parts.push(format!("{}{of} {}", detail.value, detail.name));
    }
    if !progress.line.is_empty() {
        let more = if progress.line.len() > LINE_MOVES { " …" } else { "" };
        let moves = &progress.line[..progress.line.len().min(LINE_MOVES)];
        parts.push(format!("{}{more}", moves.join(" ")));
    }
    parts.join("  ")
}

/// A number with its thousands apart: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::Detail;
    use quod_search::ProofNumber;
    use quod_solve::Stage;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_progress_line_tells_all_that_is_known() {
        let progress = SessionProgress {
            stage: Stage::Search("first-player-wins".to_string()),
            effort: Default::default(),
            numbers: Some((ProofNumber::ONE, ProofNumber::INFINITY)),
            memory: 5 << 20,
            line: vec!["21".to_string(), "0".to_string()],
            details: vec![Detail { name: "first replies proved", value: 3, total: Some(35) }],
            entries: Some(1234),
        };
        let infinity = ProofNumber::INFINITY;
        let expected = format!(
            "trying to prove first-player-wins  0 nodes  7/s  pn 1 dn {infinity}  5 MB  1,234 entries  3 of 35 first replies proved  21 0"
        );
        assert_eq!(describe(&progress, 7, None), expected);
    }
}
