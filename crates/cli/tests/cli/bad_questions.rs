//! Questions that make no sense: one line with place, expected and got, exit 2, nothing written.

use crate::{names, run};

/// Runs the arguments in an empty directory and expects an error at `place`.
fn refused(arguments: &[&str], place: &str) {
    let directory = tempfile::tempdir().unwrap();
    let ran = run(directory.path(), arguments);
    assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
    assert_eq!(ran.out, "", "{arguments:?}");
    assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {}", ran.err);
    let start = format!("error: {place}: expected ");
    assert!(ran.err.starts_with(&start), "{arguments:?}: {} is not {start}", ran.err);
    assert!(ran.err.contains(", got"), "{arguments:?}: {}", ran.err);
    assert_eq!(names(directory.path()), [""; 0], "{arguments:?}");
}

#[test]
fn unknown_games_and_variants_are_refused() {
    refused(&["solve", "xiangqi", "--out", "a.quod"], "game");
    refused(&["solve", ""], "game");
    refused(&["games", "xiangqi"], "game");
    refused(&["play", "xiangqi"], "game");
    refused(&["solve", "qubic:size=5"], "game qubic");
    refused(&["solve", "three-mens-morris:moves=sideways"], "game, key moves");
}

#[test]
fn impossible_positions_are_refused() {
    let at = |position, place| refused(&["solve", "tic-tac-toe", "--position", position], place);
    at("0 0", "position, move 2");
    at("0 9", "position, move 2");
    at("x", "position, move 1");
    // Play after a win: the first player has filled 0 1 2.
    at("0 3 1 4 2 5", "position, move 6");
    // Wrong stone counts: two stones of X, none of O.
    at("=010100000000000000", "position");
    // Both have filled a line.
    at("=010101020202000000", "position");
    at("=01", "position");
    at("=0", "position");
    refused(&["solve", "qubic", "--position", "64"], "position, move 1");
    refused(&["solve", "qubic", "--position", "0 1 0"], "position, move 3");
    refused(&["solve", "three-mens-morris", "--position", "1111...../2"], "position");
    refused(&["play", "tic-tac-toe", "--position", "0 0"], "position, move 2");
}

#[test]
fn impossible_positions_of_chess_are_refused() {
    let at = |position, place| {
        refused(&["solve", "chess", "--position", position, "--claim", "mate<=2"], place);
    };
    for position in [
        // No king, one king, two of one side.
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/K7 w - -",
        "kk6/8/8/8/8/8/8/K6R w - -",
        // Kings beside each other; both in check; in check after one's own move.
        "kK6/8/8/8/8/8/8/8 w - -",
        "kR6/8/8/8/8/8/8/K6r w - -",
        "k7/8/8/8/8/8/8/RK6 w - -",
        // Pawns on the first or last rank.
        "1k1P4/8/8/8/8/8/8/K7 w - -",
        "k7/8/8/8/8/8/8/K6p w - -",
        // Fields and ranks.
        "4k3/8/8/8/8/8/8/4K2R w",
        "4k3/8/8/8/8/8/8/4K2R x - -",
        "4k3/8/8/8/8/8/4K2R w - -",
        "4k3/9/8/8/8/8/8/4K2R w - -",
        "4k3/7/8/8/8/8/8/4K2R w - -",
        "4k3/8/8/8/8/8/8/4K2X w - -",
        "4k3/8/8/8/8/8/8/4K2R w Q -",
        "4k3/8/8/8/8/8/8/4K2R w z -",
        "4k3/8/8/8/8/8/8/4K2R w K e9",
        "4k3/8/8/8/8/8/8/4K2R w K e3",
    ] {
        at(position, "position");
    }
    at("e4 e5 Ke3", "position, move 3");
    at("e4 e4", "position, move 2");
    at("é4", "position, move 1");
    for count in ["101", "x", "-1", "99999999999999999999"] {
        let position = format!("4k3/8/8/8/8/8/8/4K2R w - - {count} 1");
        refused(&["solve", "chess:fifty=on", "--position", &position], "position");
    }
    refused(&["solve", "antichess", "--position", "8/8/8/8/8/8/8/P7 w - -"], "position");
    refused(&["solve", "losers", "--position", "8/8/8/8/8/8/8/K7 w - -"], "position");
}

