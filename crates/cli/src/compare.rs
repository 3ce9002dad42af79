//! `quod compare`: engines side by side on the same positions.
//!
//! Each engine gets a session of its own on each position, through what `quod solve` uses, certificate
//! and check included; the engines take turns position by position, so that a machine that slows down
//! slows all of them. Counts repeat exactly. Seconds are the wall's, from the session's beginning to its
//! checked answer. Peak memory is the highest private resident memory of the whole process during the
//! run: the kernel is told to forget its peak before each. What the allocator keeps of earlier runs is in
//! it; where the kernel cannot forget, it is the peak so far.
//!
//! One concept a file: `engines` and `positions` read what is asked, `runs` what one run came to and the
//! CSV, `statistics` the summary, `report` text and JSON, `figures` the plots.

mod engines;
mod figures;
mod positions;
mod report;
mod runs;
mod statistics;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow};
use quod_catalogue::Registry;
use quod_engine::Reason;
use quod_solve::{AnyGame, Job};

use crate::drive::Driver;
use crate::output::{check_writable, emit, tell, write_whole};
use crate::progress::Progress;
use crate::{memory, puzzle, usage};
use figures::Figure;
use positions::{Position, Positions};
use report::Report;
use runs::Run;

/// Run engines on the positions of a file and compare what they cost
///
/// The file has one position a line; # starts a comment. What follows a tab, or a space in a game whose
/// positions are written without spaces, is the known value: `NAME-wins` or `draw`, a score, for a
/// claim also `true` or `false`. Exit code: 0 compared, 1 an answer is not the known value, 2 error, 3
/// interrupted. The last line of standard output is for scripts: `s COMPARED GAME N engines N
/// positions N wrong`, `s UNKNOWN interrupted`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: NAME, NAME:VARIANT or NAME:KEY=VALUE,… (see `quod games`)
    game: String,

    /// The positions, one a line
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,

    /// The engines, with their options; ratios are to the first. A part like `sums=weak`, with = and
    /// no :, is an option of the engine before it
    #[arg(long, value_name = "E1,E2…")]
    engines: String,

    /// The question: `value`, or a claim such as `first-player-wins` (see `quod games NAME`)
    #[arg(long, value_name = "C", default_value = "value")]
    claim: String,

    /// What to do at a line that is no position, or whose known value makes no sense
    #[arg(long, value_name = "WHAT", default_value = "stop", value_enum)]
    bad_lines: BadLines,

    /// The most threads to use; some engines use fewer
    #[arg(long, value_name = "N", default_value = "1", value_parser = usage::positive,
          allow_negative_numbers = true)]
    threads: u64,

    /// Bound on the private memory of the whole process, at least 32M
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = usage::memory,
          allow_hyphen_values = true)]
    memory: u64,

    /// Entries of the searches' tables, instead of what fits into the memory; for experiments
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    table_entries: Option<u64>,

    /// Most nodes of each run
    #[arg(long, value_name = "N", value_parser = usage::positive, allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Most seconds of each run
    #[arg(long, value_name = "S", value_parser = usage::seconds, allow_negative_numbers = true)]
    time: Option<f64>,

    /// Write every run to this file, as comma-separated values
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,

    /// Write figures to this directory: relative tree size by problem size
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    /// No progress and no advice on standard error; of the text, only the last line
    #[arg(long)]
    quiet: bool,
}

/// What to do at a bad line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BadLines {
    /// End with an error before any work
    Stop,
    /// Say so and leave the line out
    Skip,
}

