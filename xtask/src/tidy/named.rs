//! Paths and names of crates in pages and in comments: each must exist. A file that was moved or a crate that was renamed
//! leaves such words behind, and nothing else notices.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::files_under;

/// Folders of the root that paths begin with.
const TOP: &[&str] = &[
    "bench", "crates", "docs", "examples", "families", "formal", "fuzz", "golden", "proofs",
    "python", "site", "tools", "xtask",
];

/// Words that begin like a crate's name and are none: programs of other languages, and words of formats.
const OTHER: &[&str] = &["quod-ray", "quod-job", "quod-plan", "quod-token", "quod-check-proved"];

/// Adds each path and each name that does not exist. Records with a date are left out: they tell of their day.
pub fn problems(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let mut names = BTreeSet::new();
    let mut files = Vec::new();
    for top in TOP {
        for manifest in files_under(&root.join(top), "toml")? {
            names.extend(names_in(&fs::read_to_string(manifest)?));
        }
        for kind in ["rs", "md"] {
            files.extend(files_under(&root.join(top), kind)?);
        }
    }
    files.retain(|file| !file.starts_with(root.join("bench/runs")));
    // What commands write is not there in a fresh clone: it may be named, and it tells of nothing.
    let ignored = fs::read_to_string(root.join(".gitignore"))?;
    let made = made(&ignored);
    let is_made = |path: &Path| made.iter().any(|it| path.starts_with(it));
    files.retain(|file| !file.strip_prefix(root).is_ok_and(is_made));
    for page in ["README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "SHORTCOMINGS"] {
        files.push(root.join(page).with_extension("md"));
    }
    for file in files.into_iter().filter(|it| it.is_file()) {
        let is_page = file.extension().is_some_and(|it| it == "md");
        let text = fs::read_to_string(&file)?;
        for (at, line) in (1..).zip(text.lines()) {
            if !is_page && !line.trim_start().starts_with("//") {
                continue;
            }
            // What stands in backticks is at the odd places.
            for word in line.split('`').skip(1).step_by(2) {
                let known = if word.starts_with("quod-") {
                    !is_name(word) || names.contains(word) || OTHER.contains(&word)
                } else {
                    path_in(word).is_none_or(|it| is_made(Path::new(it)) || root.join(it).exists())
                };
                if !known {
                    problems.push(format!("{}:{at}: there is no {word}", file.display()));
                }
            }
        }
    }
    Ok(())
}

/// The folders that `.gitignore` names from the root on.
fn made(ignored: &str) -> Vec<&str> {
    ignored
        .lines()
        .filter_map(|line| line.strip_prefix('/'))
        .filter(|it| !it.contains('*'))
        .collect()
}

/// The names of packages and programs in a manifest.
fn names_in(manifest: &str) -> impl Iterator<Item = String> + '_ {
    let named = manifest.lines().filter_map(|line| line.strip_prefix("name = \""));
    named.filter_map(|rest| Some(rest.split_once('"')?.0.to_string()))
}

fn is_name(word: &str) -> bool {
    word.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
}

/// The path that a word in backticks names, if it is one of this repository without gaps to be filled.
fn path_in(word: &str) -> Option<&str> {
    let (top, _) = word.split_once('/')?;
    let path = word.split(':').next()?.trim_end_matches('/');
    let gaps = path.contains(['*', '{', '}', '<', '>', ' ', '…', '$']);
    let placeholder = |part: &str| part.len() > 1 && part.bytes().all(|it| it.is_ascii_uppercase());
    let placeholder = path.split(['/', '.', '-', '_']).any(placeholder);
    (TOP.contains(&top) && !gaps && !placeholder).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_path_and_what_is_none() {
        assert_eq!(path_in("crates/game/src/lib.rs:12"), Some("crates/game/src/lib.rs"));
        assert_eq!(path_in("proofs/"), Some("proofs"));
        for none in ["crates/*/src", "docs/NAME.md", "and/or", "game", "crates/{a,b}"] {
            assert_eq!(path_in(none), None, "{none}");
        }
        assert_eq!(made("/fuzz/corpus\n/*.quod\n__pycache__/\n"), ["fuzz/corpus"]);
        assert!(is_name("quod-check") && !is_name("quod-check FILE"));
        let names: Vec<String> = names_in("[package]\nname = \"quod-a\"\nx = 1\n").collect();
        assert_eq!(names, ["quod-a"]);
    }
}
