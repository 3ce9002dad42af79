//! Autotrees from the command line: judged, made into certificates, and back.

use std::fs;
use std::path::Path;

use crate::{last_line, names, run};

fn golden(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("golden/autotrees").join(name).to_str().unwrap().to_string()
}

#[test]
fn autotrees_become_certificates_and_autotrees_again() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    for name in ["3x3.txt", "pattern-8.txt"] {
        let ran = run(directory, &["check", "--autotree", &golden(name), "--out", "a.quod"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let verified = last_line(&ran.out).to_string();
        assert!(
            verified.starts_with("s VERIFIED hex:") && !verified.contains("assuming"),
            "{ran:?}"
        );
        let ran = run(directory, &["check", "a.quod"]);
        assert_eq!((ran.code, last_line(&ran.out)), (Some(0), verified.as_str()), "{ran:?}");
        let ran = run(directory, &["proof", "autotree", "a.quod", "--out", "a.txt"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let ran = run(directory, &["check", "--autotree", "a.txt"]);
        assert_eq!((ran.code, last_line(&ran.out)), (Some(0), verified.as_str()), "{ran:?}");
        let ran = run(directory, &["proof", "autotree", "a.quod"]);
        assert_eq!(ran.out, fs::read_to_string(directory.join("a.txt")).unwrap());
    }
}

#[test]
fn gardners_pairing_is_verified_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let file = golden("gardner-13x14.txt");
    let ran =
        run(directory, &["check", "--autotree", &file, "--out", "a.quod", "--claim", "white-wins"]);
    let verified = "s VERIFIED hex:width=13,height=14,swap=off white-wins start";
    assert_eq!((ran.code, last_line(&ran.out)), (Some(0), verified), "{ran:?}");
    assert_eq!(last_line(&run(directory, &["check", "a.quod"]).out), verified);
    // It is no derivation by connections.
    assert_eq!(run(directory, &["proof", "autotree", "a.quod"]).code, Some(2));
    let ran = run(directory, &["check", "--autotree", &file, "--claim", "black-wins"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

/// Pairs that join by each other's stones, which evidence has no words for.
const MEETING: &str = "(board 7 7)
(meeting ((TL BR)) (e5 f3 f4 f5 g4 g5) (a4 b4 c4 d4 e4 f2 g2 TL BR) [(e5) (f4)] [(f3) (f5)] [(g4) (g5)])
";

#[test]
fn what_only_the_reader_can_say_is_told_as_that() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    fs::write(directory.join("a.txt"), MEETING).unwrap();
    let check = ["check", "--autotree", "a.txt"];
    let ran = run(directory, &check);
    let line = last_line(&ran.out);
    assert!(ran.code == Some(0) && line.starts_with("s VERIFIED hex:width=7,height=7"), "{ran:?}");
    assert!(line.ends_with(" black-to-move assuming autotrees"), "{ran:?}");
    let ran = run(directory, &[&check[..], &["--json"]].concat());
    assert!(ran.out.contains("\"assumes\":[\"autotrees\"]"), "{ran:?}");
    for (more, code) in [
        (["--claim", "value"], 0),
        (["--claim", "black-wins"], 1),
        (["--position", "start"], 1),
        (["--game", "hex:width=7,height=7"], 0),
        (["--game", "hex:width=6,height=7"], 1),
        (["--game", "no-game"], 2),
        (["--out", "a.quod"], 2),
    ] {
        assert_eq!(run(directory, &[&check[..], &more].concat()).code, Some(code), "{more:?}");
    }
    assert_eq!(names(directory), ["a.txt"]);
    // Without one of the pairs a path is shown.
    fs::write(directory.join("a.txt"), MEETING.replace(" [(f3) (f5)]", "")).unwrap();
    let ran = run(directory, &check);
    assert_eq!(
        (ran.code, last_line(&ran.out)),
        (Some(1), "s REJECTED no-proof at line 2"),
        "{ran:?}"
    );
    assert!(ran.err.contains("got a path that does not: e5 g"), "{ran:?}");
}

#[test]
fn wrong_autotrees_are_rejected_line_by_line() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let text = "(board 2 2)\n(one () (a1 b3) () [(a1)])\n(two () (a1) () [(a1 a1)])\n";
    fs::write(directory.join("a.txt"), text).unwrap();
    let ran = run(directory, &["check", "--autotree", "a.txt", "--out", "a.quod"]);
    assert_eq!(
        (ran.code, last_line(&ran.out)),
        (Some(1), "s REJECTED no-proof at line 2"),
        "{ran:?}"
    );
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines.len() == 2 && lines[1].starts_with("line 3: expected "), "{ran:?}");
    assert_eq!(names(directory), ["a.txt"]);
    let ran = run(directory, &["check", "--autotree", "a.txt", "--json"]);
    assert!(ran.code == Some(1) && ran.out.contains("\"at\":\"line 2\""), "{ran:?}");
    for arguments in [
        &["check", "--autotree", "none.txt"][..],
        &["check", "--autotree", "a.txt", "--yang", "a.txt"],
        &["check", "a.quod", "--out", "b.quod"],
        &["check", "--autotree", "a.txt", "--out", "none/a.quod"],
        &["proof", "autotree", "none.quod"],
    ] {
        assert_eq!(run(directory, arguments).code, Some(2), "{arguments:?}");
    }
}
