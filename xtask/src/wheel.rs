//! `cargo xtask wheel`: the Python package, built, installed where nothing else is, and tested.
//!
//! The package's native half is a workspace of its own (`python/`), since it needs a Python interpreter to
//! build: cargo in the root knows nothing of it, so whoever has no Python builds and tests all else. Here
//! that is said and counted as a skip. Tools come into two virtual environments under the target directory:
//! one to build, kept, and one to test, made anew each time, into which the wheel is installed as a user would.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::run::{cargo, is_there, root, run, skip};
use crate::tidy;

/// The most bytes that the wheel may have.
const MOST_BYTES: u64 = 15 << 20;

/// What builds the wheel.
const BUILD: &[&str] = &["maturin>=1.9,<2"];

/// What the tests and notebooks use beside it.
const TEST: &[&str] =
    &["pytest", "mypy", "tqdm", "networkx", "pandas", "nbformat", "nbclient", "ipykernel"];

/// Whether the interpreter is new enough and can make virtual environments.
const ENOUGH: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/// A program of a virtual environment.
fn program(environment: &Path, name: &str) -> String {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment.join(folder).join(name).display().to_string()
}

/// Makes a virtual environment with these packages; whether that could be done.
fn environment(python: &str, place: &Path, packages: &[&str]) -> Result<bool> {
    run(python, &["-m", "venv", &place.display().to_string()], &[])?;
    let install = ["install", "--quiet", "--disable-pip-version-check"];
    Ok(run(&program(place, "pip"), &[&install[..], packages].concat(), &[]).is_ok())
}

/// The wheel that was built last.
fn built(folder: &Path) -> Result<PathBuf> {
    let wheels = fs::read_dir(folder)?.filter_map(|it| Some(it.ok()?.path()));
    let mut wheels: Vec<PathBuf> =
        wheels.filter(|it| it.extension().is_some_and(|it| it == "whl")).collect();
    wheels.sort();
    wheels.pop().context("maturin built no wheel")
}

/// Builds it and tests it; `write` writes the notebooks' outputs and pages anew instead of comparing them.
pub fn wheel(write: bool) -> Result<()> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    if !is_there(&python, &["-c", ENOUGH]) {
        skip("the Python package: it wants Python 3.10 or later with venv and pip");
        return Ok(());
    }
    let target = tidy::target_directory(&root())?;
    let (tools, wheels) =
        (Path::new(&target).join("wheel-tools"), Path::new(&target).join("wheels"));
    if !is_there(&program(&tools, "maturin"), &["--version"])
        && !environment(&python, &tools, BUILD)?
    {
        skip("the Python package: pip could not install maturin");
        return Ok(());
    }
    let (manifest, own) = ("python/Cargo.toml", format!("{target}/python"));
    cargo(&["fmt", "--manifest-path", manifest, "--check"], &[])?;
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let out = wheels.display().to_string();
    let interpreter = program(&tools, "python");
    let build = ["build", "--release", "--locked", "--manifest-path", manifest];
    let places = ["--out", &out, "--target-dir", &own, "--interpreter", &interpreter];
    run(&program(&tools, "maturin"), &[&build[..], &places].concat(), &[])?;
    // The wheel's own dependencies are built: only the crate itself is left to look at.
    let lint =
        ["clippy", "--release", "--locked", "--manifest-path", manifest, "--target-dir", &own];
    cargo(&[&lint[..], &["--", "-D", "warnings"]].concat(), &[("PYO3_PYTHON", &interpreter)])?;

    let wheel = built(&wheels)?;
    let bytes = fs::metadata(&wheel)?.len();
    println!("{}: {bytes} bytes", wheel.display());
    ensure!(bytes <= MOST_BYTES, "the wheel has {bytes} bytes, at most {MOST_BYTES} are wanted");
    test(&python, Path::new(&target), &wheel.display().to_string(), write)
}

/// Installs the wheel in a new environment and runs the tests there.
fn test(python: &str, target: &Path, wheel: &str, write: bool) -> Result<()> {
    let place = target.join("wheel-test");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    ensure!(environment(python, &place, &[wheel])?, "pip could not install the wheel");
    let inside = program(&place, "python");
    // Nothing but the wheel is there yet: it needs nothing.
    run(&inside, &["python/tests/five_lines.py"], &[])?;
    if !environment(python, &place, TEST)? {
        skip("the Python package's tests: pip could not install what they use");
        return Ok(());
    }
    // Not every Python has wheels of OpenSpiel; its tests skip where it is not there.
    if !environment(python, &place, &["open_spiel>=2"])? {
        skip("OpenSpiel's games: pip could not install open_spiel");
    }
    // Neither has every Python a Ray. Its tests start two nodes on loopback, and take about a minute.
    if !environment(python, &place, &["ray>=2.52"])? {
        skip("jobs on a cluster: pip could not install ray");
    }
    run(&inside, &["-m", "mypy", "--config-file", "python/pyproject.toml", "python/quod"], &[])?;
    let stubs =
        ["-m", "mypy.stubtest", "quod._quod", "--ignore-missing-stub", "--ignore-disjoint-bases"];
    run(&inside, &stubs, &[])?;
    run(&inside, &["-m", "pytest", "-q", "-c", "python/pyproject.toml", "python/tests"], &[])?;
    let notebooks = ["python/notebooks/run.py", if write { "--write" } else { "--check" }];
    run(&inside, &notebooks, &[])
}
