//! What the server refuses, and that it goes on afterwards.

use std::io::{BufReader, Read, Write};
use std::time::Duration;

use crate::support::{QUBIC, Server, TIC_TAC_TOE, read_answer, server, with};
use quod_explorer::Options;
use serde_json::json;

/// That the server answers still.
fn goes_on(server: &Server) {
    assert_eq!(server.value("/api/state")["interface"], 1);
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = server();
    let port = server.address().port();
    for host in
        ["evil.example".to_string(), format!("evil.example:{port}"), "127.0.0.1:1".to_string()]
    {
        let answer = server.ask("GET", "/api/state", &[("Host", &host)], b"");
        assert_eq!((answer.status, answer.code().as_str()), (403, "host"), "{host}");
    }
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://"] {
        let headers = [("Origin", origin), ("Content-Type", "application/json")];
        let answer = server.ask("POST", "/api/searches", &headers, b"{\"game\":\"qubic\"}");
        assert_eq!((answer.status, answer.code().as_str()), (403, "origin"), "{origin}");
    }
    let answer = server.ask("GET", "/api/state", &[("Sec-Fetch-Site", "cross-site")], b"");
    assert_eq!((answer.status, answer.code().as_str()), (403, "origin"));
    assert_eq!(server.value("/api/searches")["searches"], json!([]));
    let own = format!("http://localhost:{port}");
    let headers = [("Origin", own.as_str()), ("Sec-Fetch-Site", "same-origin")];
    assert_eq!(server.ask("GET", "/api/state", &headers, b"").status, 200);
}

