//! `cargo xtask package`: whether everything that is to be published can be packaged.
//!
//! Cargo packs all members in the order of their dependencies and lets one find the other though no
//! registry has it yet. To build each from what was packed takes as long as the workspace does, so the
//! everyday run packs all and builds none; `--verify` builds.

use anyhow::Result;

use crate::run::{cargo, root};
use crate::tidy;

/// Members that no registry gets.
const NOT_PUBLISHED: &[&str] = &["quod-example-own-game", "quod-bench", "xtask"];

/// Packs; with `verify` also builds what was packed, in a target directory of its own.
pub fn package(verify: bool) -> Result<()> {
    let target = format!("{}/package-check", tidy::target_directory(&root())?);
    // What is not committed yet is packed as it lies.
    let mut args =
        vec!["package", "--workspace", "--quiet", "--allow-dirty", "--target-dir", &target];
    args.extend(NOT_PUBLISHED.iter().flat_map(|name| ["--exclude", name]));
    args.extend((!verify).then_some("--no-verify"));
    cargo(&args, &[])
}
