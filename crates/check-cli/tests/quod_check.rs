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

/// The certificate of a question.
fn answer(game: &str, position: &str, question: &str) -> Vec<u8> {
    let game = Registry::builtin().open(game).unwrap();
    let [position, question] = [position, question].map(str::to_string);
    let job = Job { position, question, memory: 64 << 20, ..Job::default() };
    let mut session = game.solve(&job).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    session.answer().certificate.unwrap()
}

#[test]
fn a_number_of_moves_is_asked_for_as_it_is_stated() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    // White mates in one move; so does Black, whoever is to move.
    let position = "6k1/5ppp/8/8/8/8/8/K2R4 w - -";
    fs::write(directory.join("mate.quod"), answer("chess", position, "mate")).unwrap();
    fs::write(directory.join("least.quod"), answer("chess", position, "mate<=1")).unwrap();
    fs::write(directory.join("won.quod"), certificate("three-mens-morris")).unwrap();
    let code = |arguments: &[&str]| check(directory, arguments).0;
    for claim in ["mate=1", "mate"] {
        let (code, lines) = check(directory, &["mate.quod", "--claim", claim]);
        assert_eq!(code, Some(0), "{claim}");
        assert!(lines.contains("s VERIFIED chess:fifty=off mate=1 "), "{lines}");
    }
    assert_eq!(code(&["least.quod", "--claim", "mate<=1"]), Some(0));
    let other = (Some(1), "s REJECTED other-statement at header\n".to_string());
    for (file, claim) in [
        ("mate.quod", "mate=2"),
        ("mate.quod", "mated=1"),
        ("mate.quod", "mated"),
        ("mate.quod", "mate<=1"),
        ("mate.quod", "white-mates=1"),
        ("mate.quod", "value"),
        ("least.quod", "mate=1"),
        ("least.quod", "mate"),
        ("least.quod", "mate>1"),
    ] {
        assert_eq!(check(directory, &[file, "--claim", claim]), other, "{file} {claim}");
    }
    // A game without mates has no such claim, and what is no number is none.
    for (file, claim) in [
        ("won.quod", "mate=1"),
        ("won.quod", "mate"),
        ("won.quod", "score=1"),
        ("mate.quod", "mate=x"),
        ("mate.quod", "white-mate=1"),
        ("mate.quod", "score=1"),
    ] {
        let refused = (Some(2), String::new());
        assert_eq!(check(directory, &[file, "--claim", claim]), refused, "{file} {claim}");
    }
}

#[test]
fn a_finished_game_is_told_by_the_winners_name() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    // Black is to move and mated.
    let position = "8/8/kQ6/3P4/8/8/1K3B2/3R4 b - -";
    fs::write(directory.join("a.quod"), answer("chess", position, "mate<=0")).unwrap();
    let line = format!("s VERIFIED chess:fifty=off white-mates<=0 {position}\n");
    for claim in ["white-mates<=0", "first-player-mates<=0"] {
        let (code, lines) = check(directory, &["a.quod", "--claim", claim]);
        assert_eq!(code, Some(0), "{claim}");
        assert!(lines.ends_with(&line), "{lines}");
    }
    let other = (Some(1), "s REJECTED other-statement at header\n".to_string());
    assert_eq!(check(directory, &["a.quod", "--claim", "black-mates<=0"]), other);
}

/// The files of the attacks of November 2026 that lie beside the project.
#[test]
fn files_that_were_believed_once_are_refused_with_the_advisory() {
    let attacks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/attacks");
    if !attacks.is_dir() {
        println!("skipped: {} is missing", attacks.display());
        return;
    }
    for (file, refused) in [
        ("antichess-mated-more-than-0.quod", true),
        ("antichess-mate-more-than-1.quod", true),
        ("antichess-mate-is-2.quod", true),
        ("antichess-true-mate-in-1.quod", false),
    ] {
        let (code, lines) = check(&attacks, &[file]);
        let word = if refused { "s REJECTED " } else { "s VERIFIED " };
        assert!(code == Some(i32::from(refused)) && lines.contains(word), "{file}: {lines}");
        let advisory = "see docs/advisories/QSA-2026-01.md";
        assert_eq!(told(&attacks, &[file]).contains(advisory), refused, "{file}");
        assert!(!lines.contains("QSA"), "{lines}");
    }
    // What is refused for another reason, or is of another kind, has no advisory.
    for asked in
        [&["antichess-mate-is-2.quod", "--claim", "value"][..], &["kind-8-items-10000.quod"]]
    {
        assert!(!told(&attacks, asked).contains("QSA"), "{asked:?}");
    }
}
