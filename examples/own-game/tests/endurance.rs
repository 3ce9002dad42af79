//! What survives `kill -9`, and what happens when memory is full. Proof-number search in tree mode
//! forgets what it has solved, so that it takes seconds and megabytes for positions of Nim that the
//! usual engine solves at once.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::yield_now;

/// Heaps of 6, 8 and 9: some six million nodes.
const SOLVE: [&str; 6] = ["solve", "nim", "--engine", "pn:graph=tree", "--position", "=06080900"];

fn own_game(directory: &Path, arguments: &[&[&str]]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quod-example-own-game"));
    command.args(arguments.concat()).current_dir(directory);
    command
}

fn last_line(command: &mut Command) -> String {
    let out = String::from_utf8(command.output().unwrap().stdout).unwrap();
    out.lines().last().unwrap_or_default().to_string()
}

/// The value of a number in JSON.
fn count(json: &str, key: &str) -> u64 {
    let (_, tail) = json.split_once(&format!("\"{key}\":")).unwrap();
    let digits: String = tail.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{key} in {json}"))
}

#[test]
fn a_killed_run_goes_on_to_the_same_nodes_and_the_same_certificate() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let whole = last_line(&mut own_game(directory, &[&SOLVE, &["--json", "--out", "whole.quod"]]));
    let resumable = [&SOLVE[..], &["--json", "--checkpoint", "states", "--out", "rest.quod"]];

    // Killed three times, each time once it has written a checkpoint of its own.
    let checkpoint = directory.join("states/session-=06080900.ckpt");
    let mut before = Vec::new();
    for _ in 0..3 {
        let mut child = own_game(directory, &resumable).stdout(Stdio::null()).spawn().unwrap();
        loop {
            let now = fs::read(&checkpoint).unwrap_or_default();
            if now != before {
                before = now;
                break;
            }
            assert_eq!(child.try_wait().unwrap(), None, "solved before its first checkpoint");
            yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!directory.join("rest.quod").exists());
    }
    let rest = last_line(&mut own_game(directory, &resumable));
    for key in ["nodes", "expansions", "evaluations", "certificate_bytes"] {
        assert_eq!(count(&rest, key), count(&whole, key), "{key}");
    }
    let read = |name: &str| fs::read(directory.join(name)).unwrap();
    assert!(read("whole.quod") == read("rest.quod"), "not the same certificate");
    assert!(!checkpoint.exists(), "what is answered is not kept");
}

#[test]
fn running_out_of_memory_is_an_answer_and_the_bound_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let solve = ["solve", "nim", "--engine", "pn:graph=tree", "--memory", "32M"];
    let output = own_game(directory, &[&solve, &["--json", "--out", "a.quod"]]).output().unwrap();
    let json = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{json}");
    assert!(json.contains("\"reason\":\"memory\""), "{json}");
    assert_eq!(fs::read_dir(directory).unwrap().count(), 0);
    if cfg!(target_os = "linux") {
        let peak = count(&json, "peak_memory_bytes");
        assert!(peak <= 32 << 20, "{peak} bytes");
        assert!(peak > 16 << 20, "{peak} bytes: the memory is there to be used");
    }
}
