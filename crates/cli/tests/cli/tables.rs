//! Tables: built, read, verified, solved with; and everything that can be wrong with them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Ran, last_line, names, run};

/// Boards of up to so many stones, built in a directory `t`.
fn awari(stones: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let ran = run(directory.path(), &["table", "build", "awari", "--dir", "t", "--layers", stones]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(last_line(&ran.out).starts_with("s BUILT awari:grand-slam=allowed,rest=opponent,"));
    directory
}

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.code, Some(0), "{ran:?}");
    serde_json::from_str(&ran.out).unwrap()
}

/// A position of six stones in the game of 48, South to move.
const SIX: &str = "0,1,0,2,0,1/1,0,0,0,1,0/22:20/south";

#[test]
fn awari_is_built_counted_looked_up_and_verified() {
    let directory = awari("5");
    let table = |arguments: &[&str]| {
        run(directory.path(), &[&["table"], arguments, &["awari", "--dir", "t"]].concat())
    };
    let stats = json(&table(&["stats", "--json"]));
    let layer = &stats["layers"][4];
    let counts = ["layer", "positions", "wins", "draws", "losses"].map(|key| layer[key].as_u64());
    // The known counts of four stones.
    assert_eq!(counts, [4, 1365, 580, 143, 642].map(Some));
    let counted: u64 =
        layer["histogram"].as_array().unwrap().iter().map(|it| it[1].as_u64().unwrap()).sum();
    assert_eq!(counted, 1365);
    // North has one stone in his last house, South to move feeds or not.
    let probe = &["probe", "--json", "--position", "0,0,0,0,1,1/0,0,0,0,0,1/22:23/south"];
    let probe = json(&table(probe));
    let best = probe["moves"].as_array().unwrap().iter().map(|it| it["value"].as_i64()).max();
    assert_eq!(probe["value"].as_i64(), best.unwrap());
    let verified = table(&["verify"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    assert!(last_line(&verified.out).starts_with("s VERIFIED tables of awari:"));
    // What is there is kept.
    let again = run(directory.path(), &["table", "build", "awari", "--dir", "t", "--layers", "5"]);
    assert!(again.err.contains("layer 5: there already"), "{again:?}");
}

#[test]
fn a_layer_that_does_not_fit_into_memory_is_built_in_pieces_to_the_same_bytes() {
    let directory = tempfile::tempdir().unwrap();
    let build = |dir: &str, memory: &str| {
        let to = ["table", "build", "awari", "--layers", "15", "--dir", dir, "--memory", memory];
        let ran = run(directory.path(), &to);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.err
    };
    let whole = build("whole", "1G");
    let pieces = build("pieces", "40M");
    assert!(!whole.contains("pieces") && pieces.contains("layer 15: in "), "{pieces}");
    let file = |dir: &str| fs::read(directory.path().join(dir).join("awari-15.qtab")).unwrap();
    assert!(file("whole") == file("pieces"));
    let left = fs::read_dir(directory.path().join("pieces")).unwrap();
    assert!(
        left.map(|it| it.unwrap().file_name()).all(|it| it.to_str().unwrap().ends_with(".qtab"))
    );
}

#[test]
fn other_games_are_built_and_verified_where_the_index_is_their_own() {
    for (game, layers, verifiable) in [
        ("three-mens-morris", 7, true),
        ("six-mens-morris:men=3", 8, true),
        ("connect-four:width=4,height=3", 13, false),
        ("othello:size=4", 13, false),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let table = |command: &str| {
            run(directory.path(), &["table", command, game, "--dir", "t", "--json"])
        };
        json(&table("build"));
        assert_eq!(names(&directory.path().join("t")).len(), layers, "{game}");
        let stats = json(&table("stats"));
        for layer in stats["layers"].as_array().unwrap() {
            let n = |key: &str| layer[key].as_u64().unwrap();
            assert_eq!(n("wins") + n("draws") + n("losses"), n("positions"), "{game}: {layer}");
        }
        // The start is the highest layer's only position, but for morris without any man.
        assert!(stats["layers"][layers - 1]["positions"].as_u64() <= Some(2), "{stats}");
        let verified = table("verify");
        assert_eq!(verified.code == Some(0), verifiable, "{verified:?}");
        if game.starts_with("othello") {
            // The known value of 4×4: White, who moves second, wins by 11 to 3.
            assert_eq!(json(&table("probe"))["value"], -8);
        }
    }
}

#[test]
fn a_score_that_tables_know_is_proved_and_says_on_what_it_rests() {
    let directory = awari("4");
    let at = |arguments: &[&str]| run(directory.path(), arguments);
    let with = &["--claim", "score", "--tables", "t", "--out", "a.quod", "--json"][..];
    let solved = json(&at(&[&["solve", "awari", "--position", SIX], with].concat()));
    assert_eq!((&solved["answer"], &solved["verified"]), (&"proved".into(), &true.into()));
    let assumes = solved["assumes"][0].as_str().unwrap().to_string();
    assert!(assumes.starts_with("awari-04 "), "{assumes}");
    // Without tables the same score comes out of search alone.
    let alone = json(&at(&["solve", "awari", "--position", SIX, "--claim", "score", "--json"]));
    assert_eq!((&alone["score"], &alone["assumes"]), (&solved["score"], &Value::Array(vec![])));
    let checked = at(&["check", "a.quod", "--tables", "t"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(last_line(&checked.out).starts_with("s VERIFIED awari:grand-slam=allowed"));
    assert!(last_line(&checked.out).ends_with(&format!(" assuming {assumes}")));
    let checked = json(&at(&["check", "a.quod", "--tables", "t", "--json"]));
    assert_eq!(checked["assumes"][0], *assumes);
    // Verified in the same run, nothing is assumed.
    let checked = at(&["check", "a.quod", "--tables", "t", "--verify-tables"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(!checked.out.contains("assuming"), "{checked:?}");
    // Without tables it is rejected for want of them.
    let checked = at(&["check", "a.quod"]);
    let said = (checked.code, last_line(&checked.out));
    assert_eq!(said, (Some(1), "s REJECTED table-unavailable at header"));
    assert!(checked.err.contains("--tables"), "{checked:?}");
    // A position within the tables needs no search; one far above them has bounds.
    let within = &["solve", "awari:worth=to-come", "--position", "0,1,0,0,0,1/0,0,1,0,0,0/south"];
    let within = json(&at(&[&within[..], &with[..4], &["--json"]].concat()));
    assert_eq!(within["verified"], true);
    let looked_up = ["table", "probe", "awari:worth=to-come", "--dir", "t", "--position"];
    let looked_up =
        json(&at(&[&looked_up[..], &["0,1,0,0,0,1/0,0,1,0,0,0/south", "--json"]].concat()));
    let moves = looked_up["moves"].as_array().unwrap();
    let best = moves.iter().find(|it| it["move"] == within["best_move"]).expect("a best move");
    assert_eq!(best["value"], looked_up["value"]);
    let far =
        at(&["solve", "awari", "--claim", "score", "--tables", "t", "--nodes", "500", "--json"]);
    assert_eq!(far.code, Some(3), "{far:?}");
    let far: Value = serde_json::from_str(&far.out).unwrap();
    assert_eq!(far["bounds"], serde_json::json!([-48, 48]));
}

/// Kings and one man, of chess and of antichess, and what is said of a mate in one.
#[test]
fn tables_that_count_moves_say_them_in_words() {
    let directory = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str]| run(directory.path(), arguments);
    let built = at(&["table", "build", "chess", "--dir", "t", "--layers", "5", "--quiet"]);
    assert_eq!(last_line(&built.out), "s BUILT chess:fifty=off layers 0 to 5 in t", "{built:?}");
    let probe = |position: &str, rest: &[&str]| {
        let all = ["table", "probe", "chess", "--dir", "t", "--position", position];
        at(&[&all[..], rest].concat())
    };
    let mates = "8/8/8/8/8/k1K5/8/7R w - -";
    let probed = probe(mates, &[]);
    assert!(probed.out.contains("value        mate in 1\n"), "{probed:?}");
    assert!(probed.out.contains("Ra1#  mate in 1\n"), "{probed:?}");
    let probed = json(&probe(mates, &["--json"]));
    assert_eq!((&probed["value"], &probed["outcome"]), (&126.into(), &"mate in 1".into()));
    let worst = probed["moves"].as_array().unwrap().iter().map(|it| &it["outcome"]);
    assert_eq!(worst.filter(|it| **it == "mate in 1").count(), 1);
    assert_eq!(json(&probe("8/8/8/8/8/k1K5/8/R7 b - -", &["--json"]))["outcome"], "mated in 0");
    assert_eq!(json(&probe("8/8/8/8/8/8/2k5/K1R5 b - -", &["--json"]))["outcome"], "draw");
    let stats = at(&["table", "stats", "chess", "--dir", "t", "--layers", "4"]);
    assert!(stats.out.contains("\n  mate in 16 "), "{stats:?}");
    let verified = at(&["table", "verify", "chess", "--dir", "t", "--layers", "3"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
    // A rook and a pawn more than the tables have, and mates that they know.
    let position = "8/8/8/8/8/4k3/R7/4K3 w - -";
    let asked = |claim: &str, position: &str| {
        let tables = ["--tables", "t", "--out", "a.quod", "--json"];
        let solve = ["solve", "chess", "--position", position, "--claim", claim];
        let solved = json(&at(&[&solve[..], &tables].concat()));
        assert_eq!((&solved["answer"], &solved["verified"]), (&"proved".into(), &true.into()));
        let assumes = solved["assumes"][0].as_str().unwrap().to_string();
        assert!(assumes.starts_with("chess-05 "), "{assumes}");
        let checked = at(&["check", "a.quod", "--tables", "t"]);
        assert_eq!(checked.code, Some(0), "{checked:?}");
        assert!(last_line(&checked.out).ends_with(&format!(" assuming {assumes}")), "{checked:?}");
        let alone = at(&["check", "a.quod"]);
        assert_eq!(last_line(&alone.out), "s REJECTED table-unavailable at header");
        solved
    };
    let known = json(&probe(position, &["--json"]));
    let moves = 127 - known["value"].as_i64().unwrap();
    assert!(moves > 8, "{known}");
    asked(&format!("mate<={moves}"), position);
    asked(&format!("mate>{}", moves - 1), position);
    assert_eq!(asked("mate", position)["value"], format!("mate {moves}"));
    asked("white-wins", position);
    // A capture leads to the tables.
    let above = "8/8/8/3k4/3n4/8/R7/3RK3 w - -";
    asked("white-wins", above);
}

#[test]
fn antichess_of_two_men_is_built_verified_and_solved_with() {
    let directory = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str]| run(directory.path(), arguments);
    let common = ["antichess", "--dir", "t", "--layers", "21"];
    let built = at(&[&["table", "build"][..], &common].concat());
    assert_eq!(last_line(&built.out), "s BUILT antichess layers 0 to 21 in t", "{built:?}");
    let verified = at(&[&["table", "verify"][..], &common].concat());
    assert_eq!(verified.code, Some(0), "{verified:?}");
    // The pawn goes to a2 and must be taken, or waits.
    let position = "8/8/8/8/8/p7/8/1N6 w - -";
    let common = ["antichess", "--position", position, "--json"];
    let probed = json(&at(&[&["table", "probe", "--dir", "t"][..], &common].concat()));
    let claim = ["--claim", "value", "--tables", "t", "--out", "a.quod"];
    let solved = json(&at(&[&["solve"][..], &common, &claim].concat()));
    assert_eq!(solved["verified"], true);
    let alone = json(&at(&[&["solve"][..], &common, &["--claim", "value"]].concat()));
    assert_eq!(alone["value"], solved["value"]);
    let words = probed["outcome"].as_str().unwrap();
    let expected = match solved["value"].as_str().unwrap() {
        "white-wins" => "mate in",
        "black-wins" => "mated in",
        _ => "draw",
    };
    assert!(words.starts_with(expected), "{words} {solved}");
    let checked = at(&["check", "a.quod", "--tables", "t"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
}

#[test]
fn the_layers_that_a_position_needs_are_built() {
    let directory = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str]| run(directory.path(), arguments);
    let build = ["table", "build", "antichess", "--dir", "t", "--position"];
    let built = at(&[&build[..], &["8/8/8/8/8/4k3/8/R7 w - -"]].concat());
    let said = "s BUILT antichess layer 13 and those it rests on in t";
    assert_eq!(last_line(&built.out), said, "{built:?}");
    assert_eq!(names(&directory.path().join("t")).len(), 14);
    let five = at(&[&build[..], &["8/8/8/8/8/4k3/8/RRRR4 w - -"]].concat());
    assert_eq!(five.code, Some(2), "{five:?}");
    assert!(five.err.contains("position: expected one that the index covers"), "{five:?}");
    let both = at(&[&build[..], &["8/8/8/8/8/4k3/8/R7 w - -", "--layers", "3"]].concat());
    assert_eq!(both.code, Some(2), "{both:?}");
    let puzzle = ["table", "build", "eight-puzzle", "--dir", "p", "--position", "start"];
    assert!(at(&puzzle).err.contains("--position: expected none for a puzzle, got one"));
}

/// Every command that reads tables says the same error and exits with 2.
fn refused(directory: &Path, game: &str, says: &str) {
    for arguments in [
        &["table", "stats", game, "--dir", "t", "--layers", "4"][..],
        &["table", "verify", game, "--dir", "t", "--layers", "4"],
        &["table", "build", game, "--dir", "t", "--layers", "4", "--quiet"],
    ] {
        let ran = run(directory, arguments);
        if arguments[1] == "build" && says.contains("no such table") {
            continue;
        }
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {ran:?}");
        assert!(ran.err.lines().last().unwrap().contains(says), "{says}: {arguments:?}: {ran:?}");
    }
}

#[test]
fn bad_tables_are_refused_with_file_and_place() {
    let directory = awari("4");
    let path = directory.path();
    let file = path.join("t/awari-03.qtab");
    let whole = fs::read(&file).unwrap();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(&file, bytes).unwrap();
    };
    with(&|it| it.truncate(100));
    refused(path, "awari", "t/awari-03.qtab: byte ");
    with(&|it| it[40] ^= 1);
    refused(path, "awari", "t/awari-03.qtab: byte 16: the header is damaged");
    with(&|it| it[8] = 0);
    refused(path, "awari", "t/awari-03.qtab: byte 8: version 1 of the format expected, 0 found");
    with(&|it| it.clear());
    refused(path, "awari", "t/awari-03.qtab: byte 0: not a table file");
    fs::remove_file(&file).unwrap();
    refused(path, "awari", "t/awari-03.qtab: there is no such table; build it first");
    fs::write(&file, &whole).unwrap();
    fs::rename(path.join("t/awari-04.qtab"), path.join("t/awari-03.qtab")).unwrap();
    refused(path, "awari", "t/awari-03.qtab: header: a table of awari:");
    // Tables of another rule.
    let directory = awari("4");
    refused(directory.path(), "awari:grand-slam=forbidden", "grand-slam=forbidden");
    let other = ["solve", "awari:grand-slam=forbidden", "--tables", "t"];
    let ran = run(directory.path(), &other);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("t/awari-00.qtab: header: a table of"), "{ran:?}");
}

#[test]
fn questions_about_tables_that_make_no_sense_are_refused() {
    let directory = awari("2");
    let path = directory.path();
    let refused = |arguments: &[&str], says: &str| {
        let ran = run(path, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(says), "{says}: {ran:?}");
    };
    refused(&["table", "stats", "qubic", "--dir", "t"], "game: expected one with tables");
    refused(
        &["table", "stats", "awari", "--dir", "none"],
        "none: expected a directory with tables",
    );
    refused(&["solve", "awari", "--tables", "none"], "none: expected a directory with tables");
    refused(&["solve", "qubic", "--tables", "t"], "tables: expected a game with an index");
    refused(&["table", "stats", "awari", "--dir", "t", "--layers", "99"], "layers 0 to 31");
    refused(
        &["table", "build", "awari", "--dir", "t", "--layers", "99"],
        "--layers: expected 0 to 31",
    );
    let much = ["table", "build", "awari", "--dir", "t", "--layers", "20", "--memory", "64M"];
    refused(&much, "--memory: expected room for ");
    let many = "9,9,9,9,9,9/0,0,0,0,0,0/0:0/south";
    let many = ["table", "probe", "awari", "--dir", "t", "--position", many];
    refused(&many, "48 stones, captured ones counted");
    let above = ["table", "probe", "awari", "--dir", "t", "--position", SIX];
    refused(&above, "position: expected one of layers 0 to 2, got layer 6");
    fs::write(path.join("file"), "").unwrap();
    refused(&["table", "build", "awari", "--dir", "file", "--layers", "1"], "file: expected");
}
