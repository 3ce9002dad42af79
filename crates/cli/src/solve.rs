//! `quod solve`: from a question about a position to an answer and its certificate.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{anyhow, bail};
use quod_catalogue::{Opened, Registry};
use quod_engine::Reason;
use quod_solve::{Answer, MoveAnswer, Sound, soundness};

use crate::analysis::{Analysis, save_as};
use crate::asked::Args;
use crate::output::{emit, tell, utf8, write_whole};
use crate::report::Report;
use crate::work::{Kept, Work};
use crate::{beside, kif, memory, puzzle, table};

/// Runs the command.
///
/// # Errors
/// If the question makes no sense, or a file cannot be written.
pub fn run(registry: &Arc<Registry>, args: &Args) -> anyhow::Result<ExitCode> {
    run_as(registry, args, None)
}

/// Runs it, or `quod analyse`: then every move is asked about and shown as well.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_as(
    registry: &Arc<Registry>,
    args: &Args,
    analysis: Option<&Analysis<'_>>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let game = match (registry.open_any(&args.game)?, analysis) {
        (Opened::Puzzle(puzzle), None) => return puzzle::solve(puzzle, args, began),
        (Opened::Puzzle(puzzle), Some(_)) => {
            bail!("game: expected a game of two players, got the puzzle {}", puzzle.0.name())
        }
        (Opened::Game(game), _) => game,
    };
    if args.hardest {
        bail!("--hardest: expected a puzzle, got the game {}", game.name());
    }
    if args.sound && (!game.offer().one_solution || args.claim != "mate") {
        let asked = format!("{} of {}", args.claim, game.name());
        bail!("--sound: expected --claim mate of a shogi problem, got {asked}");
    }
    if let Some(directory) = &args.sound_dir {
        std::fs::create_dir_all(directory).map_err(|error| {
            anyhow!("{}: expected a directory to write to, got: {error}", directory.display())
        })?;
    }
    let mut work = Work::new(&game, args)?;
    let explorer = match args.explore {
        true => Some(beside::beside(registry)?),
        false => None,
    };
    work.explorer = explorer.as_ref();
    work.keeps = analysis.is_some_and(|it| it.dir.is_some()) || args.sound_dir.is_some();
    let answer = work.answer(&args.position, &args.claim, "session", args.nodes)?;
    let each = args.all_moves || analysis.is_some();
    let mut moves = if each { Some(work.moves(&answer)?) } else { None };
    let sound = if args.sound { soundness(&game, &answer, &mut work)? } else { None };
    if let Some(directory) = &args.sound_dir {
        for Kept { number, mv, part, certificate, .. } in &work.kept {
            save_as(directory, &format!("{number}-{mv}{part}"), certificate)?;
        }
    }
    work.driver.progress.end();
    let certificate = write_certificate(args, &answer)?;
    let refused = write_refused(args, &answer)?;
    let open = moves.iter().flatten().any(|it| it.value.is_none());
    if answer.is_checked() && !open {
        work.forget();
    }
    let picture = match (analysis, &mut moves) {
        (Some(it), Some(moves)) => {
            it.write(&answer, moves, &work.kept)?;
            it.show(&game, &answer, moves, args.json)?
        }
        _ => String::new(),
    };

    let tables = match args.tables {
        None if !answer.is_checked() => table::that_know(&game, &answer),
        _ => None,
    };
    let report = Report {
        answer: &answer,
        effort: work.effort,
        moves: moves.as_deref(),
        sound: sound.as_ref(),
        japanese: &sound.as_ref().map_or(Vec::new(), |it| kif::attackers_moves(&game, it)),
        tables: tables.as_deref(),
        seconds: began.elapsed().as_secs_f64(),
        threads: answer.threads as u64,
        peak_memory: memory::peak_private(),
        certificate,
    };
    if args.json {
        emit(&format!("{}\n", serde_json::to_string(&report.json())?))?;
    } else {
        let text = if args.quiet { String::new() } else { picture + &report.text() };
        emit(&format!("{text}{}\n", report.last_line()))?;
    }
    if answer.is_defect() {
        tell(&report_it(args, refused.as_deref()));
    }
    if !args.quiet {
        advise(args, &answer, moves.as_deref(), tables.as_deref());
    }
    if explorer.is_some() {
        work.driver.wait_for_interruption();
    }
    let unsettled = sound.is_some_and(|it| it.verdict() == Sound::Unknown);
    let known = answer.is_checked() && !(analysis.is_some() && open) && !unsettled;
    Ok(ExitCode::from(if known { 0 } else { 3 }))
}

/// Writes the certificate where it was asked for; returns the path if there was one to write.
fn write_certificate(args: &Args, answer: &Answer) -> anyhow::Result<Option<String>> {
    let (Some(path), Some(bytes)) = (&args.out, &answer.certificate) else { return Ok(None) };
    write_whole(path, |out| Ok(out.write_all(bytes)?))?;
    Ok(Some(utf8(path)?.to_string()))
}

/// Writes a certificate that the checker did not accept, under a name that nobody takes for a
/// proof's; returns the path if there was one to write.
fn write_refused(args: &Args, answer: &Answer) -> anyhow::Result<Option<String>> {
    let (Some(path), Some(bytes)) = (&args.out, &answer.refused) else { return Ok(None) };
    let path = format!("{}.unverified", utf8(path)?);
    write_whole(Path::new(&path), |out| Ok(out.write_all(bytes)?))?;
    Ok(Some(path))
}

/// What is said of an answer that ought to have a certificate and has none.
fn report_it(args: &Args, refused: Option<&str>) -> String {
    let with = match (refused, &args.out) {
        (Some(path), _) => format!("the file {path}"),
        (None, Some(_)) => "the command".to_string(),
        (None, None) => {
            "the command; with --out FILE what there is of the proof is kept".to_string()
        }
    };
    let own = "(of a game of your own: or of its rules)";
    format!("unverified: this is a defect of Quod {own}: please report it with {with}")
}

/// Says on standard error what to do about an answer that is not there.
fn advise(args: &Args, answer: &Answer, moves: Option<&[MoveAnswer]>, tables: Option<&str>) {
    if args.threads > answer.threads as u64 {
        let (engine, threads) = (&answer.engine, answer.threads);
        tell(&format!("threads: engine {engine} uses {threads} of {}", args.threads));
    }
    if answer.is_checked() {
        let open = moves.unwrap_or_default().iter().filter(|it| it.value.is_none()).count();
        if open > 0 {
            tell(&format!("unknown: the value of {open} moves; a larger budget may find them"));
        }
        return;
    }
    if answer.is_defect() {
        return;
    }
    let word = answer.verdict.word();
    let (more, resumes) = match &answer.reason {
        Some(Reason::Nodes) => ("the node budget ran out; try more --nodes", true),
        Some(Reason::Time) => ("the time ran out; try more --time", true),
        Some(Reason::Memory) => ("the memory ran out; try more --memory", true),
        Some(Reason::Interrupted) => ("it was interrupted", true),
        Some(Reason::Repetition) => {
            ("repeated positions hide the answer from this engine; try another --engine", false)
        }
        _ => ("this engine cannot find the answer; try another --engine", false),
    };
    let resume = match &args.checkpoint {
        _ if !resumes => String::new(),
        Some(it) => format!("; run the same command again to continue from {}", it.display()),
        None => "; with --checkpoint DIR a later run can continue here".to_string(),
    };
    tell(&format!("{word}: {more}{resume}"));
    if let Some(command) = tables {
        tell(&format!("tables: with --tables DIR they settle it; `{command}` builds them"));
    }
}
