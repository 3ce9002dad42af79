//! Walking proofs.

use quod_explorer::{Options, Shelved};

use crate::support::{CONNECT_FOUR, PATIENT, QUBIC, Server, TIC_TAC_TOE, server, with};
use serde_json::{Value, json};

fn texts(moves: &Value) -> Vec<String> {
    moves.as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap().to_string()).collect()
}

#[test]
fn a_proof_is_described_checked_and_given_back() {
    let server = server();
    let opened = server.upload("/api/proofs", TIC_TAC_TOE).json();
    assert_eq!(opened["game"], "tic-tac-toe");
    assert_eq!((&opened["check"], &opened["position"]), (&json!("verified"), &json!("start")));
    assert_eq!(opened["sections"].as_array().unwrap().len(), 2);
    let provers: Vec<&Value> =
        opened["sections"].as_array().unwrap().iter().map(|it| &it["prover"]).collect();
    assert_ne!(provers[0], provers[1]);
    let path = format!("/api/proofs/{}", opened["id"]);
    assert_eq!(server.value(&path), opened);
    let saved = server.get(&format!("{path}/certificate"));
    assert_eq!(saved.body, TIC_TAC_TOE);
    assert!(saved.headers["content-disposition"].contains("proof.quod"));
    let checked = server.upload("/api/check", TIC_TAC_TOE).json();
    assert_eq!((&checked["verified"], &checked["claim"]), (&json!(true), &json!("value=draw")));
    assert_eq!(checked["entries"], opened["entries"]);
}

#[test]
fn proofs_in_files_are_listed_and_opened_by_their_number() {
    let proofs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let shelved = |title: &str, name: &str, bytes| Shelved {
        title: title.to_string(),
        value: "the first player wins".to_string(),
        file: proofs.join(name),
        bytes,
    };
    let shelf =
        vec![shelved("Qubic", "qubic.quod", QUBIC.len() as u64), shelved("gone", "gone.quod", 1)];
    let server = with(Options { shelf, checking: PATIENT, ..Options::default() });
    let listed = &server.value("/api/shelf")["shelf"];
    assert_eq!((&listed[0]["title"], &listed[0]["bytes"]), (&json!("Qubic"), &json!(QUBIC.len())));
    assert_eq!(listed[1]["id"], 1);
    let opened = server.post("/api/shelf/0", &json!({}));
    assert_eq!((opened.status, &opened.json()["check"]), (201, &json!("verified")));
    assert_eq!(server.value("/api/proofs")["proofs"][0]["game"], "qubic");
    for (id, code) in [("1", "not-found"), ("2", "not-found"), ("x", "not-found")] {
        let answer = server.post(&format!("/api/shelf/{id}"), &json!({}));
        assert_eq!((answer.status, answer.code().as_str()), (404, code), "{id}");
        assert!(!answer.text().contains(".quod"), "no name of a file: {}", answer.text());
    }
}

#[test]
fn every_reply_in_qubic_is_answered_and_refutations_play_out() {
    let server = server();
    let id = server.open(QUBIC);
    let scene = |moves: &str, rest: &str| {
        server.value(&format!("/api/proofs/{id}/scene?moves={moves}{rest}"))
    };
    let start = scene("", "");
    assert_eq!((&start["to_move"], &start["prover"]), (&json!(0), &json!(0)));
    assert_eq!(start["board"]["stones"], ".".repeat(64));
    let first = start["proof_move"]["text"].as_str().unwrap().to_string();
    let after = scene(&first, "&details=1");
    assert_eq!(after["to_move"], 1);
    let legal = after["legal"].as_array().unwrap();
    assert_eq!(legal.len(), 63);
    for mv in legal {
        let kind = mv["after"]["kind"].as_str().unwrap();
        assert!(["entry", "line-threats", "reply-tree"].contains(&kind), "{mv}");
        assert_eq!(mv["refutation"].is_null(), kind == "entry", "{mv}");
        assert_eq!(mv["code"], mv["cell"]);
    }
    // Down the proof: some reply is refuted by threats, and the sequence wins on the board.
    let mut moves = vec![first];
    let sequence = loop {
        let here = scene(&moves.join(","), "&details=1");
        let refuted = here["legal"]
            .as_array()
            .unwrap()
            .iter()
            .find(|mv| mv["after"]["kind"] == "line-threats");
        if let (Some(mv), false) = (refuted, here["to_move"] == 0) {
            moves.push(mv["text"].as_str().unwrap().to_string());
            break texts(&mv["refutation"]);
        }
        let next = match here["proof_move"]["text"].as_str() {
            Some(mv) => mv.to_string(),
            None => here["legal"][0]["text"].as_str().unwrap().to_string(),
        };
        moves.push(next);
    };
    let there = scene(&moves.join(","), "");
    assert_eq!(there["support"]["kind"], "line-threats");
    assert_eq!(texts(&there["sequence"]), sequence);
    moves.extend(sequence);
    assert_eq!(scene(&moves.join(" ").replace(' ', "%20"), "")["outcome"], "first-player-wins");
}

