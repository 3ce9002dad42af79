//! `cargo xtask ci`: everything a change must pass.
//!
//! Cheap steps come first, so that a small slip is told early. At the end, also after a failure, a table
//! says what was skipped for want of a program, and what each step took: seconds of the clock, and seconds of the processor, which other programs on
//! the machine disturb less. The everyday run should stay under ten minutes on two cores; what would break
//! that is in [`SLOW`], and `cargo xtask ci --all` runs it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{Steps, cargo, is_there, root, run, skip};
use crate::{browser, formal, fuzz, licences, lint, package, report_tidy, site, tidy, wheel};

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// What every change must pass.
    Everyday,
    /// That and the slow tests.
    All,
}

/// What holds the same as the slow tests of searches on random graphs.
const FEWER: &str = "the same searches on a tenth of the graphs, in the test beside it";

/// Tests that the everyday run leaves out: the name, and what holds the same more cheaply meanwhile. A test
/// is left out if its name contains one of these; that each names a test is a test.
const SLOW: &[(&str, &str)] = &[
    (
        "every_certificate_that_ships_is_verified_and_listed_with_its_statement",
        "the step `shipped proofs`: the same files, but the longest, through `quod-check` as it is released",
    ),
    (
        "no_accepted_connection_is_false_at_length",
        "the same derivations, a twentieth as many, in the tests beside it",
    ),
    ("many_graphs_are_solved_as_the_oracle_says", FEWER),
    ("pds_and_pn_star_solve_very_many_graphs", FEWER),
    ("no_answer_contradicts_the_oracle_on_very_many_graphs", FEWER),
    ("very_many_graphs_are_solved_rightly", FEWER),
    ("both_solve_very_many_graphs_rightly", FEWER),
    ("jobs_answer_very_many_graphs_rightly", FEWER),
    (
        "moves_are_as_many_as_published_to_depth_five",
        "the same counts to a quarter of a million lines, in the test beside it",
    ),
    (
        "mates_are_those_of_brute_force_in_very_many_positions",
        "the same search on fewer positions, in the test beside it",
    ),
    (
        "three_men_are_worth_what_the_checker_derives_from_the_rules",
        "king and rook against king, in the test beside it",
    ),
];

/// Shipped certificates that take a checker long, which the everyday run leaves out.
const LONG: &[&str] = &["othello-6x6.quod"];

/// The shipped certificates, those that take long perhaps left out.
fn shipped(long_too: bool) -> Result<Vec<PathBuf>> {
    let mut files = tidy::files_under(&root().join("proofs"), "quod")?;
    files.retain(|file| long_too || !LONG.iter().any(|name| file.ends_with(name)));
    Ok(files)
}

/// The steps in their order.
fn all_steps(tier: Tier, steps: &mut Steps) -> Result<()> {
    steps.step("format", || cargo(&["fmt", "--all", "--check"], &[]))?;
    steps.step("tidy", report_tidy)?;
    steps.step("licences", licences::report)?;
    steps.step("clippy", lint::everything)?;
    steps.step("clippy, inner", lint::inner)?;
    steps.step("least Rust", lint::least_version)?;
    steps.step("fuzz targets", fuzz)?;
    steps.step("package", || package::package(false))?;
    steps.step("docs", || {
        let doc = ["doc", "--workspace", "--no-deps", "--document-private-items", "--all-features"];
        cargo(&doc, &[("RUSTDOCFLAGS", "-D warnings")])
    })?;
    steps.step("build tests", || cargo(&["test", "--workspace", "--no-run"], &[]))?;
    steps.step("tests", || tests(tier))?;
    steps.step("shipped proofs", || shipped_proofs(tier))?;
    steps.step("second checker", second_checker)?;
    steps.step("proofs in Rocq", || formal::formal(false))?;
    steps.step("python", || wheel::wheel(false))?;
    steps.step("browser", || {
        // The tests have built it.
        let quod = format!("{}/debug/quod", tidy::target_directory(&root())?);
        browser(&[], &[("QUOD", &quod)])
    })?;
    steps.step("site", || {
        let maker = format!("{}/debug/quod-site", tidy::target_directory(&root())?);
        site::site(Some(&maker), &["--test"])
    })
}

