//! What each step of `cargo xtask ci` looks at, so that `--since REV` can leave out a step whose inputs nobody has touched.
//!
//! Only what is dear and looks at few places stands here. A step that is not listed is always run; so are the tests, which
//! read pages, proofs and golden files of every sort.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::root;

/// Whatever decides what is built, and how.
const BUILD: &[&str] = &["Cargo.toml", "Cargo.lock", ".cargo/", "clippy.toml", "xtask/"];
const CODE: &[&str] = &["crates/", "families/", "examples/", "bench/", "python/"];
const TRUSTED: &[&str] = &[
    "crates/game/",
    "crates/variant/",
    "crates/rules/",
    "crates/cert/",
    "crates/check/",
    "crates/check-cli/",
];
/// What the explorer and the pages show.
const PAGES: &[&str] =
    &["crates/", "families/", "site/", "docs/", "README.md", "proofs/", "golden/"];

/// Steps, and the places whose change they see: files, or folders with a slash at the end.
const INPUTS: &[(&str, &[&[&str]])] = &[
    ("clippy", &[BUILD, CODE]),
    ("clippy, inner", &[BUILD, CODE]),
    ("least Rust", &[BUILD, CODE]),
    ("fuzz targets", &[BUILD, CODE, &["fuzz/"]]),
    ("package", &[BUILD, CODE, &["README.md"]]),
    ("docs", &[BUILD, CODE]),
    ("shipped proofs", &[BUILD, TRUSTED, &["proofs/"]]),
    ("second checker", &[&["tools/", "proofs/", "golden/"]]),
    ("ledger", &[&["tools/", "proofs/", "xtask/"]]),
    ("proofs in Rocq", &[TRUSTED, &["formal/", "golden/", "xtask/"]]),
    ("python", &[BUILD, CODE]),
    ("browser", &[BUILD, PAGES]),
    ("site", &[BUILD, PAGES]),
];

/// Files that differ from a revision, committed or not, with those that git does not know.
///
/// # Errors
/// If git does not know the revision.
pub fn changed_since(revision: &str) -> Result<Vec<String>> {
    let git = |args: &[&str]| -> Result<Vec<String>> {
        let output = Command::new("git").args(args).current_dir(root()).output();
        let output = output.context("cannot start git")?;
        let told = String::from_utf8_lossy(&output.stderr).trim().to_string();
        ensure!(output.status.success(), "--since {revision}: {told}");
        Ok(String::from_utf8(output.stdout)?.lines().map(str::to_string).collect())
    };
    let mut files = git(&["diff", "--name-only", "--no-renames", revision, "--"])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(files)
}

/// Whether a step may be left out where just these files have changed.
pub fn is_untouched(step: &str, changed: &[String]) -> bool {
    let Some((_, places)) = INPUTS.iter().find(|(name, _)| *name == step) else { return false };
    let sees = |file: &String| {
        places.iter().copied().flatten().any(|place| match place.ends_with('/') {
            true => file.starts_with(place),
            false => file == place,
        })
    };
    !changed.iter().any(sees)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a change of one file that are left out.
    fn left_out(file: &str) -> Vec<&'static str> {
        let changed = [file.to_string()];
        let names = INPUTS.iter().map(|it| it.0);
        names.filter(|name| is_untouched(name, &changed)).collect()
    }

    #[test]
    fn a_change_is_seen_by_the_steps_that_look_there() {
        assert_eq!(
            left_out("crates/cli/src/play.rs"),
            ["shipped proofs", "second checker", "ledger", "proofs in Rocq"]
        );
        assert_eq!(left_out("crates/rules/src/hex.rs"), ["second checker", "ledger"]);
        assert_eq!(left_out("Cargo.lock"), ["second checker", "ledger", "proofs in Rocq"]);
        assert!(left_out("docs/glossary.md").contains(&"docs"), "which are made of code");
        assert!(!left_out("tools/check_cert.py").contains(&"second checker"));
    }

    #[test]
    fn what_is_not_listed_is_always_run() {
        assert!(!is_untouched("tests", &[]) && !is_untouched("tidy", &[]));
        assert!(is_untouched("site", &[]));
    }

    #[test]
    fn places_that_steps_look_at_are_there() {
        for place in INPUTS.iter().flat_map(|it| it.1).copied().flatten() {
            assert!(root().join(place).exists(), "{place}");
        }
    }
}
