//! All engines on the same positions: `docs/results/family`.
//!
//! Every engine of a game gets a session of its own on each position of a set, with a bound on nodes and
//! memory, certificate and check included. Counts repeat exactly; seconds do not, and stand in the tables
//! as sizes alone. What a set's runs came to is kept in a file beside, so that a comparison that was
//! interrupted goes on with the next set.

mod graph;
mod page;
mod sets;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quod_engine::AUTO;
use quod_solve::{Job, Value, Verdict};
use serde::{Deserialize, Serialize};

use crate::measure::{job, solve};
use sets::{Problem, SETS, Set, Suite};

/// Bytes of a run's structures.
const MEMORY: u64 = 64 << 20;

/// What one engine came to on one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Run {
    suite: String,
    set: String,
    /// The position's number in the set.
    problem: usize,
    engine: String,
    solved: bool,
    nodes: u64,
    expansions: u64,
    largest_tree: u64,
    seconds: f64,
    certificate_bytes: u64,
}

/// Runs what has not been run, and writes the page.
pub fn print(directory: &Path, runs: &Path) -> Result<()> {
    fs::create_dir_all(directory)?;
    fs::create_dir_all(runs)?;
    let mut all = Vec::new();
    for suite in Suite::ALL {
        for set in SETS {
            let path = runs.join(format!("{}-{}.csv", suite.name(), set.name));
            if !path.exists() {
                write(&path, &run(set, suite)?)?;
                println!("{}", path.display());
            }
            all.extend(read(&path)?);
        }
    }
    page::write(directory, &all)
}

fn write(path: &Path, runs: &[Run]) -> Result<()> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for run in runs {
        csv.serialize(run)?;
    }
    fs::write(path, csv.into_inner()?)?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<Run>> {
    let file = fs::File::open(path)?;
    let runs = csv::Reader::from_reader(file).deserialize().collect::<Result<Vec<Run>, _>>();
    runs.with_context(|| path.display().to_string())
}

/// All engines that serve the set, on all its positions.
fn run(set: &Set, suite: Suite) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for (number, problem) in set.problems(suite)?.iter().enumerate() {
        let engines = problem.game.offer().engines.iter().map(|it| it.name);
        let mut known = None;
        for engine in engines.chain([AUTO]) {
            let place = || format!("{}, {} [{}]", set.name, engine, problem.position);
            if let Some((run, value)) = one(problem, engine, set.nodes).with_context(place)? {
                if run.solved {
                    ensure!(*known.get_or_insert(value) == value, "{}: another value", place());
                }
                let (suite, set) = (suite.name().to_string(), set.name.to_string());
                runs.push(Run { suite, set, problem: number, ..run });
            }
        }
    }
    Ok(runs)
}

/// One engine on one position; nothing if the engine does not serve it.
fn one(problem: &Problem, engine: &str, nodes: u64) -> Result<Option<(Run, Option<Value>)>> {
    let job = Job { memory: MEMORY, nodes: Some(nodes), ..job(&problem.position, "value", engine) };
    // A session begins without searching: what is refused is refused here.
    if problem.game.solve(&job).is_err() {
        return Ok(None);
    }
    let measured = solve(&problem.game, &job)?;
    let answer = measured.answer;
    let solved = matches!(answer.verdict, Verdict::Proved | Verdict::Disproved) && answer.verified;
    let run = Run {
        suite: String::new(),
        set: String::new(),
        problem: 0,
        engine: engine.to_string(),
        solved,
        nodes: answer.effort.nodes,
        expansions: answer.effort.expansions,
        largest_tree: answer.largest_tree,
        seconds: measured.seconds,
        certificate_bytes: answer.certificate.map_or(0, |it| it.len() as u64),
    };
    Ok(Some((run, answer.value)))
}
