//! `cargo xtask ci`: everything a change must pass.
//!
//! Cheap steps come first, so that a small slip is told early. At the end, also after a failure, a table
//! says what was skipped for want of a program, and what each step took: seconds of the clock, and seconds of the processor, which other programs on
//! the machine disturb less. A step that takes too many of the latter fails the run ([`budgets`]).
//! What takes long is left out of the everyday run, with what holds the same meanwhile ([`SLOW`], [`LONG`]), and
//! `cargo xtask ci --all` runs it.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::programs::run_programs;
use crate::run::{Job, Steps, cargo, commit, is_there, root, run_all, skip, today};
use crate::{
    browser, budgets, formal, fuzz, inputs, ledger, licences, lint, package, report, report_tidy,
    site, tidy, wheel,
};

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// What every change must pass.
    Everyday,
    /// That, the slow tests, the long certificates, and whole checks by the second checker.
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
        "every_engine_ends_on_every_game",
        "every general engine on rules that break their promises, in `broken_promises`",
    ),
    (
        "antichess_of_four_men_is_worth_what_the_checker_derives_from_the_rules",
        "antichess of two and three men, and short wins of four men by brute force, in the tests beside it",
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
        "wins_in_time_are_those_of_an_exhaustive_search_in_very_many_positions",
        "the same comparison on sixty positions of each game, in the test beside it",
    ),
    (
        "three_men_are_worth_what_the_checker_derives_from_the_rules",
        "king and rook against king, in the test beside it",
    ),
];

/// Shipped certificates that take a checker long, which the everyday run leaves out, and what holds them meanwhile. That each is
/// the file it was when it was checked, the ledger holds in every run.
const LONG: &[(&str, &str)] = &[
    ("othello-6x6.quod", "solution trees of smaller boards, in the test of both checkers"),
    ("gomoku-standard-14.quod", "the same kinds of evidence in the smaller gomoku-standard.quod"),
    ("gomoku-freestyle-14.quod", "the same kinds of evidence in the smaller gomoku-freestyle.quod"),
];

/// The shipped certificates, those that take long perhaps left out.
pub fn shipped(long_too: bool) -> Result<Vec<PathBuf>> {
    let mut files = tidy::files_under(&root().join("proofs"), "quod")?;
    files.retain(|file| long_too || !LONG.iter().any(|(name, _)| file.ends_with(name)));
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
    steps.step("ledger", || match tier {
        Tier::Everyday => ledger::check(),
        Tier::All => ledger::make(u64::MAX).and_then(|()| ledger::check()),
    })?;
    steps.step("proofs in Rocq", || formal::formal(false))?;
    steps.step("python", || match tier {
        Tier::Everyday => wheel::module(),
        Tier::All => wheel::wheel(false),
    })?;
    steps.step("browser", || {
        // The tests have built it.
        let quod = format!("{}/debug/quod", tidy::target_directory(&root())?);
        browser(&[], &[("QUOD", &quod)])
    })?;
    steps.step("site", || {
        let maker = format!("{}/debug/quod-site", tidy::target_directory(&root())?);
        site::site(Some(&maker), tier == Tier::Everyday, &["--test"])
    })
}

/// Runs it, prints and records what the steps took, and compares that with their budgets. With `from` it begins at that
/// step: what failed is mended, and what passed need not run again. With `since` it leaves out the steps that look at nothing
/// that has changed since that revision.
pub fn ci(tier: Tier, from: Option<&str>, since: Option<&str>) -> Result<()> {
    let first = budgets::piece();
    let changed = since.map(inputs::changed_since).transpose()?;
    let mut steps = Steps { from: from.map(str::to_string), changed, ..Steps::default() };
    let result = all_steps(tier, &mut steps);
    ensure!(steps.from.is_none(), "--from: no step has the name {}", from.unwrap_or_default());
    steps.print();
    // The machine may be slower at one time than at another.
    let piece = first.max(budgets::piece());
    let factor = budgets::factor(piece);
    println!(
        "the fixed piece of work took {piece:.2} s of the processor: budgets are taken {factor:.2} times"
    );
    let over = budgets::problems(&steps.taken, tier, factor);
    let passed = result.is_ok() && over.is_empty();
    let times = format!("{}/ci-times.tsv", tidy::target_directory(&root())?);
    budgets::record(times.as_ref(), &steps.taken, tier, factor, passed, &today())?;
    result?;
    report("budgets", &over)
}

/// All tests. Where cargo-nextest is installed it keeps all cores busy across test programs, and elsewhere `programs.rs`
/// does; neither knows examples in documentation, which cargo runs.
fn tests(tier: Tier) -> Result<()> {
    let skipped: Vec<&str> = match tier {
        Tier::Everyday => SLOW.iter().flat_map(|(name, _)| ["--skip", name]).collect(),
        Tier::All => Vec::new(),
    };
    // Long comparisons are made whole, where the everyday run makes a fifth of them (`quod_game::testkit::share`).
    let env: &[(&str, &str)] = if tier == Tier::All { &[("QUOD_WHOLE", "1")] } else { &[] };
    if is_there("cargo", &["nextest", "--version"]) {
        let nextest = ["nextest", "run", "--no-fail-fast", "--workspace", "--"];
        cargo(&[&nextest[..], &skipped].concat(), env)?;
    } else {
        run_programs(&skipped, env)?;
    }
    cargo(&["test", "--workspace", "--doc"], &[])
}

/// A job for each file: the program and its arguments, which may depend on the file's bytes, and the file.
fn on_each(files: &[PathBuf], words: impl Fn(u64) -> Vec<String>) -> Result<Vec<Job>> {
    let job = |file: &PathBuf| -> Result<Job> {
        let size = file.metadata()?.len();
        let name = file.display().to_string();
        Ok(Job { words: [words(size), vec![name.clone()]].concat(), name, size })
    };
    files.iter().map(job).collect()
}