#[test]
fn numbers_of_moves_are_bounded() {
    let position = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
    let more = ["mate<=-1", "mate<=10001", "mate<=1000000000", "mated>99999999999", "mate>"];
    let others = ["mate=2", "mate<2", "mates<=2", "Mate<=2", "mate<=two"];
    for claim in more.into_iter().chain(others) {
        refused(&["solve", "chess", "--position", position, "--claim", claim], "claim");
    }
    // Nobody mates without a move; nine pawns are a position like any other.
    let directory = tempfile::tempdir().unwrap();
    let nine = "k7/8/8/8/8/P7/PPPPPPPP/K7 w - -";
    for (position, claim, said) in [
        (position, "mate<=0", "s DISPROVED chess:fifty=off mate<=0"),
        (position, "mate>0", "s PROVED chess:fifty=off mate>0"),
        (position, "mated<=0", "s DISPROVED chess:fifty=off mated<=0"),
        (position, "mate<=10000", "s PROVED chess:fifty=off mate<=10000"),
        (nine, "mate<=1", "s DISPROVED chess:fifty=off mate<=1"),
    ] {
        let solve = ["solve", "chess", "--position", position, "--claim", claim, "--quiet"];
        let ran = run(directory.path(), &solve);
        assert_eq!((ran.code, ran.out.starts_with(said)), (Some(0), true), "{claim}: {ran:?}");
    }
}

#[test]
fn claims_and_engines_that_a_game_does_not_have_are_refused() {
    for claim in ["", "win", "third-player-wins", "score>=3", "captures<1", "score", "X-loses"] {
        refused(&["solve", "tic-tac-toe", "--claim", claim], "claim");
    }
    refused(&["solve", "tic-tac-toe", "--engine", "oracle"], "engine");
    refused(&["solve", "tic-tac-toe", "--engine", "pn:init=luck"], "engine");
    refused(&["solve", "tic-tac-toe", "--engine", "pn:speed=high"], "engine");
}

#[test]
fn engines_that_cannot_serve_a_game_are_refused() {
    let with = |game, engine| refused(&["solve", game, "--engine", engine, "--out", "a"], "engine");
    // Positions repeat.
    for engine in [
        "alphabeta",
        "minimax",
        "textbook-alphabeta",
        "pvs",
        "mtd-f",
        "sss-star",
        "conspiracy",
        "b-star",
        "mst-star",
        "ews",
        "portfolio",
        "lambda",
    ] {
        with("three-mens-morris", engine);
    }
    // There is no null move.
    with("connect-four", "lambda");
    with("othello", "lambda");
    // Puzzles of one agent have engines of their own, and games have not theirs.
    with("eight-puzzle", "dfpn");
    with("tic-tac-toe", "ida-star");
}

#[test]
fn options_out_of_range_are_refused() {
    for engine in [
        "job-pn:budget=0",
        "job-pn:part=0",
        "pds-pn:second=0",
        "mc-pn:playouts=0",
        "mc-pn:playouts=99999999999999999999",
        "mc-pn:playouts=-1",
        "ews:length=many",
        "portfolio:share=1000000",
        "pn2:cached=65",
        "dfpn:epsilon=2",
        "lambda:order=0",
        "lambda:order=99",
    ] {
        refused(&["solve", "tic-tac-toe", "--engine", engine, "--out", "a"], "engine");
    }
}

