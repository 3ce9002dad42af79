//! Hostile certificates and questions: the server answers each with an error that says what is wrong, or rightly, and
//! goes on.

use crate::support::{CONNECT_FOUR, TIC_TAC_TOE, server};
use crate::write::container;
use quod_cert::read_stream;
use quod_game::testkit::{Rng, mutant};

/// The sums of a mutant are right, or the reader would go no further than these.
#[test]
fn mutants_of_certificates_are_refused_with_a_reason_or_walked_through() {
    let server = server();
    let streams = [TIC_TAC_TOE, CONNECT_FOUR].map(|it| read_stream(it).unwrap());
    let (mut rng, mut opened, mut refused) = (Rng::new(14), 0, 0);
    for at in 0..160 {
        let stream = mutant(&streams[at % streams.len()], &mut rng);
        let answer = server.upload("/api/proofs", &container(&stream, 1 << 16));
        let told = answer.json();
        if answer.status != 201 {
            refused += 1;
            assert!((400..500).contains(&answer.status), "{told}");
            let message = told["error"]["message"].as_str().unwrap();
            assert!(!message.is_empty() && !message.contains('\n'), "{told}");
            continue;
        }
        opened += 1;
        let id = &told["id"];
        for what in ["", "/scene", "/line", "/rows", "/children"] {
            let answer = server.get(&format!("/api/proofs/{id}{what}"));
            assert!(answer.status < 500, "{what}: {}", answer.text());
        }
        assert_eq!(server.ask("DELETE", &format!("/api/proofs/{id}"), &[], b"").status, 204);
    }
    assert!(refused > 80, "{opened} opened, {refused} refused");
    assert_eq!(server.value("/api/state")["interface"], 1);
}

/// Bodies of JSON that are a little wrong.
#[test]
fn mutants_of_questions_about_positions_are_answered() {
    let server = server();
    let bodies = [
        br#"{"game":"tic-tac-toe","position":"b2 a1","moves":["c3"]}"#.as_slice(),
        br#"{"game":"connect-four:width=4,height=4","position":"start","moves":[]}"#,
        br#"{"game":"awari","position":"4,4,4,4,4,4/4,4,4,4,4,4/0:0/south","moves":["A4"]}"#,
    ];
    let mut rng = Rng::new(15);
    for at in 0..300 {
        let body = mutant(bodies[at % bodies.len()], &mut rng);
        let headers = [("Content-Type", "application/json")];
        let answer = server.ask("POST", "/api/scene", &headers, &body);
        let sent = String::from_utf8_lossy(&body).into_owned();
        assert!(answer.status == 200 || (400..500).contains(&answer.status), "{sent}");
        let told = answer.json();
        assert!(answer.status == 200 || told["error"]["message"].is_string(), "{sent}: {told}");
    }
    assert_eq!(server.value("/api/state")["interface"], 1);
}
