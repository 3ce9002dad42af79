//! JSON as scripts rely on it: every key, always, in the same order; null where it does not apply.

use serde_json::{Value, json};

use crate::{Ran, run};

const SOLVE_KEYS: [&str; 28] = [
    "game",
    "position",
    "claim",
    "answer",
    "verified",
    "value",
    "score",
    "bounds",
    "refuted",
    "reason",
    "tables",
    "best_move",
    "no_best_move",
    "pv",
    "pv_repeats",
    "moves",
    "sound",
    "engine",
    "nodes",
    "expansions",
    "evaluations",
    "seconds",
    "threads",
    "peak_memory_bytes",
    "assumes",
    "certificate",
    "certificate_bytes",
    "kind",
];
const CHECK_KEYS: [&str; 10] = [
    "verified", "game", "position", "claim", "assumes", "entries", "work", "evidence", "seconds",
    "reject",
];

fn object(ran: &Ran, keys: &[&str]) -> Value {
    assert_eq!(ran.out.lines().count(), 1, "one object and nothing else: {ran:?}");
    let value: Value = serde_json::from_str(&ran.out).expect("JSON");
    let found: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(found, keys);
    value
}

#[test]
fn solve_answers_in_json() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();

    let ran = run(directory, &["solve", "tic-tac-toe", "--json", "--out", "a.quod", "--all-moves"]);
    assert_eq!(ran.code, Some(0));
    let it = object(&ran, &SOLVE_KEYS);
    assert_eq!(it["game"], "tic-tac-toe");
    assert_eq!((&it["position"], &it["kind"]), (&json!("start"), &json!("game")));
    assert_eq!(it["claim"], "value=draw");
    assert_eq!((&it["answer"], &it["verified"]), (&json!("proved"), &json!(true)));
    assert_eq!(
        (&it["value"], &it["score"], &it["reason"]),
        (&json!("draw"), &Value::Null, &Value::Null)
    );
    assert!(it["best_move"].is_string() && !it["pv"].as_array().unwrap().is_empty());
    let cells = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    let moves = cells.map(|cell| json!({"move": cell, "value": "draw", "score": null}));
    assert_eq!(it["moves"], json!(moves));
    for count in ["nodes", "expansions", "evaluations", "threads"] {
        assert!(it[count].as_u64().unwrap() > 0, "{count}");
    }
    assert!(it["seconds"].as_f64().is_some());
    assert_eq!(it["assumes"], json!([]));
    assert_eq!(it["certificate"], "a.quod");
    let bytes = std::fs::metadata(directory.join("a.quod")).unwrap().len();
    assert_eq!(it["certificate_bytes"], bytes);

    let ran = run(directory, &["solve", "tic-tac-toe", "--json", "--claim", "O-wins"]);
    let it = object(&ran, &SOLVE_KEYS);
    assert_eq!(
        (ran.code, &it["answer"], &it["claim"]),
        (Some(0), &json!("disproved"), &json!("O-wins"))
    );
    assert_eq!((&it["moves"], &it["certificate"]), (&Value::Null, &Value::Null));

    let ran = run(directory, &["solve", "qubic", "--json", "--nodes", "500"]);
    let it = object(&ran, &SOLVE_KEYS);
    assert_eq!(
        (ran.code, &it["answer"], &it["reason"]),
        (Some(3), &json!("unknown"), &json!("nodes"))
    );
    assert_eq!((&it["claim"], &it["verified"]), (&json!("value"), &json!(false)));
    for absent in ["value", "best_move", "certificate", "certificate_bytes"] {
        assert_eq!(it[absent], Value::Null, "{absent}");
    }
}

