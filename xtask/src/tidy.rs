//! The rules of the house that a program can hold: who may depend on whom, how large the trusted part
//! may be, that every module says what it is, that ARCHITECTURE.md names every crate and no ghost.

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

/// Crates that must be right for `VERIFIED` to be true, but for the rules. They have no dependencies
/// from outside the workspace.
const TRUSTED: &[&str] = &["game", "cert", "check"];
/// Most lines of code of those crates together, without tests, comments and blank lines: what explains
/// the code must not cost room for it.
const MOST_TRUSTED_LINES: usize = 2000;
/// Trusted only by who verifies tables: a certificate that rests on them says so otherwise. It has a
/// bound of its own.
const VERIFIER: (&str, usize) = ("crates/check/src/tables.rs", 200);
/// Most lines of code of a file of rules, counted likewise.
const MOST_RULES_LINES: usize = 250;

/// Everything that is not as it should be.
pub fn problems(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    dependencies(root, &mut problems)?;
    trusted_size(root, &mut problems)?;
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
        let trusted = TRUSTED.iter().any(|it| name == format!("quod-{it}")) || name == "quod-rules";
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

fn trusted_size(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let mut lines = 0;
    for name in TRUSTED {
        for file in files_under(&root.join("crates").join(name).join("src"), "rs")? {
            let testkit = file.components().any(|part| part.as_os_str() == "testkit");
            if !testkit && file != root.join(VERIFIER.0) {
                lines += lines_of_code(&file)?;
            }
        }
    }
    println!("tidy: {} are {lines} lines of code without tests", TRUSTED.join(" + "));
    if lines > MOST_TRUSTED_LINES {
        problems.push(format!(
            "the trusted crates have {lines} lines of code, over {MOST_TRUSTED_LINES}"
        ));
    }
    let (verifier, most) = VERIFIER;
    let lines = lines_of_code(&root.join(verifier))?;
    if lines > most {
        problems.push(format!("{verifier} has {lines} lines of code, over {most}"));
    }
    let rules = files_under(&root.join("crates/rules/src"), "rs")?;
    for file in rules.iter().filter(|file| !file.ends_with("tests.rs")) {
        let lines = lines_of_code(file)?;
        if lines > MOST_RULES_LINES {
            problems.push(format!(
                "{} has {lines} lines of code, over {MOST_RULES_LINES}",
                file.display()
            ));
        }
    }
    Ok(())
}

/// Lines up to the test module, which stands last, that are neither blank nor comments.
fn lines_of_code(file: &Path) -> Result<usize> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").map(str::trim);
    Ok(lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count())
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
