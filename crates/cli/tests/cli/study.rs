//! Studies of play, with engines that are small scripts: exact figures, and engines that misbehave.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;
use tempfile::TempDir;

use crate::{Ran, last_line, run};

/// Three moves of each side, the last two of each judged.
const GAME: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n";

/// What the engine tells of each position that is asked about, by the moves that led there and the depth: the two
/// best lines by depth.
const ANSWERS: &str = r#"
    # 2. Nf3 is the best move, after a change of mind worth 0.10.
    "startpos moves e2e4 e7e5, depth 3")
        line 2 1 "cp 30" f1c4; line 2 2 "cp 25" g1f3
        line 3 1 "cp 40" g1f3; line 3 2 "cp 30" f1c4
        best=g1f3;;
    # 2... Nc6 is the second-best move, 0.20 worse; no change of mind.
    "startpos moves e2e4 e7e5 g1f3, depth 3")
        line 2 1 "cp -10" g8f6; line 2 2 "cp -50" b8c6
        line 3 1 "cp -20 lowerbound" a7a6; line 3 1 "cp -10" g8f6; line 3 2 "cp -30" b8c6
        best=g8f6;;
    # 3. Bb5 is neither of the two: it is looked at by itself, and 1.50 worse. A change of mind worth 0.05.
    "startpos moves e2e4 e7e5 g1f3 b8c6, depth 3")
        line 2 1 "cp 55" f1c4; line 2 2 "cp 55" d2d4
        line 3 1 "cp 50" d2d4; line 3 2 "cp 45" f1c4
        best=d2d4;;
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5, depth 2")
        line 2 1 "cp 100" a7a6; line 2 2 "cp 90" g8f6
        best=a7a6;;
    # 3... a6 leads from won to won: it does not count.
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5, depth 3")
        line 2 1 "cp 210" g8f6; line 2 2 "cp 205" a7a6
        line 3 1 "mate 5" g8f6; line 3 2 "cp 205" a7a6
        best=g8f6;;
"#;

/// A directory with the game, and a script that speaks UCI: `answers` are the cases by position, `go` is what it does
/// when it is asked to search.
fn with_engine(answers: &str, go: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let script = format!(
        r#"#!/bin/sh
line() {{ echo "info depth $1 multipv $2 score $3 nodes 1 pv $4 h7h6"; }}
while read -r said; do
    case "$said" in
    uci) echo 'id name Scripted 1'
        echo 'option name MultiPV type spin default 1 min 1 max 8'
        echo uciok;;
    isready) echo readyok;;
    "position "*) position="${{said#position }}"; position="${{position%% }}";;
    go*) {go}
        case "$position, ${{said#go }}" in
        {answers}
        esac
        echo "bestmove $best";;
    quit) exit;;
    esac
done
"#
    );
    fs::write(directory.path().join("game.pgn"), GAME).unwrap();
    let path = directory.path().join("engine.sh");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

fn study(directory: &TempDir, more: &[&str]) -> Ran {
    let arguments = ["study", "champions", "--engine", "uci:./engine.sh", "--games", "game.pgn"];
    run(directory.path(), &[&arguments[..], &["--depth", "3", "--from", "2"], more].concat())
}

