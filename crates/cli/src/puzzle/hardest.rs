//! `quod solve PUZZLE --hardest`: all positions in one sweep, and then the plan of the hardest.
//!
//! The sweep says which position needs the most moves, and how many. The position is then searched like any
//! other, and a plan of another length would be an error: the two know nothing of each other.

use anyhow::{bail, ensure};
use quod_engine::Reason;
use quod_puzzles::rush_hour::census::{Census, Index, Swept};
use quod_puzzles::{Answer, AnyPuzzle};
use quod_search::Effort;
use quod_solve::{SessionProgress, Stage};
use serde_json::{Value, json};

use crate::asked::Args;
use crate::drive::Driver;
use crate::memory;
use crate::progress::grouped;

/// How many rows a board has.
const SIDE: usize = 6;
/// So many of the greatest indices are told.
const TOLD: usize = 9;

/// A sweep, with the reason why it ended early.
pub struct Sweep {
    census: Option<Census>,
    stopped: Option<Reason>,
}

/// Searches all positions.
///
/// # Errors
/// If the puzzle is none that can be swept.
pub fn sweep(puzzle: &dyn AnyPuzzle, args: &Args, driver: &mut Driver) -> anyhow::Result<Sweep> {
    if !puzzle.sweeps() {
        bail!("--hardest: expected rush-hour with step=square, got {}", puzzle.name());
    }
    let Some(mut census) = Census::new(SIDE, memory::share_of(args.memory)) else {
        return Ok(Sweep { census: None, stopped: Some(Reason::Memory) });
    };
    let stopped = loop {
        if let Some(reason) = driver.stopped() {
            break Some(reason);
        }
        match census.step() {
            Swept::On => {}
            Swept::Done => break None,
            Swept::Memory => break Some(Reason::Memory),
        }
        driver.progress.look(|| progress(&census));
    };
    driver.progress.end();
    Ok(Sweep { census: Some(census), stopped })
}

fn progress(census: &Census) -> SessionProgress {
    let last = census.found().last().map_or(0, |it| it.index);
    SessionProgress {
        stage: Stage::Other(format!(
            "all positions, {last} moves: {} solvable",
            grouped(census.solvable())
        )),
        effort: Effort { nodes: census.nodes() as u64, ..Effort::default() },
        numbers: None,
        memory: 0,
        line: Vec::new(),
        details: Vec::new(),
        entries: None,
    }
}

impl Sweep {
    /// One of the hardest positions.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn hardest(&self) -> Result<&str, Reason> {
        let last = self.census.as_ref().and_then(|it| it.found().last());
        match (&self.stopped, last.and_then(|it| it.boards.first())) {
            (Some(reason), _) => Err(reason.clone()),
            (None, Some(board)) => Ok(board),
            (None, None) => Err(Reason::Restricted),
        }
    }

    /// Checks that a plan has the length that the sweep says.
    ///
    /// # Errors
    /// If it has another.
    pub fn agrees(&self, answer: &Answer) -> anyhow::Result<()> {
        let last = self.census.as_ref().and_then(|it| it.found().last());
        if let (Answer::Plan { moves, shortest: Some(_) }, Some(last)) = (answer, last) {
            let (plan, index) = (moves.len(), last.index as usize);
            ensure!(plan == index, "sweep: expected a plan of {index} moves, got {plan}");
        }
        Ok(())
    }

    /// The lines for people.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let Some(census) = &self.census else { return Vec::new() };
        let found = census.found();
        let [valid, won] = [census.valid(), found[0].positions].map(grouped);
        let solvable = grouped(census.solvable());
        let told = |it: &Index| format!("{}: {}", it.index, grouped(it.positions));
        let top: Vec<String> = found.iter().rev().take(TOLD).map(told).collect();
        let so_far = if self.stopped.is_some() { " so far" } else { "" };
        vec![
            ("all", format!("{valid} positions, {won} won, {solvable} solvable{so_far}")),
            ("most moves", format!("{}{so_far}", top.join(", "))),
        ]
    }

    /// The JSON object.
    pub fn json(&self) -> Value {
        let Some(census) = &self.census else { return Value::Null };
        let indices: Vec<Value> = census
            .found()
            .iter()
            .map(|it| json!({ "index": it.index, "positions": it.positions }))
            .collect();
        json!({
            "whole": self.stopped.is_none(),
            "positions": census.valid(),
            "solvable": census.solvable(),
            "indices": indices,
            "hardest": census.found().last().map(|it| &it.boards),
        })
    }
}
