//! `cargo xtask ledger`: which shipped certificates the second checker has gone through whole, and in which version.
//!
//! **Problem.** The Python checker takes minutes for most shipped certificates and days for some, while the files
//! hardly ever change. So the everyday run lets it check a sample of the entries of each large file, drawn anew for
//! each commit, and `proofs/checked.tsv` says what was checked whole.
//!
//! **A row** has the SHA-256 of the file and of the checker, the entries, the seconds of the clock and the day. The
//! checker's digest covers that part of `check_cert.py` on which the verdict can depend (`tools/checker_digest.py`): the core and
//! the game's class, so that work on other games leaves the row as it is. A row with `-` in place of these says
//! that the file was not checked whole yet.
//!
//! **What is demanded.** In the everyday run every large file has a row, and the row's digest of the file is right. How many rows are
//! of another version of the checker, or say "not yet", is printed and is no failure: the checker changes often, and
//! to check everything anew takes hours. `cargo xtask ci --all` makes these rows, before a release and now and then between.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use quod_cert::{Proof, Sha256, read_packed};

use crate::ci::shipped;
use crate::run::{at_once, is_there, root, skip, today};

/// The ledger.
const LEDGER: &str = "proofs/checked.tsv";

/// Its first line.
const HEAD: &str = "file\tsha256\tchecker\tentries\tseconds\tdate\n";

/// Of a shipped certificate with more bytes the everyday run has the second checker check a sample.
pub const LARGE: u64 = 48_000;

/// Large certificates that are never checked whole here, and why.
const TOO_LONG: &[(&str, &str)] = &[(
    "othello-6x6.quod",
    "two solution trees with hundreds of millions of positions, which would take Python days",
)];

/// The second checker.
const CHECKER: &str = "tools/check_cert.py";

/// The longest that one file may take.
const LIMIT: Duration = Duration::from_secs(2 * 3_600);

/// What is known of one file.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// The SHA-256 of the file, in hexadecimal digits.
    file: String,
    /// How it was checked whole, if it was.
    whole: Option<Whole>,
}

/// A check of a whole file.
#[derive(Clone, Debug, PartialEq)]
struct Whole {
    /// The SHA-256 of the part of the checker that decides about the file's game.
    checker: String,
    entries: u64,
    /// Seconds of the clock.
    seconds: u64,
    date: String,
}

/// The rows by the names of their files.
type Ledger = BTreeMap<String, Row>;

/// Reads a ledger; a line that is none, or a second one for a file, is an error.
fn parse(text: &str) -> Result<Ledger> {
    let rows = text.strip_prefix(HEAD).context("the first line is not the ledger's")?;
    let mut ledger = Ledger::new();
    for line in rows.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, file, checker, entries, seconds, date] = &fields[..] else {
            bail!("{line:?}: expected 6 fields");
        };
        let whole = match [checker, entries, seconds, date] {
            ["-", "-", "-", "-"] => None,
            _ => Some(Whole {
                checker: checker.to_string(),
                entries: entries.parse().with_context(|| line.to_string())?,
                seconds: seconds.parse().with_context(|| line.to_string())?,
                date: date.to_string(),
            }),
        };
        let row = Row { file: file.to_string(), whole };
        ensure!(ledger.insert(name.to_string(), row).is_none(), "{name} has two rows");
    }
    Ok(ledger)
}

/// The text of a ledger.
fn print(ledger: &Ledger) -> String {
    let mut text = HEAD.to_string();
    for (name, Row { file, whole }) in ledger {
        let _ = match whole {
            None => writeln!(text, "{name}\t{file}\t-\t-\t-\t-"),
            Some(Whole { checker, entries, seconds, date }) => {
                writeln!(text, "{name}\t{file}\t{checker}\t{entries}\t{seconds}\t{date}")
            }
        };
    }
    text
}

/// A large certificate that ships.
struct Shipped {
    path: PathBuf,
    name: String,
    bytes: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    digest: String,
    game: String,
}

