//! The Python package: `cargo xtask wheel` builds it as a user gets it, and the everyday run tests its module as it is.
//!
//! **Everyday.** The package's native half is a member of the workspace, so the tests' build makes the module in the
//! tests' profile, beside all that is built there already. [`module`] puts it beside the package's Python half and
//! runs the Python tests on it.
//! **Before a release** (`ci --all`) [`wheel`] builds the wheel with all optimisations, installs it where nothing else is, as a
//! user would, and runs the same tests, the notebooks and a cluster of two nodes.
//!
//! Both need Python. Without it that is said and counted as a skip.
//! Tools come into virtual environments under the target directory: those to build and to test every day are kept, and the one into
//! which a wheel is installed is made anew each time.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use crate::run::{is_there, root, run, skip};
use crate::tidy;

/// The most bytes that the wheel may have.
const MOST_BYTES: u64 = 15 << 20;

/// What builds the wheel.
const BUILD: &[&str] = &["maturin>=1.9,<2"];

/// What the tests use beside it.
const TEST: &[&str] = &["pytest", "mypy", "tqdm", "networkx", "pandas"];

/// What the notebooks use beside that.
const NOTEBOOKS: &[&str] = &["nbformat", "nbclient", "ipykernel"];

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

/// The interpreter, if it is new enough.
fn interpreter() -> Option<String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
    if is_there(&python, &["-c", ENOUGH]) {
        return Some(python);
    }
    skip("the Python package: it needs Python 3.10 or later with venv and pip");
    None
}

/// Runs the Python tests on the module that the tests' build made.
pub fn module() -> Result<()> {
    let Some(python) = interpreter() else { return Ok(()) };
    let target = tidy::target_directory(&root())?;
    let (place, tests) =
        (Path::new(&target).join("python-module"), Path::new(&target).join("python-tests"));
    let package = place.join("quod");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for file in fs::read_dir(root().join("python/quod"))? {
        let file = file?.path();
        if let Some(name) = file.file_name().filter(|_| file.is_file()) {
            fs::copy(&file, package.join(name))?;
        }
    }
    let built = format!("{target}/debug/deps/{DLL_PREFIX}_quod{DLL_SUFFIX}");
    let name = if cfg!(windows) { "_quod.pyd" } else { "_quod.abi3.so" };
    fs::copy(&built, package.join(name)).context(built)?;
    let path = [("PYTHONPATH", &*place.display().to_string())];
    // It needs no other package.
    run(&python, &["python/tests/five_lines.py"], &path)?;
    if !is_there(&program(&tests, "python"), &["-c", "import pytest, mypy, pandas"])
        && !environment(&python, &tests, TEST)?
    {
        skip("the Python package's tests: pip could not install what they use");
        return Ok(());
    }
    python_tests(&program(&tests, "python"), &path)
}

/// The types of the Python half, whether the stubs are those of the module, and the tests.
fn python_tests(python: &str, env: &[(&str, &str)]) -> Result<()> {
    run(python, &["-m", "mypy", "--config-file", "python/pyproject.toml", "python/quod"], env)?;
    let stubs =
        ["-m", "mypy.stubtest", "quod._quod", "--ignore-missing-stub", "--ignore-disjoint-bases"];
    run(python, &stubs, env)?;
    run(python, &["-m", "pytest", "-q", "-c", "python/pyproject.toml", "python/tests"], env)
}

/// Builds the wheel and tests it; `write` writes the notebooks' outputs and pages anew instead of comparing them.
pub fn wheel(write: bool) -> Result<()> {
    let Some(python) = interpreter() else { return Ok(()) };
    let target = tidy::target_directory(&root())?;
    let (tools, wheels) =
        (Path::new(&target).join("wheel-tools"), Path::new(&target).join("wheels"));
    if !is_there(&program(&tools, "maturin"), &["--version"])
        && !environment(&python, &tools, BUILD)?
    {
        skip("the Python package: pip could not install maturin");
        return Ok(());
    }
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let (out, interpreter) = (wheels.display().to_string(), program(&tools, "python"));
    let build = ["build", "--profile", "wheel", "--locked", "--manifest-path", "python/Cargo.toml"];
    let places = ["--out", &out, "--interpreter", &interpreter];
    run(&program(&tools, "maturin"), &[&build[..], &places].concat(), &[])?;

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
    if !environment(python, &place, &[TEST, NOTEBOOKS].concat())? {
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
    python_tests(&inside, &[])?;
    let notebooks = ["python/notebooks/run.py", if write { "--write" } else { "--check" }];
    run(&inside, &notebooks, &[])
}