#[test]
fn figures_of_a_small_game_are_those_of_a_hand_count() {
    let directory = with_engine(ANSWERS, ":");
    let ran = study(&directory, &["--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let said = [&found["engine"], &found["depth"], &found["moves"], &found["shallow"]];
    assert_eq!(said.map(Value::to_string), ["\"Scripted 1\"", "3", "4", "0"]);
    let player = |at: usize, key: &str| found["players"][at][key].clone();
    // Ann: 2. Nf3 with no error, 3. Bb5 from 0.50 to -1.00.
    assert_eq!(player(0, "name"), "Ann");
    assert_eq!((player(0, "moves"), player(0, "left_out")), (2.into(), 0.into()));
    assert_eq!((player(0, "mean_error"), player(0, "blunders")), (0.75.into(), 0.5.into()));
    assert_eq!((player(0, "best_moves"), player(0, "complexity")), (0.5.into(), 0.075.into()));
    // Ben: 2... Nc6 with an error of 0.20; 3... a6 is left out.
    assert_eq!((player(1, "moves"), player(1, "left_out")), (1.into(), 1.into()));
    assert_eq!((player(1, "mean_error"), player(1, "blunders")), (0.2.into(), 0.0.into()));
    assert_eq!((player(1, "best_moves"), player(1, "complexity")), (0.0.into(), 0.0.into()));
    // Complexities are 0.10 and 0.05 for Ann, 0 for Ben: Ann's error in the interval from 0 is 1.50.
    let styles = player(0, "expected_error_by_style");
    assert_eq!(styles["Ben"].to_string(), r#"{"value":1.5,"covered":1.0}"#);
    let styles = player(1, "expected_error_by_style");
    assert_eq!(styles["Ann"].to_string(), r#"{"value":0.2,"covered":0.5}"#);
    let ann = player(0, "expected_error");
    assert_eq!(ann.to_string(), r#"{"value":1.0,"covered":1.0}"#);
}

#[test]
fn every_move_is_a_line_of_the_csv() {
    let ran = study(&with_engine(ANSWERS, ":"), &["--csv"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "1,1,Ann,Ben,2,white,Ann,Nf3,g1f3,0.4,g1f3,0.4,f1c4,0.3,3,0.0,true,false,0.1",
            "1,1,Ann,Ben,2,black,Ben,Nc6,b8c6,-0.3,g8f6,-0.1,b8c6,-0.3,3,0.2,true,false,0.0",
            "1,1,Ann,Ben,3,white,Ann,Bb5,f1b5,-1.0,d2d4,0.5,f1c4,0.45,3,1.5,true,true,0.05",
            "1,1,Ann,Ben,3,black,Ben,a6,a7a6,2.05,g8f6,10.0,a7a6,2.05,3,7.95,false,true,0.0",
        ]
    );
}

#[test]
fn only_the_moves_of_one_player_are_judged_if_asked() {
    let directory = with_engine(ANSWERS, ":");
    let ran = study(&directory, &["--player", "Ben", "--quiet"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.out, "s STUDIED champions 1 games 2 moves 1 players\n");
    let ran = study(&directory, &["--player", "Eve"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: --player: expected a player of game.pgn, got \"Eve\""));
}

/// An engine that does this when it is asked to search is an error of one line that says so.
fn fails(go: &str, expected: &str) {
    let ran = study(&with_engine(ANSWERS, go), &["--quiet", "--patience", "0.4"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{go}: {ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{go}: {ran:?}");
    let place = "error: game 1 of line 1, 2. Nf3: engine, asked \"go depth 3\": expected ";
    assert!(ran.err.starts_with(place) && ran.err.contains(expected), "{go}: {}", ran.err);
}

#[test]
fn an_engine_that_misbehaves_is_told_in_one_line() {
    fails("exit 7", "an answer, got its end (exit status: 7, after \"");
    fails("kill -9 $$", "an answer, got its end (signal: 9");
    fails("continue", "bestmove within 0.4 s, got none");
    fails("while :; do echo info string still thinking; done", "bestmove within 0.4 s, got none");
    fails("echo bestmove e2e5; continue", "a legal move, got \"bestmove e2e5\"");
    fails("echo bestmove; continue", "a legal move, got \"bestmove\"");
    fails("line 3 1 'cp 5' e2e5", "legal moves, got \"e2e5\"");
    fails("echo bestmove g1f3; continue", "a depth with a score and a move before the best move");
    fails("line 3 1 'cp 5' g1f3; echo bestmove g1f3; continue", "two lines (MultiPV) of a depth");
}

#[test]
fn ctrl_c_ends_a_study_with_what_is_judged() {
    // The engine itself presses the keys when it is asked about the third move.
    let go = "case \"$position\" in *b8c6) kill -INT $PPID; continue;; esac";
    let directory = with_engine(ANSWERS, go);
    let ran = study(&directory, &[]);
    assert_eq!((ran.code, last_line(&ran.out)), (Some(3), "s UNKNOWN interrupted"), "{ran:?}");
    assert!(ran.out.contains("moves        2, of them 0 in decided positions"), "{}", ran.out);
    let found: Value = serde_json::from_str(&study(&directory, &["--json"]).out).unwrap();
    assert_eq!((&found["interrupted"], &found["moves"]), (&true.into(), &2.into()));
}

#[test]
fn an_engine_that_is_none_is_told_in_one_line() {
    let directory = with_engine(ANSWERS, ":");
    for (engine, more, expected) in [
        ("uci:./nothing", &[][..], "error: engine \"./nothing\": expected a program to start, got"),
        ("stockfish", &[], "error: --engine: expected uci:PATH, a program that speaks UCI, got"),
        ("uci:./engine.sh", &["--option", "Hash=1"], "error: engine, asked \"setoption name Hash"),
        ("uci:./engine.sh", &["--option", "Hash"], "error: --option: expected NAME=VALUE, got"),
        (
            "uci:sh",
            &["--engine-argument=-c", "--engine-argument=exit 3"],
            "error: engine, asked \"uci\": expected an answer, got its end (exit status: 3, without a line)",
        ),
    ] {
        let arguments = ["study", "champions", "--engine", engine, "--games", "game.pgn"];
        let ran = run(directory.path(), &[&arguments[..], &["--from", "1"], more].concat());
        assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{engine}: {ran:?}");
        assert!(ran.err.starts_with(expected), "{engine}: {}", ran.err);
    }
}

#[test]
fn games_that_cannot_be_read_stop_the_study_or_are_left_out() {
    let directory = with_engine(ANSWERS, ":");
    let bad = format!("[Event \"bad\"]\n1. e4 e5\n2. Ke3 *\n\n[Event \"good\"]\n{GAME}");
    fs::write(directory.path().join("game.pgn"), bad).unwrap();
    let ran = study(&directory, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(
        ran.err.starts_with("error: game.pgn, line 3, move 2: expected one of "),
        "{}",
        ran.err
    );
    let ran = study(&directory, &["--bad-games", "skip"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.starts_with("left out: game.pgn, line 3, move 2: "), "{}", ran.err);
    assert_eq!(last_line(&ran.out), "s STUDIED champions 1 games 4 moves 2 players");
    let arguments = ["study", "champions", "--engine", "uci:./engine.sh", "--games", "game.pgn"];
    let ran = run(directory.path(), &[&arguments[..], &["--bad-games", "skip"]].concat());
    let expected = "error: game.pgn: expected moves from move 12 on, got none";
    assert_eq!((ran.code, last_line(&ran.err)), (Some(2), expected));
}
