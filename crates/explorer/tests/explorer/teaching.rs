//! Teaching trees and the graph of dependency-based search.

use std::collections::BTreeMap;

use crate::support::{Server, server};
use serde_json::{Value, json};

fn run(server: &Server, body: &Value) -> Value {
    let answer = server.post("/api/trees", body);
    assert_eq!(answer.status, 200, "{body}: {}", answer.text());
    answer.json()
}

/// The numbers of named nodes when the first frame of this phase comes, and the names of its path.
fn at_first(run: &Value, phase: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let name = |id: &Value| {
        run["nodes"][id.as_u64().unwrap() as usize]["name"].as_str().unwrap().to_string()
    };
    let mut numbers = BTreeMap::new();
    for frame in run["frames"].as_array().unwrap() {
        for it in frame["changed"].as_array().unwrap() {
            numbers.insert(
                name(&it["id"]),
                format!("{},{}", it["proof"], it["disproof"]).replace('"', ""),
            );
        }
        if frame["phase"] == phase {
            return (numbers, frame["path"].as_array().unwrap().iter().map(name).collect());
        }
    }
    panic!("no {phase} in {run}");
}

fn figure(server: &Server, name: &str) -> Value {
    let trees = server.value("/api/trees");
    let tree =
        trees["trees"].as_array().unwrap().iter().find(|it| it["name"] == name).unwrap().clone();
    run(server, &json!({"text": tree["text"], "graph": tree["graph"], "develop": tree["develop"]}))
}

#[test]
fn the_figures_of_the_thesis_have_its_numbers() {
    let server = server();
    let (numbers, path) = at_first(&figure(&server, "figure-2.1"), "select");
    let of =
        |names: &str| names.chars().map(|it| numbers[&it.to_string()].as_str()).collect::<Vec<_>>();
    assert_eq!(of("ABCDGH"), ["1,3", "2,1", "1,2", "inf,0", "1,1", "2,1"]);
    assert_eq!(path, ["A", "C", "G", "L"]);
    let (numbers, path) = at_first(&figure(&server, "figure-2.3"), "select");
    let of =
        |names: &str| names.chars().map(|it| numbers[&it.to_string()].as_str()).collect::<Vec<_>>();
    assert_eq!(of("ABCDEMN"), ["3,3", "3,2", "4,1", "1,3", "2,2", "3,1", "2,1"]);
    assert_eq!(path, ["A", "B", "E", "N", "R"]);
    let run = figure(&server, "figure-2.4");
    let (numbers, _) = at_first(&run, "select");
    assert_eq!((numbers["A"].as_str(), numbers["B"].as_str()), ("2,2", "2,1"));
    let shared = run["nodes"].as_array().unwrap().iter().find(|it| it["name"] == "G").unwrap();
    assert_eq!(shared["parents"].as_array().unwrap().len(), 3);
    let run = figure(&server, "figure-2.6");
    // The figure counts E, which two ways lead to, once; a tree cannot.
    let (numbers, _) = at_first(&run, "select");
    assert_eq!((numbers["A"].as_str(), numbers["B"].as_str()), ("3,1", "2,1"));
    let repetitions = run["nodes"].as_array().unwrap().iter().filter(|it| it["repetition"] == true);
    assert!(repetitions.count() >= 2);
    figure(&server, "figure-2.5");
}

/// The searches that trees are shown with.
const ENGINES: [&str; 18] = [
    "pn",
    "dfpn",
    "alphabeta",
    "minimax",
    "textbook-alphabeta",
    "pvs",
    "mtd-f",
    "sss-star",
    "conspiracy",
    "b-star",
    "mst-star",
    "pds",
    "pn-star",
    "pds-pn",
    "pn2",
    "mc-pn",
    "ews",
    "job-pn",
];

#[test]
fn minimax_evaluates_every_leaf_and_the_textbooks_alpha_beta_leaves_some_out() {
    let server = server();
    let leaves = |engine: &str| {
        let text = "(A (B 1 0 1) (C 1 D=1) (E 0 1))";
        let run = run(&server, &json!({"text": text, "engine": engine}));
        let frames = run["frames"].as_array().unwrap();
        frames.iter().filter(|it| it["phase"] == "value").count()
    };
    assert_eq!(leaves("minimax"), 7);
    assert!(leaves("textbook-alphabeta") < 7);
}

#[test]
fn all_searches_give_every_tree_the_same_answer() {
    let server = server();
    for tree in server.value("/api/trees")["trees"].as_array().unwrap() {
        let text = tree["text"].as_str().unwrap();
        let answers: Vec<Value> = ENGINES
            .into_iter()
            .filter_map(|engine| {
                let answer =
                    server.post("/api/trees", &json!({"text": text, "engine": engine})).json();
                answer.get("answer").cloned()
            })
            .collect();
        if !text.contains('?') && tree["develop"] == "most-proving" {
            assert_eq!(answers.len(), ENGINES.len(), "{text}");
            assert!(
                answers[0].is_string() && answers.iter().all(|it| *it == answers[0]),
                "{text} {answers:?}"
            );
        }
    }
}

