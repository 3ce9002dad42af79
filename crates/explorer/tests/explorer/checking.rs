//! Proofs whose checks are still at work: what is told of them, and what becomes of them.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use crate::support::{Answer, PATIENT, QUBIC, Server, TIC_TAC_TOE, read_answer, with};
use quod_catalogue::Registry;
use quod_cert::{
    Body, Packed, Proof, Reject, ReplyBy, Shown, TableFile, read_certificate, read_packed,
};
use quod_check::{Help, LayerValues, Limits, Source, TableFault, Tables, Verified};
use quod_engine::{AnyRules, Offer, OpenGame, Pos};
use quod_explorer::{Explorer, Options};
use quod_game::{Distance, Game, Move, NotationError, Outcome, Player, Symmetric};
use quod_proof::write_certificate;
use serde_json::{Value, json};

/// Lets checks go on.
#[derive(Default)]
struct Latch {
    open: Mutex<bool>,
    changed: Condvar,
}

impl Latch {
    fn wait(&self) {
        let open = self.open.lock().unwrap();
        drop(self.changed.wait_while(open, |open| !*open).unwrap());
    }

    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

/// Tic-tac-toe whose checks wait for the latch.
struct Held {
    game: OpenGame,
    latch: Arc<Latch>,
    /// What is checked in place of every certificate.
    instead: Option<Packed>,
}

impl AnyRules for Held {
    fn check(
        &self,
        certificate: &dyn Proof,
        limits: &Limits,
        tables: &dyn Tables,
    ) -> Result<Verified, Reject> {
        self.latch.wait();
        let certificate = self.instead.as_ref().map_or(certificate, |it| it);
        self.game.check(certificate, limits, tables)
    }

    fn verify_table(
        &self,
        table: &mut TableFile<Box<dyn Source>>,
        distance: Distance,
        lower: &mut Vec<LayerValues>,
        digests: &mut Vec<[u8; 32]>,
        help: Help<'_>,
    ) -> Result<(), TableFault> {
        self.game.verify_table(table, distance, lower, digests, help)
    }
}

impl Game for Held {
    type Position = Pos;

    fn name(&self) -> String {
        self.game.name()
    }

    fn start(&self) -> Pos {
        self.game.start()
    }

    fn to_move(&self, pos: &Pos) -> Player {
        self.game.to_move(pos)
    }

    fn outcome(&self, pos: &Pos) -> Option<Outcome> {
        self.game.outcome(pos)
    }

    fn moves(&self, pos: &Pos, moves: &mut Vec<Move>) {
        self.game.moves(pos, moves);
    }

    fn play(&self, pos: &Pos, mv: Move) -> Pos {
        self.game.play(pos, mv)
    }

