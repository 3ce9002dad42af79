//! Builds of tables that end before they are done: killed, interrupted, or out of room for a file. What
//! was finished is kept, and the same command ends with the bytes of a build that nobody disturbed.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::{Ran, last_line, names, quod, run};

/// Awari up to so many stones.
fn build<'a>(stones: &'a str, directory: &'a str) -> [&'a str; 7] {
    ["table", "build", "awari", "--dir", directory, "--layers", stones]
}

/// Every file of the undisturbed build in `whole` is the same in `other`.
fn same_bytes(directory: &Path, whole: &str, other: &str) {
    let read = |folder: &str, name: &str| fs::read(directory.join(folder).join(name)).unwrap();
    for name in names(&directory.join(whole)) {
        assert!(read(whole, &name) == read(other, &name), "{other}/{name}");
    }
}

/// Begins a build that would go on for long, sends it a signal once a line of standard error begins
/// so, and returns how it ended and what it said from there on.
fn stopped(directory: &Path, at: &str, signal: &str) -> (ExitStatus, String, String) {
    // Long after the layers that the tests look at.
    let mut child = quod(directory, &build("19", signal))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with(at) {
        line.clear();
        assert!(lines.read_line(&mut line).unwrap() > 0, "it ended before it said {at}");
    }
    let process = child.id().to_string();
    let sent = Command::new("kill").args([&format!("-{signal}"), &process]).status().unwrap();
    assert!(sent.success());
    let (mut said, mut printed) = (String::new(), String::new());
    lines.read_to_string(&mut said).unwrap();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    (child.wait().unwrap(), printed, said)
}

#[test]
fn a_build_that_is_killed_or_interrupted_goes_on_and_writes_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    assert_eq!(run(directory, &build("11", "whole")).code, Some(0));
    for at in ["layer 2: ", "layer 9: at "] {
        let (status, _, _) = stopped(directory, at, "KILL");
        assert_eq!(status.signal(), Some(9), "{status:?}");
        let rest = run(directory, &build("11", "KILL"));
        assert_eq!(rest.code, Some(0), "{rest:?}");
        assert!(rest.err.contains("layer 1: there already"), "{rest:?}");
        same_bytes(directory, "whole", "KILL");
        fs::remove_dir_all(directory.join("KILL")).unwrap();
    }
    let (status, printed, said) = stopped(directory, "layer 9: at ", "INT");
    assert_eq!((status.code(), printed.as_str()), (Some(3), "s UNKNOWN interrupted\n"), "{said}");
    assert!(last_line(&said).contains("run the same command again to continue"), "{said}");
    let rest = run(directory, &build("11", "INT"));
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert!(rest.err.contains("layer 8: there already"), "{rest:?}");
    same_bytes(directory, "whole", "INT");
}

/// A file that cannot grow stands for a disk that is full: both fail in the middle of writing.
#[test]
fn a_file_that_cannot_be_written_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    assert_eq!(run(directory, &build("8", "whole")).code, Some(0));
    // Blocks of 512 bytes or of 1024, as the shell thinks fit.
    let script = "trap '' XFSZ; ulimit -f 12; exec \"$0\" \"$@\"";
    let ran: Ran = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_quod")])
        .args(build("8", "full"))
        .current_dir(directory)
        .output()
        .unwrap()
        .into();
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    let error = last_line(&ran.err);
    assert!(error.starts_with("error: full/awari-0"), "{error}");
    assert!(error.contains(".qtab: cannot be written: File too large"), "{error}");
    assert!(error.ends_with("; what was finished before is kept"), "{error}");
    let kept = names(&directory.join("full"));
    assert!((1..9).contains(&kept.len()), "{kept:?}");
    assert!(kept.iter().all(|name| name.ends_with(".qtab")), "{kept:?}");
    let rest = run(directory, &build("8", "full"));
    assert_eq!(rest.code, Some(0), "{rest:?}");
    let found = rest.err.lines().filter(|line| line.ends_with("there already")).count();
    assert_eq!(found, kept.len(), "{rest:?}");
    same_bytes(directory, "whole", "full");
}
