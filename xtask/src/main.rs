//! `cargo xtask TASK`: the repository's own tasks.
//!
//! * `ci`: everything a change must pass: formatting, clippy with warnings denied, tidy, docs, tests,
//!   the second checker where Python is present, and the explorer in a real browser where there is one.
//!   This is the README's test command.
//! * `tidy`: the rules of the house alone; and the table of the trusted part's sizes is written into
//!   `docs/trust.md`. (`ci` only compares it.)
//! * `browser [--install] [--screenshots DIR] [--measure]`: the explorer in a real browser alone.
//! * `golden`: regenerates golden files (`--help` pages and transcripts).

mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let result = match task.as_str() {
        "ci" => ci(),
        "tidy" => tidy::sizes::write(&root()).and_then(|()| report_tidy()),
        "golden" => golden(),
        "browser" => {
            let args: Vec<String> = std::env::args().skip(2).collect();
            browser(&args.iter().map(String::as_str).collect::<Vec<_>>(), &[])
        }
        _ => {
            eprintln!("usage: cargo xtask ci|tidy|golden|browser");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {task}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The repository's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

fn run(name: &str, args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    eprintln!("$ {name} {}", args.join(" "));
    let status = Command::new(name)
        .args(args)
        .envs(env.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("cannot start {name}"))?;
    match status.success() {
        true => Ok(()),
        false => bail!("{name} {} failed", args.join(" ")),
    }
}

fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    run(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string()), args, env)
}

fn ci() -> Result<()> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    report_tidy()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(
        &["doc", "--workspace", "--no-deps", "--document-private-items", "--all-features"],
        &deny,
    )?;
    cargo(&["test", "--workspace"], &[])?;
    second_checker()?;
    // The tests have built it.
    let quod =
        tidy::metadata(&root())?["target_directory"].as_str().map(|it| format!("{it}/debug/quod"));
    browser(&[], &[("QUOD", &quod.context("cargo metadata tells no target_directory")?)])
}

/// The explorer clicked through in a real browser; the script skips, and says so, where there is none.
fn browser(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let script = ["crates/explorer/browser/run"];
    run("bash", &[&script[..], args].concat(), env)
}

/// Of a shipped certificate with more bytes the Python checker checks some entries, drawn by a seed.
const LONGEST: u64 = 1 << 20;

/// The Python checker's own tests, and the shipped certificates through it.
fn second_checker() -> Result<()> {
    if Command::new("python3").arg("--version").output().is_err() {
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
        // Rust's checker goes through all of Go-Moku's proofs; this one would take days.
        if std::fs::metadata(&certificate)?.len() > LONGEST {
            arguments.extend(["--sample", "20", "--seed", "1"]);
        }
        run("python3", &arguments, &[])?;
    }
    Ok(())
}

fn golden() -> Result<()> {
    cargo(&["test", "-p", "quod-cli"], &[("TRYCMD", "overwrite"), ("SNAPSHOTS", "overwrite")])
}

fn report_tidy() -> Result<()> {
    let problems = tidy::problems(&root())?;
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    match problems.is_empty() {
        true => Ok(()),
        false => bail!("{} problems", problems.len()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_house_is_tidy() {
        let problems = super::tidy::problems(&super::root()).unwrap();
        assert!(problems.is_empty(), "{problems:#?}");
    }
}
