//! What rules promise, by name: the list of the test kit, the questions of its suite, and the table of
//! `docs/trust.md` must name the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::files_under;

const KIT: &str = "crates/game/src/testkit";
const LIST: &str = "crates/game/src/testkit/promises.rs";
const PAGE: &str = "docs/trust.md";
/// The section of the page with the table.
const SECTION: &str = "## 19. What rules promise";

/// Adds each name that is missing somewhere.
pub fn problems(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let list = fs::read_to_string(root.join(LIST))?;
    let lists = list.split("thread_local!").next().unwrap_or_default();
    let listed: BTreeSet<String> = lists.split('(').skip(1).filter_map(quoted).collect();
    let page = fs::read_to_string(root.join(PAGE))?;
    let told: BTreeSet<String> = (page.split(SECTION).nth(1).unwrap_or_default().lines())
        .take_while(|line| !line.starts_with("## "))
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .map(str::to_string)
        .collect();
    let mut asked = BTreeSet::new();
    for file in files_under(&root.join(KIT), "rs")? {
        let code = fs::read_to_string(file)?;
        for question in ["keeps!(", "keeps_eq!(", "keeps_ne!("] {
            for rest in code.split(question).skip(1) {
                asked.extend(quoted(rest));
            }
        }
    }
    for name in &listed {
        if !told.contains(name) {
            problems.push(format!("{PAGE}: the table of promises lacks `{name}`"));
        }
        if !asked.contains(name) {
            problems.push(format!("{LIST}: no test asks the promise `{name}`"));
        }
    }
    for name in told.union(&asked).filter(|name| !listed.contains(*name)) {
        problems.push(format!("{LIST}: the promise `{name}` is not in the list"));
    }
    Ok(())
}

/// The text in quotation marks with which this begins.
fn quoted(text: &str) -> Option<String> {
    Some(text.trim_start().strip_prefix('"')?.split('"').next()?.to_string())
}
