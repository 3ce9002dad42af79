//! The thesis's experiment on awari (Allis 1994, §2.4.3–2.4.7) done again.

mod games;
mod opening;
mod report;
mod results;
mod searches;
mod statistics;
mod text;
mod thesis;

use std::path::{Path, PathBuf};

use anyhow::Result;
use quod_awari::AwariTables;
use quod_awari::Values;
use quod_awari::load_endgames;
use quod_rules::{Awari, GrandSlam, Rest, Worth};
use quod_tables::{Builder, Directory, Options};

use results::{Results, Retry, read_positions};

/// Stones of the endgames: the thesis's.
const ENDGAMES: u32 = 17;

/// Millions of positions that alpha-beta may visit at the second attempt unless told otherwise.
const VISITED: u64 = 500;

/// One part of the experiment, with a working directory for tables and results.
#[derive(Debug, clap::Subcommand)]
pub enum Part {
    /// Plays the games and writes the positions into `bench/suite/awari`.
    Positions { directory: PathBuf },
    /// Searches the positions and reports. What the directory has is not searched again.
    Run {
        directory: PathBuf,
        /// Millions of positions after which alpha-beta gives up at the second attempt.
        #[arg(default_value_t = VISITED)]
        millions: u64,
    },
    /// Writes tables and figures into `docs/results/awari`.
    Report { directory: PathBuf },
    /// Makes the player's opening book.
    Book { directory: PathBuf },
}

/// The second attempt: alpha-beta has the thesis's quarter billion counted nodes if it visits at most
/// so many millions of positions, the others twenty million nodes.
fn retry(millions: u64) -> Retry {
    let visited = millions.saturating_mul(1_000_000);
    Retry { counted: 250_000_000, visited, created: 20_000_000 }
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

/// Runs a part of the experiment, or all of it in a temporary directory.
pub fn run(part: Option<Part>) -> Result<()> {
    let suite = Path::new("bench/suite/awari");
    let positions = || read_positions(&suite.join("positions.txt"));
    let all =
        || Part::Run { directory: std::env::temp_dir().join("quod-awari"), millions: VISITED };
    match part.unwrap_or_else(all) {
        Part::Positions { directory } => games::write(&endgames(&directory)?, suite),
        Part::Book { directory } => {
            let path = Path::new("families/awari/src/search/book.txt");
            opening::write(&endgames(&directory)?, path)
        }
        Part::Run { directory, millions } => {
            let path = directory.join("results.csv");
            let values = endgames(&directory)?;
            let mut results = Results::read(positions()?, &path)?;
            results.complete(&values, &path, retry(millions))?;
            run(Some(Part::Report { directory }))
        }
        Part::Report { directory } => {
            let results = Results::read(positions()?, &directory.join("results.csv"))?;
            report::write(&results, Path::new("docs/results/awari"))
        }
    }
}
