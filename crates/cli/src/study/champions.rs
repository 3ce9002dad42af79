//! `quod study champions`: how well the players of some games play, by the measures of Guid and Bratko.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use quod_protocols::uci_client::{UciClient, UciFault};
use quod_study::champions::{DEPTH, FROM, Figures};
use quod_study::record::{self, Record};

use super::asked::{Asker, Bound};
use super::report::{Played, Report};
use crate::drive::Driver;
use crate::output::{emit, tell};
use crate::progress::Progress;
use crate::usage;

/// Measure how well the players of some games of chess play, as Guid and Bratko measured the champions
///
/// An engine evaluates every move and the best one; figures are the mean difference, blunders, best moves, the
/// complexity of positions, and what is expected of each player in positions like those of the others (M. Guid,
/// I. Bratko, "Computer Analysis of Chess Champions", CG 2006; sections of it are named below). A move is left out if
/// its evaluation and that of the best move are both beyond two pawns (section 2.1). Exit code: 0 done, 2 error,
/// 3 interrupted. The last line of standard output is for scripts: `s STUDIED champions N games N moves N players`,
/// `s UNKNOWN interrupted`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The engine: a program that speaks UCI
    #[arg(long, value_name = "uci:PATH", value_parser = uci_path)]
    engine: String,

    /// An argument for the engine's program; may be said several times
    #[arg(long, value_name = "ARGUMENT", allow_hyphen_values = true)]
    engine_argument: Vec<String>,

    /// An option of the engine, such as `Hash=64`; may be said several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    option: Vec<(String, String)>,

    /// The games, in PGN
    #[arg(long, value_name = "PGN")]
    games: PathBuf,

    /// Only the moves of this player, named as in the games; may be said several times
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Plies that the engine searches, 12 unless said; a ply more where the pieces of both sides are worth less than
    /// 15 pawns (section 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=99))]
    depth: Option<u32>,

    /// Nodes that the engine searches, instead of a depth
    #[arg(long, value_name = "N", value_parser = usage::positive, conflicts_with = "depth",
          allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// The number of the first move of a game that is looked at (section 2)
    #[arg(long, value_name = "MOVE", default_value_t = FROM, value_parser = clap::value_parser!(u32).range(1..))]
    from: u32,

    /// What to do at a game that cannot be read
    #[arg(long, value_name = "WHAT", default_value = "stop", value_enum)]
    bad_games: BadGames,

    /// Seconds to wait for an answer of the engine
    #[arg(long, value_name = "S", default_value = "600", value_parser = usage::seconds,
          allow_negative_numbers = true)]
    patience: f64,

    /// Print one JSON object instead of text
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print every move as a line of comma-separated values instead of text
    #[arg(long)]
    csv: bool,

    /// No progress and no advice on standard error; of the text, only the last line
    #[arg(long)]
    quiet: bool,
}

/// What to do at a bad game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BadGames {
    /// End with an error before any work
    Stop,
    /// Say so and leave the game out
    Skip,
}

fn uci_path(text: &str) -> Result<String, String> {
    let path = text.strip_prefix("uci:").filter(|it| !it.is_empty());
    path.map(str::to_string).ok_or_else(|| "uci:PATH, a program that speaks UCI".to_string())
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !text.contains(['\n', '\r']) => {
            Ok((name.to_string(), value.to_string()))
        }
        _ => Err("NAME=VALUE".to_string()),
    }
}

