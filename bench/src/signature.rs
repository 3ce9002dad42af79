//! The search's signature: how many nodes each engine needs on fixed positions.

use anyhow::Result;
use quod_solver::Registry;

use crate::measure::{job, solve};

/// Game, position, question, engine.
const SUITE: &[(&str, &str, &str, &str)] = &[
    ("tic-tac-toe", "start", "value", "pn"),
    ("tic-tac-toe", "start", "value", "pn:init=moves"),
    ("tic-tac-toe", "start", "value", "pn:init=depth2,evaluation=delayed"),
    ("tic-tac-toe", "start", "value", "pn:graph=tree"),
    ("tic-tac-toe", "start", "value", "pn:sums=weak"),
    ("tic-tac-toe", "start", "value", "fixed-point"),
    ("three-mens-morris", "start", "value", "fixed-point"),
    ("three-mens-morris", "start", "value", "pn:graph=conversions,init=moves"),
    ("three-mens-morris:opening=no-centre", "start", "value", "fixed-point"),
    ("qubic", "0 21 3 12 63 60", "first-player-wins", "auto"),
];

/// Prints one line a row of the suite.
pub fn print() -> Result<()> {
    for (name, position, question, engine) in SUITE {
        let game = Registry::builtin().open(name)?;
        let answer = solve(&*game, &job(position, question, engine))?.answer;
        let effort = answer.effort;
        let bytes = answer.certificate.as_ref().map_or(0, Vec::len);
        println!(
            "{name} [{position}] {question} {engine}: {:?} {} nodes {} expansions {bytes} bytes",
            answer.verdict, effort.nodes, effort.expansions
        );
    }
    Ok(())
}
