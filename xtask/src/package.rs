//! `cargo xtask package`: whether everything that is to be published can be packaged.
//!
//! Cargo packs members in the order of their dependencies and lets one find the other though no registry
//! has it yet. To build each from what was packed takes as long as the workspace does, so the everyday run
//! packs all (a second of the processor) and builds only the trusted part and its checker, which are
//! published first and must stand alone (14 seconds); `--verify` builds all.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};

use crate::run::{cargo, root};
use crate::tidy;

/// Members that no registry gets.
const NOT_PUBLISHED: &[&str] = &[
    "quod-example-own-game",
    "quod-bench",
    "quod-check-wasm",
    "quod-walk-wasm",
    "quod-python",
    "quod-site",
    "xtask",
];

/// Members that are published first. What their tests need of the others has no version, so that it is
/// left out of the packages.
const FIRST: &[&str] =
    &["quod-game", "quod-variant", "quod-rules", "quod-cert", "quod-check", "quod-check-cli"];

/// Removes what earlier runs built and unpacked of ours. Cargo builds a member from the packages of those before it,
/// which it unpacks into its home by name and version, and takes what lies there and what was built from
/// that: a version that is not published yet would be built against what its packages once held. Registries that cargo makes for this
/// have no host, so that their folders begin with a hyphen.
fn forget_packages(target: &str) -> Result<()> {
    if Path::new(target).exists() {
        fs::remove_dir_all(target)?;
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let unpacked = home.context("cargo's home is not known")?.join("registry/src");
    for registry in fs::read_dir(unpacked).into_iter().flatten() {
        let registry = registry?;
        if registry.file_name().as_encoded_bytes().first() != Some(&b'-') {
            continue;
        }
        for package in fs::read_dir(registry.path())? {
            let package = package?;
            if package.file_name().as_encoded_bytes().starts_with(b"quod-") {
                fs::remove_dir_all(package.path())?;
            }
        }
    }
    Ok(())
}

/// Packs all; with `verify` also builds all that was packed, in a target directory of its own.
pub fn package(verify: bool) -> Result<()> {
    let target = format!("{}/package-check", tidy::target_directory(&root())?);
    // What is not committed yet is packed as it lies.
    let common = ["package", "--quiet", "--allow-dirty", "--target-dir", &target];
    let with = |option: &'static str, names: &[&'static str]| -> Vec<&str> {
        names.iter().flat_map(|name| [option, name]).collect()
    };
    let all = [&common[..], &["--workspace"], &with("--exclude", NOT_PUBLISHED)].concat();
    forget_packages(&target)?;
    if verify {
        return cargo(&all, &[]);
    }
    cargo(&[&all[..], &["--no-verify"]].concat(), &[])?;
    cargo(&[&common[..], &with("--package", FIRST)].concat(), &[])
}
