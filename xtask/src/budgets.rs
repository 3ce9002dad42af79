//! What each step of `cargo xtask ci` may cost, and the record of what it did cost.
//!
//! **Problem.** The everyday run once grew sevenfold in four days, and nothing failed: every change added a little.
//! So each step has a budget of processor seconds, and a run in which a step takes more than a third above its
//! budget fails at its end, with a sentence for each such step.
//! Seconds of the clock would depend on whatever else the machine does, so they have no budget.
//!
//! **Slower machines.** A budget holds for the machine on which it was written. At its start and at its end a run
//! measures how many processor seconds a fixed piece of work takes ([`piece`]), and takes the longer of the two.
//! Where that is longer than [`REFERENCE`], all budgets grow by the same factor; where it is shorter they stay, since a
//! machine that is faster at this piece need not be faster at all else.
//!
//! **What a budget covers.** A run with an empty target directory, in which everything is built, and nothing skipped.
//! A second run takes less, so growth is seen in fresh runs. Programs that nobody waits for, such as a browser's, are not counted.
//!
//! Every run appends its table to `target/ci-times.tsv`. Who raises a budget says why in CHANGELOG.md.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use quod_cert::Sha256;

use crate::ci::Tier;
use crate::run::{Taken, commit, processor_seconds};

/// A step, its processor seconds in the everyday run, and with `--all`. Those of `--all` are wide where it builds or checks
/// more: no such run has been measured since they are there.
const BUDGETS: &[(&str, f64, f64)] = &[
    ("format", 10.0, 10.0),
    ("tidy", 10.0, 10.0),
    ("licences", 10.0, 10.0),
    ("clippy", 320.0, 320.0),
    ("clippy, inner", 120.0, 120.0),
    ("least Rust", 300.0, 300.0),
    ("fuzz targets", 120.0, 120.0),
    ("package", 120.0, 120.0),
    ("docs", 150.0, 150.0),
    ("build tests", 2_000.0, 2_000.0),
    ("tests", 1_400.0, 6_000.0),
    ("shipped proofs", 400.0, 1_200.0),
    ("second checker", 300.0, 300.0),
    ("ledger", 10.0, 10_000.0),
    ("proofs in Rocq", 200.0, 200.0),
    ("python", 120.0, 1_800.0),
    ("browser", 150.0, 150.0),
    ("site", 600.0, 1_200.0),
];

/// How many times its budget a step may take.
const TOLERANCE: f64 = 4.0 / 3.0;

/// Processor seconds of [`piece`] on the machine on which the budgets were written.
const REFERENCE: f64 = 0.6;

/// Bytes of which [`piece`] takes the digest.
const BYTES: usize = 64 << 20;

/// The fixed piece of work: the SHA-256 of as many zeros. Returns the processor seconds that it took.
pub fn piece() -> f64 {
    let before = processor_seconds();
    let (block, mut sha) = ([0; 1 << 16], Sha256::default());
    for _ in 0..BYTES / block.len() {
        sha.update(&block);
    }
    std::hint::black_box(sha.finish());
    processor_seconds() - before
}

/// By how much the budgets grow on a machine that takes so many seconds for the piece of work.
pub fn factor(seconds: f64) -> f64 {
    (seconds / REFERENCE).max(1.0)
}

/// The budget of a step in processor seconds.
fn budget(step: &str, tier: Tier) -> Option<f64> {
    let (_, everyday, all) = BUDGETS.iter().find(|(name, ..)| *name == step)?;
    Some(if tier == Tier::All { *all } else { *everyday })
}

/// A sentence for each step that took too much, or has no budget.
pub fn problems(taken: &[Taken], tier: Tier, factor: f64) -> Vec<String> {
    let mut problems = Vec::new();
    for Taken { step, processor, .. } in taken {
        let Some(budget) = budget(step, tier) else {
            problems.push(format!("the step {step} has no budget"));
            continue;
        };
        if *processor > factor * budget * TOLERANCE {
            problems.push(format!(
                "the step {step} took {processor:.0} seconds of the processor, more than a third above its budget of \
                 {:.0} on this machine: find what grew, or raise the budget and say why in CHANGELOG.md",
                factor * budget,
            ));
        }
    }
    problems
}

