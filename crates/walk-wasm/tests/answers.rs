//! A page asks, the module answers as the explorer's server does.

use std::path::Path;

use quod_walk_wasm::{Open, Request, told};
use serde_json::{Value, json};

fn open(name: &str) -> Open {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/certificates").join(name);
    Open::new(&std::fs::read(path).unwrap()).unwrap()
}

fn ask(open: &mut Open, question: Value) -> Value {
    let request: Request = serde_json::from_value(question).unwrap();
    serde_json::from_str(&told(open.answer(&request))).unwrap()
}

#[test]
fn a_proof_is_told_without_a_word_of_the_checkers() {
    let told = ask(&mut open("version-1-tic-tac-toe.quod"), json!({"ask": "proof", "id": "mine"}));
    let proof = &told["ok"];
    assert_eq!(proof["id"], "mine");
    assert_eq!(proof["statement"], "tic-tac-toe value=draw start");
    assert_eq!(proof["sections"].as_array().unwrap().len(), 2);
    for unknown in ["check", "entries", "work", "assumes"] {
        assert_eq!(proof[unknown], Value::Null, "{unknown}");
    }
}

#[test]
fn positions_rows_and_pictures_are_answered() {
    let mut open = open("version-1-tic-tac-toe.quod");
    let game = ask(&mut open, json!({"ask": "game"}));
    assert_eq!(game["ok"]["start"]["board"]["picture"]["cells"].as_array().unwrap().len(), 9);
    assert_eq!(game["ok"]["engines"], json!([]));
    let scene =
        ask(&mut open, json!({"ask": "scene", "section": 0, "moves": ["b2"], "details": 1}));
    assert_eq!(scene["ok"]["moves"], json!(["b2"]));
    assert_eq!(scene["ok"]["legal"].as_array().unwrap().len(), 8);
    let rows = ask(&mut open, json!({"ask": "rows", "offset": 0, "limit": 3}));
    assert_eq!(rows["ok"]["rows"].as_array().unwrap().len(), 3);
    let children = ask(&mut open, json!({"ask": "children", "row": 1, "limit": 2}));
    assert!(children["ok"]["total"].as_u64().unwrap() >= 2, "{children}");
    let path = ask(&mut open, json!({"ask": "path", "row": 1}));
    let moves = path["ok"]["moves"].clone();
    let found = ask(&mut open, json!({"ask": "find", "moves": moves}));
    assert_eq!(found["ok"]["row"], 1, "{found}");
    let line = ask(&mut open, json!({"ask": "line"}));
    assert!(line["ok"]["moves"].as_array().unwrap().len() > 4, "{line}");
    let svg = ask(&mut open, json!({"ask": "svg", "moves": ["b2"]}));
    assert!(svg["ok"].as_str().unwrap().starts_with("<svg "), "{svg}");
}

#[test]
fn the_proof_plays_its_move_and_against_it_the_reply_that_takes_the_most() {
    let mut open = open("version-1-tic-tac-toe.quod");
    let proof = ask(&mut open, json!({"ask": "proof"}));
    let prover = proof["ok"]["sections"][0]["prover"].as_u64().unwrap();
    let mut moves: Vec<Value> = Vec::new();
    loop {
        let scene = ask(&mut open, json!({"ask": "scene", "moves": moves}));
        let Some(mover) = scene["ok"]["to_move"].as_u64() else { break };
        let played = ask(&mut open, json!({"ask": "play", "moves": moves}));
        let source = if mover == prover { "proof" } else { "guess" };
        // Where the claim is settled the proof has no more moves to play.
        if scene["ok"]["support"]["kind"] == "entry" {
            assert_eq!(played["ok"]["source"], source, "{moves:?}");
        }
        moves.push(played["ok"]["move"]["text"].clone());
    }
    assert!(moves.len() >= 5, "{moves:?}");
    let over = ask(&mut open, json!({"ask": "play", "moves": moves}));
    assert_eq!(over["error"]["got"], "the game is over");
}

#[test]
fn what_makes_no_sense_is_refused_in_the_interfaces_words() {
    let mut open = open("version-1-tic-tac-toe.quod");
    let cases = [
        (json!({"ask": "scene", "moves": ["b2", "b2"]}), "illegal-move"),
        (json!({"ask": "scene", "section": 2}), "not-found"),
        (json!({"ask": "path", "row": 1_000_000}), "not-found"),
        (json!({"ask": "advice"}), "bad-request"),
    ];
    for (question, code) in cases {
        let told = ask(&mut open, question.clone());
        assert_eq!(told["error"]["code"], code, "{question}");
        assert!(!told["error"]["message"].as_str().unwrap().is_empty());
    }
    let other = ask(&mut open, json!({"ask": "scene", "moves": ["b2", "b2"]}));
    assert_eq!(other["error"]["place"], "moves, move 2");
}

#[test]
fn what_is_no_certificate_is_rejected() {
    let refused = Open::new(b"no certificate").err().unwrap();
    assert_eq!((refused.code, refused.got.as_deref()), ("rejected", Some("not-a-certificate")));
}
