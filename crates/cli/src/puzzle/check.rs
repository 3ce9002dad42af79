//! `quod check` of a plan: the moves are played by the puzzle's plain rules.
//!
//! What the plan says of itself being shortest is told and not replayed.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use quod_puzzles::{AnyPuzzle, Plan};
use quod_report::{CheckReport, RejectReport};

use crate::check::Args;
use crate::files::explain_at;
use crate::output::emit;

/// Why a plan is rejected: a word, a place, a sentence.
struct Rejected {
    word: &'static str,
    place: String,
    detail: String,
}

/// Whether a file that can be read begins as a plan does.
pub fn is_plan(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(10).read_to_end(&mut bytes));
    read.is_ok() && Plan::begins(&bytes)
}

/// Runs the command on a plan.
///
/// # Errors
/// If the file cannot be read, or what is asked for is no position of the plan's puzzle.
pub fn check(path: &Path, args: &Args, began: Instant) -> anyhow::Result<ExitCode> {
    let bytes = super::read(path, "a readable file", super::PLAN)?;
    let judged = judge(&bytes, args)?;
    let seconds = began.elapsed().as_secs_f64();
    let (code, text, report) = match judged {
        Ok(plan) => {
            let claim = format!("plan={}", plan.moves.len());
            let last = format!("s VERIFIED {} {claim} {}\n", plan.puzzle, plan.position);
            let shortest = match &plan.shortest {
                Some(by) => format!("the shortest, according to {by} (not checked)"),
                None => "there may be a shorter plan".to_string(),
            };
            let text =
                format!("{} moves replayed, {seconds:.3} s\n{shortest}\n{last}", plan.moves.len());
            (0, text, accepted(plan, claim, seconds))
        }
        Err(Rejected { word, place, detail }) => {
            explain_at(&place, word, &detail);
            let last = format!("s REJECTED {word} at {place}\n");
            let reject = RejectReport { reason: word.to_string(), at: place, detail };
            (1, last, CheckReport::rejected(reject, seconds))
        }
    };
    emit(&if args.json { format!("{}\n", serde_json::to_string(&report)?) } else { text })?;
    Ok(ExitCode::from(code))
}

fn accepted(plan: Plan, claim: String, seconds: f64) -> CheckReport {
    CheckReport {
        verified: true,
        game: Some(plan.puzzle),
        position: Some(plan.position),
        claim: Some(claim),
        assumes: Vec::new(),
        entries: None,
        work: Some(plan.moves.len() as u64),
        evidence: Vec::new(),
        seconds: (seconds * 1e3).round() / 1e3,
        reject: None,
    }
}

fn judge(bytes: &[u8], args: &Args) -> anyhow::Result<Result<Plan, Rejected>> {
    let reject = |word, place: &str, detail: String| {
        Ok(Err(Rejected { word, place: place.to_string(), detail }))
    };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return reject("malformed", "the text", error.to_string()),
    };
    let mut plan = match Plan::parse(text) {
        Ok(plan) => plan,
        Err(error) => {
            let detail = format!("expected {}, got {}", error.expected, error.got);
            return reject("malformed", &error.place, detail);
        }
    };
    let puzzle = match quod_puzzles::open(&plan.puzzle, &[]) {
        Ok(Some(puzzle)) => puzzle,
        Ok(None) => return reject("unknown-puzzle", "line 2", plan.puzzle),
        Err(error) => return reject("unknown-puzzle", "line 2", error.to_string()),
    };
    let position = match puzzle.position(&plan.position) {
        Ok(position) => position,
        Err(error) => return reject("malformed", "line 3", error.to_string()),
    };
    (plan.puzzle, plan.position) = (puzzle.name(), position);
    if let Some(detail) = other(&*puzzle, &plan, args)? {
        return reject("other-statement", "the head", detail);
    }
    match puzzle.replay(&plan.position, &plan.moves)? {
        Ok(()) => Ok(Ok(plan)),
        Err(fault) => reject(fault.word(), &fault.place(), fault.to_string()),
    }
}

/// What the plan is of, if that is not what was asked for.
fn other(puzzle: &dyn AnyPuzzle, plan: &Plan, args: &Args) -> anyhow::Result<Option<String>> {
    if let Some(name) = &args.game {
        let asked = quod_puzzles::open(name, &[])?.map_or(name.clone(), |it| it.name());
        if asked != plan.puzzle {
            return Ok(Some(format!("{asked} expected, {} found", plan.puzzle)));
        }
    }
    if let Some(position) = &args.position {
        let asked = puzzle.position(position)?;
        if asked != plan.position {
            return Ok(Some(format!("{asked} expected, {} found", plan.position)));
        }
    }
    let found = format!("plan={}", plan.moves.len());
    let asked = args.claim.as_deref().filter(|it| *it != "value" && *it != found);
    Ok(asked.map(|asked| format!("{asked} expected, {found} found")))
}
