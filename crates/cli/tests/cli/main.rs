//! The command line from outside: the `quod` binary, its output, its exit codes, its files.

mod autotree;
mod bad_files;
mod bad_questions;
#[cfg(unix)]
mod building;
mod compare;
mod engine;
#[cfg(unix)]
mod explore;
mod guide;
#[cfg(unix)]
mod interruption;
mod json;
mod patashnik;
mod pgn;
#[cfg(unix)]
mod study;
mod tables;
mod trace;
#[cfg(unix)]
mod transcripts;

use std::path::Path;
use std::process::{Command, Output};

/// The binary, to be run in `directory` with these arguments.
fn quod(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quod"));
    command.args(arguments).current_dir(directory);
    command
}

/// What a run came to: exit code, standard output, standard error.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

fn run(directory: &Path, arguments: &[&str]) -> Ran {
    quod(directory, arguments).output().expect("quod runs").into()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// The names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
