//! Games, searches and their events, play.

use crate::support::server;
use serde_json::{Value, json};

#[test]
fn every_game_says_how_it_is_drawn_and_where_its_moves_are() {
    let server = server();
    let games = server.value("/api/games");
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"qubic") && names.contains(&"awari"), "{names:?}");
    for name in names {
        let game = server.value(&format!("/api/game?name={name}"));
        let (board, start) = (&game["board"], &game["start"]);
        assert!(game["engines"].as_array().is_some_and(|it| !it.is_empty()), "{name}");
        assert!(start["picture"].is_string() && start["legal"].is_array());
        let number = |key: &str| board[key].as_u64().unwrap() as usize;
        match board["kind"].as_str() {
            Some("grid") => {
                // (A triangle does not fill its grid, and rings of points and lines between dots do not.)
                let cells = match name {
                    "six-mens-morris" => 16,
                    "nine-mens-morris" | "lasker-morris" | "dots-and-boxes" => 24,
                    "y" => number("rows") * (number("rows") + 1) / 2,
                    _ => number("layers") * number("columns") * number("rows"),
                };
                assert_eq!(start["board"]["stones"].as_str().unwrap().len(), cells, "{name}");
                for mv in start["legal"].as_array().unwrap() {
                    assert!((mv["cell"].as_u64().unwrap() as usize) < cells, "{name} {mv}");
                }
                // A stone appears in the cell of the move, or vanishes there; in Clobber another one was there.
                let mv = &start["legal"][0];
                let after =
                    server.post("/api/scene", &json!({"game": name, "moves": [mv["text"]]})).json();
                let cell = mv["cell"].as_u64().unwrap() as usize;
                let (was, is) = (
                    start["board"]["stones"].as_str().unwrap(),
                    after["board"]["stones"].as_str().unwrap(),
                );
                let before = match name {
                    "clobber" => "2",
                    "nim" => "3",
                    _ => ".",
                };
                assert_eq!((&was[cell..=cell], was.len()), (before, is.len()), "{name}");
                assert_ne!(&is[cell..=cell], before, "{name}");
            }
            Some("pits") => {
                assert_eq!(start["board"]["seeds"], json!(vec![4; 12]));
                let after = server
                    .post(
                        "/api/scene",
                        &json!({"game": name, "moves": [start["legal"][0]["text"]]}),
                    )
                    .json();
                let cell = start["legal"][0]["cell"].as_u64().unwrap() as usize;
                assert_eq!(after["board"]["seeds"][cell], 0);
            }
            other => panic!("{name} is drawn as {other:?}"),
        }
    }
    let small = server.value("/api/game?name=connect-four:width=4,height=4");
    let width = &small["keys"][0];
    assert_eq!(
        [&width["key"], &width["value"], &width["words"], &width["range"]],
        [&json!("width"), &json!("4"), &Value::Null, &json!([1, 32])]
    );
    assert_eq!(small["claims"][0], "value");
    let engines = small["engines"].as_array().unwrap();
    let options = |name: &str| &engines.iter().find(|it| it["name"] == name).unwrap()["options"];
    assert_eq!(options("auto"), &json!([]));
    assert_eq!([&options("pn")[0]["name"], &options("pn")[0]["default"]], ["init", "one"]);
    assert_eq!(
        small["board"]["codes"],
        json!([3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12])
    );
}

#[test]
fn a_search_runs_to_its_proof_and_the_proof_is_opened() {
    let server = server();
    let wanted =
        json!({"game": "connect-four:width=4,height=4", "engine": "pn", "question": "value"});
    let started = server.post("/api/searches", &wanted);
    assert_eq!(started.status, 201, "{}", started.text());
    let id = &started.json()["id"];
    let end = server.wait(id);
    assert_eq!((&end["state"], &end["answer"]["answer"]), (&json!("done"), &json!("proved")));
    assert_eq!(
        (&end["answer"]["verified"], &end["answer"]["value"]),
        (&json!(true), &json!("draw"))
    );
    let path = format!("/api/searches/{id}");
    let saved = server.get(&format!("{path}/certificate"));
    assert_eq!(end["answer"]["certificate_bytes"], saved.body.len());
    assert_eq!(server.upload("/api/check", &saved.body).json()["verified"], true);
    let proof = server.post(&format!("{path}/proof"), &json!({}));
    assert_eq!(proof.status, 201, "{}", proof.text());
    assert_eq!(proof.json()["sections"].as_array().unwrap().len(), 2);
    assert_eq!(server.value(&path)["state"], "done");
    // Whoever comes late is told the end at once.
    assert_eq!(server.wait(id)["answer"]["answer"], "proved");
}

