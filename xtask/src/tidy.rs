//! The rules of the house that a program can hold: who may depend on whom, how large the trusted part
//! may be (`sizes`), that every module says what it is, that ARCHITECTURE.md names every crate and no ghost, that
//! what is to be published says what a registry asks, a few words that must not stand in code, and phrases that
//! must not stand in pages (`phrases`). Each check is fed a bad tree by its tests (`tidy/tests.rs`).

pub mod named;
mod phrases;
pub mod promises;
pub mod sizes;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::cargo_program;
use crate::text;

/// All crates.
const ANY: &[&str] = &["any"];

/// What each crate may depend on among the crates of this workspace; dev-dependencies aside.
const MAY_DEPEND: &[(&str, &[&str])] = &[
    ("quod-game", &[]),
    ("quod-variant", &["quod-game"]),
    ("quod-rules", &["quod-game", "quod-variant"]),
    ("quod-cert", &["quod-game"]),
    ("quod-check", &["quod-game", "quod-cert"]),
    ("quod-check-cli", &["quod-game", "quod-rules", "quod-cert", "quod-check"]),
    ("quod-notation", &["quod-game"]),
    ("quod-search", &["quod-game"]),
    ("quod-depend", &["quod-game"]),
    ("quod-plot", &[]),
    ("quod-board", &["quod-game"]),
    ("quod-tables", &["quod-game", "quod-cert"]),
    (
        "quod-engine",
        &[
            "quod-game",
            "quod-variant",
            "quod-cert",
            "quod-check",
            "quod-notation",
            "quod-search",
            "quod-tables",
            "quod-board",
        ],
    ),
    ("quod-ask", &["quod-game", "quod-search", "quod-engine"]),
    ("quod-proof", &["quod-game", "quod-cert", "quod-check", "quod-search", "quod-engine"]),
    (
        "quod-in-a-row",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-depend",
            "quod-search",
            "quod-engine",
            "quod-proof",
            "quod-board",
        ],
    ),
    (
        "quod-connect-four",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-engine",
            "quod-proof",
            "quod-board",
        ],
    ),
    ("quod-atari-go", &["quod-game", "quod-rules", "quod-search", "quod-engine", "quod-board"]),
    (
        "quod-lines-of-action",
        &["quod-game", "quod-rules", "quod-search", "quod-engine", "quod-board"],
    ),
    (
        "quod-combinatorial",
        &["quod-game", "quod-rules", "quod-cert", "quod-search", "quod-engine", "quod-board"],
    ),
    (
        "quod-awari",
        &["quod-game", "quod-rules", "quod-search", "quod-tables", "quod-engine", "quod-board"],
    ),
    (
        "quod-checkers",
        &["quod-game", "quod-rules", "quod-search", "quod-tables", "quod-engine", "quod-board"],
    ),
    (
        "quod-morris",
        &["quod-game", "quod-rules", "quod-search", "quod-tables", "quod-engine", "quod-board"],
    ),
    (
        "quod-othello",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-engine",
            "quod-board",
        ],
    ),
    (
        "quod-hex",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-engine",
            "quod-proof",
            "quod-board",
        ],
    ),
    ("quod-mates", &["quod-game", "quod-cert", "quod-search", "quod-engine"]),
    ("quod-shogi", &["quod-game", "quod-rules", "quod-engine", "quod-mates", "quod-board"]),
    (
        "quod-chess",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-tables",
            "quod-engine",
            "quod-mates",
            "quod-proof",
            "quod-board",
        ],
    ),
    (
        "quod-solve",
        &[
            "quod-ask",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-tables",
            "quod-engine",
            "quod-proof",
        ],
    ),
    (
        "quod-report",
        &[
            "quod-ask",
            "quod-puzzles",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-engine",
            "quod-proof",
            "quod-solve",
            "quod-board",
        ],
    ),
    (
        "quod-catalogue",
        &[
            "quod-ask",
            "quod-puzzles",
            "quod-game",
            "quod-rules",
            "quod-engine",
            "quod-solve",
            "quod-report",
            "quod-board",
            "quod-in-a-row",
            "quod-connect-four",
            "quod-atari-go",
            "quod-combinatorial",
            "quod-awari",
            "quod-lines-of-action",
            "quod-checkers",
            "quod-morris",
            "quod-othello",
            "quod-hex",
            "quod-chess",
            "quod-shogi",
        ],
    ),
    (
        "quod-jobs",
        &[
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-engine",
            "quod-proof",
            "quod-catalogue",
        ],
    ),
    ("quod-study", &["quod-game", "quod-notation", "quod-rules"]),
    (
        "quod-puzzles",
        &[
            "quod-ask",
            "quod-board",
            "quod-game",
            "quod-variant",
            "quod-search",
            "quod-cert",
            "quod-depend",
            "quod-engine",
        ],
    ),
    (
        "quod-protocols",
        &[
            "quod-game",
            "quod-rules",
            "quod-cert",
            "quod-check",
            "quod-notation",
            "quod-engine",
            "quod-proof",
            "quod-solve",
            "quod-hex",
            "quod-in-a-row",
        ],
    ),
    // The checker in a page: the trusted crates, and the names that a page calls them by.
    ("quod-check-wasm", &["quod-game", "quod-rules", "quod-cert", "quod-check"]),
    (
        "quod-walk-wasm",
        &["quod-cert", "quod-check", "quod-engine", "quod-proof", "quod-report", "quod-catalogue"],
    ),
    ("quod-site", &["quod-cert", "quod-engine", "quod-proof", "quod-walk-wasm"]),
    (
        "quod-explorer",
        &[
            "quod-ask",
            "quod-puzzles",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-depend",
            "quod-tables",
            "quod-board",
            "quod-engine",
            "quod-proof",
            "quod-solve",
            "quod-report",
            "quod-catalogue",
        ],
    ),
    (
        "quod-cli",
        &[
            "quod-ask",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-tables",
            "quod-board",
            // Records of shogi problems, written.
            "quod-notation",
            "quod-engine",
            "quod-proof",
            "quod-solve",
            "quod-report",
            "quod-catalogue",
            "quod-in-a-row",
            "quod-hex",
            "quod-connect-four",
            "quod-protocols",
            "quod-explorer",
            "quod-plot",
            "quod-puzzles",
            "quod-study",
        ],
    ),
    ("quod-example-own-game", &["quod-game", "quod-cli"]),
    (
        "quod-python",
        &[
            "quod-ask",
            "quod-game",
            "quod-cert",
            "quod-check",
            "quod-search",
            "quod-tables",
            "quod-board",
            "quod-engine",
            "quod-proof",
            "quod-solve",
            "quod-report",
            "quod-catalogue",
            "quod-jobs",
            "quod-explorer",
            "quod-puzzles",
        ],
    ),
    // Benchmark programs look at everything.
    ("quod-bench", ANY),
    // (For tests: nobody depends on it.)
    ("quod-cheat", &["quod-game", "quod-rules", "quod-cert", "quod-check"]),
    // The ledger of checked files needs digests and the names of games.
    ("xtask", &["quod-cert"]),
];

