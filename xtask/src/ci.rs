//! `cargo xtask ci`: everything a change must pass.
//!
//! Cheap steps come first, so that a small slip is told early. At the end, also after a failure, a table
//! says what each step took: seconds of the clock, and seconds of the processor, which other programs on
//! the machine disturb less. The everyday run should stay under ten minutes on two cores; what would break
//! that is in [`SLOW`], and `cargo xtask ci --all` runs it.

use anyhow::{Context, Result};

use crate::run::{Steps, cargo, is_there, root, run};
use crate::{browser, fuzz, licences, lint, package, report_tidy, tidy};

/// How much is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// What every change must pass.
    Everyday,
    /// That and the slow tests.
    All,
}

/// Tests that the everyday run leaves out: the name, and what holds the same more cheaply meanwhile. A test
/// is left out if its name contains one of these; that each names a test is a test.
const SLOW: &[(&str, &str)] = &[];

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
    steps.step("second checker", second_checker)?;
    steps.step("browser", || {
        // The tests have built it.
        let quod = format!("{}/debug/quod", tidy::target_directory(&root())?);
        browser(&[], &[("QUOD", &quod)])
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

/// Of a shipped certificate with more bytes the Python checker checks some entries, drawn by a seed.
const LONGEST: u64 = 1 << 20;

/// The Python checker's own tests, and the shipped certificates through it.
fn second_checker() -> Result<()> {
    if !is_there("python3", &["--version"]) {
        println!("skipped: the second checker, since there is no python3");
        return Ok(());
    }
    run("python3", &["tools/test_check_cert.py"], &[])?;
    let shipped = tidy::files_under(&root().join("proofs"), "quod")?;
    let golden = tidy::files_under(&root().join("golden"), "quod")?;
    let tables = root().join("golden/certificates/tables").display().to_string();
    for certificate in shipped.into_iter().chain(golden) {
        let path = certificate.display().to_string();
        let mut arguments = vec!["tools/check_cert.py", &path, "--tables", &tables];
        let size = std::fs::metadata(&certificate).with_context(|| path.clone())?.len();
        // Rust's checker goes through all of Go-Moku's proofs; this one would take days.
        if size > LONGEST {
            arguments.extend(["--sample", "20", "--seed", "1"]);
        }
        run("python3", &arguments, &[])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