#[test]
fn moves_that_leave_the_proof_are_told_apart() {
    let server = server();
    let id = server.open(QUBIC);
    let details = server.value(&format!("/api/proofs/{id}/scene?details=1"));
    let own = &details["proof_move"]["text"];
    let legal = details["legal"].as_array().unwrap();
    let kinds = |kind: &str| legal.iter().filter(|mv| mv["after"]["kind"] == kind).count();
    assert!(legal.iter().any(|mv| mv["text"] == *own && mv["after"]["kind"] == "entry"));
    // The images of the proof's move under symmetry lead to its position as well.
    assert_eq!((kinds("entry") % 8, kinds("entry") + kinds("none")), (0, 64));
    let other = legal.iter().find(|mv| mv["after"]["kind"] == "none");
    let other = other.expect("a move that the proof does not know")["text"].as_str().unwrap();
    let left = server.value(&format!("/api/proofs/{id}/scene?moves={other}"));
    assert_eq!((&left["support"]["kind"], &left["proof_move"]), (&json!("none"), &Value::Null));
    let answer = server.get(&format!("/api/proofs/{id}/scene?moves={other},{other}"));
    assert_eq!((answer.status, answer.code().as_str()), (422, "illegal-move"));
    assert_eq!(server.get(&format!("/api/proofs/{id}/scene?section=1")).code(), "not-found");
}

/// Asks for all rows, page by page.
fn rows(server: &Server, id: u64, section: usize) -> Vec<Value> {
    let mut rows: Vec<Value> = Vec::new();
    loop {
        let path =
            format!("/api/proofs/{id}/rows?section={section}&offset={}&limit=1000", rows.len());
        let page = server.value(&path);
        rows.extend(page["rows"].as_array().unwrap().iter().cloned());
        if rows.len() as u64 == page["total"].as_u64().unwrap() {
            return rows;
        }
    }
}