#[test]
fn a_search_is_watched_paused_resumed_and_stopped() {
    let server = server();
    let wanted =
        json!({"game": "qubic", "engine": "pn", "question": "second-player-wins", "paused": true});
    let started = server.post("/api/searches", &wanted).json();
    assert_eq!(started["state"], "paused");
    let path = format!("/api/searches/{}", started["id"]);
    let mut events = server.events(started["events"].as_str().unwrap());
    assert_eq!(server.post(&format!("{path}/pause"), &json!({})).status, 200);
    assert_eq!(server.post(&format!("{path}/resume"), &json!({})).status, 200);
    let running = events.find(|(_, it)| it["nodes"].as_u64() > Some(5000)).expect("it works").1;
    assert_eq!(running["state"], "running");
    assert!(running["numbers"]["proof"].is_u64(), "{running}");
    assert!(running["line"].as_array().is_some_and(|it| !it.is_empty()));
    let (top, depths) = (&running["top"], running["depths"].as_array().unwrap());
    assert_eq!((&top["type"], top["move"].is_null()), (&json!("and"), true));
    let child = &top["children"][0];
    assert_eq!(child["move"]["cell"], child["move"]["code"]);
    assert_eq!(depths[0], 1);
    let sum: u64 = depths.iter().filter_map(Value::as_u64).sum();
    assert_eq!(running["sampled"], sum);
    assert!(running["stored"].as_u64() >= Some(sum));

    server.post(&format!("{path}/pause"), &json!({}));
    let paused = events.find(|(_, it)| it["state"] == "paused").expect("it pauses").1;
    assert_eq!(
        server.value(&path)["snapshot"]["nodes"],
        paused["nodes"],
        "nothing is done in a pause"
    );
    assert_eq!(server.post(&format!("{path}/stop"), &json!({})).status, 200);
    let (name, end) = events.last().expect("an end");
    assert_eq!((name.as_str(), &end["answer"]["reason"]), ("end", &json!("interrupted")));
}

#[test]
fn a_search_that_is_deleted_says_so_to_those_who_watch() {
    let server = server();
    let started = server.post("/api/searches", &json!({"game": "qubic", "paused": true})).json();
    let mut events = server.events(started["events"].as_str().unwrap());
    events.next().expect("how it stands");
    assert_eq!(server.ask("DELETE", "/api/searches/0", &[], b"").status, 204);
    assert_eq!(events.find(|(name, _)| name == "gone").map(|it| it.1), Some(json!({})));
    assert!(events.next().is_none());
    assert_eq!(server.get("/api/searches/0").code(), "not-found");
}

#[test]
fn budgets_end_a_search_and_fifty_listeners_hear_of_it() {
    let server = server();
    let wanted = json!({"game": "qubic", "engine": "pn", "nodes": 20000, "paused": true});
    let started = server.post("/api/searches", &wanted).json();
    let path = started["events"].as_str().unwrap();
    let listeners: Vec<_> = (0..50).map(|_| server.events(path)).collect();
    server.post(&format!("/api/searches/{}/resume", started["id"]), &json!({}));
    for events in listeners {
        let (name, end) = events.last().expect("an end");
        assert_eq!((name.as_str(), &end["answer"]["reason"]), ("end", &json!("nodes")));
    }
}

#[test]
fn one_plays_against_a_proof_and_against_a_search() {
    let server = server();
    let id = server.open(crate::support::QUBIC);
    let reply = server.post("/api/play", &json!({"proof": id, "moves": []})).json();
    assert_eq!(reply["source"], "proof");
    assert_eq!(reply["scene"]["moves"], json!([reply["move"]["text"]]));
    // To the end: the person plays the first legal move, the proof wins.
    let mut scene = reply["scene"].clone();
    while scene["to_move"].is_u64() {
        let mut moves = scene["moves"].as_array().unwrap().clone();
        moves.push(scene["legal"][0]["text"].clone());
        let reply = server.post("/api/play", &json!({"proof": id, "moves": moves})).json();
        assert_eq!(reply["source"], "proof", "{reply}");
        scene = reply["scene"].clone();
    }
    assert_eq!(scene["outcome"], "first-player-wins");
    let moves = &scene["moves"];
    let over = server.post("/api/play", &json!({"proof": id, "moves": moves}));
    assert_eq!((over.status, over.code().as_str()), (422, "illegal-move"));

    // X can win at once.
    let moves = json!(["a3", "a2", "b3", "b2"]);
    let reply = server.post("/api/play", &json!({"game": "tic-tac-toe", "moves": moves})).json();
    assert_eq!((&reply["move"]["text"], &reply["source"]), (&json!("c3"), &json!("search")));
    assert_eq!(reply["scene"]["outcome"], "X-wins");
    let both = json!({"game": "qubic", "proof": id});
    assert_eq!(server.post("/api/play", &both).code(), "bad-request");
    let nodes = json!({"game": "qubic", "nodes": 1_000_000_000});
    assert_eq!(server.post("/api/play", &nodes).code(), "limit");
}