#[test]
fn puzzles_answer_in_json() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let keys = [&SOLVE_KEYS[..], &["shortest", "sweep"]].concat();
    let letters = ["solve", "double-letter", "--position", "aabdcbbdcaa", "--json"];
    for engine in ["db", "dfs", "dfs-tt", "triangle"] {
        let ran = run(directory, &[&letters[..], &["--engine", engine]].concat());
        let it = object(&ran, &keys);
        assert_eq!((ran.code, &it["value"]), (Some(0), &json!(["a", "b", "c", "e"])), "{engine}");
    }
    let plan = ["solve", "eight-puzzle", "--position", "1 2 3 4 5 6 0 7 8", "--json"];
    let it = object(&run(directory, &[&plan[..], &["--out", "a.plan"]].concat()), &keys);
    assert_eq!((&it["pv"], &it["value"]), (&json!(["7", "8"]), &json!(2)));
    assert_eq!((&it["kind"], &it["certificate"]), (&json!("puzzle"), &json!("a.plan")));
    let it = object(&run(directory, &["check", "a.plan", "--json"]), &CHECK_KEYS);
    assert_eq!((&it["verified"], &it["claim"]), (&json!(true), &json!("plan=2")));
    let ran = run(directory, &["solve", "rush-hour", "--hardest", "--json", "--memory", "32M"]);
    let it = object(&ran, &keys);
    assert_eq!((ran.code, &it["reason"]), (Some(3), &json!("memory")));
    let ran = run(directory, &["solve", "fifteen-puzzle", "--json", "--nodes", "1000"]);
    let it = object(&ran, &keys);
    assert_eq!((ran.code, &it["reason"], &it["value"]), (Some(3), &json!("nodes"), &Value::Null));
    // What is known by then is that no plan is shorter.
    assert!(it["bounds"][0].as_u64() > Some(20) && it["bounds"][1].is_null(), "{it}");
}

/// Values and scores of all moves of a position.
fn all_moves(game: &str, position: &str, claim: &str) -> Vec<(String, Value, Value)> {
    let directory = tempfile::tempdir().unwrap();
    let arguments =
        ["solve", game, "--position", position, "--claim", claim, "--all-moves", "--json"];
    let it = object(&run(directory.path(), &arguments), &SOLVE_KEYS);
    let moves = it["moves"].as_array().unwrap().iter();
    moves
        .map(|it| {
            (it["move"].as_str().unwrap().to_string(), it["value"].clone(), it["score"].clone())
        })
        .collect()
}

#[test]
fn scores_of_all_moves_are_those_of_the_side_that_plays_them() {
    // By another program; the second has a column that the first player must not touch.
    for (position, scores) in
        [("226744515337", [-1, 0, -1, 7, 6, -2, 0]), ("475772722323", [-14, 4, 4, 3, 4, -3, 4])]
    {
        let told = all_moves("connect-four", position, "score");
        let expected = scores.map(|score| (json!(format!("score={score}")), json!(score)));
        let told: Vec<(Value, Value)> = told.into_iter().map(|it| (it.1, it.2)).collect();
        assert_eq!(told, expected, "{position}");
    }
    // A claim about a number is asked of every move, too.
    let told = all_moves("connect-four", "226744515337", "score>=1");
    let told: Vec<Value> = told.into_iter().map(|it| it.1).collect();
    let words = ["<=0", "<=0", "<=0", ">=1", ">=1", "<=0", "<=0"];
    assert_eq!(told, words.map(|it| json!(format!("score{it}"))));
}