#[test]
fn answers_forbid_scripts_in_text_and_other_peoples_frames() {
    let server = server();
    for path in ["/", "/app.js", "/api/state", "/nothing"] {
        let answer = server.get(path);
        let policy = &answer.headers["content-security-policy"];
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{path}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    let page = server.get("/").text();
    assert!(page.contains("<script type=\"module\" src=") && !page.contains("style="));
}

#[test]
fn without_loopback_nothing_is_told_without_the_token() {
    let server = with(Options { host: "0.0.0.0".to_string(), ..Options::default() });
    let url = server.explorer.url();
    let token = url.split_once("?token=").expect("a token").1;
    assert_eq!((server.get("/api/state").status, server.get("/").status), (401, 401));
    let bearer = format!("Bearer {token}");
    assert_eq!(server.ask("GET", "/api/state", &[("Authorization", &bearer)], b"").status, 200);
    assert_eq!(server.ask("GET", "/api/state", &[("Authorization", "Bearer 0")], b"").status, 401);
    let entrance = server.get(&format!("/?token={token}"));
    assert_eq!((entrance.status, entrance.headers["location"].as_str()), (303, "/"));
    let cookie = entrance.headers["set-cookie"].split(';').next().unwrap().to_string();
    assert!(entrance.headers["set-cookie"].contains("HttpOnly; SameSite=Strict"));
    assert_eq!(server.ask("GET", "/api/state", &[("Cookie", &cookie)], b"").status, 200);
    assert_eq!(server.get("/?token=00").status, 401);
}

#[test]
fn malformed_requests_say_what_is_wrong() {
    let server = server();
    let json = [("Content-Type", "application/json")];
    let answer = server.ask("POST", "/api/scene", &json, b"{\"game\": \"qubic\",\n oops}");
    assert_eq!((answer.status, answer.code().as_str()), (400, "malformed-json"));
    assert_eq!(answer.json()["error"]["place"], "line 2, column 2");
    for body in ["{}", "{\"game\": 7}", "{\"game\": \"qubic\", \"colour\": 1}", "[]"] {
        let answer = server.ask("POST", "/api/scene", &json, body.as_bytes());
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad-request"), "{body}");
    }
    let answer = server.ask("POST", "/api/scene", &[("Content-Type", "text/plain")], b"{}");
    assert_eq!((answer.status, answer.code().as_str()), (415, "media-type"));
    let large = format!("{{\"game\": \"{}\"}}", "x".repeat(70_000));
    let answer = server.ask("POST", "/api/scene", &json, large.as_bytes());
    assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"));
    for (method, path, status, code) in [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/../Cargo.toml", 404, "not-found"),
        ("GET", "/%2e%2e/Cargo.toml", 404, "not-found"),
        ("DELETE", "/api/games", 405, "method"),
        ("GET", "/api/game", 400, "bad-request"),
        ("GET", "/api/proofs/0", 404, "not-found"),
        ("GET", "/api/proofs/99999999999999999999999", 404, "not-found"),
        ("GET", "/api/searches/x", 404, "not-found"),
        ("GET", "/api/svg", 400, "bad-request"),
    ] {
        let answer = server.ask(method, path, &[], b"");
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{method} {path}");
    }
    assert_eq!(server.raw(b"nonsense\r\n\r\n").status, 400);
    goes_on(&server);
}

#[test]
fn what_games_do_not_know_is_refused() {
    let server = server();
    let scene = |body| server.post("/api/scene", &body);
    let answer = scene(json!({"game": "chess-boxing"}));
    assert_eq!((answer.status, answer.code().as_str()), (422, "unknown-game"));
    assert_eq!(server.get("/api/game?name=connect-four:width=99").code(), "unknown-game");
    assert_eq!(scene(json!({"game": "qubic", "position": "1a1 5a1"})).code(), "position");
    let answer = scene(json!({"game": "qubic", "moves": ["1a1", "1b1", "1a1"]}));
    assert_eq!(answer.code(), "illegal-move");
    let error = &answer.json()["error"];
    assert_eq!((&error["place"], &error["got"]), (&json!("moves, move 3"), &json!("\"1a1\"")));
    let many: Vec<&str> = vec!["1a1"; 2001];
    assert_eq!(scene(json!({"game": "qubic", "moves": many})).code(), "limit");
    let search = |body| server.post("/api/searches", &body);
    for (body, code) in [
        (json!({"game": "no-such-game"}), "unknown-game"),
        (json!({"game": "qubic", "question": "white-wins"}), "question"),
        (json!({"game": "qubic", "engine": "stockfish"}), "engine"),
        (json!({"game": "qubic", "engine": "pn:colour=1"}), "engine"),
        (json!({"game": "qubic", "moves": ["x"]}), "illegal-move"),
        (json!({"game": "qubic", "memory_bytes": 1}), "limit"),
        (json!({"game": "qubic", "memory_bytes": 1_u64 << 60}), "limit"),
        (json!({"game": "qubic", "nodes": 0}), "limit"),
        (json!({"game": "qubic", "threads": 0}), "limit"),
        (json!({"game": "qubic", "seconds": -1}), "limit"),
    ] {
        let answer = search(body.clone());
        assert_eq!((answer.status, answer.code().as_str()), (422, code), "{body}");
    }
    let state = server.value("/api/state");
    assert_eq!(state["searches"], json!([]));
    assert_eq!(state["limits"]["free_memory_bytes"], state["limits"]["memory_bytes"]);
}

#[test]
fn damaged_certificates_are_rejected_with_their_reason() {
    let server = server();
    let mut flipped = TIC_TAC_TOE.to_vec();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let cut = &TIC_TAC_TOE[..TIC_TAC_TOE.len() - 5];
    for (bytes, reason) in
        [(&flipped[..], "checksum"), (cut, "truncated"), (b"PK\x03\x04", "not-a-certificate")]
    {
        let answer = server.upload("/api/proofs", bytes);
        assert_eq!((answer.status, answer.code().as_str()), (422, "rejected"), "{reason}");
        assert_eq!(answer.json()["error"]["got"], reason);
        let checked = server.upload("/api/check", bytes).json();
        assert_eq!(
            (&checked["verified"], &checked["reject"]["reason"]),
            (&json!(false), &json!(reason))
        );
    }
    assert_eq!(server.value("/api/proofs")["proofs"], json!([]));
    let length = format!("{}", (64 << 20) + 1);
    let head = format!(
        "POST /api/proofs HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/octet-stream\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n",
        server.address().port()
    );
    assert_eq!(server.raw(head.as_bytes()).code(), "too-large");
    goes_on(&server);
}

#[test]
fn open_proofs_and_searches_are_bounded() {
    let server = server();
    for _ in 0..8 {
        server.open(TIC_TAC_TOE);
    }
    let answer = server.upload("/api/proofs", TIC_TAC_TOE);
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-many"));
    assert_eq!(server.ask("DELETE", "/api/proofs/3", &[], b"").status, 204);
    assert_eq!(server.get("/api/proofs/3").status, 404);
    server.open(TIC_TAC_TOE);

    // Elsewhere: open proofs take of the memory, too.
    let server = self::server();
    let paused = json!({"game": "qubic", "paused": true});
    for _ in 0..8 {
        assert_eq!(server.post("/api/searches", &paused).status, 201);
    }
    assert_eq!(server.post("/api/searches", &paused).code(), "limit", "their memory is given away");
    assert_eq!(server.ask("DELETE", "/api/searches/0", &[], b"").status, 204);
    let small = json!({"game": "qubic", "paused": true, "memory_bytes": 16 << 20});
    // The memory comes back when the thread ends.
    while server.post("/api/searches", &small).status != 201 {
        std::thread::yield_now();
    }
    assert_eq!(server.post("/api/searches", &small).code(), "too-many");
}

#[test]
fn a_search_that_fills_its_memory_ends_with_that_answer() {
    let server = server();
    let body = json!({"game": "connect-four", "engine": "pn", "memory_bytes": 16 << 20});
    let started = server.post("/api/searches", &body).json();
    let end = server.wait(&started["id"]);
    assert_eq!(
        (&end["answer"]["answer"], &end["answer"]["reason"]),
        (&json!("unknown"), &json!("memory"))
    );
    let path = format!("/api/searches/{}", started["id"]);
    assert_eq!(server.get(&format!("{path}/certificate")).code(), "not-done");
    assert_eq!(server.post(&format!("{path}/pause"), &json!({})).code(), "done");
    goes_on(&server);
}

#[test]
fn a_client_that_reads_nothing_is_dropped() {
    let patience = [200, 400, 60_000].map(Duration::from_millis);
    let server = with(Options { patience, ..Options::default() });
    let id = server.open(QUBIC);
    // Requests whose answers are never read: the system takes some, then the server must wait.
    let mut stream = server.connect();
    let port = server.address().port();
    let request =
        format!("GET /api/proofs/{id}/certificate HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    for _ in 0..64 {
        if stream.write_all(request.as_bytes()).is_err() {
            break;
        }
    }
    // One that says nothing, too.
    let mut silent = server.connect();
    assert_eq!(silent.read(&mut [0; 1]).unwrap_or(0), 0, "the silent one is closed");
    goes_on(&server);
    // What had been sent is all there is: the rest was dropped with the connection.
    let mut got = 0_usize;
    let mut buffer = [0; 1 << 16];
    while let Ok(more @ 1..) = stream.read(&mut buffer) {
        got += more;
    }
    assert!(got < 64 * QUBIC.len(), "all {got} bytes were kept for it");
    goes_on(&server);
}

#[test]
fn half_a_request_does_not_disturb_others() {
    let server = server();
    let mut half = server.connect();
    half.write_all(b"POST /api/scene HTTP/1.1\r\nHost: x\r\n").unwrap();
    goes_on(&server);
    drop(half);
    let mut whole = server.connect();
    let port = server.address().port();
    write!(whole, "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")
        .unwrap();
    assert_eq!(read_answer(&mut BufReader::new(whole)).status, 200);
}
