//! Lints: clippy for everything, what inner crates must not call, and the least Rust version.
//!
//! `clippy.toml` names what only the outer crates may use: clock, threads, files, environment, exit codes
//! (ARCHITECTURE.md, invariant 7). Clippy has one such file for a workspace, and the tests of an inner
//! crate may use all of it. So the workspace allows these lints, and a second run asks for them in the
//! libraries of the inner crates alone, without their tests. A new crate is an inner one until it is
//! listed here. The few files that may after all are [`EXCEPTIONS`]; one that no longer needs to be there
//! is told as well.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{cargo, cargo_program, is_there, root, run};
use crate::{report, text, tidy};

/// Crates that may own time, threads, files and the environment. `protocols` are conversations with a clock.
const OUTER: &[&str] = &[
    "quod-protocols",
    "quod-explorer",
    "quod-cli",
    "quod-check-cli",
    "quod-example-own-game",
    "quod-bench",
    "quod-site",
    "xtask",
];

/// Files of inner crates that use what is banned, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("crates/game/src/testkit/share.rs", "tests ask how much of a long comparison is wanted"),
    ("crates/check/src/parts.rs", "entries are shown in as many threads as the caller allows"),
    ("crates/check/src/mixing.rs", "a random seed: no certificate can be made to fit the hash"),
    ("crates/search/src/pn2.rs", "its hash is fixed, so its order is; a checkpoint means no order"),
    ("crates/engine/src/workers.rs", "workers take one step, each on a thread, and are waited for"),
    ("crates/jobs/src/threads.rs", "a crew of threads, waited for when it is dropped"),
    ("crates/tables/src/parallel.rs", "divides a layer among threads within one step"),
    ("crates/tables/src/store.rs", "the one file of tables that touches files"),
];

/// What is denied in inner crates. Iterating over a hash map gives an order that nothing fixes.
const DENIED: &[&str] =
    &["clippy::disallowed_methods", "clippy::disallowed_types", "clippy::iter_over_hash_type"];

/// Clippy for all targets of the workspace.
pub fn everything() -> Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])
}

/// The bans, for the libraries of inner crates.
pub fn inner() -> Result<()> {
    let crates = inner_crates(&tidy::metadata(&root())?)?;
    let mut args = vec!["clippy", "--lib", "--message-format=json"];
    args.extend(crates.iter().flat_map(|name| ["--package", name]));
    args.push("--");
    args.extend(DENIED.iter().flat_map(|lint| ["-W", lint]));
    eprintln!("$ cargo {}", args.join(" "));
    let output = Command::new(cargo_program())
        .args(&args)
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo clippy")?;
    ensure!(output.status.success(), "cargo clippy failed");
    report("lint", &against(EXCEPTIONS, &banned(&String::from_utf8_lossy(&output.stdout))?))
}

/// Something banned that an inner crate uses.
#[derive(Debug, PartialEq)]
struct Banned {
    file: String,
    line: u64,
    what: String,
}

/// What the lints found, from cargo's messages, an object of JSON a line.
fn banned(messages: &str) -> Result<Vec<Banned>> {
    let mut found = Vec::new();
    for line in messages.lines() {
        let value: Value = serde_json::from_str(line).context("cargo clippy: no JSON")?;
        let message = &value["message"];
        if !DENIED.iter().any(|lint| message["code"]["code"] == *lint) {
            continue;
        }
        let spans = message["spans"].as_array().context("cargo clippy: no spans")?;
        let span = spans.iter().find(|it| it["is_primary"] == true).context("no primary span")?;
        let notes = message["children"].as_array().into_iter().flatten();
        let reason = notes.filter_map(|it| it["message"].as_str()).next().unwrap_or_default();
        found.push(Banned {
            file: text(span, "file_name")?.replace('\\', "/"),
            line: span["line_start"].as_u64().unwrap_or(0),
            what: format!("{}: {reason}", text(message, "message")?),
        });
    }
    Ok(found)
}

