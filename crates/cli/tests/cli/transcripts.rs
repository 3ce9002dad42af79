//! Sessions at the terminal, as golden files: `golden/cli/*.txt`.
//!
//! A file begins with what it is about; every line `$ COMMAND` is then run in one fresh directory, and
//! what it prints (both streams together) and its exit code, if not 0, must be what the file says.
//! Times and sizes are elided. `SNAPSHOTS=overwrite` writes the files anew; to add one, write the
//! commands and let that fill in the rest.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::{Assert, Data, Redactions, assert::DEFAULT_ACTION_ENV};

/// What differs from run to run, or with every improvement of an engine.
const ELIDED: [(&str, &str); 5] = [
    ("[TIME]", r"(?<redacted>\d+\.\d+) s\b"),
    ("[SIZE]", r"(?<redacted>\d+) MB"),
    ("[BYTES]", r"(?<redacted>[\d,]+) bytes"),
    ("[COUNT]", r"(?<redacted>[\d,]+) (nodes|expansions|evaluations|units of work|entries)"),
    ("[NODES]", r"going on from (?<redacted>\d+)"),
];

/// A test for each file: they run beside each other, and what fails has a name.
macro_rules! transcripts {
    ($($test:ident: $file:literal,)*) => {
        $(
            #[test]
            fn $test() {
                transcript_is_what_the_golden_file_says($file);
            }
        )*

        /// The files that have a test.
        const FILES: &[&str] = &[$($file),*];
    };
}

transcripts! {
    analyse: "analyse.txt",
    awari: "awari.txt",
    check: "check.txt",
    chess_tables: "chess-tables.txt",
    compare: "compare.txt",
    explain: "explain.txt",
    games: "games.txt",
    gomocup: "gomocup.txt",
    gomoku: "gomoku.txt",
    help: "help.txt",
    hex: "hex.txt",
    play: "play.txt",
    proof: "proof.txt",
    puzzles: "puzzles.txt",
    qubic: "qubic.txt",
    show: "show.txt",
    solve: "solve.txt",
    study: "study.txt",
    uci: "uci.txt",
    usi: "usi.txt",
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/cli")
}

#[test]
fn every_transcript_has_a_test() {
    let names = std::fs::read_dir(golden()).unwrap().map(|it| it.unwrap().file_name());
    let mut files: Vec<String> = names.map(|it| it.into_string().unwrap()).collect();
    files.retain(|it| it.ends_with(".txt"));
    files.sort();
    assert_eq!(files, FILES);
}

fn transcript_is_what_the_golden_file_says(name: &str) {
    let mut redactions = Redactions::new();
    for (name, pattern) in ELIDED {
        redactions.insert(name, regex::Regex::new(pattern).unwrap()).unwrap();
    }
    let assert =
        Assert::new().action_env(DEFAULT_ACTION_ENV).normalize_paths(false).redact_with(redactions);
    let file = golden().join(name);
    let script = std::fs::read_to_string(&file).unwrap();
    assert.eq(played(&script), Data::read_from(&file, None));
}

/// Runs the commands of a script and returns it with what they print.
fn played(script: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_quod"));
    let path = format!("{}:/usr/bin:/bin", binary.parent().unwrap().display());
    let head = script.split("$ ").next().unwrap_or_default();
    let mut text = head.to_string();
    for command in script.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(directory.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let _ = write!(text, "$ {command}\n{printed}");
        match output.status.code() {
            Some(0) => text.push('\n'),
            code => {
                let _ = writeln!(text, "? {}\n", code.unwrap_or(-1));
            }
        }
    }
    format!("{}\n", text.trim_end())
}
