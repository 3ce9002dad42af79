//! Files that prove nothing: exit 1 from `check`, with the reason and where.

use std::fs;
use std::path::Path;

use quod_cert::{Body, Certificate, read_certificate};
use quod_game::{Claim, Player};
use quod_proof::write_certificate;

use crate::{last_line, run};

/// A directory with two sound certificates, `a.quod` of tic-tac-toe and `m.quod` of morris.
fn certificates() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (game, file) in [("tic-tac-toe", "a.quod"), ("three-mens-morris", "m.quod")] {
        let ran = run(directory.path(), &["solve", game, "--out", file]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    directory
}

fn write(directory: &Path, bytes: &[u8]) {
    fs::write(directory.join("bad.quod"), bytes).unwrap();
}

/// Checks `bad.quod` and expects it rejected for this reason; returns the place.
fn rejected(directory: &Path, arguments: &[&str], reason: &str) -> String {
    let ran = run(directory, &[&["check", "bad.quod"], arguments].concat());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let start = format!("s REJECTED {reason} at ");
    let place = last_line(&ran.out).strip_prefix(&start);
    assert!(place.is_some(), "{start} expected: {ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "a sentence for people: {ran:?}");
    // Every command that reads a certificate says the same.
    if arguments.is_empty() {
        for command in [
            &["show", "bad.quod"][..],
            &["show", "bad.quod", "--text"],
            &["proof", "shrink", "bad.quod", "--out", "new.quod"],
        ] {
            let again = run(directory, command);
            assert_eq!((again.code, last_line(&again.out)), (Some(1), last_line(&ran.out)));
            assert!(!directory.join("new.quod").exists());
        }
    }
    place.unwrap().to_string()
}

fn certificate(directory: &Path, file: &str) -> Certificate {
    read_certificate(fs::read(directory.join(file)).unwrap().as_slice()).unwrap()
}

#[test]
fn damaged_and_foreign_files_are_rejected() {
    let directory = certificates();
    let directory = directory.path();
    let sound = fs::read(directory.join("a.quod")).unwrap();
    for length in [8, 11, 20, 500, sound.len() - 33, sound.len() - 1] {
        write(directory, &sound[..length]);
        rejected(directory, &[], "truncated");
    }
    for at in [20, 100, 1000, sound.len() - 1] {
        let mut flipped = sound.clone();
        flipped[at] ^= 0x10;
        write(directory, &flipped);
        rejected(directory, &[], "checksum");
    }
    let mut longer = sound.clone();
    longer.push(0);
    write(directory, &longer);
    assert_eq!(rejected(directory, &[], "end-mark"), format!("byte {}", sound.len()));
    for foreign in [&b""[..], b"QUOD", b"\x7fELF\x02\x01\x01\0\0\0\0\0", b"s VERIFIED"] {
        write(directory, foreign);
        assert_eq!(rejected(directory, &[], "not-a-certificate"), "byte 0");
    }
    let mut newer = sound;
    newer[8] = 2;
    write(directory, &newer);
    assert_eq!(rejected(directory, &[], "version"), "byte 8");
}

#[test]
fn a_certificate_for_something_else_is_rejected() {
    let directory = certificates();
    let directory = directory.path();
    fs::copy(directory.join("m.quod"), directory.join("bad.quod")).unwrap();
    for arguments in [
        &["--game", "three-mens-morris:moves=any"][..],
        &["--game", "qubic"],
        &["--position", "4"],
        &["--claim", "second-player-wins"],
        &["--claim", "value=draw"],
    ] {
        assert_eq!(rejected(directory, arguments, "other-statement"), "header");
    }
    let ran = run(
        directory,
        &[
            "check",
            "m.quod",
            "--game",
            "three-mens-morris",
            "--position",
            "start",
            "--claim",
            "value",
        ],
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // What is asked for must make sense all the same.
    for arguments in [&["--game", "xiangqi"][..], &["--position", "x"], &["--claim", "score>=1"]] {
        let ran = run(directory, &[&["check", "m.quod"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    }
    // The same bytes under another variant's name, checksums mended.
    let mut other = certificate(directory, "m.quod");
    other.game = "three-mens-morris:moves=any,opening=no-centre".to_string();
    write(directory, &write_certificate(&other));
    rejected(directory, &[], "bad-position");
    other.game = "xiangqi".to_string();
    write(directory, &write_certificate(&other));
    assert_eq!(rejected(directory, &[], "unknown-game"), "header");
}

#[test]
fn well_formed_false_certificates_are_rejected() {
    let directory = certificates();
    let directory = directory.path();
    let sound = certificate(directory, "a.quod");

    // X is said to win, by the strategy with which he does not lose.
    let mut wins = sound.clone();
    wins.claims = vec![Claim::wins(Player::First)];
    wins.sections.truncate(1);
    wins.entries.retain(|entry| entry.claim == 0);
    write(directory, &write_certificate(&wins));
    rejected(directory, &[], "not-settled");

    // A reply is forgotten.
    let mut forgets = sound.clone();
    let (at, named) = (forgets.entries.iter_mut().enumerate())
        .find_map(|(at, entry)| match &mut entry.body {
            Body::Replies { named, default: None, .. } => Some((at, named)),
            _ => None,
        })
        .unwrap();
    named.pop();
    write(directory, &write_certificate(&forgets));
    assert_eq!(rejected(directory, &[], "missing-reply"), format!("entry {at}"));

    // Both sections prove one half.
    let mut halves = sound;
    halves.sections[1] = halves.sections[0].clone();
    write(directory, &write_certificate(&halves));
    assert_eq!(rejected(directory, &[], "sections-do-not-meet"), "header");
}

#[test]
fn a_dictionary_that_proves_nothing_is_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let says = |text: &[u8], line: &str| {
        fs::write(directory.join("moves.txt"), text).unwrap();
        let ran = run(directory, &["check", "--dictionary", "moves.txt"]);
        assert_eq!((ran.code, last_line(&ran.out)), (Some(1), line), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    };
    // Nothing; a first move and no second; a move that is none; bytes that are no text.
    says(b"-----\n", "s REJECTED malformed at line 1");
    says(b"-----\n64 0\n", "s REJECTED no-proof at dictionary");
    says(b"-----\n64 99\n", "s REJECTED malformed at line 2");
    says(b"-----\n\xff\xfe\x00\n", "s REJECTED malformed at line 2");
    assert_eq!(run(directory, &["check", "--dictionary", "none.txt"]).code, Some(2));
    assert_eq!(run(directory, &["check", "a.quod", "--dictionary", "moves.txt"]).code, Some(2));
}
