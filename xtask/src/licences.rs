//! What may be in the dependency tree: licences, crates that are not wanted, crates in two versions.
//!
//! cargo-deny does this and more. It is made of about 170 crates, half as many again as `quod`, and a fresh
//! machine would build them all before the first test; what Quod asks for is a few lines over `cargo
//! metadata`, which tells the licence of every package on every platform. Advisories, which cargo-deny
//! fetches, are for whoever has it installed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run::root;
use crate::{report as report_problems, text, tidy};

/// Licences that allow what Quod's own two allow.
const PERMITTED: &[&str] =
    &["MIT", "Apache-2.0", "Unicode-3.0", "Zlib", "BSD-2-Clause", "BSD-3-Clause", "ISC"];

/// Crates that nothing here may depend on, and what to use instead.
const BANNED: &[(&str, &str)] = &[
    ("lazy_static", "std::sync::LazyLock"),
    ("once_cell", "std::sync::OnceLock"),
    ("rand", "quod_game::testkit::Rng, whose sequence never changes"),
    ("openssl-sys", "nothing: Quod speaks to no network but its own loopback"),
];

/// Crates that are there in two versions, and who brings the older. Remove a line when it has gone.
const TWICE: &[(&str, &str)] = &[
    ("embedded-io", "postcard names both, and builds neither here"),
    ("getrandom", "0.3 is quod-explorer's; tempfile brings 0.4"),
    ("hashbrown", "0.16 is Quod's own; indexmap brings 0.17"),
    ("r-efi", "getrandom's, twice"),
    ("syn", "2 is of most derive macros; some have 3"),
];

/// Prints problems and fails if there are any.
pub fn report() -> Result<()> {
    report_problems("licences", &problems(&root())?)
}

/// Everything that is not as it should be.
pub fn problems(root: &Path) -> Result<Vec<String>> {
    of_tree(&tidy::metadata_with(root, &[])?)
}

/// Licences, and what Quod's own crates depend on.
fn of_packages(metadata: &Value) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for package in metadata["packages"].as_array().context("cargo metadata: no packages")? {
        let (name, version) = (text(package, "name")?, text(package, "version")?);
        match package["license"].as_str() {
            Some(license) if permits(license) => {}
            other => problems.push(format!(
                "{name} {version}: licence {}, expected {}",
                other.unwrap_or("unknown"),
                PERMITTED.join(", ")
            )),
        }
        // What others depend on is theirs to choose.
        if package["source"].is_null() {
            for dependency in package["dependencies"].as_array().into_iter().flatten() {
                let on = text(dependency, "name")?;
                if let Some((_, instead)) = BANNED.iter().find(|(banned, _)| *banned == on) {
                    problems.push(format!("{name} depends on {on}: use {instead}"));
                }
            }
        }
    }
    Ok(problems)
}

fn of_tree(metadata: &Value) -> Result<Vec<String>> {
    let mut problems = of_packages(metadata)?;
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in metadata["packages"].as_array().context("cargo metadata: no packages")? {
        versions.entry(text(package, "name")?).or_default().insert(text(package, "version")?);
    }
    for (name, found) in &versions {
        let known = TWICE.iter().any(|(twice, _)| twice == name);
        if found.len() > 1 && !known {
            problems.push(format!("{name} is there in versions {found:?} (TWICE in licences.rs)"));
        }
    }
    for (name, _) in TWICE {
        if versions.get(name).is_none_or(|found| found.len() < 2) {
            problems.push(format!("{name} is there once: remove it from TWICE in licences.rs"));
        }
    }
    Ok(problems)
}

/// Whether an SPDX expression can be met by permitted licences alone. `/` is an older way to write OR;
/// AND binds more tightly than OR.
fn permits(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    alternatives(&mut rest) == Some(true) && rest.is_empty()
}

/// `a OR b OR …`; `None` if this is no expression.
fn alternatives(rest: &mut &[&str]) -> Option<bool> {
    let mut holds = together(rest)?;
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        holds |= together(rest)?;
    }
    Some(holds)
}

/// `a AND b AND …`.
fn together(rest: &mut &[&str]) -> Option<bool> {
    let mut holds = one(rest)?;
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        holds &= one(rest)?;
    }
    Some(holds)
}

/// A licence, perhaps with an exception, which permits more; or an expression in brackets.
fn one(rest: &mut &[&str]) -> Option<bool> {
    let (&word, after) = rest.split_first()?;
    *rest = after;
    if word == "(" {
        let holds = alternatives(rest)?;
        let (&close, after) = rest.split_first()?;
        *rest = after;
        return (close == ")").then_some(holds);
    }
    if let ["WITH", _exception, after @ ..] = rest {
        *rest = after;
    }
    (!["OR", "AND", "WITH", ")"].contains(&word)).then(|| PERMITTED.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn expressions() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR GPL-2.0-only) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
        ] {
            assert!(permits(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0-or-later",
            "MIT AND GPL-3.0-only",
            "MIT OR",
            "(MIT",
            "MIT)",
            "MIT AND (GPL-2.0-only OR LGPL-2.1-only)",
            "GPL-3.0-only OR MIT AND GPL-2.0-only",
        ] {
            assert!(!permits(bad), "{bad}");
        }
    }

    /// A tree in which only the crates of [`TWICE`] are there twice.
    fn tree(more: &[Value]) -> Value {
        let twice = TWICE.iter().flat_map(|(name, _)| {
            ["1.0.0", "2.0.0"].map(|version| {
                json!({ "name": name, "version": version, "license": "MIT", "source": "registry" })
            })
        });
        json!({ "packages": twice.chain(more.iter().cloned()).collect::<Vec<_>>() })
    }

    #[test]
    fn a_good_tree_has_no_problem() {
        assert_eq!(of_tree(&tree(&[])).unwrap(), [""; 0]);
    }

    #[test]
    fn a_bad_tree_is_told() {
        let package = |name: &str, version: &str, license: &str| {
            json!({
                "name": name, "version": version, "license": license, "source": "registry"
            })
        };
        let own = json!({
            "name": "quod-game", "version": "0.1.0", "license": "MIT", "source": null,
            "dependencies": [{ "name": "rand" }]
        });
        let without = json!({ "name": "nameless", "version": "1.0.0", "license": null, "source": "registry" });
        let problems = of_tree(&tree(&[
            package("shakmaty", "0.27.0", "GPL-3.0-or-later"),
            package("base64", "0.21.0", "MIT"),
            package("base64", "0.22.0", "MIT"),
            own,
            without,
        ]))
        .unwrap();
        let told = |words: &str| problems.iter().any(|it| it.contains(words));
        assert!(told("shakmaty 0.27.0: licence GPL-3.0-or-later"), "{problems:#?}");
        assert!(told("nameless 1.0.0: licence unknown"), "{problems:#?}");
        assert!(told("quod-game depends on rand: use"), "{problems:#?}");
        assert!(told("base64 is there in versions"), "{problems:#?}");
        assert_eq!(problems.len(), 4, "{problems:#?}");
    }

    #[test]
    fn what_is_there_once_again_is_told() {
        let problems = of_tree(&json!({ "packages": [] })).unwrap();
        assert_eq!(problems.len(), TWICE.len(), "{problems:#?}");
    }
}