/// What is found in files that are no exceptions, and exceptions in which nothing is found.
fn against(exceptions: &[(&str, &str)], found: &[Banned]) -> Vec<String> {
    let mut problems = Vec::new();
    for Banned { file, line, what } in found {
        if !exceptions.iter().any(|(exception, _)| exception == file) {
            problems.push(format!("{file}:{line}: {what}"));
        }
    }
    for (exception, _) in exceptions {
        if !found.iter().any(|it| it.file == *exception) {
            problems.push(format!("{exception} uses nothing banned: remove it from EXCEPTIONS"));
        }
    }
    problems
}

/// Crates with a library that are not outer ones.
fn inner_crates(metadata: &Value) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().context("cargo metadata: no packages")?;
    let mut names = Vec::new();
    for package in packages {
        let targets = package["targets"].as_array().context("cargo metadata: no targets")?;
        let library = targets.iter().any(|target| target["kind"][0] == "lib");
        let name = text(package, "name")?;
        if library && !OUTER.contains(&name) {
            names.push(name.to_string());
        }
    }
    Ok(names)
}

/// A check with the least Rust version, where rustup has that toolchain; it is not fetched. Clippy's
/// `incompatible_msrv` finds most of what such a check would.
pub fn least_version() -> Result<()> {
    let metadata = tidy::metadata(&root())?;
    let packages = metadata["packages"].as_array().context("cargo metadata: no packages")?;
    let version = text(packages.first().context("cargo metadata: no packages")?, "rust_version")?;
    // By its name alone rustup would fetch it.
    if !is_there("rustup", &["run", version, "rustc", "--version"]) {
        println!("skipped: the check with Rust {version}, since rustup has no such toolchain");
        return Ok(());
    }
    let target = format!("{}/msrv", tidy::target_directory(&root())?);
    let check = ["run", version, "cargo", "check", "--workspace", "--target-dir", &target];
    run("rustup", &check, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, kind: &str) -> Value {
        json!({ "name": name, "targets": [{ "kind": [kind] }] })
    }

    #[test]
    fn inner_crates_are_libraries_that_are_not_listed() {
        let metadata = json!({ "packages": [
            package("quod-game", "lib"),
            package("quod-new", "lib"),
            package("quod-cli", "lib"),
            package("xtask", "bin"),
        ]});
        assert_eq!(inner_crates(&metadata).unwrap(), ["quod-game", "quod-new"]);
    }

    /// A message of clippy as cargo hands it on.
    fn message(lint: &str, file: &str) -> String {
        json!({ "reason": "compiler-message", "message": {
            "code": { "code": lint }, "message": "use of a disallowed method `f`",
            "spans": [{ "file_name": file, "line_start": 7, "is_primary": true }],
            "children": [{ "message": "only outer crates have a clock" }],
        }})
        .to_string()
    }

    #[test]
    fn what_is_banned_is_told_with_place_and_reason() {
        let messages = [
            json!({ "reason": "compiler-artifact" }).to_string(),
            message("clippy::disallowed_methods", "crates/game/src/lib.rs"),
            message("clippy::disallowed_methods", "crates/tables/src/store.rs"),
            message("dead_code", "crates/game/src/lib.rs"),
        ];
        let found = banned(&messages.join("\n")).unwrap();
        let exceptions = [("crates/tables/src/store.rs", "files"), ("crates/gone.rs", "once")];
        let problems = against(&exceptions, &found);
        assert_eq!(problems.len(), 2, "{problems:#?}");
        let told = "crates/game/src/lib.rs:7: use of a disallowed method `f`: only outer crates";
        assert!(problems[0].starts_with(told), "{problems:#?}");
        assert!(problems[1].starts_with("crates/gone.rs uses nothing banned"), "{problems:#?}");
    }

    /// The lints that the second run asks for are allowed by the workspace, or tests could not use files.
    #[test]
    fn the_workspace_allows_what_inner_crates_are_denied() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        for lint in DENIED {
            let line = format!("{} = \"allow\"", lint.trim_start_matches("clippy::"));
            assert!(manifest.contains(&line), "{line}");
        }
    }
}
