//! Phrases that must not stand in pages, each with a plain one: many readers of the pages speak English as a second
//! language. Pages that a program writes from code are left out, and so are dated records.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::files_under;

/// What must not stand in a page, in small letters, and what to write instead.
const BANNED_PHRASES: &[(&str, &str)] = &[
    ("is told", "is shown, is printed, or \"see …\""),
    ("are told", "are shown, are printed"),
    ("was told", "was shown, was printed"),
    ("be told", "be shown, be printed"),
    ("unless told", "unless said otherwise"),
    ("told of ", "reported, shown"),
    ("tells of ", "covers, shows"),
    ("tell of ", "cover, show"),
    ("told apart", "say who sees which difference"),
    ("tell apart", "say who sees which difference"),
    ("comes of it", "the result"),
    ("what comes of ", "the result of"),
    (" any more of ", "more of"),
    ("who takes", "whoever takes, users who take"),
    ("who asks", "whoever asks, users who ask"),
    ("who wants", "users who want, or \"if you want\""),
    (" wants ", "needs, takes"),
    ("was wanted", "the goal was"),
    ("were wanted", "the goal was"),
    ("is asked of ", "must fulfil"),
    ("are asked of ", "must fulfil"),
    ("asked in turn", "tried one after the other"),
    ("for want of ", "because … is missing"),
    ("in vain", "did not help"),
    ("one's own", "your own, or its own"),
    ("passed over", "skipped, ignored"),
    ("taken for lost", "counts as lost"),
];

/// Folders with pages that people write.
const PLACES: &[&str] = &["crates", "families", "examples", "python", "site", "docs", "proofs"];
/// Pages beside them.
const PAGES: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "SHORTCOMINGS.md"];
/// Pages there that programs write.
const WRITTEN: &[&str] = &["docs/guide/python", "docs/results/conditions.md"];

/// Adds each phrase that stands outside a fence.
pub fn problems(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let mut files = Vec::new();
    for place in PLACES {
        files.extend(files_under(&root.join(place), "md")?);
    }
    files.extend(PAGES.iter().map(|page| root.join(page)).filter(|file| file.is_file()));
    files.retain(|file| !WRITTEN.iter().any(|place| file.starts_with(root.join(place))));
    for file in files {
        let text = fs::read_to_string(&file)?;
        let mut fenced = false;
        for (at, line) in (1..).zip(text.lines()) {
            fenced ^= line.starts_with("```");
            if fenced {
                continue;
            }
            let line = line.to_lowercase();
            for (phrase, instead) in BANNED_PHRASES.iter().filter(|it| line.contains(it.0)) {
                problems.push(format!("{}:{at}: {phrase:?}: {instead}", file.display()));
            }
        }
    }
    Ok(())
}
