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
use quod_engine::Reason;
use quod_search::Effort;
use quod_single::{Answer, AnyPuzzle, Job, Plan, Work};
use quod_solve::{SessionProgress, Stage};

use crate::drive::Driver;
use crate::output::{check_writable, emit, tell, write_whole};
use crate::progress::Progress;
use crate::solve::{Args, utf8};
use crate::{memory, usage};

pub use about::{about, about_json, all_json, list};
pub use check::{check, is_plan};
pub use patterns::table;
use report::Report;

/// Answers `quod solve` of a puzzle.
///
/// # Errors
/// If the question makes no sense, the puzzle has no solution, or a file cannot be written.
pub fn solve(
    mut puzzle: Box<dyn AnyPuzzle>,
    args: &Args,
    began: Instant,
) -> anyhow::Result<ExitCode> {
    refuse(args)?;
    let mut position = puzzle.position(&args.position)?;
    if let Some(path) = &args.out {
        utf8(path)?;
        check_writable(path)?;
    }
    if let Some(directory) = &args.tables {
        puzzle = patterns::load(&*puzzle, directory, memory::share_of(args.memory))?;
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
        position: position.clone(),
        engine: args.engine.clone(),
        memory: memory::share_of(args.memory),
    };
    let mut work = puzzle.start(&job)?;
    let answer = match hardest {
        Ok(_) => drive(&mut *work, args.nodes, &mut driver)?,
        Err(reason) => Answer::Unknown(reason),
    };
    driver.progress.end();
    let certificate = certificate(&*puzzle, &position, &answer)?;
    if let Some(sweep) = &sweep {
        sweep.agrees(&answer)?;
    }
    let written = match (&args.out, &certificate) {
        (Some(path), Some(text)) => {
            write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
            Some(utf8(path)?)
        }
        _ => None,
    };
    let report = Report {
        puzzle: puzzle.name(),
        position,
        answer: &answer,
        counts: work.counts(),
        engine: work.engine(),
        seconds: began.elapsed().as_secs_f64(),
        peak_memory: memory::peak_private(),
        certificate: written,
        bytes: certificate.as_ref().map(String::len),
        sweep: sweep.as_ref(),
    };
    emit(&match (args.json, args.quiet) {
        (true, _) => format!("{}\n", report.json()),
        (false, true) => format!("{}\n", report.last_line()),
        (false, false) => format!("{}{}\n", report.text(), report.last_line()),
    })?;
    if !args.quiet {
        advise(args, &answer, work.engine());
    }
    Ok(ExitCode::from(if matches!(answer, Answer::Unknown(_)) { 3 } else { 0 }))
}

/// Refuses a puzzle's name where a game of two players is wanted.
///
/// # Errors
/// If it is a puzzle's name, and no game has taken it.
pub fn refuse_name(games: &[&str], text: &str) -> anyhow::Result<()> {
    let name = text.split(':').next().unwrap_or_default();
    if !games.contains(&name) && quod_single::FAMILIES.iter().any(|it| it.name == name) {
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

/// Works until there is an answer, a budget is spent, or somebody interrupts.
fn drive(work: &mut dyn Work, most: Option<u64>, driver: &mut Driver) -> anyhow::Result<Answer> {
    loop {
        if let Some(reason) = driver.stopped() {
            return Ok(Answer::Unknown(reason));
        }
        let left = most.unwrap_or(u64::MAX).saturating_sub(work.counts().nodes);
        if left == 0 {
            return Ok(Answer::Unknown(Reason::Nodes));
        }
        if let Some(answer) = work.step(work.stride().min(left))? {
            return Ok(answer);
        }
        driver.progress.look(|| progress(work));
    }
}

/// Where a search stands, as the progress line tells it.
fn progress(work: &dyn Work) -> SessionProgress {
    let counts = work.counts();
    SessionProgress {
        stage: Stage::Other(format!("{} moves or more", counts.bound)),
        effort: Effort {
            nodes: counts.nodes,
            evaluations: counts.evaluations,
            expansions: counts.expansions,
            reexpansions: 0,
        },
        numbers: None,
        memory: 0,
        line: Vec::new(),
        details: Vec::new(),
        entries: None,
    }
}

/// The text of a plan, replayed from what is written and not from what the search holds.
fn certificate(
    puzzle: &dyn AnyPuzzle,
    position: &str,
    answer: &Answer,
) -> anyhow::Result<Option<String>> {
    let Answer::Plan { moves, shortest } = answer else { return Ok(None) };
    let plan = Plan {
        puzzle: puzzle.name(),
        position: position.to_string(),
        moves: moves.clone(),
        shortest: shortest.clone(),
    };
    let text = plan.to_string();
    let read = Plan::parse(&text)?;
    match puzzle.replay(&read.position, &read.moves)? {
        Ok(()) => Ok(Some(text)),
        Err(fault) => Err(anyhow!("plan, {}: {fault}", fault.place())),
    }
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
