//! Runs that stop before they are done: budgets, Ctrl-C, checkpoints that do not fit. What survives
//! `kill -9`, and what happens when memory is full, is tested in the example of one's own game: its
//! trees grow as large as one likes.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::yield_now;

use serde_json::Value;

use crate::{Ran, last_line, names, quod, run};

/// Solved in about a hundred thousand nodes by this engine, which forgets on purpose.
const MORRIS: [&str; 4] = ["solve", "three-mens-morris:moves=any", "--engine", "pn:graph=tree"];

#[test]
fn running_out_of_nodes_or_time_is_an_answer() {
    let directory = tempfile::tempdir().unwrap();
    for (budget, reason) in [(["--nodes", "100"], "nodes"), (["--time", "0.05"], "time")] {
        let ran =
            run(directory.path(), &[&["solve", "qubic"], &budget[..], &["--out", "a"]].concat());
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert_eq!(last_line(&ran.out), format!("s UNKNOWN {reason}"));
        assert!(last_line(&ran.err).contains(&format!("--{reason}")), "what to do next: {ran:?}");
        assert_eq!(names(directory.path()), [""; 0]);
    }
}

#[test]
fn a_larger_budget_goes_on_where_the_smaller_one_ended() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let solve = |more: &[&str]| -> (Ran, Value) {
        let ran = run(directory, &[&MORRIS[..], &["--json"], more].concat());
        let json = serde_json::from_str(&ran.out).unwrap();
        (ran, json)
    };
    let (whole, expected) = solve(&["--out", "whole.quod"]);
    assert_eq!(whole.code, Some(0));
    for budget in ["2000", "7500", "20000"] {
        let (part, _) = solve(&["--checkpoint", "states", "--nodes", budget]);
        assert_eq!(part.code, Some(3), "{part:?}");
        assert_eq!(names(&directory.join("states")), ["session.ckpt"]);
    }
    let (rest, found) = solve(&["--checkpoint", "states", "--out", "rest.quod"]);
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert!(rest.err.contains("going on from 200"), "{rest:?}");
    for count in ["nodes", "expansions", "evaluations"] {
        assert_eq!(found[count], expected[count], "{count}");
    }
    let read = |file: &str| fs::read(directory.join(file)).unwrap();
    assert!(read("whole.quod") == read("rest.quod"), "not the same certificate");
    assert_eq!(names(&directory.join("states")), [""; 0], "what is answered is not kept");
}

#[test]
fn moves_that_are_still_open_are_gone_on_from() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let solve = |more: &[&str]| {
        let moves = ["--all-moves", "--checkpoint", "states", "--json"];
        run(directory, &[&MORRIS[..], &moves, more].concat())
    };
    assert_eq!(solve(&["--nodes", "200"]).code, Some(3));
    assert_eq!(names(&directory.join("states")).len(), 10, "the question and nine moves");
    let rest = solve(&[]);
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert!(!rest.out.contains("\"value\":null"), "{rest:?}");
    assert_eq!(names(&directory.join("states")), [""; 0]);
}

#[test]
fn positions_in_one_directory_have_sessions_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let solve = |position: &str, more: &[&str]| {
        let whose = ["--checkpoint", "states", "--position", position];
        run(directory, &[&MORRIS[..], &whose, more].concat())
    };
    for position in ["start", "4", "4 0"] {
        assert_eq!(solve(position, &["--nodes", "200"]).code, Some(3), "{position}");
    }
    let all = ["session-4.ckpt", "session-4_0.ckpt", "session.ckpt"];
    assert_eq!(names(&directory.join("states")), all);
    let rest = solve("4", &[]);
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert!(rest.err.contains("session-4.ckpt: going on from 203 nodes"), "{rest:?}");
    assert_eq!(names(&directory.join("states")), all[1..]);
}

#[test]
fn checkpoints_that_do_not_fit_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let checkpoint = ["--checkpoint", "states"];
    let refused = |ran: Ran| {
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(
            ran.err.starts_with("error: states/session.ckpt: expected a checkpoint of this job")
        );
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    };
    run(directory, &[&MORRIS[..], &checkpoint, &["--nodes", "2000"]].concat());
    let file = directory.join("states/session.ckpt");
    let sound = fs::read(&file).unwrap();

    // Another game, another question.
    refused(run(directory, &[&["solve", "tic-tac-toe"], &checkpoint[..]].concat()));
    refused(run(
        directory,
        &[&MORRIS[..], &checkpoint, &["--claim", "first-player-wins"]].concat(),
    ));
    for (at, damaged) in [
        Vec::new(),
        sound[..sound.len() / 2].to_vec(),
        sound.iter().enumerate().map(|(i, b)| if i == sound.len() / 2 { !b } else { *b }).collect(),
        b"something else entirely, but long enough to hold a digest".to_vec(),
    ]
    .iter()
    .enumerate()
    {
        fs::write(&file, damaged).unwrap();
        refused(run(directory, &[&MORRIS[..], &checkpoint].concat()));
        assert_eq!(fs::read(&file).unwrap(), *damaged, "case {at}: the file is left alone");
    }
    fs::write(&file, &sound).unwrap();
    // What a run left that was killed while it wrote.
    fs::write(directory.join("states/.session.ckpt.99.tmp"), &sound[..9]).unwrap();
    assert_eq!(run(directory, &[&MORRIS[..], &checkpoint].concat()).code, Some(0));
    assert_eq!(names(&directory.join("states")), [""; 0]);
}

#[test]
fn ctrl_c_saves_the_checkpoint_and_answers_unknown() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let arguments = ["solve", "qubic", "--checkpoint", "states", "--out", "a.quod"];
    let mut child =
        quod(directory, &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&directory.join("states/session.ckpt"), &mut child);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert_eq!(last_line(&ran.out), "s UNKNOWN interrupted");
    assert_eq!(names(directory), ["states"]);
    assert_eq!(names(&directory.join("states")), ["session.ckpt"]);
    // The state can be gone on from.
    let again = run(directory, &[&arguments[..], &["--nodes", "1"]].concat());
    assert_eq!((again.code, last_line(&again.out)), (Some(3), "s UNKNOWN nodes"), "{again:?}");
    assert!(again.err.contains("going on from"), "{again:?}");
}

/// Waits until a process has written a file.
fn wait_for(file: &Path, child: &mut Child) {
    while !file.exists() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before {}", file.display());
        yield_now();
    }
}
