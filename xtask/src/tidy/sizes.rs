//! How much there is to read for who wants to believe a certificate: the core, the kinds of evidence that
//! it uses, the rules of its game.
//!
//! Counted are lines of code without tests, comments and blank lines: what explains the code must not cost
//! room for it. The table stands in `docs/trust.md` between two marks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::files_under;

/// Most lines of the core: `game`, `cert`, and what of `check` every certificate goes through. It may grow only with a line in
/// CHANGELOG.md that says why.
const MOST_CORE: usize = 1_990;
/// Most lines of a kind of evidence, which is one file.
const MOST_EVIDENCE: usize = 350;
/// Most lines of the reader of tables, which only certificates that rest on tables go through.
const MOST_TABLES: usize = 300;
/// Most lines of the reader of reply trees and positional strategies, which only certificates with these go through.
const MOST_PAYLOADS: usize = 100;
/// Most lines of the reader of connections, which only certificates of games of joining borders go through.
const MOST_CONNECTIONS: usize = 100;
/// Most lines of the code that verifies tables. Who does not ask for it reads `assuming` in the answer. A third of it is
/// what layers of a thousand million positions need: values in two bits, threads, and steps that are not believed.
const MOST_VERIFIER: usize = 385;
/// Most lines of the program that joins them and prints the last line.
const MOST_PROGRAM: usize = 200;
/// Most lines of a file of rules. A game may have several.
const MOST_RULES: usize = 255;

const EVIDENCE: &str = "crates/check/src/evidence";
const TABLES: &str = "crates/cert/src/table.rs";
const PAYLOADS: &str = "crates/cert/src/payload.rs";
const CONNECTIONS: &str = "crates/cert/src/connection.rs";
const VERIFIER: &str = "crates/check/src/tables.rs";
/// No certificate is checked through these files: what provers ask of line threats, and a word for people.
const PROVERS: &str = "crates/check/src/threats.rs";
/// This one is compiled for tests alone.
const BENT: &str = "crates/check/src/bent.rs";
const ADVISORY: &str = "crates/check/src/advisory.rs";
const PROGRAM: &str = "crates/check-cli/src";
const RULES: &str = "crates/rules/src";
const VARIANT: &str = "crates/variant/src";

/// Where the table stands, and the marks around it.
const PAGE: &str = "docs/trust.md";
const BEGIN: &str = "<!-- sizes: written by `cargo xtask tidy` -->\n";
const END: &str = "<!-- end of sizes -->";

/// A part of what is trusted.
struct Part {
    what: String,
    lines: usize,
    /// The most lines that it may have, if there is a limit to it as a whole.
    most: Option<usize>,
}

/// Adds what is too large, and the table if it is not what is counted.
pub fn problems(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let parts = parts(root)?;
    for Part { what, lines, most } in &parts {
        if let Some(most) = most.filter(|most| lines > most) {
            problems.push(format!("{what}: {lines} lines of code, {most} are the most"));
        }
    }
    for file in code_under(&root.join(RULES))? {
        let lines = lines_of_code(&fs::read_to_string(&file)?);
        if lines > MOST_RULES {
            let file = file.display();
            problems.push(format!("{file}: {lines} lines of code, {MOST_RULES} are the most"));
        }
    }
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    match with_table(&page, &table(&parts)) {
        None => problems.push(format!("{PAGE}: the marks of the table of sizes are missing")),
        Some(right) if right != page => {
            problems.push(format!("{PAGE}: sizes have changed; `cargo xtask tidy` writes them"));
        }
        Some(_) => {}
    }
    Ok(())
}

/// Writes the table into the page.
pub fn write(root: &Path) -> Result<()> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    match with_table(&page, &table(&parts(root)?)) {
        Some(right) if right != page => fs::write(root.join(PAGE), right).context(PAGE),
        _ => Ok(()),
    }
}

/// The page with this table between the marks; `None` if it has no marks.
fn with_table(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}{table}{END}{after}"))
}

fn table(parts: &[Part]) -> String {
    let mut table = "| part | lines of code | at most |\n|---|--:|--:|\n".to_string();
    for Part { what, lines, most } in parts {
        let most = most.map_or(String::new(), grouped);
        table += &format!("| {what} | {} | {most} |\n", grouped(*lines));
    }
    table
}