/// The SHA-256 of some bytes, in hexadecimal digits.
fn digest(bytes: &[u8]) -> String {
    let mut sha = Sha256::default();
    sha.update(bytes);
    sha.finish().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All large certificates that ship.
fn large() -> Result<Vec<Shipped>> {
    let mut found = Vec::new();
    for path in shipped(true)? {
        let bytes = fs::read(&path)?;
        if bytes.len() as u64 <= LARGE {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let packed = read_packed(&bytes[..]);
        let game = packed.map_err(|it| anyhow::anyhow!("{name}: {it}"))?.head().game.clone();
        found.push(Shipped { path, name, bytes: bytes.len() as u64, digest: digest(&bytes), game });
    }
    Ok(found)
}

/// What is wrong with a ledger that should have a row for each of these files, given with their digests.
fn problems(ledger: &Ledger, files: &[(&str, &str)]) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, digest) in files {
        match ledger.get(*name) {
            None => problems.push(format!("{LEDGER} has no row for {name}")),
            Some(row) if row.file != *digest => {
                problems
                    .push(format!("{LEDGER} has a row for another {name}: that file has changed"));
            }
            Some(_) => {}
        }
    }
    for name in ledger.keys().filter(|name| !files.iter().any(|(file, _)| file == name)) {
        problems.push(format!("{LEDGER} has a row for {name}, which is no large certificate"));
    }
    problems
}