/// The certificates that ship, each whole, through the small checker as it is released: built with all
/// optimisations it takes a fraction of what the same takes in a test. What it says must be what
/// `proofs/README.md` lists.
fn shipped_proofs(tier: Tier) -> Result<()> {
    cargo(&["build", "--release", "--package", "quod-check-cli"], &[])?;
    let program = format!("{}/release/quod-check", tidy::target_directory(&root())?);
    let files = shipped(tier == Tier::All)?;
    let said =
        run_all(&on_each(&files, |_| vec![program.clone(), "--threads".into(), "1".into()])?)?;
    listed(&files, &said, &["s VERIFIED "])
}

/// Demands that `proofs/README.md` lists what a checker says of these files in its last line, which begins with one of some words.
fn listed(files: &[PathBuf], said: &[String], words: &[&str]) -> Result<()> {
    let list = std::fs::read_to_string(root().join("proofs/README.md"))?;
    for (file, said) in files.iter().zip(said) {
        let name = file.file_name().unwrap_or_default().display();
        let last = said.lines().last().unwrap_or_default();
        let statement = words.iter().find_map(|it| last.strip_prefix(it));
        let row =
            format!("| `{name}` | `{}` |", statement.with_context(|| format!("{name}: {last}"))?);
        ensure!(list.contains(&row), "proofs/README.md lacks: {row}");
    }
    Ok(())
}

/// The seed by which a run draws samples: the first digits of the commit, so that every commit looks elsewhere.
fn seed(commit: Option<&str>) -> u32 {
    let digits = commit.and_then(|it| it.get(..8));
    digits.and_then(|it| u32::from_str_radix(it, 16).ok()).unwrap_or(1)
}

/// The tests of the Python checker, of what joins it into one file, and of what says its version: a program each.
fn python_tests() -> Result<Vec<PathBuf>> {
    let mut files = tidy::files_under(&root().join("tools/tests"), "py")?;
    let is_test = |name: &str| name.starts_with("test_");
    files.retain(|file| file.file_name().is_some_and(|name| is_test(&name.to_string_lossy())));
    Ok(files)
}

/// The Python checker's own tests, and the certificates through it: small ones whole, and of large ones some
/// entries. Which of these it went through whole, and when, the ledger says.
fn second_checker() -> Result<()> {
    if !is_there("python3", &["--version"]) {
        skip("the second checker: there is no python3");
        return Ok(());
    }
    let seed = seed(commit().as_deref());
    println!("samples are drawn by the seed {seed}");
    let ships = shipped(false)?;
    let golden = tidy::files_under(&root().join("golden"), "quod")?;
    let all = [&ships[..], &golden].concat();
    let mut jobs = on_each(&all, |size| {
        let mut words = format!("python3 tools/check_cert.py --tables {GOLDEN_TABLES}");
        if size > ledger::LARGE {
            words += &format!(" --sample 20 --seed {seed}");
        }
        words.split(' ').map(str::to_string).collect()
    })?;
    // They take longest.
    let tests = on_each(&python_tests()?, |_| vec!["python3".to_string()])?;
    jobs.extend(tests.into_iter().map(|job| Job { size: u64::MAX, ..job }));
    let said = run_all(&jobs)?;
    listed(&ships, &said, &["s VERIFIED ", "s SAMPLED "])
}

/// The tables on which golden certificates rest.
const GOLDEN_TABLES: &str = "golden/certificates/tables";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_long_certificate_ships() {
        let (all, short) = (shipped(true).unwrap().len(), shipped(false).unwrap().len());
        assert_eq!(all - short, LONG.len());
    }

    #[test]
    fn the_python_tests_are_found() {
        let tests = python_tests().unwrap();
        for name in ["test_join_check_cert.py", "test_checker_digest.py", "test_chess.py"] {
            assert!(tests.iter().any(|file| file.ends_with(name)), "{name}");
        }
        assert!(!tests.iter().any(|file| file.ends_with("base.py")));
    }

    #[test]
    fn a_commit_gives_a_seed_and_without_git_there_is_one_too() {
        assert_eq!(seed(Some("0000010f65d7")), 271);
        assert_ne!(seed(Some("85db0658")), seed(Some("65a7dd70")));
        assert_eq!(seed(None), 1);
    }

    #[test]
    fn what_a_checker_says_is_in_the_list() {
        let file = |name: &str| vec![PathBuf::from(name)];
        let said =
            |text: &str| vec![format!("c 1 section(s)\n{text} qubic first-player-wins start\n")];
        let qubic = file("proofs/qubic.quod");
        assert!(listed(&qubic, &said("s VERIFIED"), &["s VERIFIED "]).is_ok());
        assert!(listed(&qubic, &said("s SAMPLED"), &["s VERIFIED "]).is_err());
        assert!(listed(&qubic, &said("s SAMPLED"), &["s VERIFIED ", "s SAMPLED "]).is_ok());
        assert!(
            listed(&file("proofs/hex-8x8.quod"), &said("s VERIFIED"), &["s VERIFIED "]).is_err()
        );
        let rejected = vec!["s REJECTED work-limit at entry 5".to_string()];
        assert!(listed(&qubic, &rejected, &["s VERIFIED ", "s SAMPLED "]).is_err());
    }

    #[test]
    fn every_slow_test_exists() {
        let mut code = String::new();
        for place in ["crates", "families"] {
            for file in tidy::files_under(&root().join(place), "rs").unwrap() {
                code += &std::fs::read_to_string(file).unwrap();
            }
        }
        for (name, _) in SLOW {
            assert!(code.contains(&format!("fn {name}(")), "no test {name}");
        }
    }
}