/// Runs the command.
///
/// # Errors
/// If the games cannot be read, or the engine cannot be used.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let records = read(args)?;
    let turns = turns(args, &records)?;
    let mut driver = Driver::new(None, Progress::new(args.quiet, Some(turns.len() as u64)))?;
    let mut go_on = || driver.stopped().is_none();
    let mut asker = match asker(args, &mut go_on) {
        Err(UciFault::Stopped) => {
            emit("s UNKNOWN interrupted\n")?;
            return Ok(ExitCode::from(3));
        }
        other => other?,
    };
    let mut figures = Figures::default();
    let mut moves = Vec::new();
    let mut interrupted = false;
    for (done, &(game, at)) in turns.iter().enumerate() {
        let record = &records[game];
        let turn = &record.turns[at];
        let place = || {
            let dots = ["", ".."][turn.mover.index()];
            format!(
                "game {} of line {}, {}.{dots} {}",
                game + 1,
                record.line,
                turn.number,
                turn.text
            )
        };
        driver.progress.count(done as u64, || format!("{done} of {}  {}", turns.len(), place()));
        let judged = match asker.judge(game, record, at, &mut || driver.stopped().is_none()) {
            Err(UciFault::Stopped) => {
                interrupted = true;
                break;
            }
            other => other.with_context(place)?,
        };
        let player = &record.names[turn.mover.index()];
        figures.add(player, record.half_points, &judged);
        moves.push(Played { record, judged });
    }
    driver.progress.end();
    let report = Report {
        engine: asker.engine.name(),
        bound: asker.bound,
        from: args.from,
        games: records.len(),
        figures: &figures,
        moves: &moves,
        interrupted,
    };
    match (args.json, args.csv, args.quiet) {
        (true, ..) => emit(&format!("{}\n", report.json()))?,
        (_, true, _) => emit(&report.csv())?,
        (.., true) => emit(&report.last_line())?,
        _ => emit(&format!("{}{}", report.text(), report.last_line()))?,
    }
    let shallow = report.shallow();
    if shallow > 0 && !args.quiet {
        tell(&format!("depth: the engine ended its search of {shallow} positions before it"));
    }
    Ok(ExitCode::from(if interrupted { 3 } else { 0 }))
}

/// The engine, ready to be asked.
fn asker(args: &Args, go_on: &mut dyn FnMut() -> bool) -> Result<Asker, UciFault> {
    let patience = Duration::from_secs_f64(args.patience);
    let mut engine = UciClient::start(&args.engine, &args.engine_argument, patience, go_on)?;
    for (name, value) in &args.option {
        engine.set(name, value)?;
    }
    let two = engine.has_option("MultiPV");
    if two {
        engine.set("MultiPV", "2")?;
    } else if !args.quiet {
        tell("engine: without an option MultiPV; complexity and what is expected stay unknown");
    }
    let bound = match args.nodes {
        Some(nodes) => Bound::Nodes(nodes),
        None => Bound::Depth(args.depth.unwrap_or(DEPTH)),
    };
    Ok(Asker { engine, bound, two, complexity_to: args.depth.unwrap_or(DEPTH) })
}

/// The games that can be read.
fn read(args: &Args) -> anyhow::Result<Vec<Record>> {
    let path = args.games.display();
    let bytes = std::fs::read(&args.games)
        .map_err(|error| anyhow!("{path}: expected a readable file, got: {error}"))?;
    let mut records = Vec::new();
    for game in record::read(&bytes) {
        match (game, args.bad_games) {
            (Ok(record), _) => records.push(record),
            (Err(error), BadGames::Stop) => return Err(anyhow!("{path}, {error}")),
            (Err(error), BadGames::Skip) if !args.quiet => {
                tell(&format!("left out: {path}, {error}"))
            }
            (Err(_), BadGames::Skip) => {}
        }
    }
    Ok(records)
}

/// The moves to judge: a game's place and the move's.
fn turns(args: &Args, records: &[Record]) -> anyhow::Result<Vec<(usize, usize)>> {
    let path = args.games.display();
    let names = || records.iter().flat_map(|it| &it.names);
    if let Some(unknown) = args.player.iter().find(|it| !names().any(|name| name == *it)) {
        return Err(anyhow!("--player: expected a player of {path}, got \"{unknown}\""));
    }
    let mut turns = Vec::new();
    for (game, record) in records.iter().enumerate() {
        for (at, turn) in record.turns.iter().enumerate() {
            let name = &record.names[turn.mover.index()];
            if turn.number >= args.from && (args.player.is_empty() || args.player.contains(name)) {
                turns.push((game, at));
            }
        }
    }
    match turns.is_empty() {
        true => Err(anyhow!("{path}: expected moves from move {} on, got none", args.from)),
        false => Ok(turns),
    }
}