#[test]
fn puzzles_are_listed_moved_on_and_solved_as_games_are() {
    let server = server();
    let listed = &server.value("/api/games")["puzzles"];
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names.len(), 5, "{names:?}");
    for name in names {
        let puzzle = server.value(&format!("/api/puzzle?name={name}"));
        let rows = puzzle["start"]["rows"].as_array().unwrap();
        let cells = rows.iter().flat_map(|row| row.as_array().unwrap());
        assert!(cells.filter(|it| *it != "").count() > 1, "{name}: {rows:?}");
        assert_eq!(puzzle["engines"][0]["name"], "auto");
    }
    let place = json!({"name": "eight-puzzle", "position": "1 2 3 4 5 6 0 7 8", "moves": ["7"]});
    let scene = server.post("/api/puzzle", &place).json();
    assert_eq!(scene["position"], "1 2 3 4 5 6 7 0 8");
    assert_eq!(scene["rows"][2], json!(["7", "", "8"]));
    assert_eq!(scene["solved"], false);
    for (place, code) in [
        (json!({"name": "eight-puzzle", "position": "1 2 3"}), "position"),
        (json!({"name": "eight-puzzle", "moves": ["9"]}), "illegal-move"),
        (json!({"name": "qubic"}), "unknown-game"),
        (json!({"name": "no-such-puzzle"}), "unknown-game"),
    ] {
        let refused = server.post("/api/puzzle", &place);
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (422, &json!(code)));
    }
    let asked = json!({"game": "eight-puzzle", "position": "1 2 3 4 5 6 0 7 8"});
    let search = server.post("/api/searches", &asked).json();
    assert_eq!((&search["kind"], &search["game"]), (&json!("puzzle"), &json!("eight-puzzle")));
    let ended = server.wait(&search["id"]);
    assert_eq!(
        (&ended["answer"]["kind"], &ended["answer"]["pv"]),
        (&json!("puzzle"), &json!(["7", "8"]))
    );
    let plan = server.get(&format!("/api/searches/{}/certificate", search["id"]));
    assert!(plan.text().starts_with("quod-plan 1"), "{}", plan.text());
    // A puzzle that has no solution is refused before it takes a place.
    let odd = json!({"game": "eight-puzzle", "position": "2 1 3 4 5 6 7 8 0"});
    let refused = server.post("/api/searches", &odd);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert_eq!(server.value("/api/searches")["searches"].as_array().unwrap().len(), 1);
}

#[test]
fn every_move_is_answered_and_has_a_certificate_of_its_own() {
    let server = server();
    let asked = json!({"game": "tic-tac-toe", "position": "a1 b1", "all_moves": true});
    let search = server.post("/api/searches", &asked).json();
    let ended = server.wait(&search["id"]);
    let moves = &ended["moves"];
    let list = moves["list"].as_array().unwrap();
    assert_eq!((list.len(), &ended["phase"]), (7, &json!("done")), "{moves}");
    assert_eq!((&list[0]["value"], &list[0]["sign"]), (&json!("X-wins"), &json!("+")));
    assert!(list.iter().all(|it| it["value"].is_string()), "{moves}");
    let signs = moves["board"]["cells"].as_array().unwrap().iter();
    assert_eq!(signs.filter(|it| it["content"]["text"].is_string()).count(), 7);
    let id = &search["id"];
    for it in list {
        let path = format!("/api/searches/{id}/moves/{}/certificate", it["at"]);
        let bytes = server.get(&path);
        assert_eq!(bytes.status, 200, "{it}");
        assert_eq!(server.upload("/api/check", &bytes.body).json()["verified"], true, "{it}");
    }
    let none = server.get(&format!("/api/searches/{id}/moves/9/certificate"));
    assert_eq!((none.status, &none.json()["error"]["code"]), (409, &json!("not-done")));
    let proof = server.post(&format!("/api/searches/{id}/moves/0/proof"), &json!({}));
    assert_eq!(proof.status, 201, "{}", proof.text());
}
