//! The thesis's experiment on awari (Allis 1994, §2.4.3–2.4.7) done again.

mod games;
mod opening;
mod report;
mod results;
mod searches;
mod statistics;
mod text;
mod thesis;

use std::path::Path;

use anyhow::{Result, bail};
use quod_games::awari::Values;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_solver::AwariTables;
use quod_solver::awari::load_endgames;
use quod_tables::{Builder, Directory, Options};

use results::{Results, Retry, read_positions};

/// Stones of the endgames: the thesis's.
const ENDGAMES: u32 = 17;

/// Positions that alpha-beta may visit at the second attempt unless told otherwise, in millions.
const VISITED: &str = "500";

/// The second attempt: alpha-beta has the thesis's quarter billion counted nodes if it visits at most
/// so many millions of positions, the others twenty million nodes.
fn retry(millions: &str) -> Result<Retry> {
    let visited = millions.parse::<u64>()?.saturating_mul(1_000_000);
    Ok(Retry { counted: 250_000_000, visited, created: 20_000_000 })
}

fn rules() -> Awari {
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::Game }
}

/// The endgames, built into a directory unless they are there.
fn endgames(directory: &Path) -> Result<Values> {
    let (game, store) = (AwariTables::new(ENDGAMES), Directory::new(directory)?);
    let options = Options { threads: 2, ..Options::new("awari", ENDGAMES) };
    let mut builder = Builder::new(&game, store.clone(), options)?;
    while !builder.step(1 << 30, &mut |_| {})? {}
    Ok(load_endgames(&store, "awari", ENDGAMES)?)
}

/// Runs a part of the experiment, or all of it, with a working directory for tables and results.
pub fn run(words: &[&str]) -> Result<()> {
    let suite = Path::new("bench/suite/awari");
    let positions = || read_positions(&suite.join("positions.txt"));
    let temporary = std::env::temp_dir().join("quod-awari");
    let temporary = temporary.to_string_lossy();
    let words = if words.is_empty() { &["run", &temporary, VISITED] } else { words };
    match words {
        ["positions", work] => games::write(&endgames(Path::new(work))?, suite),
        ["book", work] => {
            let path = Path::new("crates/solver/src/awari/book.txt");
            opening::write(&endgames(Path::new(work))?, path)
        }
        ["run", work] => run(&["run", work, VISITED]),
        ["run", work, millions] => {
            let path = Path::new(work).join("results.csv");
            let values = endgames(Path::new(work))?;
            let mut results = Results::read(positions()?, &path)?;
            results.complete(&values, &path, retry(millions)?)?;
            run(&["report", work])
        }
        ["report", work] => {
            let results = Results::read(positions()?, &Path::new(work).join("results.csv"))?;
            report::write(&results, Path::new("docs/results/awari"))
        }
        _ => bail!(
            "usage: quod-bench awari [positions DIRECTORY | run DIRECTORY [MILLIONS] | report DIRECTORY | book DIRECTORY]"
        ),
    }
}