#[test]
fn hints_that_make_no_sense_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("hints");
    let file = path.to_str().unwrap();
    let solve =
        |place: &str| refused(&["solve", "gomoku", "--engine", "threats", "--hints", file], place);
    solve(file);
    std::fs::write(&path, "h8 g7: i7\nh8 g7: g7\n").unwrap();
    solve(&format!("{file}, line 2"));
    std::fs::write(&path, "h8 g7: i7\n").unwrap();
    refused(&["solve", "gomoku", "--engine", "pn", "--hints", file], "engine");
}

#[test]
fn books_that_make_no_sense_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("book");
    let file = path.to_str().unwrap();
    let play = |place: &str| refused(&["play", "tic-tac-toe", "--book", file], place);
    play(file);
    for (book, place) in [
        ("# nothing\n", "book"),
        ("start b2\n", "line 1"),
        ("start: b2\n\na1: a1\n", "line 3"),
        ("start: b2\nstart: a1\n", "line 2"),
    ] {
        std::fs::write(&path, book).unwrap();
        play(&format!("{file}, {place}"));
    }
    std::fs::write(&path, [0xff, 0xfe]).unwrap();
    play(file);
    refused(&["play", "othello", "--without", "luck"], "--without");
}

#[test]
fn budgets_of_zero_or_nonsense_are_refused() {
    for (option, values) in [
        ("--nodes", &["0", "-1", "many", ""][..]),
        ("--time", &["0", "-1", "nan", "inf", "soon"]),
        ("--threads", &["0", "-2", "all"]),
        ("--memory", &["0", "31M", "-1G", "lots", "1Q"]),
    ] {
        for value in values {
            refused(&["solve", "tic-tac-toe", option, value, "--out", "a.quod"], option);
        }
    }
}

#[test]
fn paths_that_cannot_be_written_are_refused_before_any_work() {
    for path in [".", "no/such/a.quod", "/dev/null/a.quod"] {
        // The question would take an hour.
        refused(&["solve", "qubic", "--out", path], path);
    }
    refused(&["solve", "qubic", "--checkpoint", "/dev/null/states"], "/dev/null/states");
    refused(&["proof", "shrink", "a.quod", "--out", "no/b.quod"], "no/b.quod");
    for command in [&["check", "a.quod"][..], &["show", "a.quod"], &["check", "."]] {
        refused(command, command[1]);
    }
}

#[test]
fn comparisons_that_make_no_sense_are_refused_before_any_work() {
    let with = |game, engines, more: &[&str], place| {
        let start = ["compare", game, "--positions", "/dev/null", "--engines", engines];
        refused(&[&start, more].concat(), place);
    };
    with("xiangqi", "pn", &[], "game");
    with("tic-tac-toe", "pn,oracle", &["--csv", "a.csv"], "engine");
    with("tic-tac-toe", "pn:init=luck", &["--svg", "figures"], "engine");
    with("tic-tac-toe", "pn,,auto", &[], "--engines");
    with("tic-tac-toe", "init=one", &[], "--engines");
    with("tic-tac-toe", "pn", &["--claim", "score"], "claim");
    with("tic-tac-toe", "pn", &["--bad-lines", "mend"], "--bad-lines");
    with("tic-tac-toe", "pn", &["--nodes", "0"], "--nodes");
    // A file without positions, and none at all.
    with("tic-tac-toe", "pn", &["--svg", "figures"], "/dev/null");
    let none = ["compare", "tic-tac-toe", "--positions", "none.txt", "--engines", "pn"];
    refused(&none, "none.txt");
    refused(&["compare", "tic-tac-toe", "--engines", "pn"], "arguments");
}

#[test]
fn mistyped_commands_are_refused() {
    refused(&["prove", "tic-tac-toe"], "command");
    refused(&["solve"], "arguments");
    refused(&["solve", "tic-tac-toe", "--quick"], "arguments");
    refused(&["solve", "tic-tac-toe", "qubic"], "arguments");
    refused(&["check"], "arguments");
    refused(&["proof", "join", "a.quod"], "arguments");
    refused(&["solve", "tic-tac-toe", "--nodes"], "--nodes");
}