    fn encode(&self, pos: &Pos, out: &mut Vec<u8>) {
        self.game.encode(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Pos, NotationError> {
        self.game.decode(bytes)
    }

    fn player_names(&self) -> [&'static str; 2] {
        self.game.player_names()
    }

    fn move_text(&self, pos: &Pos, mv: Move) -> String {
        self.game.move_text(pos, mv)
    }

    fn picture(&self, pos: &Pos, numbered: &[Move]) -> String {
        self.game.picture(pos, numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<Pos>> {
        self.game.symmetric()
    }
}

/// A server of tic-tac-toe whose checks wait for the latch, and itself waits for checks so long.
fn held(checking: Duration, instead: Option<&[u8]>) -> (Server, Arc<Latch>) {
    let latch = Arc::new(Latch::default());
    let (own, instead) = (Arc::clone(&latch), instead.map(|it| read_packed(it).unwrap()));
    let registry = Registry::builtin().with_offer("tic-tac-toe", move |_| {
        let game = Registry::builtin().open("tic-tac-toe")?.rules().clone();
        let held = Held { game, latch: Arc::clone(&own), instead: instead.clone() };
        Ok(Offer::of_rules(OpenGame::of_rules(Arc::new(held))))
    });
    let options = Options { checking, ..Options::default() };
    (Server { explorer: Explorer::start(Arc::new(registry), &options).unwrap() }, latch)
}

/// A certificate of good grammar in which the position after the first player's move is said to be the
/// start; with the section about it and that move.
fn wrong_link() -> (Vec<u8>, usize, String) {
    let mut certificate = read_certificate(TIC_TAC_TOE).unwrap();
    let roots = certificate.sections.iter().enumerate().filter_map(|(at, it)| match it.shown {
        Shown::Entry(link) => Some((at, link.entry)),
        _ => None,
    });
    for (section, root) in roots.collect::<Vec<_>>() {
        let entry = &mut certificate.entries[root as usize];
        if let Body::Move { mv, shown: Shown::Entry(link) } = &mut entry.body {
            link.entry = root;
            let mv = mv.0 as usize;
            let game = Registry::builtin().open("tic-tac-toe").unwrap();
            let text = game.moves("start").unwrap()[mv].0.clone();
            return (write_certificate(&certificate), section, text);
        }
    }
    panic!("the first player proves one of the claims");
}

/// A certificate of good grammar whose last link leads to an entry that it has nothing to do with.
fn wrong_reply() -> Vec<u8> {
    let mut certificate = read_certificate(TIC_TAC_TOE).unwrap();
    let links = certificate.entries.iter_mut().filter_map(|entry| match &mut entry.body {
        Body::Replies { named, .. } => named.iter_mut().find_map(|it| match &mut it.by {
            ReplyBy::Entry(link) => Some(link),
            ReplyBy::Item(_) => None,
        }),
        Body::Move { .. } => None,
    });
    links.last().expect("a reply that an entry answers").entry = 0;
    write_certificate(&certificate)
}

/// Asks until the check has ended, one way or the other.
fn ended(server: &Server, path: &str) -> Answer {
    loop {
        let answer = server.get(path);
        if answer.status != 200 || answer.json()["check"] != "running" {
            return answer;
        }
        thread::yield_now();
    }
}

#[test]
fn a_proof_is_walked_while_its_check_goes_on_and_then_verified() {
    let (server, latch) = held(Duration::ZERO, None);
    let answer = server.upload("/api/proofs", TIC_TAC_TOE);
    assert_eq!(answer.status, 201);
    let opened = answer.json();
    assert_eq!(opened["check"], "running");
    assert_eq!(opened["statement"], "tic-tac-toe value=draw start");
    for field in ["entries", "work", "assumes"] {
        assert_eq!(opened.get(field), Some(&Value::Null), "{field}");
    }
    let scene = server.value("/api/proofs/0/scene?details=1");
    assert_eq!(scene["legal"].as_array().unwrap().len(), 9);
    assert_eq!(server.value("/api/proofs/0/rows")["total"], opened["sections"][0]["rows"]);
    assert_eq!(server.get("/api/proofs/0/certificate").body, TIC_TAC_TOE);
    assert_eq!(server.value("/api/proofs/0"), opened);
    assert_eq!(server.value("/api/state")["proofs"], json!([opened]));
    latch.open();
    let verified = ended(&server, "/api/proofs/0").json();
    assert_eq!((&verified["check"], &verified["assumes"]), (&json!("verified"), &json!([])));
    assert!(verified["entries"].as_u64().unwrap() > 0 && verified["work"].is_u64());
    assert_eq!(verified["sections"], opened["sections"]);
    assert_eq!(server.value("/api/proofs")["proofs"], json!([verified]));
}

#[test]
fn a_proof_rejected_after_it_was_opened_answers_nothing_else_from_then_on() {
    let (server, latch) = held(Duration::ZERO, None);
    let opened = server.upload("/api/proofs", &wrong_reply());
    assert_eq!((opened.status, &opened.json()["check"]), (201, &json!("running")));
    assert_eq!(server.get("/api/proofs/0/scene").status, 200);
    latch.open();
    let rejection = ended(&server, "/api/proofs/0");
    assert_eq!((rejection.status, rejection.code().as_str()), (422, "rejected"));
    assert!(rejection.json()["error"]["place"].as_str().unwrap().starts_with("entry"));
    for rest in ["scene", "line", "rows", "children", "path?row=0", "find", "certificate"] {
        let answer = server.get(&format!("/api/proofs/0/{rest}"));
        assert_eq!((answer.status, answer.body), (422, rejection.body.clone()), "{rest}");
    }
    let svg = server.get("/api/svg?proof=0");
    assert_eq!((svg.status, svg.body), (422, rejection.body.clone()));
    let play = server.post("/api/play", &json!({"proof": 0}));
    assert_eq!((play.status, play.body), (422, rejection.body));
    // It is listed, so that it can be closed.
    let listed = server.value("/api/proofs");
    assert_eq!(
        (&listed["proofs"][0]["check"], &listed["proofs"][0]["entries"]),
        (&json!("rejected"), &Value::Null)
    );
    assert_eq!(server.ask("DELETE", "/api/proofs/0", &[], b"").status, 204);
    assert_eq!(server.get("/api/proofs/0").status, 404);
}

#[test]
fn a_certificate_rejected_in_time_is_not_opened() {
    let (server, latch) = held(PATIENT, None);
    latch.open();
    for bytes in [wrong_reply(), wrong_link().0] {
        let answer = server.upload("/api/proofs", &bytes);
        assert_eq!((answer.status, answer.code().as_str()), (422, "rejected"));
    }
    assert_eq!(server.value("/api/proofs")["proofs"], json!([]));
}

#[test]
fn who_makes_the_walk_stumble_hears_what_the_checker_says() {
    let (server, latch) = held(Duration::ZERO, None);
    let (bytes, section, mv) = wrong_link();
    assert_eq!(server.upload("/api/proofs", &bytes).status, 201);
    let mut asked = server.connect();
    let port = server.address().port();
    write!(
        asked,
        "GET /api/proofs/0/scene?section={section}&moves={mv}&details=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let scene = format!("/api/proofs/0/scene?section={section}");
    assert_eq!(server.value(&scene)["moves"], json!([]));
    latch.open();
    let answer = read_answer(&mut std::io::BufReader::new(asked));
    assert_eq!((answer.status, answer.code().as_str()), (422, "rejected"));
    assert_eq!(server.get(&scene).body, answer.body);
}

#[test]
fn a_walk_that_stumbles_over_a_proof_that_holds_is_a_defect_and_goes_on() {
    // The checker sees another certificate, so that this one passes.
    let (server, latch) = held(PATIENT, Some(TIC_TAC_TOE));
    latch.open();
    let (bytes, section, mv) = wrong_link();
    assert_eq!(server.upload("/api/proofs", &bytes).json()["check"], "verified");
    let scene = format!("/api/proofs/0/scene?section={section}");
    for _ in 0..2 {
        let answer = server.get(&format!("{scene}&moves={mv}&details=1"));
        assert_eq!((answer.status, answer.code().as_str()), (500, "failed"));
        assert_eq!(server.value(&scene)["moves"], json!([]));
    }
}

#[test]
fn a_check_keeps_its_turn_when_its_proof_is_closed() {
    let (server, latch) = held(Duration::ZERO, None);
    for id in 0..4 {
        assert_eq!(server.upload("/api/proofs", TIC_TAC_TOE).status, 201);
        assert_eq!(server.ask("DELETE", &format!("/api/proofs/{id}"), &[], b"").status, 204);
    }
    assert_eq!(server.upload("/api/proofs", TIC_TAC_TOE).code(), "too-many");
    latch.open();
    // A turn comes back when its check has ended.
    while server.upload("/api/proofs", TIC_TAC_TOE).status != 201 {
        thread::yield_now();
    }
}

#[test]
fn a_check_takes_no_more_memory_than_the_explorer_may() {
    let bounded = |memory| with(Options { memory, checking: PATIENT, ..Options::default() });
    let server = bounded(1 << 16);
    let opened = server.upload("/api/proofs", QUBIC);
    assert_eq!((opened.status, opened.code().as_str()), (422, "limit"));
    assert_eq!(opened.json()["error"]["place"], "certificate");
    assert_eq!(server.value("/api/proofs")["proofs"], json!([]));
    let checked = server.upload("/api/check", QUBIC).json();
    assert_eq!(
        (&checked["verified"], &checked["reject"]["reason"]),
        (&json!(false), &json!("work-limit"))
    );
    // What the explorer's searches may take at least is enough for it.
    let checked = bounded(32 << 20).upload("/api/check", QUBIC).json();
    assert_eq!(checked["verified"], true);
}

#[test]
fn open_proofs_take_of_the_memory_and_give_it_back() {
    let server = with(Options { memory: 9 << 20, checking: PATIENT, ..Options::default() });
    let free = || {
        let limits = &server.value("/api/state")["limits"];
        limits["free_memory_bytes"].as_u64().unwrap()
    };
    let all = free();
    let mut opened = Vec::new();
    let refused = loop {
        let before = free();
        let answer = server.upload("/api/proofs", QUBIC);
        if answer.status != 201 {
            break answer;
        }
        // The file, the certificate and the rows of its tree: what was feared was more.
        let taken = before - free();
        assert!((QUBIC.len() as u64 * 2..3 << 20).contains(&taken), "{taken}");
        opened.push(answer.json()["id"].as_u64().unwrap());
    };
    assert!(!opened.is_empty());
    assert_eq!((refused.status, refused.code().as_str()), (422, "limit"));
    for id in opened {
        assert_eq!(server.ask("DELETE", &format!("/api/proofs/{id}"), &[], b"").status, 204);
    }
    assert_eq!(free(), all);
}