/// Runs it and prints what the steps took.
pub fn ci(tier: Tier) -> Result<()> {
    all_steps(tier, &mut Steps::default())
}

/// All tests. Where cargo-nextest is installed it keeps all cores busy across test programs; it knows no
/// examples in documentation, which cargo runs.
fn tests(tier: Tier) -> Result<()> {
    let skipped: Vec<&str> = match tier {
        Tier::Everyday => SLOW.iter().flat_map(|(name, _)| ["--skip", name]).collect(),
        Tier::All => Vec::new(),
    };
    let words = |task: &[&'static str]| [task, &["--workspace", "--"], &skipped].concat();
    if is_there("cargo", &["nextest", "--version"]) {
        cargo(&words(&["nextest", "run", "--no-fail-fast"]), &[])?;
        return cargo(&["test", "--workspace", "--doc"], &[]);
    }
    cargo(&words(&["test"]), &[])
}

/// Runs a program on each file, all at once, and prints what it says; fails if one does.
fn on_each(
    files: &[PathBuf],
    command: impl Fn(&Path) -> Result<Command> + Sync,
) -> Result<Vec<String>> {
    let run = |file: &Path| -> Result<String> {
        let output = command(file)?.current_dir(root()).output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        print!("{}\n{said}", file.display());
        ensure!(
            output.status.success(),
            "{}: {}",
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(said)
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = files.iter().map(|file| scope.spawn(|| run(file))).collect();
        let ended = running.into_iter().map(|it| it.join().expect("nothing in it panics"));
        ended.collect()
    })
}

/// The certificates that ship, each whole, through the small checker as it is released: built with all
/// optimisations it takes a fraction of what the same takes in a test. What it says must be what
/// `proofs/README.md` lists.
fn shipped_proofs(tier: Tier) -> Result<()> {
    cargo(&["build", "--release", "--package", "quod-check-cli"], &[])?;
    let program = format!("{}/release/quod-check", tidy::target_directory(&root())?);
    let list = std::fs::read_to_string(root().join("proofs/README.md"))?;
    let files = shipped(tier == Tier::All)?;
    let said = on_each(&files, |file| {
        let mut command = Command::new(&program);
        command.arg(file);
        Ok(command)
    })?;
    for (file, said) in files.iter().zip(said) {
        let name = file.file_name().unwrap_or_default().display();
        let last = said.lines().last().unwrap_or_default();
        let statement =
            last.strip_prefix("s VERIFIED ").with_context(|| format!("{name}: {last}"))?;
        let row = format!("| `{name}` | `{statement}` |");
        ensure!(list.contains(&row), "proofs/README.md lacks: {row}");
    }
    Ok(())
}

/// Of a shipped certificate with more bytes the Python checker checks some entries, drawn by a seed.
const LONGEST: u64 = 1 << 19;

/// The Python checker's own tests, and the shipped certificates through it.
fn second_checker() -> Result<()> {
    if !is_there("python3", &["--version"]) {
        skip("the second checker: there is no python3");
        return Ok(());
    }
    run("python3", &["tools/test_check_cert.py"], &[])?;
    // Python would be busy with the long ones for days.
    let mut files = shipped(false)?;
    files.extend(tidy::files_under(&root().join("golden"), "quod")?);
    on_each(&files, |file| {
        let mut command = Command::new("python3");
        command.arg("tools/check_cert.py").arg(file);
        command.args(["--tables", "golden/certificates/tables"]);
        // Rust's checker goes through all of Go-Moku's and Connect Four's proofs; this one would take days.
        if std::fs::metadata(file)?.len() > LONGEST {
            command.args(["--sample", "20", "--seed", "1"]);
        }
        Ok(command)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_long_certificate_ships() {
        let (all, short) = (shipped(true).unwrap().len(), shipped(false).unwrap().len());
        assert_eq!(all - short, LONG.len());
    }

    #[test]
    fn every_slow_test_exists() {
        let mut code = String::new();
        for file in tidy::files_under(&root().join("crates"), "rs").unwrap() {
            code += &std::fs::read_to_string(file).unwrap();
        }
        for (name, _) in SLOW {
            assert!(code.contains(&format!("fn {name}(")), "no test {name}");
        }
    }
}
