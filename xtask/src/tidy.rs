//! The rules of the house that a program can hold: who may depend on whom, how large the trusted part
//! may be (`sizes`), that every module says what it is, that ARCHITECTURE.md names every crate and no
//! ghost.

pub mod sizes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

/// What each crate may depend on among the crates of this workspace; dev-dependencies aside.
const MAY_DEPEND: &[(&str, &[&str])] = &[
    ("quod-game", &[]),
    ("quod-rules", &["quod-game"]),
    ("quod-cert", &["quod-game"]),
    ("quod-search", &["quod-game"]),
    ("quod-depend", &["quod-game"]),
    ("quod-notation", &["quod-game"]),
    ("quod-plot", &[]),
    ("quod-check", &["quod-game", "quod-cert"]),
    ("quod-games", &["quod-game", "quod-rules", "quod-depend"]),
    ("quod-tables", &["quod-game", "quod-cert"]),
    ("quod-gomocup", &["quod-game", "quod-games", "quod-rules"]),
    (
        "quod-solver",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-search",
            "quod-depend",
            "quod-check",
            "quod-games",
            "quod-tables",
        ],
    ),
    ("quod-check-cli", &["quod-game", "quod-rules", "quod-cert", "quod-check"]),
    (
        "quod-explorer",
        &["quod-game", "quod-cert", "quod-check", "quod-search", "quod-depend", "quod-solver"],
    ),
    (
        "quod-cli",
        &[
            "quod-explorer",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-gomocup",
            "quod-plot",
            "quod-search",
            "quod-solver",
        ],
    ),
    ("quod-example-own-game", &["quod-game", "quod-cli"]),
    (
        "quod-bench",
        &[
            "quod-game",
            "quod-rules",
            "quod-games",
            "quod-search",
            "quod-solver",
            "quod-tables",
            "quod-cert",
            "quod-check",
            "quod-depend",
            "quod-plot",
        ],
    ),
    ("xtask", &[]),
];

/// Crates that must be right for `VERIFIED` to be true, and the program that prints it. They depend on
/// the standard library and on each other.
const TRUSTED: &[&str] = &["quod-game", "quod-rules", "quod-cert", "quod-check", "quod-check-cli"];

/// Everything that is not as it should be.
pub fn problems(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    dependencies(root, &mut problems)?;
    sizes::problems(root, &mut problems)?;
    modules(root, &mut problems)?;
    architecture(root, &mut problems)?;
    Ok(problems)
}

/// What cargo tells about the workspace.
pub fn metadata(root: &Path) -> Result<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .context("cannot start cargo metadata")?;
    serde_json::from_slice(&output.stdout).context("cargo metadata")
}

fn dependencies(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let metadata = metadata(root)?;
    let empty = Vec::new();
    let packages = metadata["packages"].as_array().unwrap_or(&empty);
    let own: BTreeSet<&str> = packages.iter().filter_map(|it| it["name"].as_str()).collect();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = MAY_DEPEND.iter().find(|(other, _)| *other == name) else {
            problems.push(format!("{name}: not in the dependency rule (xtask/src/tidy.rs)"));
            continue;
        };
        let trusted = TRUSTED.contains(&name);
        let scripts = package["targets"].as_array().unwrap_or(&empty);
        if trusted && scripts.iter().any(|it| it["kind"][0] == "custom-build") {
            problems.push(format!("{name} is trusted and may not run a build script"));
        }
        for dependency in package["dependencies"].as_array().unwrap_or(&empty) {
            let on = dependency["name"].as_str().unwrap_or_default();
            if dependency["kind"] == "dev" {
                continue;
            }
            if own.contains(on) && !allowed.contains(&on) {
                problems.push(format!("{name} may not depend on {on}"));
            }
            if trusted && !own.contains(on) {
                problems.push(format!("{name} is trusted and may not depend on {on}"));
            }
        }
    }
    Ok(())
}

fn modules(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    for place in ["crates", "examples", "xtask", "bench", "fuzz"] {
        for file in files_under(&root.join(place), "rs")? {
            let text = fs::read_to_string(&file)?;
            let first = text.lines().find(|line| !line.starts_with("#!["));
            if !first.is_some_and(|line| line.starts_with("//!")) {
                problems.push(format!("{}: no //! at the top", file.display()));
            }
        }
    }
    Ok(())
}

fn architecture(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let mut present = BTreeSet::new();
    for entry in fs::read_dir(root.join("crates"))? {
        present.insert(format!("crates/{}", entry?.file_name().to_string_lossy()));
    }
    // Words like `crates/game` in backticks name crates.
    let named: BTreeSet<String> = text
        .split('`')
        .filter(|word| word.starts_with("crates/") && word.matches('/').count() == 1)
        .map(str::to_string)
        .collect();
    for missing in present.difference(&named) {
        problems.push(format!("ARCHITECTURE.md does not name {missing}"));
    }
    for ghost in named.difference(&present) {
        problems.push(format!("ARCHITECTURE.md names {ghost}, which does not exist"));
    }
    Ok(())
}

/// All files with this extension below a folder, sorted; none if there is no such folder.
pub fn files_under(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                if path.file_name().is_none_or(|name| name != "target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|it| it == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
