//! `cargo xtask package`: whether everything that is to be published can be packaged.
//!
//! Cargo packs members in the order of their dependencies and lets one find the other though no registry
//! has it yet. To build each from what was packed takes as long as the workspace does, so the everyday run
//! packs all (a second of the processor) and builds only the trusted part and its checker, which are
//! published first and must stand alone (14 seconds); `--verify` builds all.

use anyhow::Result;

use crate::run::{cargo, root};
use crate::tidy;

/// Members that no registry gets.
const NOT_PUBLISHED: &[&str] = &["quod-example-own-game", "quod-bench", "xtask"];

/// Members that are published first. What their tests need of the others has no version, so that it is
/// left out of the packages.
const FIRST: &[&str] = &["quod-game", "quod-rules", "quod-cert", "quod-check", "quod-check-cli"];

/// Packs all; with `verify` also builds all that was packed, in a target directory of its own.
pub fn package(verify: bool) -> Result<()> {
    let target = format!("{}/package-check", tidy::target_directory(&root())?);
    // What is not committed yet is packed as it lies.
    let common = ["package", "--quiet", "--allow-dirty", "--target-dir", &target];
    let with = |option: &'static str, names: &[&'static str]| -> Vec<&str> {
        names.iter().flat_map(|name| [option, name]).collect()
    };
    let all = [&common[..], &["--workspace"], &with("--exclude", NOT_PUBLISHED)].concat();
    if verify {
        return cargo(&all, &[]);
    }
    cargo(&[&all[..], &["--no-verify"]].concat(), &[])?;
    cargo(&[&common[..], &with("--package", FIRST)].concat(), &[])
}
