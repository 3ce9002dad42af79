//! Players that other programs talk to.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Ran, quod, run};

/// A user interface that others wrote: python-chess, where it is installed.
#[test]
fn python_chess_drives_the_engine() {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    let is_there = python(&["-c", "import chess"]).is_ok_and(|it| it.status.success());
    if !is_there {
        eprintln!("skipped: python3 with python-chess is not installed");
        return;
    }
    let client = include_str!("uci_client.py");
    let ran: Ran = python(&["-c", client, env!("CARGO_BIN_EXE_quod")]).unwrap().into();
    assert_eq!((ran.code, ran.out.trim()), (Some(0), "played"), "{ran:?}");
}

/// What the brain says to these lines, its arguments after `engine gomocup`.
fn brain(directory: &Path, arguments: &[&str], lines: &str) -> Ran {
    let mut command = quod(directory, &[&["engine", "gomocup"], arguments].concat());
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("quod runs");
    // (One that has ended already reads nothing.)
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    child.wait_with_output().expect("quod ends").into()
}

/// Black has two open threes.
const STONES: [&str; 8] = ["f8", "a1", "g8", "a15", "h6", "o1", "h7", "o15"];

/// The same as a manager tells them, the brain with Black or White.
fn board(brain: usize) -> String {
    let stone = |(turn, text): (usize, &&str)| {
        let (column, row) = text.split_at(1);
        let column = column.as_bytes()[0] - b'a';
        let row: u8 = row.parse().unwrap();
        format!("{column},{},{}\n", 15 - row, 1 + (turn + brain) % 2)
    };
    let stones: String = STONES.iter().enumerate().map(stone).collect();
    format!("BOARD\n{stones}DONE\n")
}

#[test]
fn a_brain_follows_a_proof_where_the_game_comes_to_it() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let position = STONES.join(" ");
    let solve = ["solve", "gomoku", "--position", &position, "--engine", "vct", "--out", "p.quod"];
    assert_eq!(run(directory, &solve).code, Some(0));
    let proof = ["--proof", "p.quod"];
    let start = "START 15\nINFO max_node 100\n";
    // Whatever White does after h8, the proof goes on.
    let lines = format!("{start}{}TURN 8,7\nEND\n", board(0));
    let ran = brain(directory, &proof, &lines);
    let said: Vec<&str> = ran.out.lines().collect();
    let book = "MESSAGE I follow the book";
    assert_eq!(said[..4], ["OK", book, "7,7", book], "{ran:?}");
    // Another rule is another game, and without a proof there is none.
    let other = format!("{start}INFO rule 1\n{}END\n", board(0));
    assert!(!brain(directory, &proof, &other).out.contains(book));
    assert!(!brain(directory, &[], &lines).out.contains(book));
}

#[test]
fn a_brain_takes_no_proof_that_is_none() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let ran = brain(directory, &["--proof", "none.quod"], "START 15\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.starts_with("error: none.quod: expected a readable file"), "{ran:?}");
    std::fs::write(directory.join("bad.quod"), "no certificate").unwrap();
    let ran = brain(directory, &["--proof", "bad.quod"], "START 15\n");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.starts_with("s REJECTED "), "{ran:?}");
}
