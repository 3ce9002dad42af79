//! The web explorer from the command line: its address, its answer, its end. What it answers otherwise
//! is tested in its own crate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::{quod, run};

fn started(directory: &Path, arguments: &[&str]) -> Child {
    let mut command = quod(directory, arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("quod runs")
}

/// The host and port of an address like `http://127.0.0.1:8765/`.
fn place(url: &str) -> String {
    url.trim().trim_start_matches("http://").trim_end_matches('/').to_string()
}

fn state(place: &str) -> Value {
    let mut stream = TcpStream::connect(place).unwrap();
    let request = format!("GET /api/state HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

fn interrupt(child: &Child) {
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
}

#[test]
fn the_explorer_tells_its_address_shows_the_file_and_ends_cleanly() {
    let directory = tempfile::tempdir().unwrap();
    let solve = run(directory.path(), &["solve", "tic-tac-toe", "--out", "t.quod", "--quiet"]);
    assert_eq!(solve.code, Some(0), "{solve:?}");
    let mut child = started(directory.path(), &["explore", "t.quod", "--port", "0"]);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
    let state = state(&place(&line));
    assert_eq!((&state["proof"], &state["proofs"][0]["game"]), (&0.into(), &"tic-tac-toe".into()));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_certificate_that_is_none_is_rejected_before_anything_is_served() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("no.quod"), b"nothing").unwrap();
    let ran = run(directory.path(), &["explore", "no.quod", "--port", "0"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("not-a-certificate"), "{}", ran.err);
    let ran = run(directory.path(), &["explore", "missing.quod", "--port", "0"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
}

#[test]
fn a_solve_that_is_explored_answers_and_stays_until_it_is_interrupted() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = started(directory.path(), &["solve", "tic-tac-toe", "--explore", "--quiet"]);
    let mut told = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut told).unwrap();
    let url = told.trim().strip_prefix("explore: ").expect("the address").to_string();
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert_eq!(answer.trim(), "s PROVED tic-tac-toe value=draw start");
    let state = state(&place(&url));
    assert_eq!((&state["search"], &state["searches"][0]["state"]), (&0.into(), &"done".into()));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