/// C leads back to B, and play without end proves nothing.
#[test]
fn searches_that_take_a_way_back_judge_it_rightly() {
    let server = server();
    let able = ["pn", "pds", "pn-star", "pds-pn", "pn2", "mc-pn", "job-pn"];
    for (text, expected) in [
        ("(A (B (C B 0)) (D 1 0))", "disproved"),
        ("(A (B (C B 0)) (D 1 1))", "proved"),
        ("(A (B (C B 1)) (D 1 0))", "proved"),
    ] {
        for engine in able {
            let run = run(&server, &json!({"text": text, "engine": engine}));
            assert_eq!(run["answer"], expected, "{engine} {text}");
        }
        for engine in ENGINES.iter().filter(|it| !able.contains(it) && **it != "dfpn") {
            let answer = server.post("/api/trees", &json!({"text": text, "engine": engine}));
            assert_eq!(answer.code(), "tree", "{engine}");
        }
    }
}

#[test]
fn a_small_tree_is_searched_click_by_click() {
    let server = server();
    let run = run(&server, &json!({"text": "(A (B 1 0) (C 1 D=1))"}));
    assert_eq!(run["answer"], "proved");
    let phases: Vec<&str> =
        run["frames"].as_array().unwrap().iter().filter_map(|it| it["phase"].as_str()).collect();
    assert_eq!(
        phases,
        [
            "start", "select", "develop", "update", "select", "develop", "update", "select",
            "develop", "update", "end"
        ]
    );
    let cut = self::run(
        &server,
        &json!({"text": "(A (B 1 0 1) (C 1 D=1) (E 0 1))", "engine": "alphabeta"}),
    );
    let phases: Vec<&str> =
        cut["frames"].as_array().unwrap().iter().filter_map(|it| it["phase"].as_str()).collect();
    assert!(phases.contains(&"cut") && phases.contains(&"value"), "{phases:?}");
    let dfpn = self::run(&server, &json!({"text": "(A (B 1 0) (C 1 D=1))", "engine": "dfpn"}));
    let limits = |it: &Value| !it["proof_limit"].is_null();
    assert!(
        dfpn["frames"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|it| it["changed"].as_array().unwrap())
            .any(limits)
    );
}

#[test]
fn what_is_no_tree_says_where() {
    let server = server();
    let tree = |body| server.post("/api/trees", &body);
    let answer = tree(json!({"text": "(A (B 1 0)\n (C x=2))"}));
    assert_eq!((answer.status, answer.code().as_str()), (422, "tree"), "{}", answer.text());
    let answer = tree(json!({"text": "(A (B 1 0)\n ]"}));
    assert_eq!(
        (&answer.json()["error"]["place"], answer.code().as_str()),
        (&json!("line 2, column 2"), "tree")
    );
    assert_eq!(tree(json!({"text": "(A ? 0)", "engine": "dfpn"})).code(), "tree");
    assert_eq!(tree(json!({"text": "(A (B:or 1 0))", "engine": "alphabeta"})).code(), "tree");
    assert_eq!(tree(json!({"text": "(A 1)", "engine": "mcts"})).code(), "bad-request");
    assert_eq!(tree(json!({"text": "(A 1)", "steps": 0})).code(), "limit");
}

#[test]
fn the_graph_of_figures_3_1_to_3_4_grows_stage_by_stage() {
    let server = server();
    let graph =
        server.post("/api/db", &json!({"puzzle": "double-letter", "axiom": "aaccadd"})).json();
    assert_eq!((&graph["complete"], graph["nodes"].as_array().unwrap().len()), (&json!(true), 15));
    let state =
        |id: &Value| graph["nodes"][id.as_u64().unwrap() as usize]["state"].as_str().unwrap();
    let stages: Vec<(u64, &str, Vec<&str>)> = graph["stages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let mut states: Vec<&str> = it["nodes"].as_array().unwrap().iter().map(state).collect();
            states.sort_unstable();
            (it["level"].as_u64().unwrap(), it["stage"].as_str().unwrap(), states)
        })
        .collect();
    assert_eq!(
        stages[0],
        (1, "dependency", vec!["Bccadd", "Eccadd", "aaBadd", "aaDadd", "aaccaC", "aaccaE"])
    );
    assert_eq!(stages[1], (1, "combination", vec!["BBadd"]));
    assert_eq!(stages[2], (2, "dependency", vec!["Aadd", "Bdd", "Cadd", "Edd"]));
    let mut solutions: Vec<&str> =
        graph["solutions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    solutions.sort_unstable();
    assert_eq!(solutions, ["a", "d"]);
    let system = server.post("/api/db", &json!({"puzzle": "production-system"})).json();
    assert_eq!(system["solutions"], json!(["goal"]));
    for axiom in ["", "xyz", "aaaaaaaaaaaaa"] {
        let answer = server.post("/api/db", &json!({"puzzle": "double-letter", "axiom": axiom}));
        assert_eq!((answer.status, answer.code().as_str()), (422, "axiom"), "{axiom}");
    }
}
