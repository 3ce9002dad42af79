//! A game of one's own has everything: it is solved, checked, shown, joined and played.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the binary with lines to read; returns exit code and standard output.
fn run(directory: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quod-example-own-game"))
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone before the lines come.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn nim_has_the_whole_command_line() {
    let directory = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str]| run(directory.path(), arguments, "");
    let last = |(code, out): (Option<i32>, String)| {
        (code, out.lines().last().unwrap_or_default().to_string())
    };
    let says = |code: i32, line: &str| (Some(code), line.to_string());

    // The least heap is taken for what the other two leave over: 9 xor 11 is 2.
    let solve = ["solve", "nim", "--out", "a.quod"];
    assert_eq!(last(at(&solve)), says(0, "s PROVED nim first-player-wins start"));
    let (code, json) = at(&["solve", "nim", "--json", "--all-moves"]);
    assert_eq!(code, Some(0));
    assert!(json.contains("\"best_move\":\"a-5\""), "{json}");
    assert!(
        json.contains("{\"move\":\"a-5\",\"value\":\"first-player-wins\",\"score\":null}"),
        "{json}"
    );
    assert!(
        json.contains("{\"move\":\"a-4\",\"value\":\"second-player-wins\",\"score\":null}"),
        "{json}"
    );

    assert_eq!(last(at(&["check", "a.quod"])), says(0, "s VERIFIED nim first-player-wins start"));
    let other = ["check", "a.quod", "--game", "qubic"];
    assert_eq!(last(at(&other)), says(1, "s REJECTED other-statement at header"));
    assert_eq!(last(at(&["solve", "nim", "--position", "a-8"])), says(2, ""));

    let (code, scene) = at(&["show", "a.quod"]);
    assert!(code == Some(0) && scene.contains("proof plays a-5"), "{scene}");
    assert!(scene.contains("b |||||||||"), "the heaps are drawn: {scene}");
    let (code, text) = at(&["show", "a.quod", "--text"]);
    assert!(code == Some(0) && text.starts_with("game nim\n"), "{text}");

    let shrink = ["proof", "shrink", "a.quod", "--out", "b.quod"];
    assert_eq!(last(at(&shrink)), says(0, "s VERIFIED nim first-player-wins start"));

    let (code, about) = at(&["games", "nim"]);
    assert!(code == Some(0) && about.contains("who takes the last one wins"), "{about}");
    assert!(at(&["games"]).1.contains("nim "));
    // Quod's own games are there as well.
    assert_eq!(at(&["solve", "tic-tac-toe", "--quiet"]).0, Some(0));
}

#[test]
fn nim_is_played_to_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let position = ["--position", "=01020300"];
    let solve = [&["solve", "nim", "--out", "a.quod", "--quiet"][..], &position].concat();
    let (code, out) = run(directory.path(), &solve, "");
    assert_eq!((code, out.as_str()), (Some(0), "s PROVED nim second-player-wins =01020300\n"));
    // Heaps of 1, 2 and 3 are lost for the side to move, against the proof and against the search.
    for proof in [&["--proof", "a.quod"][..], &[]] {
        let play = [&["play", "nim"][..], &position, proof].concat();
        let (code, out) = run(directory.path(), &play, "a-1\nb-1\nc-1\nb-1\nc-1\nb-1\nc-1\nc-1\n");
        assert_eq!(code, Some(0));
        assert!(out.contains("\n\nsecond-player-wins\nThe moves were: "), "{out}");
    }
}

#[test]
fn domineering_is_solved_without_naming_a_search_and_played_by_its_estimate() {
    let directory = tempfile::tempdir().unwrap();
    let (code, out) =
        run(directory.path(), &["solve", "domineering:rows=5,columns=5", "--quiet"], "");
    // Conway 1976: the second player wins.
    let says = "s PROVED domineering:rows=5,columns=5 second-player-wins start\n";
    assert_eq!((code, out.as_str()), (Some(0), says));
    let play = ["play", "domineering", "--nodes", "2000", "--without", "exact"];
    let (code, out) = run(directory.path(), &play, "c3\nquit\n");
    assert!(code == Some(0) && out.contains("(estimate, "), "{out}");

    // A book is played, and a bad one refused in one line.
    std::fs::write(directory.path().join("good.txt"), "# one line\nc3: a1\n").unwrap();
    let (code, out) = run(directory.path(), &["play", "domineering", "--book", "good.txt"], "c3\n");
    assert!(code == Some(0) && out.contains("second-player plays a1 (book)"), "{out}");
    std::fs::write(directory.path().join("bad.txt"), "c3: a1\n\nc3: z9\n").unwrap();
    let (code, out) = run(directory.path(), &["play", "domineering", "--book", "bad.txt"], "c3\n");
    assert_eq!((code, out.as_str()), (Some(2), ""));
}
