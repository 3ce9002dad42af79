//! Depth-first proof-number search at full speed, on one thread and on two.

use std::sync::Arc;
use std::thread;

use anyhow::Result;
use quod_search::dfpn::{Options, Replacement, Table, Team, Worker};
use quod_search::{Effort, Verdict};

use crate::measure::{peak_megabytes, thread_seconds};
use crate::seven::Seven;

/// A worker's share of nodes in one measurement.
const NODES: u64 = 60_000_000;

struct Outcome {
    verdict: Verdict,
    effort: Effort,
    lookups: u64,
    seconds: f64,
}

fn run(team: &Arc<Team>, position: &str, nodes: u64) -> Outcome {
    let before = thread_seconds();
    let mut worker = Worker::new(Seven::after(position), team.clone(), Options::default());
    let mut verdict = worker.step(0, &mut ());
    while !verdict.is_final() && worker.effort().nodes < nodes {
        verdict = worker.step(1 << 20, &mut ());
    }
    let seconds = thread_seconds() - before;
    Outcome { verdict, effort: worker.effort(), lookups: worker.lookups(), seconds }
}

fn tell(name: &str, outcome: &Outcome) -> f64 {
    let per_second = |count: u64| count as f64 / outcome.seconds / 1e6;
    println!(
        "{name}: {:?}, {} nodes, {} expansions ({:.1} % again), {:.2} s of its thread; in millions a second: \
         {:.2} expansions, {:.2} look-ups; peak {:?} MB",
        outcome.verdict,
        outcome.effort.nodes,
        outcome.effort.expansions,
        100.0 * outcome.effort.reexpansions as f64 / outcome.effort.expansions as f64,
        outcome.seconds,
        per_second(outcome.effort.expansions),
        per_second(outcome.lookups),
        peak_megabytes(),
    );
    per_second(outcome.effort.expansions)
}

/// Prints the speed of one worker, of two alone, and of two together.
pub fn print(position: &str) -> Result<()> {
    let table = || Arc::new(Table::with_bytes(1 << 30, Replacement::Effort));
    let alone = run(&Team::new(table(), 1), position, NODES);
    tell("one worker", &alone);
    let together = |teams: [Arc<Team>; 2], name: &str| {
        let outcomes = thread::scope(|scope| {
            let threads = teams.map(|team| scope.spawn(move || run(&team, position, NODES)));
            threads.map(|it| it.join().expect("the worker does not panic"))
        });
        outcomes.iter().map(|outcome| tell(name, outcome)).sum::<f64>()
    };
    let apart = together([Team::new(table(), 1), Team::new(table(), 1)], "two apart");
    let team = Team::new(table(), 2);
    let joined = together([team.clone(), team], "two together");
    println!("throughput together / apart: {:.3}", joined / apart);
    Ok(())
}