/// What must be true of any tree of rows, and that its paths lead where the rows say.
fn check_tree(server: &Server, id: u64, section: usize, sampled: usize) -> Vec<Value> {
    let rows = rows(server, id, section);
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let mut entries = vec![0; rows.len()];
    let mut below = vec![0; rows.len()];
    for (at, row) in rows.iter().enumerate().rev() {
        assert_eq!(number(&row["row"]), at);
        entries[at] += usize::from(row["kind"] == "entry");
        assert_eq!(
            (number(&row["entries"]), number(&row["below"])),
            (entries[at], below[at]),
            "{row}"
        );
        if let Some(parent) = row["parent"].as_u64() {
            entries[parent as usize] += entries[at];
            below[parent as usize] += below[at] + 1;
            assert_eq!(number(&row["depth"]), number(&rows[parent as usize]["depth"]) + 1);
        }
    }
    for row in rows.iter().filter(|row| row["kind"] == "transposition") {
        let link = &rows[number(&row["link"])];
        assert_eq!((&link["kind"], &link["entry"]), (&json!("entry"), &row["entry"]));
    }
    for row in rows.iter().step_by((rows.len() / sampled).max(1)) {
        let at = &row["row"];
        let path = server.value(&format!("/api/proofs/{id}/path?section={section}&row={at}"));
        let moves: Vec<&str> =
            path["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(moves.len(), number(&row["depth"]));
        let moves = moves.join(",");
        let scene =
            server.value(&format!("/api/proofs/{id}/scene?section={section}&moves={moves}"));
        match row["kind"].as_str().unwrap() {
            "entry" | "transposition" => {
                assert_eq!(scene["support"]["entry"], row["entry"], "{row}");
                let found =
                    server.value(&format!("/api/proofs/{id}/find?section={section}&moves={moves}"));
                assert_eq!(found["entry"], row["entry"]);
            }
            kind => assert_eq!(scene["support"]["kind"], kind, "{row}"),
        }
        let children = server
            .value(&format!("/api/proofs/{id}/children?section={section}&row={at}&limit=1000"));
        assert_eq!(children["total"], row["children"]);
        for child in children["rows"].as_array().unwrap() {
            assert_eq!(child["parent"], *at);
            assert_eq!(*child, rows[number(&child["row"])]);
        }
    }
    rows
}

#[test]
fn the_tree_of_tic_tac_toe_is_whole_in_both_sections() {
    let server = server();
    let opened = server.upload("/api/proofs", TIC_TAC_TOE).json();
    let id = opened["id"].as_u64().unwrap();
    let mut entries = 0;
    for section in 0..2 {
        let rows = check_tree(&server, id, section, 50);
        assert_eq!(opened["sections"][section]["rows"], rows.len());
        entries += rows.iter().filter(|row| row["kind"] == "entry").count();
    }
    assert_eq!(opened["entries"], entries);
    assert!(opened["kinds"]["transposition"].as_u64().unwrap() > 0);
}

#[test]
fn the_tree_of_qubic_is_whole_and_its_evidence_covers_the_other_replies() {
    let server = server();
    let id = server.open(QUBIC);
    let rows = check_tree(&server, id, 0, 60);
    let evidence =
        rows.iter().find(|row| row["others"] == true).expect("evidence for all other replies");
    assert!(
        evidence["replies"].as_u64().unwrap() >= evidence["moves"].as_array().unwrap().len() as u64
    );
    assert_eq!(server.get(&format!("/api/proofs/{id}/children?row=99999999")).code(), "not-found");
    assert_eq!(server.get(&format!("/api/proofs/{id}/rows?limit=0")).code(), "limit");
    let entry = server.value(&format!("/api/proofs/{id}/path?entry=7"));
    assert_eq!(rows[entry["row"].as_u64().unwrap() as usize]["entry"], 7);
}

#[test]
fn a_positional_strategy_is_walked_and_shown_to_its_end() {
    let server = server();
    let id = server.open(CONNECT_FOUR);
    let scene = server.value(&format!("/api/proofs/{id}/scene?section=0"));
    assert_eq!(scene["support"]["kind"], "strategy");
    assert!(!scene["sequence"].as_array().unwrap().is_empty());
    let rows = rows(&server, id, 0);
    assert_eq!((rows.len(), &rows[0]["kind"]), (1, &json!("strategy")));
    let line = server.value(&format!("/api/proofs/{id}/line?section=0"));
    let moves = texts(&line["moves"]).join(",");
    let end = server.value(&format!("/api/proofs/{id}/scene?section=0&moves={moves}"));
    assert_eq!(end["support"]["kind"], "settled", "{end}");
}

#[test]
fn a_position_is_found_however_it_was_reached() {
    let server = server();
    let id = server.open(QUBIC);
    let line = texts(&server.value(&format!("/api/proofs/{id}/line"))["moves"]);
    let straight = line[..4].join(",");
    let crossed = [&line[2], &line[1], &line[0], &line[3]].map(String::as_str).join(",");
    let find = |moves: &str| server.value(&format!("/api/proofs/{id}/find?moves={moves}"));
    let found = find(&crossed);
    assert_eq!(found["entry"], find(&straight)["entry"]);
    assert!(found["row"].is_u64() && found["path"].is_array(), "{found}");
}

#[test]
fn positions_are_pictures() {
    let server = server();
    let id = server.open(QUBIC);
    let svg = server.get(&format!("/api/svg?proof={id}&moves=1a4,1b4"));
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    assert_eq!(svg.text().matches("<rect").count(), 64);
    // Two stones, and the mark on the last.
    assert_eq!(svg.text().matches("<circle").count(), 3);
    let svg = server.get("/api/svg?game=connect-four&moves=4,4,3").text();
    assert_eq!((svg.matches("<rect").count(), svg.matches("<circle").count()), (42, 3));
    assert!(svg.contains(">3</text>"));
    let awari = server.get("/api/svg?game=awari").text();
    assert!(awari.contains("<text") && !awari.contains("<rect"));
}