/// Runs the command.
///
/// # Errors
/// If the question makes no sense, a file cannot be read or written, or a line is bad.
pub fn run(registry: &Registry, args: &Args) -> anyhow::Result<ExitCode> {
    puzzle::refuse_name(&registry.names(), &args.game)?;
    let game = registry.open(&args.game)?;
    let engines = engines::split(&args.engines)?;
    let memory = memory::share_of(args.memory);
    let jobs: Vec<Job> = engines.iter().map(|engine| job(args, "start", engine, memory)).collect();
    for job in &jobs {
        // An engine that does not exist, or a claim, is refused here, before any work.
        game.solve(job)?;
    }
    let positions = positions::read(&game, &args.claim, &args.positions)?;
    heed_bad_lines(args, &positions)?;
    let figures = files(args, engines.len())?;

    let mut driver = Driver::new(None, Progress::new(args.quiet, args.nodes))?;
    let mut runs = Vec::new();
    let mut interrupted = false;
    'all: for (at, position) in positions.good.iter().enumerate() {
        for job in &jobs {
            let title = format!("{} of {}, {}  ", at + 1, positions.good.len(), job.engine);
            driver.progress.begin(&title);
            let run = one(&game, args, position, job, &mut driver)
                .with_context(|| format!("line {}, engine {}", position.line, job.engine))?;
            if run.answer.reason == Some(Reason::Interrupted) {
                interrupted = true;
                break 'all;
            }
            runs.push(run);
        }
    }
    driver.progress.end();

    if let Some(path) = &args.csv {
        write_whole(path, |out| Ok(out.write_all(runs::csv(&runs).as_bytes())?))?;
    }
    for (path, figure) in figures.iter().zip(Figure::all(&engines, &runs)) {
        write_whole(path, |out| Ok(out.write_all(figure.svg().as_bytes())?))?;
    }
    let report = Report {
        game: &game.name(),
        claim: &args.claim,
        engines: &engines,
        positions: &positions,
        runs: &runs,
        interrupted,
    };
    if args.json {
        emit(&format!("{}\n", report.json()))?;
    } else {
        let text = if args.quiet { String::new() } else { report.text() };
        emit(&format!("{text}{}\n", report.last_line()))?;
    }
    if !args.quiet {
        advise(args, &engines, &runs);
    }
    Ok(ExitCode::from(match (interrupted, report.wrong().is_empty()) {
        (true, _) => 3,
        (false, false) => 1,
        (false, true) => 0,
    }))
}

/// Says on standard error which engines left threads idle.
fn advise(args: &Args, engines: &[String], runs: &[Run]) {
    for (engine, run) in engines.iter().zip(runs) {
        let threads = run.answer.threads as u64;
        if args.threads > threads {
            tell(&format!("threads: engine {engine} uses {threads} of {}", args.threads));
        }
    }
}

fn job(args: &Args, position: &str, engine: &str, memory: u64) -> Job {
    Job {
        position: position.to_string(),
        question: args.claim.clone(),
        engine: engine.to_string(),
        memory,
        nodes: args.nodes,
        threads: args.threads as usize,
        table_entries: args.table_entries,
        ..Job::default()
    }
}

/// One engine on one position.
fn one(
    game: &AnyGame,
    args: &Args,
    position: &Position,
    job: &Job,
    driver: &mut Driver,
) -> anyhow::Result<Run> {
    memory::forget_peak();
    driver.restart(args.time);
    let began = Instant::now();
    let job = Job { position: position.text.clone(), ..job.clone() };
    let mut session = game.solve(&job)?;
    let answer = driver.drive(&mut session, None)?;
    let seconds = began.elapsed().as_secs_f64();
    Ok(Run::new(position, &job.engine, answer, seconds, memory::peak_private()))
}

/// Stops at the first bad line, or tells of all of them, as asked.
fn heed_bad_lines(args: &Args, positions: &Positions) -> anyhow::Result<()> {
    let path = args.positions.display();
    for bad in &positions.bad {
        let problem = format!("{path}, line {}: {}", bad.line, bad.problem);
        match args.bad_lines {
            BadLines::Stop => return Err(anyhow!(problem)),
            BadLines::Skip if !args.quiet => tell(&format!("left out: {problem}")),
            BadLines::Skip => {}
        }
    }
    match positions.good.is_empty() {
        true => Err(anyhow!("{path}: expected a position on some line, got none")),
        false => Ok(()),
    }
}

/// Checks, before any work is done, that what is asked for can be written; the figures' files.
fn files(args: &Args, engines: usize) -> anyhow::Result<Vec<PathBuf>> {
    if let Some(path) = &args.csv {
        check_writable(path)?;
    }
    let Some(directory) = &args.svg else { return Ok(Vec::new()) };
    std::fs::create_dir_all(directory).map_err(|error| {
        anyhow!("{}: expected a directory for figures, got: {error}", directory.display())
    })?;
    let by_engine = (1..=engines).map(|at| format!("by-engine-{at}.svg"));
    let names = by_engine.chain(["by-all.svg".to_string()]);
    let paths: Vec<PathBuf> = names.map(|name| Path::new(directory).join(name)).collect();
    paths.iter().try_for_each(|path| check_writable(path))?;
    Ok(paths)
}
