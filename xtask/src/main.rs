//! `cargo xtask TASK`: the repository's own tasks.
//!
//! * `ci [--all] [--from STEP | --since REV]`: everything a change must pass, with a table of what each step took (`ci.rs`). This is
//!   the README's test command. `--from` begins at a step of the table. `--since` leaves out the steps whose inputs are as they were at a revision (`inputs.rs`). `--all` takes the tests that the everyday run leaves out as well, and makes the ledger's rows anew.
//! * `ledger [--most BYTES]`: lets the second checker go through large certificates whole, and writes that down (`ledger.rs`).
//! * `tidy`: the rules of the house alone (`tidy.rs`); and the table of the trusted part's sizes is written
//!   into `docs/trust.md`. (`ci` only compares it.)
//! * `licences`: what may be in the dependency tree (`licences.rs`).
//! * `lint [--inner]`: clippy for everything, and what inner crates must not call (`lint.rs`).
//! * `msrv`: the least Rust version, where rustup has it.
//! * `fuzz`: whether the fuzz targets compile.
//! * `package [--verify]`: whether what is to be published can be packaged (`package.rs`).
//! * `bench PROGRAM …`: a benchmark program (`--help` lists them), built for this very machine.
//! * `browser [--install] [--screenshots DIR] [--measure]`: the explorer in a real browser alone.
//! * `wheel [--write]`: the Python package, built into `target/wheels`, installed and tested (`wheel.rs`); with
//!   `--write` the notebooks' outputs and their pages are written anew.
//! * `site [--test [--measure]]`: the static pages, into `target/site` (`site.rs`); with `--test` they are clicked through in a
//!   real browser.
//! * `formal [--qubic]`: the proofs in `formal/` and the checker that is extracted from them (`formal.rs`).
//! * `golden`: regenerates golden files (`--help` pages and transcripts), and joins the second checker into one file.

mod budgets;
mod ci;
mod formal;
mod inputs;
mod ledger;
mod licences;
mod lint;
mod package;
mod programs;
mod run;
mod site;
mod tidy;
mod wheel;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use run::{cargo, root, run};

const TASKS: &str =
    "ci|tidy|licences|lint|msrv|fuzz|package|bench|browser|wheel|golden|formal|site|ledger";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["ci"] => ci::ci(ci::Tier::Everyday, None, None),
        ["ci", "--from", step] => ci::ci(ci::Tier::Everyday, Some(step), None),
        ["ci", "--since", revision] => ci::ci(ci::Tier::Everyday, None, Some(revision)),
        ["ci", "--all"] => ci::ci(ci::Tier::All, None, None),
        ["ci", "--all", "--from", step] => ci::ci(ci::Tier::All, Some(step), None),
        ["tidy"] => tidy::sizes::write(&root()).and_then(|()| report_tidy()),
        ["ledger"] => ledger::make(u64::MAX),
        ["ledger", "--most", bytes] => match bytes.parse() {
            Ok(bytes) => ledger::make(bytes),
            Err(_) => Err(anyhow::anyhow!("{bytes}: expected a number of bytes")),
        },
        ["licences"] => licences::report(),
        ["lint"] => lint::everything().and_then(|()| lint::inner()),
        ["lint", "--inner"] => lint::inner(),
        ["msrv"] => lint::least_version(),
        ["fuzz"] => fuzz(),
        ["package"] => package::package(false),
        ["package", "--verify"] => package::package(true),
        ["bench", rest @ ..] => bench(rest),
        ["golden"] => golden(),
        ["wheel"] => wheel::wheel(false),
        ["wheel", "--write"] => wheel::wheel(true),
        ["formal"] => formal::formal(false),
        ["formal", "--qubic"] => formal::formal(true),
        ["site", rest @ ..] => site::site(None, false, rest),
        ["browser", rest @ ..] => browser(rest, &[]),
        _ => {
            eprintln!("usage: cargo xtask {TASKS}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {}: {error:#}", words.join(" "));
            ExitCode::FAILURE
        }
    }
}

/// Whether the fuzz targets compile. They are a workspace of their own, for cargo-fuzz and a nightly
/// compiler; to see that they follow the crates a plain check is enough, without libFuzzer's C++.
fn fuzz() -> Result<()> {
    let target = format!("{}/fuzz", tidy::target_directory(&root())?);
    let check = ["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", &target];
    cargo(&[&check[..], &["--locked", "--bins", "--no-default-features"]].concat(), &[])
}

/// A benchmark program, with the instructions of this machine and a target directory of its own, so
/// that other builds stay as they are.
fn bench(args: &[&str]) -> Result<()> {
    let target = format!("{}/native", tidy::target_directory(&root())?);
    let run = ["run", "--release", "--package", "quod-bench", "--target-dir", &target, "--"];
    cargo(&[&run[..], args].concat(), &[("RUSTFLAGS", "-C target-cpu=native")])
}

/// The explorer clicked through in a real browser; the script skips, and says so, where there is none.
fn browser(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let script = ["crates/explorer/browser/run"];
    run("bash", &[&script[..], args].concat(), env)
}

fn golden() -> Result<()> {
    cargo(&["test", "-p", "quod-cli"], &[("TRYCMD", "overwrite"), ("SNAPSHOTS", "overwrite")])?;
    run("python3", &["tools/join_check_cert.py"], &[])
}

fn report_tidy() -> Result<()> {
    report("tidy", &tidy::problems(&root())?)
}

/// Prints problems and fails if there are any.
fn report(task: &str, problems: &[String]) -> Result<()> {
    for problem in problems {
        eprintln!("{task}: {problem}");
    }
    match problems.is_empty() {
        true => Ok(()),
        false => bail!("{} problems", problems.len()),
    }
}

/// A text of a JSON object.
fn text<'a>(value: &'a serde_json::Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("cargo metadata: no {key}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_house_is_tidy() {
        let problems = super::tidy::problems(&super::root()).unwrap();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    #[test]
    fn only_permitted_licences() {
        let problems = super::licences::problems(&super::root()).unwrap();
        assert!(problems.is_empty(), "{problems:#?}");
    }
}