/// Crates that must be right for `VERIFIED` to be true, and the program that prints it. They depend on
/// the standard library and on each other.
const TRUSTED: &[&str] =
    &["quod-game", "quod-variant", "quod-rules", "quod-cert", "quod-check", "quod-check-cli"];

/// Folders with code.
const PLACES: &[&str] = &["crates", "families", "examples", "xtask", "bench", "fuzz"];

/// What must not stand in code, and what to do instead. The words are put together so that they do not
/// stand here.
const BANNED_WORDS: &[(&str, &str)] = &[
    (concat!("dbg", "!("), "remove it"),
    (concat!("todo", "!("), "return an error, or leave the function out"),
    (concat!("unimplemented", "!("), "return an error, or leave the function out"),
    (concat!("TO", "DO"), "do it, or file it"),
    (concat!("FIX", "ME"), "fix it, or file it"),
    (concat!("#[ig", "nore"), "list the test in SLOW (xtask/src/ci.rs), with what holds the same"),
];

/// Everything that is not as it should be.
pub fn problems(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let metadata = metadata(root)?;
    dependencies(&metadata, &mut problems)?;
    published(&metadata, &mut problems)?;
    sizes::problems(root, &mut problems)?;
    promises::problems(root, &mut problems)?;
    modules(root, &mut problems)?;
    words(root, &mut problems)?;
    pages(root, &mut problems)?;
    phrases::problems(root, &mut problems)?;
    named::problems(root, &mut problems)?;
    examples(root, &mut problems)?;
    architecture(root, &mut problems)?;
    Ok(problems)
}

/// What cargo tells about the workspace.
pub fn metadata(root: &Path) -> Result<Value> {
    metadata_with(root, &["--no-deps"])
}

/// What cargo tells about the workspace and all that it depends on, unless told otherwise.
pub fn metadata_with(root: &Path, args: &[&str]) -> Result<Value> {
    let output = Command::new(cargo_program())
        .args(["metadata", "--format-version", "1"])
        .args(args)
        .current_dir(root)
        .output()
        .context("cannot start cargo metadata")?;
    ensure!(
        output.status.success(),
        "cargo metadata: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    serde_json::from_slice(&output.stdout).context("cargo metadata")
}

/// Where cargo puts what it builds.
pub fn target_directory(root: &Path) -> Result<String> {
    Ok(text(&metadata(root)?, "target_directory")?.to_string())
}

fn dependencies(metadata: &Value, problems: &mut Vec<String>) -> Result<()> {
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
            if own.contains(on) && *allowed != ANY && !allowed.contains(&on) {
                problems.push(format!("{name} may not depend on {on}"));
            }
            if trusted && !own.contains(on) {
                problems.push(format!("{name} is trusted and may not depend on {on}"));
            }
        }
    }
    Ok(())
}