/// Adds the run's table to the record, which has a line for each step.
pub fn record(
    file: &Path,
    taken: &[Taken],
    tier: Tier,
    factor: f64,
    passed: bool,
    date: &str,
) -> Result<()> {
    let mut lines = String::new();
    if !file.exists() {
        lines += "date\tcommit\ttier\tresult\tfactor\tstep\tseconds\tprocessor\tbudget\n";
    }
    let tier_name = if tier == Tier::All { "all" } else { "everyday" };
    let result = if passed { "passed" } else { "failed" };
    let commit = commit().unwrap_or_else(|| "-".to_string());
    for Taken { step, seconds, processor } in taken {
        let budget = budget(step, tier).unwrap_or(0.0);
        let _ = writeln!(
            lines,
            "{date}\t{commit}\t{tier_name}\t{result}\t{factor:.2}\t{step}\t{seconds:.1}\t{processor:.1}\t{budget}",
        );
    }
    let opened = OpenOptions::new().create(true).append(true).open(file);
    opened
        .and_then(|mut it| it.write_all(lines.as_bytes()))
        .with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(step: &'static str, processor: f64) -> Taken {
        Taken { step, seconds: 1.0, processor }
    }

    /// The steps that `ci.rs` names.
    fn steps() -> Vec<&'static str> {
        let calls = include_str!("ci.rs").split("steps.step(\"").skip(1);
        calls.filter_map(|it| Some(it.split_once('"')?.0)).collect()
    }

    #[test]
    fn every_step_has_a_budget_and_every_budget_a_step() {
        let named: Vec<&str> = BUDGETS.iter().map(|it| it.0).collect();
        assert_eq!(named, steps());
    }

    #[test]
    fn a_step_may_take_a_third_more_than_its_budget() {
        let told = |seconds, factor| problems(&[taken("tidy", seconds)], Tier::Everyday, factor);
        assert_eq!(told(13.0, 1.0), [""; 0]);
        assert_eq!(told(14.0, 1.0).len(), 1);
        assert!(told(14.0, 1.0)[0].contains("the step tidy took 14 seconds"));
        // The same on a machine of half the speed.
        assert_eq!(told(26.0, 2.0), [""; 0]);
        assert_eq!(told(28.0, 2.0).len(), 1);
    }

    #[test]
    fn all_tests_have_a_budget_of_their_own() {
        let run = [taken("tests", 2_000.0)];
        assert_eq!(problems(&run, Tier::Everyday, 1.0).len(), 1);
        assert_eq!(problems(&run, Tier::All, 1.0), [""; 0]);
    }

    #[test]
    fn a_step_without_a_budget_is_told() {
        let told = problems(&[taken("unheard of", 0.0)], Tier::Everyday, 1.0);
        assert_eq!(told, ["the step unheard of has no budget"]);
    }

    #[test]
    fn budgets_grow_on_a_slower_machine_and_never_shrink() {
        assert_eq!(factor(3.0 * REFERENCE), 3.0);
        assert_eq!(factor(REFERENCE / 3.0), 1.0);
    }

    #[test]
    fn every_run_adds_its_lines_to_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("times.tsv");
        for passed in [true, false] {
            record(&file, &[taken("tidy", 2.0)], Tier::Everyday, 1.5, passed, "2026-01-02")
                .unwrap();
        }
        let text = std::fs::read_to_string(file).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|it| it.split('\t').collect()).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|it| it.len() == 9), "{text}");
        assert_eq!(lines[1][2..], ["everyday", "passed", "1.50", "tidy", "1.0", "2.0", "10"]);
        assert_eq!(lines[2][3], "failed");
    }
}