/// With a comma between thousands.
fn grouped(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

fn parts(root: &Path) -> Result<Vec<Part>> {
    let evidence = code_under(&root.join(EVIDENCE))?;
    let aside = [TABLES, PAYLOADS, CONNECTIONS, VERIFIER, PROVERS, BENT, ADVISORY];
    let mut aside: Vec<PathBuf> = aside.map(|it| root.join(it)).to_vec();
    aside.extend(evidence.iter().cloned());
    let count = |folder: &str| -> Result<usize> {
        let files = code_under(&root.join(folder))?.into_iter();
        lines_of(files.filter(|file| !aside.contains(file)))
    };
    let core = [
        ("game", "what a game is, and a claim"),
        ("cert", "the reader of certificates"),
        ("check", "the two passes over the entries"),
    ];
    let mut of_core = Vec::new();
    for (name, what) in core {
        let lines = count(&format!("crates/{name}/src"))?;
        of_core.push(Part { what: format!("– `{name}`: {what}"), lines, most: None });
    }
    let lines = of_core.iter().map(|it| it.lines).sum();
    let mut parts = vec![Part { what: "the core".to_string(), lines, most: Some(MOST_CORE) }];
    parts.extend(of_core);
    let mut kinds = Vec::new();
    for file in &evidence {
        // The first line names the kind, up to a colon.
        let text = fs::read_to_string(file)?;
        let name = text.strip_prefix("//! ").and_then(|it| it.split(':').next());
        let name = name.with_context(|| format!("{}: no `//! Kind N, NAME:`", file.display()))?;
        let (what, lines) = (name.replacen("Kind", "evidence of kind", 1), lines_of_code(&text));
        kinds.push(Part { what, lines, most: Some(MOST_EVIDENCE) });
    }
    kinds.sort_by(|a, b| a.what.cmp(&b.what));
    parts.extend(kinds);
    for (what, file, most) in [
        ("the reader of tables, for kind 3", TABLES, Some(MOST_TABLES)),
        (
            "the reader of reply trees and strategies, for kinds 1 and 4",
            PAYLOADS,
            Some(MOST_PAYLOADS),
        ),
        ("the reader of connections, for kind 7", CONNECTIONS, Some(MOST_CONNECTIONS)),
        ("verifying tables, where that is asked for", VERIFIER, Some(MOST_VERIFIER)),
        ("what provers ask of line threats; checks nothing", PROVERS, None),
        ("which advisory explains a rejection; checks nothing", ADVISORY, None),
    ] {
        let lines = lines_of([root.join(file)].into_iter())?;
        parts.push(Part { what: what.to_string(), lines, most });
    }
    let (what, lines) = ("the program `quod-check`".to_string(), count(PROGRAM)?);
    parts.push(Part { what, lines, most: Some(MOST_PROGRAM) });
    parts.extend(rules(root)?);
    Ok(parts)
}

/// The rules of each game: a file and the folder of its name. What is no game's own is counted together.
fn rules(root: &Path) -> Result<Vec<Part>> {
    let (folder, names_of_games) = (root.join(RULES), code_under(&root.join(VARIANT))?);
    let mut games: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in code_under(&folder)? {
        let inside = file.strip_prefix(&folder)?.with_extension("");
        let name = inside.components().next().map(|it| it.as_os_str().to_string_lossy());
        games.entry(name.unwrap_or_default().into_owned()).or_default().push(file);
    }
    let shared = lines_of(names_of_games.into_iter())?;
    let (mut parts, mut shared, mut names) = (Vec::new(), shared, vec!["`variant`".to_string()]);
    for (name, files) in games {
        let mut of_a_game = false;
        for file in &files {
            let text = fs::read_to_string(file)?;
            of_a_game |= text.lines().any(|it| it.starts_with("impl") && it.contains(" Game for "));
        }
        let lines = lines_of(files.into_iter())?;
        if of_a_game {
            parts.push(Part { what: format!("rules of `{name}`"), lines, most: None });
        } else {
            shared += lines;
            names.push(format!("`{name}`"));
        }
    }
    let what = format!("what several games share: {}", names.join(", "));
    parts.push(Part { what, lines: shared, most: None });
    Ok(parts)
}

/// The source files below a folder but for those that are tests or serve them.
fn code_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = files_under(folder, "rs")?;
    let serves = |file: &PathBuf| {
        let inside = file.strip_prefix(folder).unwrap_or(file).with_extension("");
        inside.components().any(|it| it.as_os_str() == "tests" || it.as_os_str() == "testkit")
    };
    files.retain(|file| !serves(file));
    Ok(files)
}

fn lines_of(files: impl Iterator<Item = PathBuf>) -> Result<usize> {
    let mut lines = 0;
    for file in files {
        lines += lines_of_code(&fs::read_to_string(file)?);
    }
    Ok(lines)
}

/// Lines that are neither blank nor comments nor of an item that is compiled for tests alone.
fn lines_of_code(text: &str) -> usize {
    let (mut count, mut lines) = (0, text.lines());
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            // Over with its first line, or where that one's bracket is closed.
            if lines.next().is_some_and(|first| first.ends_with('{')) {
                lines.by_ref().find(|line| *line == "}");
            }
            continue;
        }
        let line = line.trim();
        count += usize::from(!line.is_empty() && !line.starts_with("//"));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_comments_and_blank_lines_are_not_counted() {
        let text = "//! What.\n\nuse it;\n#[cfg(test)]\nmod tests;\n\nfn one() {\n    // why\n}\n\
                    #[cfg(test)]\nmod more {\n    fn two() {\n    }\n}\nconst LAST: u8 = 1;\n";
        assert_eq!(lines_of_code(text), 4);
    }

    #[test]
    fn a_table_that_is_not_what_is_counted_is_written_anew() {
        let parts = |lines| [Part { what: "the core".to_string(), lines, most: Some(1_700) }];
        let page = format!("before\n{BEGIN}{END}\nafter\n");
        let written = with_table(&page, &table(&parts(1_234))).unwrap();
        assert!(written.contains("| the core | 1,234 | 1,700 |\n") && written.ends_with("after\n"));
        assert_eq!(with_table(&written, &table(&parts(1_234))).unwrap(), written);
        assert_ne!(with_table(&written, &table(&parts(1_235))).unwrap(), written);
        assert_eq!(with_table("no marks", ""), None);
    }
}
