//! Puzzles of one agent on the command line: `solve`, `check`, `table` and `games` come here when the
//! name is a puzzle's.
//!
//! A puzzle has no opponent and no claims: the answer is a plan, or a set of letters. The plan is
//! replayed before it is told, and written as a text that `check` replays again.

mod about;
mod check;
mod hardest;
mod patterns;
mod report;

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{anyhow, bail};
use quod_ask::{Job, Subject as _};
use quod_engine::Reason;
use quod_puzzles::{Answer, Asked, PuzzleAnswer};
use quod_report::PuzzleReport;

use crate::asked::Args;
use crate::drive::Driver;
use crate::output::{check_writable, emit, tell, utf8, write_whole};
use crate::progress::Progress;
use crate::{memory, usage};

pub use about::{about, about_json, all_json, list};
pub use check::{check, is_plan};
pub use patterns::table;
use report::Report;

/// Answers `quod solve` of a puzzle.
///
/// # Errors
/// If the question makes no sense, the puzzle has no solution, or a file cannot be written.
pub fn solve(Asked(mut puzzle): Asked, args: &Args, began: Instant) -> anyhow::Result<ExitCode> {
    refuse(args)?;
    let mut position = puzzle.position(&args.position)?;
    if let Some(path) = &args.out {
        utf8(path)?;
        check_writable(path)?;
    }
    if let Some(directory) = &args.tables {
        puzzle = patterns::load(&*puzzle, directory, memory::share_of(args.memory))?.into();
    }
    let mut driver = Driver::new(args.time, Progress::new(args.quiet, args.nodes))?;
    let sweep = match args.hardest {
        true => Some(hardest::sweep(&*puzzle, args, &mut driver)?),
        false => None,
    };
    let hardest = sweep.as_ref().map(hardest::Sweep::hardest).transpose();
    if let Ok(Some(board)) = hardest {
        position = puzzle.position(board)?;
    }
    let job = Job {
        position,
        engine: args.engine.clone(),
        memory: memory::share_of(args.memory),
        nodes: args.nodes,
        ..Job::default()
    };
    let mut work = Asked(puzzle).begin(&job)?;
    match hardest {
        Ok(_) => _ = driver.run(&mut *work, &mut ())?,
        Err(reason) => work.stop(reason),
    }
    driver.progress.end();
    let answer = work.answer();
    let answer = answer.as_any().downcast_ref::<PuzzleAnswer>();
    let answer = answer.ok_or_else(|| anyhow!("expected a puzzle's answer, got another"))?;
    if let Some(sweep) = &sweep {
        sweep.agrees(&answer.answer)?;
    }
    let written = match (&args.out, &answer.plan) {
        (Some(path), Some(text)) => {
            write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
            Some(utf8(path)?)
        }
        _ => None,
    };
    let told = PuzzleReport {
        answer,
        seconds: began.elapsed().as_secs_f64(),
        peak_memory: memory::peak_private(),
        certificate: written,
        sweep: sweep.as_ref().map(hardest::Sweep::json),
    };
    let report = Report { told, sweep: sweep.as_ref() };
    emit(&match (args.json, args.quiet) {
        (true, _) => format!("{}\n", report.told.json()),
        (false, true) => format!("{}\n", report.last_line()),
        (false, false) => format!("{}{}\n", report.text(), report.last_line()),
    })?;
    if !args.quiet {
        advise(args, &answer.answer, &answer.engine);
    }
    Ok(ExitCode::from(if matches!(answer.answer, Answer::Unknown(_)) { 3 } else { 0 }))
}

/// Refuses a puzzle's name where a game of two players is wanted.
///
/// # Errors
/// If it is a puzzle's name, and no game has taken it.
pub fn refuse_name(games: &[&str], text: &str) -> anyhow::Result<()> {
    let name = text.split(':').next().unwrap_or_default();
    if !games.contains(&name) && quod_puzzles::FAMILIES.iter().any(|it| it.name == name) {
        bail!(
            "game: expected a game of two players, got the puzzle {name}, which `quod solve` solves"
        );
    }
    Ok(())
}

/// Refuses options that only questions about games have.
fn refuse(args: &Args) -> anyhow::Result<()> {
    let given = [
        ("--hints", args.hints.is_some()),
        ("--all-moves", args.all_moves),
        ("--checkpoint", args.checkpoint.is_some()),
        ("--explore", args.explore),
        ("--table-entries", args.table_entries.is_some()),
    ];
    if let Some((name, _)) = given.iter().find(|it| it.1) {
        bail!("{name}: expected a game of two players, got the puzzle {}", args.game);
    }
    if args.claim != "value" {
        bail!("--claim: expected value, which is all that a puzzle has, got \"{}\"", args.claim);
    }
    Ok(())
}

/// Says on standard error what to do about an answer that is not there.
fn advise(args: &Args, answer: &Answer, engine: &str) {
    if args.threads > 1 {
        tell(&format!("threads: engine {engine} uses 1 of {}", args.threads));
    }
    let Answer::Unknown(reason) = answer else {
        if args.out.is_some() && matches!(answer, Answer::Letters(_)) {
            tell("no certificate: nothing was written to --out");
        }
        return;
    };
    let more = match reason {
        Reason::Nodes => "the node budget ran out; try more --nodes",
        Reason::Time => "the time ran out; try more --time",
        Reason::Memory if args.hardest => "the memory ran out; try more --memory, such as 6G",
        Reason::Memory => "the memory ran out; try more --memory, or --engine ida-star",
        Reason::Interrupted => "it was interrupted",
        _ => "no plan within the depth; try --engine depth-first:depth=N or another engine",
    };
    tell(&format!("unknown: {more}"));
}

/// A file's bytes, if they are no more than so many.
///
/// # Errors
/// If it cannot be read or is larger.
fn read(path: &Path, what: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let bad = |error| anyhow!("{}: expected {what}, got: {error}", path.display());
    let length = path.metadata().map_err(bad)?.len();
    if length > most {
        let [length, most] = [length.div_ceil(1 << 20), most >> 20];
        bail!("--memory: expected room for {length}M, which {} needs, got {most}M", path.display());
    }
    std::fs::read(path).map_err(bad)
}

/// The least bound on memory, which is enough for any plan.
const PLAN: u64 = usage::LEAST_MEMORY;
