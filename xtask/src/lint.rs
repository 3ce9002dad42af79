//! Lints: clippy for everything, what inner crates must not call, and the least Rust version.
//!
//! `clippy.toml` names what only the outer crates may use: clock, threads, files, environment, exit codes
//! (ARCHITECTURE.md, invariant 7). Clippy has one such file for a workspace, and the tests of an inner
//! crate may use all of it. So the workspace allows these lints, and a second run denies them for the
//! libraries of the inner crates alone, without their tests. A new crate is an inner one until it is
//! listed here. Code of an inner crate that may after all says so where it stands:
//! `#[allow(clippy::disallowed_methods, reason = "…")]`.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run::{cargo, is_there, root, run};
use crate::{text, tidy};

/// Crates that may own time, threads, files and the environment. `gomocup` is a conversation with a clock.
const OUTER: &[&str] = &[
    "quod-gomocup",
    "quod-explorer",
    "quod-cli",
    "quod-check-cli",
    "quod-example-own-game",
    "quod-bench",
    "xtask",
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
    let mut args = vec!["clippy", "--lib"];
    args.extend(crates.iter().flat_map(|name| ["--package", name]));
    args.push("--");
    args.extend(DENIED.iter().flat_map(|lint| ["-D", lint]));
    cargo(&args, &[])
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

    /// The lints that the second run denies are allowed by the workspace, or tests could not use files.
    #[test]
    fn the_workspace_allows_what_inner_crates_are_denied() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
        for lint in DENIED {
            let line = format!("{} = \"allow\"", lint.trim_start_matches("clippy::"));
            assert!(manifest.contains(&line), "{line}");
        }
    }
}