/// The digest of the checker for each file's game; none without Python, which is said.
fn checkers(files: &[Shipped]) -> Result<Option<Vec<String>>> {
    if !is_there("python3", &["--version"]) {
        skip("the versions of the second checker: there is no python3");
        return Ok(None);
    }
    let mut python = Command::new("python3");
    python.arg("tools/checker_digest.py").args(files.iter().map(|it| &it.game));
    let output = python.current_dir(root()).output()?;
    ensure!(
        output.status.success(),
        "tools/checker_digest.py: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout)?;
    let digests: Vec<String> = text.lines().map(str::to_string).collect();
    ensure!(digests.len() == files.len(), "tools/checker_digest.py: not a line for each game");
    Ok(Some(digests))
}

/// Demands that the ledger is about the files that ship, and prints how far it is behind.
pub fn check() -> Result<()> {
    let (files, ledger) = (large()?, parse(&fs::read_to_string(root().join(LEDGER))?)?);
    let named: Vec<(&str, &str)> = files.iter().map(|it| (&it.name[..], &it.digest[..])).collect();
    let problems = problems(&ledger, &named);
    ensure!(problems.is_empty(), "{}\n(`cargo xtask ledger` writes it)", problems.join("\n"));
    let Some(checkers) = checkers(&files)? else { return Ok(()) };
    let (mut older, mut never) = (0, Vec::new());
    for (file, checker) in files.iter().zip(&checkers) {
        match &ledger[&file.name].whole {
            None => never.push(&file.name[..]),
            Some(whole) => older += usize::from(whole.checker != *checker),
        }
    }
    println!(
        "of {} large certificates {older} were checked whole by another version of the second checker, and {} \
         were never checked whole by it: {}",
        files.len(),
        never.len(),
        if never.is_empty() { "none".to_string() } else { never.join(", ") },
    );
    Ok(())
}

/// Makes missing rows and those of another version of the checker, of files of at most so many bytes, the smallest first and as many at
/// once as there are cores. A larger file gets a row that says "not yet", or keeps a row of another version.
pub fn make(most: u64) -> Result<()> {
    let mut files = large()?;
    files.sort_by_key(|it| it.bytes);
    let source = fs::read(root().join(CHECKER))?;
    let Some(checkers) = checkers(&files)? else { return Ok(()) };
    let path = root().join(LEDGER);
    let old = match path.exists() {
        true => parse(&fs::read_to_string(&path)?)?,
        false => Ledger::new(),
    };
    // What is known of files that ship as they are.
    let mut ledger = Ledger::new();
    for file in &files {
        let known = old.get(&file.name).filter(|row| row.file == file.digest);
        let row = known.cloned().unwrap_or(Row { file: file.digest.clone(), whole: None });
        ledger.insert(file.name.clone(), row);
    }
    fs::write(&path, print(&ledger))?;
    let mut ahead: Vec<(&Shipped, &String)> = files.iter().zip(&checkers).collect();
    ahead.retain(|(file, checker)| {
        let whole = ledger[&file.name].whole.as_ref();
        let done = whole.is_some_and(|it| it.checker == **checker);
        let too_long = TOO_LONG.iter().find(|(name, _)| *name == file.name);
        if let (false, Some((name, reason))) = (done, too_long) {
            println!("{name} is not checked whole: {reason}");
        }
        !done && too_long.is_none() && file.bytes <= most
    });
    let ledger = Mutex::new(ledger);
    let results = at_once(&ahead, |(file, checker)| -> Result<()> {
        let start = Instant::now();
        let Some(entries) = whole(&file.path).with_context(|| file.name.clone())? else {
            println!("{} was not checked whole: it took too long", file.name);
            return Ok(());
        };
        let seconds = start.elapsed().as_secs();
        let same = fs::read(root().join(CHECKER))? == source
            && digest(&fs::read(&file.path)?) == file.digest;
        ensure!(same, "{}: the checker or the file has changed meanwhile", file.name);
        println!("{}: {entries} entries in {seconds} s", file.name);
        let whole = Some(Whole { checker: checker.to_string(), entries, seconds, date: today() });
        let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
        ledger.insert(file.name.clone(), Row { file: file.digest.clone(), whole });
        // Written each time, so that nothing is lost where a run is stopped.
        Ok(fs::write(&path, print(&ledger))?)
    });
    let failed: Vec<String> =
        results.into_iter().filter_map(|it| Some(format!("{:#}", it.err()?))).collect();
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Lets the second checker go through a whole file: its entries, or nothing if it took too long. What it does not accept is an error.
fn whole(file: &Path) -> Result<Option<u64>> {
    let mut python = Command::new("python3");
    python.arg(CHECKER).arg(file).current_dir(root());
    let mut child = python.stdout(Stdio::piped()).spawn()?;
    let start = Instant::now();
    // It prints a few lines at its end, which fit into the pipe.
    while child.try_wait()?.is_none() {
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output()?;
    Ok(Some(entries(&String::from_utf8_lossy(&output.stdout))?))
}

/// The number of entries that the second checker says it has checked, if it accepts the whole file.
fn entries(said: &str) -> Result<u64> {
    let last = said.lines().last().unwrap_or_default();
    ensure!(last.starts_with("s VERIFIED "), "{last}");
    let words = said.lines().find_map(|it| it.strip_prefix("c ")?.split_once(" entries, work "));
    let number = words.and_then(|(before, _)| before.rsplit(' ').next());
    number.and_then(|it| it.parse().ok()).with_context(|| format!("no number of entries: {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, checker: Option<&str>) -> Row {
        let whole = checker.map(|it| Whole {
            checker: it.to_string(),
            entries: 5,
            seconds: 7,
            date: "2026-01-31".to_string(),
        });
        Row { file: file.to_string(), whole }
    }

    fn ledger() -> Ledger {
        let rows = [("a.quod", row("aa", Some("cc"))), ("b.quod", row("bb", None))];
        rows.into_iter().map(|(name, row)| (name.to_string(), row)).collect()
    }

    #[test]
    fn a_ledger_is_read_back() {
        let text = print(&ledger());
        assert_eq!(text.lines().last(), Some("b.quod\tbb\t-\t-\t-\t-"));
        assert_eq!(parse(&text).unwrap(), ledger());
    }

    #[test]
    fn what_is_no_ledger_is_an_error() {
        let row = "a.quod\taa\tcc\t5\t7\t2026-01-31\n";
        assert!(parse(&format!("{HEAD}{row}")).is_ok());
        for text in [
            row.to_string(),
            format!("{HEAD}{row}{row}"),
            format!("{HEAD}a.quod\taa\tcc\t5\t7\n"),
            format!("{HEAD}a.quod\taa\tcc\t-\t-\t-\n"),
        ] {
            assert!(parse(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_ledger_has_a_row_for_every_file_as_it_is() {
        let told = |files: &[(&str, &str)]| problems(&ledger(), files).join("; ");
        assert_eq!(told(&[("a.quod", "aa"), ("b.quod", "bb")]), "");
        assert!(told(&[("a.quod", "ab"), ("b.quod", "bb")]).contains("another a.quod"));
        assert!(told(&[("a.quod", "aa")]).contains("a row for b.quod, which is no large"));
        let told = told(&[("a.quod", "aa"), ("b.quod", "bb"), ("c.quod", "cc")]);
        assert!(told.contains("no row for c.quod"), "{told}");
    }

    #[test]
    fn only_a_whole_file_that_is_accepted_counts() {
        let said = |last: &str| {
            entries(&format!("c 2 section(s), 1101 entries, work 9 of at most 10\n{last}\n"))
        };
        assert_eq!(said("s VERIFIED qubic first-player-wins start").unwrap(), 1_101);
        assert!(said("s SAMPLED qubic first-player-wins start").is_err());
        assert!(said("s REJECTED work-limit at entry 5").is_err());
        assert!(entries("s VERIFIED qubic first-player-wins start\n").is_err());
    }

    #[test]
    fn the_ledger_has_a_row_for_every_large_certificate_that_ships() {
        let ledger = parse(&fs::read_to_string(root().join(LEDGER)).unwrap()).unwrap();
        let files = large().unwrap();
        let named: Vec<(&str, &str)> =
            files.iter().map(|it| (&it.name[..], &it.digest[..])).collect();
        assert_eq!(problems(&ledger, &named), [""; 0]);
        for (name, _) in TOO_LONG {
            assert!(named.iter().any(|(file, _)| file == name), "{name} does not ship");
        }
    }
}
