//! A proof of chess over HTTP: made by a search, opened, walked, drawn.

use crate::support::server;
use serde_json::{Value, json};

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";

#[test]
fn a_mate_is_searched_opened_walked_and_drawn() {
    let server = server();
    let asked = json!({"game": "chess", "position": MORPHY, "question": "mate<=2"});
    let search = server.post("/api/searches", &asked).json();
    let id = &search["id"];
    server.wait(id);
    let certificate = server.get(&format!("/api/searches/{id}/certificate"));
    assert_eq!(certificate.status, 200, "{}", certificate.text());
    let proof = server.open(&certificate.body);
    let scene =
        |moves: &str| server.value(&format!("/api/proofs/{proof}/scene?moves={moves}&details=1"));
    let root = scene("");
    assert_eq!((&root["claim"], &root["to_move"]), (&json!("mate<=2"), &json!(0)));
    assert_eq!(root["proof_move"]["text"], "Ra6");
    let picture = &root["board"]["picture"];
    assert_eq!((&picture["shape"], &picture["style"]), (&json!("squares"), &json!("chequered")));
    let cells = picture["cells"].as_array().unwrap();
    let men = cells.iter().filter(|it| it["content"]["piece"]["figure"].is_string()).count();
    assert_eq!((cells.len(), men), (64, 7));
    // Every reply is answered by a mate.
    let after = scene("Ra6");
    let replies = after["legal"].as_array().unwrap();
    assert_eq!(replies.len(), 7);
    for reply in replies {
        let line = format!("Ra6,{}", reply["text"].as_str().unwrap());
        let mate = scene(&line)["proof_move"]["text"].as_str().unwrap().to_string();
        assert!(mate.ends_with('#'), "{line} {mate}");
        let over = scene(&format!("{line},{}", mate.replace('#', "%23")));
        assert_eq!((&over["outcome"], &over["legal"]), (&json!("white-wins"), &json!([])));
    }
    // A move that leaves the proof may be played, and is said to.
    assert_eq!(scene("Rb1")["support"]["kind"], "none");
    assert_eq!(scene("Rb1")["proof_move"], Value::Null);
    let drawn = server.get(&format!("/api/svg?proof={proof}&section=0&moves=Ra6")).text();
    assert!(drawn.starts_with("<svg") && drawn.contains("<path"), "{drawn}");
    assert_eq!(drawn.matches("#d0b080").count(), 32, "dark squares");
    // The defender plays against the proof and is mated.
    let first = server.post("/api/play", &json!({"proof": proof, "moves": []})).json();
    assert_eq!((&first["move"]["text"], &first["source"]), (&json!("Ra6"), &json!("proof")));
    let last = server.post("/api/play", &json!({"proof": proof, "moves": ["Ra6", "bxa6"]})).json();
    assert_eq!(
        (&last["move"]["text"], &last["scene"]["outcome"]),
        (&json!("b7#"), &json!("white-wins"))
    );
}