#[test]
fn mates_of_all_moves_are_counted() {
    // Two rooks: some moves mate in two, others in more, and none is asked for without an end.
    let told = all_moves("chess", "7k/8/8/8/8/8/R7/1R2K3 w - -", "mate");
    let value_of = |mv: &str| told.iter().find(|it| it.0 == mv).unwrap().1.clone();
    assert_eq!(value_of("Ra7"), "mate=2");
    let later = value_of("Ke2").as_str().unwrap().to_string();
    let number: u32 = later.strip_prefix("mate=").unwrap().parse().unwrap();
    assert!(number > 2, "{later}");
    let told = all_moves("chess", "7k/R7/8/8/8/8/8/1R2K3 b - -", "mated");
    assert_eq!(told[0].1, "mated=1");
    for claim in ["mate<=2", "mate>2"] {
        let told = all_moves("chess", "7k/8/8/8/8/8/R7/1R2K3 w - -", claim);
        let value_of = |mv: &str| told.iter().find(|it| it.0 == mv).unwrap().1.clone();
        assert_eq!((value_of("Ra7"), value_of("Ke2")), (json!("mate<=2"), json!("mate>2")));
    }
    let told = all_moves("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "mate");
    assert!(told.iter().any(|it| it.0 == "Rd8#" && it.1 == "mate=1"), "{told:?}");
    // Where the game is over questions are White's, whoever has mated.
    let told = all_moves("chess", "8/8/8/8/8/1qk5/8/K7 b - -", "mate");
    assert!(told.iter().any(|it| it.0 == "Qb2#" && it.1 == "mate=1"), "{told:?}");
}

#[test]
fn a_line_without_an_end_says_where_it_repeats() {
    let directory = tempfile::tempdir().unwrap();
    let fortress = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - -";
    let arguments = ["solve", "chess", "--position", fortress, "--json"];
    let it = object(&run(directory.path(), &arguments), &SOLVE_KEYS);
    let (length, from) = (it["pv"].as_array().unwrap().len(), it["pv_repeats"].as_u64().unwrap());
    assert!(length < 40 && (from as usize) < length, "{it}");
    let ran = run(directory.path(), &["solve", "chess", "--position", fortress]);
    assert!(ran.out.lines().any(|it| it.ends_with(", again and again")), "{ran:?}");
    let it = object(&run(directory.path(), &["solve", "tic-tac-toe", "--json"]), &SOLVE_KEYS);
    assert_eq!(it["pv_repeats"], Value::Null);
}

#[test]
fn an_unknown_ending_names_the_tables_that_know_it() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let ending = "8/8/8/8/8/2k5/8/KQ5r w - -";
    let solve = |claim| {
        let arguments =
            ["solve", "chess", "--position", ending, "--nodes", "100", "--json", "--claim", claim];
        object(&run(directory, &arguments), &SOLVE_KEYS)
    };
    for claim in ["value", "mate"] {
        let it = solve(claim);
        assert_eq!(it["answer"], "unknown", "{it}");
        let command = it["tables"].as_str().unwrap();
        assert!(command.starts_with("quod table build chess"), "{command}");
        assert!(command.contains(" --position \"") && command.contains(" --dir DIR"), "{command}");
    }
    // A whole game has none.
    let ran = run(directory, &["solve", "chess", "--nodes", "100", "--json"]);
    assert_eq!(object(&ran, &SOLVE_KEYS)["tables"], Value::Null);
    // An answer needs none.
    let ran =
        run(directory, &["solve", "chess", "--position", "7k/8/5KQ1/8/8/8/8/8 w - -", "--json"]);
    assert_eq!(object(&ran, &SOLVE_KEYS)["tables"], Value::Null);
}

#[test]
fn values_are_absolute_whoever_is_to_move() {
    let directory = tempfile::tempdir().unwrap();
    // X has 0 and 1, O has 3 and 4, X is to move and completes 0 1 2; any other move lets O win.
    let arguments = ["solve", "tic-tac-toe", "--position", "0 3 1 4", "--json", "--all-moves"];
    let it = object(&run(directory.path(), &arguments), &SOLVE_KEYS);
    let value_of = |mv: &str| {
        let moves = it["moves"].as_array().unwrap();
        moves.iter().find(|it| it["move"] == mv).unwrap()["value"].clone()
    };
    assert_eq!((&it["value"], &it["best_move"]), (&json!("X-wins"), &json!("c3")));
    assert_eq!((value_of("c3"), value_of("c1")), (json!("X-wins"), json!("O-wins")));
}

#[test]
fn check_answers_in_json() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    run(directory, &["solve", "tic-tac-toe", "--out", "a.quod"]);
    let ran = run(directory, &["check", "a.quod", "--json"]);
    let it = object(&ran, &CHECK_KEYS);
    assert_eq!((ran.code, &it["verified"], &it["reject"]), (Some(0), &json!(true), &Value::Null));
    assert_eq!((&it["game"], &it["claim"]), (&json!("tic-tac-toe"), &json!("value=draw")));
    assert!(it["entries"].as_u64().unwrap() > 0);

    let ran = run(directory, &["check", "a.quod", "--json", "--claim", "X-wins"]);
    let it = object(&ran, &CHECK_KEYS);
    assert_eq!((ran.code, &it["verified"], &it["game"]), (Some(1), &json!(false), &Value::Null));
    let detail = "this states tic-tac-toe value=draw start";
    let reject = json!({"reason": "other-statement", "at": "header", "detail": detail});
    assert_eq!(it["reject"], reject);
}

#[test]
fn the_same_question_gets_the_same_answer_byte_for_byte() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    let work = |file: &str| {
        let ran = run(directory, &["solve", "three-mens-morris", "--json", "--out", file]);
        let it = object(&ran, &SOLVE_KEYS);
        let counts = ["nodes", "expansions", "evaluations"].map(|key| it[key].clone());
        (counts, std::fs::read(directory.join(file)).unwrap())
    };
    assert_eq!(work("a.quod"), work("b.quod"));
}