/// Crates that others are to find and use. What else is published is there because these need it.
const OFFERED: &[&str] =
    &["quod-game", "quod-rules", "quod-cert", "quod-check", "quod-check-cli", "quod-cli"];

/// What a registry asks of a package, for those that are published.
fn published(metadata: &Value, problems: &mut Vec<String>) -> Result<()> {
    for package in metadata["packages"].as_array().context("cargo metadata: no packages")? {
        let name = text(package, "name")?;
        // `publish = false` is told as an empty list of registries.
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        for key in ["description", "license", "rust_version"] {
            if package[key].as_str().is_none_or(str::is_empty) {
                problems.push(format!("{name} is published and has no {key}"));
            }
        }
        if OFFERED.contains(&name) {
            for key in ["keywords", "categories"] {
                if !(1..=5).contains(&package[key].as_array().map_or(0, Vec::len)) {
                    problems.push(format!("{name} is offered to others: expected 1 to 5 {key}"));
                }
            }
            let folder =
                Path::new(text(package, "manifest_path")?).parent().context("no folder")?;
            let readme = package["readme"].as_str().map(|it| folder.join(it));
            if !readme.is_some_and(|it| it.is_file()) {
                problems.push(format!("{name} is offered to others and has no README.md"));
            }
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            // A path without a version cannot be found outside this repository. Cargo leaves such a
            // dependency of tests out of the package.
            let needed = dependency["kind"] != "dev" && !dependency["path"].is_null();
            if needed && dependency["req"] == "*" {
                problems.push(format!("{name}: {} has no version", text(dependency, "name")?));
            }
        }
    }
    Ok(())
}

fn modules(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    for place in PLACES {
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

fn words(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    for place in PLACES {
        for file in files_under(&root.join(place), "rs")? {
            let text = fs::read_to_string(&file)?;
            for (at, line) in (1..).zip(text.lines()) {
                for (word, instead) in BANNED_WORDS.iter().filter(|it| line.contains(it.0)) {
                    problems.push(format!("{}:{at}: {word}: {instead}", file.display()));
                }
            }
        }
    }
    Ok(())
}

/// A page has one title at most; text in fences is none.
fn pages(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let mut files = Vec::new();
    for place in PLACES.iter().chain(&["docs", "proofs"]) {
        files.extend(files_under(&root.join(place), "md")?);
    }
    for file in files {
        let text = fs::read_to_string(&file)?;
        let (mut fenced, mut titles) = (false, 0);
        for line in text.lines() {
            fenced ^= line.starts_with("```");
            titles += usize::from(!fenced && line.starts_with("# "));
        }
        if titles > 1 {
            problems.push(format!("{}: {titles} titles, expected one", file.display()));
        }
    }
    Ok(())
}

/// How the worked example of a page begins.
const EXAMPLE: &str = "**A worked example** (the test";

/// A page about an algorithm has a worked example and names the tests that compute it.
fn examples(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let mut tests = BTreeSet::new();
    for place in PLACES {
        for file in files_under(&root.join(place), "rs")? {
            tests.extend(tests_of(&fs::read_to_string(&file)?).into_iter().map(str::to_string));
        }
    }
    for file in files_under(&root.join("docs/algorithms"), "md")? {
        let text = fs::read_to_string(&file)?;
        let named = named_tests(&text);
        if named.is_empty() {
            problems.push(format!("{}: expected a line \"{EXAMPLE} …\"", file.display()));
        }
        for missing in named.into_iter().filter(|&it| !tests.contains(it)) {
            problems.push(format!("{}: there is no test {missing}", file.display()));
        }
    }
    Ok(())
}

/// The tests that the worked examples of a page name.
fn named_tests(page: &str) -> Vec<&str> {
    let lines = page.lines().filter(|line| line.starts_with(EXAMPLE));
    // Words in backticks are at the odd places, and those that are no names are no tests.
    let name = |word: &&str| word.contains('_') && !word.contains(['.', '/', ' ']);
    lines.flat_map(|line| line.split('`').skip(1).step_by(2)).filter(name).collect()
}

/// The names of the tests in a source file.
fn tests_of(source: &str) -> Vec<&str> {
    let functions = source.split("#[test]").skip(1).filter_map(|it| it.split_once("fn "));
    functions.filter_map(|(_, rest)| Some(rest.split_once('(')?.0)).collect()
}

fn architecture(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let mut present = BTreeSet::new();
    let places = ["crates", "families"];
    for place in places {
        for entry in fs::read_dir(root.join(place)).into_iter().flatten() {
            present.insert(format!("{place}/{}", entry?.file_name().to_string_lossy()));
        }
    }
    // Words like `crates/game` in backticks name crates.
    let names = |word: &&str| {
        word.split_once('/')
            .is_some_and(|it| places.contains(&it.0) && !it.1.is_empty() && !it.1.contains('/'))
    };
    let named: BTreeSet<String> = text.split('`').filter(names).map(str::to_string).collect();
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
                if path.file_name().is_none_or(|name| name != "target" && name != "node_modules") {
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
