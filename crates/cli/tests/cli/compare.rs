//! Comparisons: what they are told as, and what makes them refuse or fail.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Ran, last_line, names, run};

const COLUMNS: &str = "line,position,engine,taken,threads,known,answer,right,solved,verified,reason,nodes,expansions,\
                       reexpansions,evaluations,largest_tree,certificate_bytes,seconds,peak_memory_bytes";

/// A directory with `positions.txt`.
fn directory(positions: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("positions.txt"), positions).unwrap();
    directory
}

fn compare(directory: &Path, engines: &str, more: &[&str]) -> Ran {
    let game = ["compare", "tic-tac-toe", "--positions", "positions.txt", "--engines", engines];
    run(directory, &[&game, more].concat())
}

fn object(ran: &Ran) -> Value {
    assert_eq!(ran.out.lines().count(), 1, "one object and nothing else: {ran:?}");
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn counts_of_a_run_are_those_of_solve_and_repeat() {
    let directory = directory("start\tdraw\n4 1\n");
    let directory = directory.path();
    let engines = "pn,pn:init=moves,sums=weak,fixed-point";
    let work = || {
        let ran = compare(directory, engines, &["--json", "--csv", "runs.csv"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let mut it = object(&ran);
        for run in it["runs"].as_array_mut().unwrap() {
            assert!(run["seconds"].as_f64().is_some());
            run["seconds"].take();
            run["peak_memory_bytes"].take();
        }
        it
    };
    let it = work();
    let runs = it["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 6);
    assert_eq!(it["runs"], work()["runs"], "counts repeat");
    let solve = ["solve", "tic-tac-toe", "--engine", "pn:init=moves,sums=weak", "--json"];
    let alone = object(&run(directory, &solve));
    assert_eq!(runs[1]["engine"], "pn:init=moves,sums=weak");
    for count in ["nodes", "expansions", "evaluations", "certificate_bytes"] {
        assert_eq!(runs[1][count], alone[count], "{count}");
    }
    assert_eq!((&runs[0]["answer"], &runs[0]["right"]), (&json!("draw"), &json!(true)));
    assert_eq!((&runs[3]["answer"], &runs[3]["right"]), (&json!("X-wins"), &Value::Null));

    // The sums are the runs'.
    for (at, engine) in it["engines"].as_array().unwrap().iter().enumerate() {
        for count in ["nodes", "expansions", "evaluations", "reexpansions", "certificate_bytes"] {
            let of = |run: usize| runs[run][count].as_u64().unwrap();
            assert_eq!(engine[count].as_u64().unwrap(), of(at) + of(at + 3), "{count}");
        }
        assert_eq!((&engine["solved"], &engine["ratio"]["positions"]), (&json!(2), &json!(2)));
        assert!(engine["largest_tree"].as_u64().unwrap() > 0);
    }
    assert_eq!(it["engines"][0]["ratio"]["nodes"], json!({"mean": 1.0, "low": 1.0, "high": 1.0}));

    let csv = fs::read_to_string(directory.join("runs.csv")).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[0]), (7, COLUMNS));
    assert!(lines[2].starts_with(
        "1,start,\"pn:init=moves,sums=weak\",\"pn:init=moves,sums=weak\",1,draw,draw,true,true,true,,"
    ));
}

#[test]
fn an_answer_that_is_not_the_known_one_is_listed() {
    let directory = directory("4 1\tdraw\n4\tdraw\n");
    let ran = compare(directory.path(), "pn,auto", &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("wrong: line 1, 4 1: auto answers X-wins, known is draw\n"));
    assert_eq!(last_line(&ran.out), "s COMPARED tic-tac-toe 2 engines 2 positions 2 wrong");
    let ran = compare(directory.path(), "pn", &["--json"]);
    assert_eq!((ran.code, &object(&ran)["wrong"]), (Some(1), &json!(1)));
    // A file of values serves for claims.
    let ran = compare(directory.path(), "pn", &["--claim", "X-wins", "--quiet"]);
    assert_eq!(ran.out, "s COMPARED tic-tac-toe 1 engines 2 positions 1 wrong\n");
}

#[test]
fn an_engine_that_runs_out_leaves_the_position_unsolved() {
    let directory = directory("start\tdraw\n0 3 1 4\n");
    let directory = directory.path();
    let more = ["--nodes", "100", "--json", "--svg", "figures"];
    let ran = compare(directory, "pn,fixed-point", &more);
    assert_eq!(ran.code, Some(0), "unknown is not wrong: {ran:?}");
    let it = object(&ran);
    let reasons: Vec<&Value> =
        it["runs"].as_array().unwrap().iter().map(|run| &run["reason"]).collect();
    assert_eq!(reasons, [&json!("nodes"), &json!("nodes"), &Value::Null, &json!("nodes")]);
    assert_eq!(it["runs"][0]["right"], Value::Null);
    assert_eq!((&it["engines"][0]["solved"], &it["engines"][1]["solved"]), (&json!(1), &json!(0)));
    assert_eq!(it["engines"][1]["ratio"], json!({"positions": 0, "nodes": null, "seconds": null}));
    let figures = ["by-all.svg", "by-engine-1.svg", "by-engine-2.svg"];
    assert_eq!(names(&directory.join("figures")), figures);
    for figure in figures {
        let svg = fs::read_to_string(directory.join("figures").join(figure)).unwrap();
        assert!(svg.contains("nothing to show") && svg.ends_with("</svg>\n"), "{svg}");
    }
}

#[test]
fn figures_have_the_same_bytes_every_time() {
    let directory = directory("start\n4\n0\n4 1\n0 1\n0 3 1 4\n");
    let directory = directory.path();
    let draw = |folder: &str| {
        let ran = compare(directory, "pn,pn:init=moves,fixed-point", &["--svg", folder, "--quiet"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let read = |name: &String| fs::read_to_string(directory.join(folder).join(name)).unwrap();
        names(&directory.join(folder)).iter().map(read).collect::<Vec<String>>()
    };
    let figures = draw("a");
    assert_eq!(figures, draw("b"));
    assert_eq!(figures.len(), 4);
    assert!(figures[1].contains("grouped by pn<") && figures[1].contains("6 of 6 positions"));
}

#[test]
fn bad_lines_stop_the_comparison_or_are_left_out() {
    let directory = directory("# a comment\n4 1\n4 4\n4 1\twin\n0\n");
    let directory = directory.path();
    let ran = compare(directory, "pn", &["--csv", "runs.csv", "--svg", "figures"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.err.starts_with("error: positions.txt, line 3: position, move 2: expected "));
    assert_eq!(names(directory), ["positions.txt"], "nothing is written");

    let ran = compare(directory, "pn", &["--bad-lines", "skip", "--json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("left out: ")).count(), 2);
    let it = object(&ran);
    let left_out = it["left_out"].as_array().unwrap();
    let lines: Vec<&Value> = left_out.iter().map(|it| &it["line"]).collect();
    assert_eq!((lines, &it["positions"]), (vec![&json!(3), &json!(4)], &json!(2)));
}

/// Every file of the fixed suite (`bench/suite`) is one of positions of the game that its first line
/// names, and small enough for the cheapest budget.
#[test]
fn the_suite_is_read_without_a_bad_line() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/suite");
    let files = names(&suite).into_iter().filter(|name| name.ends_with(".txt"));
    let mut seen = 0;
    for file in files {
        let text = fs::read_to_string(suite.join(&file)).unwrap();
        let game = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap();
        let arguments =
            ["compare", game, "--positions", &file, "--engines", "auto", "--nodes", "50"];
        let ran = run(&suite, &[&arguments[..], &["--quiet"]].concat());
        assert_eq!(ran.code, Some(0), "{file}: {ran:?}");
        seen += 1;
    }
    assert!(seen >= 5, "only {seen} files");
}
