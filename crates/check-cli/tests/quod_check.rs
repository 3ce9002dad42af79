//! `quod-check` from outside: the same last lines and exit codes as `quod check`.

use std::fs;
use std::path::Path;
use std::process::Command;

use quod_catalogue::Registry;
use quod_cert::read_certificate;
use quod_proof::write_certificate;
use quod_solve::{Job, Phase};

/// The certificate of a game's starting position.
fn certificate(game: &str) -> Vec<u8> {
    let game = Registry::builtin().open(game).unwrap();
    let job = Job { memory: 64 << 20, ..Job::default() };
    let mut session = game.solve(&job).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    session.answer().certificate.unwrap()
}

/// What is told on standard error.
fn told(directory: &Path, arguments: &[&str]) -> String {
    let binary = env!("CARGO_BIN_EXE_quod-check");
    let output = Command::new(binary).args(arguments).current_dir(directory).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

/// Exit code and standard output; what is told on standard error is one line, if anything is wrong.
fn check(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let binary = env!("CARGO_BIN_EXE_quod-check");
    let output = Command::new(binary).args(arguments).current_dir(directory).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let told = text(output.stderr);
    assert_eq!(told.lines().count(), usize::from(!output.status.success()), "{told}");
    (output.status.code(), text(output.stdout))
}

#[test]
fn quod_check_verifies_rejects_and_refuses() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let sound = certificate("three-mens-morris");
    fs::write(directory.join("a.quod"), &sound).unwrap();

    let full = "three-mens-morris:moves=adjacent,opening=free";
    let verified = format!("evidence: none\ns VERIFIED {full} first-player-wins start\n");
    let verified = (Some(0), verified);
    assert_eq!(check(directory, &["a.quod"]), verified);
    let asked =
        ["--game", "three-mens-morris", "a.quod", "--position", "start", "--claim", "value"];
    assert_eq!(check(directory, &asked), verified);

    let other = (Some(1), "s REJECTED other-statement at header\n".to_string());
    for asked in [
        ["--game", "qubic"],
        ["--game", "three-mens-morris:moves=any"],
        ["--position", "4"],
        ["--claim", "second-player-wins"],
        ["--claim", "value=draw"],
    ] {
        assert_eq!(check(directory, &["a.quod", asked[0], asked[1]]), other, "{asked:?}");
    }

    for arguments in [
        &[][..],
        &["none.quod"],
        &["."],
        &["a.quod", "b.quod"],
        &["a.quod", "--all"],
        &["a.quod", "--game"],
        &["a.quod", "--game", "qubic", "--game", "qubic"],
        &["a.quod", "--game", "draughts"],
        &["a.quod", "--position", "x"],
        &["a.quod", "--claim", "score>=1"],
    ] {
        assert_eq!(check(directory, arguments), (Some(2), String::new()), "{arguments:?}");
    }

    let rejected = |bytes: &[u8], line: &str| {
        fs::write(directory.join("bad.quod"), bytes).unwrap();
        assert_eq!(check(directory, &["bad.quod"]), (Some(1), format!("s REJECTED {line}\n")));
    };
    rejected(&sound[..100], "truncated at byte 100");
    rejected(b"not one", "not-a-certificate at byte 0");
    let mut foreign = read_certificate(&sound[..]).unwrap();
    foreign.game = "draughts\u{1b}[2J\n\u{2028}s VERIFIED \u{202e}\u{85}\u{feff}".to_string();
    rejected(&write_certificate(&foreign), "unknown-game at header");
    let told = told(directory, &["bad.quod"]);
    let name = r"draughts\u{1b}[2J\n\u{2028}s VERIFIED \u{202e}\u{85}\u{feff}";
    assert!(told.contains(name) && told.ends_with('\n'), "{told}");
    assert_eq!(told.chars().filter(|it| it.is_control()).count(), 1, "{told:?}");
}

#[test]
fn what_rests_on_tables_says_so_and_needs_them() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/certificates");
    let (code, lines) = check(&golden, &["version-1-awari.quod", "--tables", "tables"]);
    assert_eq!(code, Some(0), "{lines}");
    let [evidence, line] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
    assert_eq!(evidence, "evidence: table values");
    let stated = "worth=game score=8 0,1,0,2,0,1/1,0,0,0,1,0/22:20/south assuming awari-04 ";
    assert!(line.contains(stated), "{line}");
    let unavailable = (Some(1), "s REJECTED table-unavailable at header\n".to_string());
    for arguments in [&["version-1-awari.quod"][..], &["version-1-awari.quod", "--tables", "."]] {
        assert_eq!(check(&golden, arguments), unavailable, "{arguments:?}");
    }
    // A directory that cannot be read is no answer about the certificate, whether it needs one or not.
    for file in ["version-1-awari.quod", "version-1-tic-tac-toe.quod"] {
        for directory in ["none", "version-1-awari.quod"] {
            let answer = check(&golden, &[file, "--tables", directory]);
            assert_eq!(answer, (Some(2), String::new()), "{directory}");
        }
    }
}
