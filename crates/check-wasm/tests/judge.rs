//! What a page is told of files: true certificates, false ones, and what is none.
//!
//! The false certificates lie in `site/browser/false`, where the browser's tests read them, each named by the reason for
//! which it is rejected. With `QUOD_WRITE=1` they are made anew from golden ones.

#[allow(dead_code)]
#[path = "../../check/tests/support/write.rs"]
mod write;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use quod_cert::{Body, Certificate, Evidence, Link, ReplyBy, Shown, read_certificate, read_stream};
use quod_check_wasm::{MOST_BYTES, judge};
use quod_game::testkit::{Rng, mutant};
use quod_game::{Claim, Goal, Move, Player};
use quod_proof::write_certificate;
use serde_json::Value;
use write::container;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(root().join("golden/certificates").join(name)).unwrap()
}

fn told(file: &[u8]) -> Value {
    serde_json::from_str(&judge(file, &|_, _| ())).expect("the answer is JSON")
}

/// A false certificate: what is done to a golden one, and the reason for which it is rejected.
type Falsified = (&'static str, &'static str, fn(&mut Certificate));

const FALSE: &[Falsified] = &[
    ("missing-reply", "version-1-tic-tac-toe.quod", |it| {
        let lists = it.entries.iter_mut().filter_map(|entry| match &mut entry.body {
            Body::Replies { default: None, named, .. } => Some(named),
            _ => None,
        });
        let mut lists = lists.filter(|named| named.len() > 1);
        lists.next().unwrap().pop();
    }),
    ("illegal-move", "version-1-tic-tac-toe.quod", |it| {
        let mut moves = it.entries.iter_mut().filter_map(|entry| match &mut entry.body {
            Body::Move { mv, .. } => Some(mv),
            Body::Replies { .. } => None,
        });
        *moves.next().unwrap() = Move(9);
    }),
    ("not-settled", "version-1-tic-tac-toe.quod", |it| {
        let mut moves = it.entries.iter_mut().filter_map(|entry| match &mut entry.body {
            Body::Move { shown, .. } if *shown != Shown::Settled => Some(shown),
            _ => None,
        });
        *moves.next().unwrap() = Shown::Settled;
    }),
    // Two positions that hold each other up: the link that leads back to the beginning.
    ("link-mismatch", "version-1-tic-tac-toe.quod", |it| {
        let mut links = it.entries.iter_mut().skip(4).filter_map(|entry| match &mut entry.body {
            Body::Replies { named, .. } => named.iter_mut().find_map(|it| match &mut it.by {
                ReplyBy::Entry(link) => Some(link),
                ReplyBy::Item(_) => None,
            }),
            Body::Move { .. } => None,
        });
        *links.next().unwrap() = Link { entry: 0, map: 0 };
    }),
    // Pairs of cells secure a draw: they do not win.
    ("evidence-fails", "version-1-pairings.quod", |it| {
        it.claims = Player::BOTH.map(|player| Claim { player, goal: Goal::Wins }).to_vec();
        it.sections.truncate(1);
    }),
    ("unknown-game", "version-1-tic-tac-toe.quod", |it| it.game = "hex:size=11".to_string()),
    ("unknown-evidence", "version-1-pairings.quod", |it| {
        let mut items = it.entries.iter_mut().filter_map(|entry| match &mut entry.body {
            Body::Replies { items, .. } => items.first_mut(),
            Body::Move { .. } => None,
        });
        *items.next().unwrap() = Evidence::Unknown(77);
    }),
];

#[test]
fn a_page_is_told_of_false_certificates_why_they_are_rejected() {
    for (reason, name, falsify) in FALSE {
        let mut certificate = read_certificate(&golden(name)).unwrap();
        falsify(&mut certificate);
        let bytes = write_certificate(&certificate);
        let path = root().join(format!("site/browser/false/{reason}.quod"));
        if std::env::var_os("QUOD_WRITE").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{}: QUOD_WRITE=1", path.display());
        let told = told(&bytes);
        assert_eq!(told["verified"], false, "{reason}: {told}");
        assert_eq!(told["reason"], *reason, "{told}");
        let line = told["line"].as_str().unwrap();
        assert!(line.starts_with(&format!("s REJECTED {reason} at ")), "{line}");
    }
}

#[test]
fn a_page_is_told_what_a_true_certificate_states_and_what_it_rests_on() {
    let told = told(&golden("version-1-connect-four.quod"));
    assert_eq!(told["line"], "s VERIFIED connect-four:width=5,height=4 value=draw xoxo///xo/ox");
    assert_eq!(told["claim"], "value=draw");
    assert_eq!(told["entries"], 0);
    assert_eq!(told["evidence"], serde_json::json!(["positional strategies"]));
    assert_eq!(told["assumes"], serde_json::json!([]));
    assert_eq!(told["sha256"], "8aec64075677ba25c8dfea0d0ff2d7bb349154b1770b1060811dcd1b3f6420ab");
    assert_eq!(told["reason"], Value::Null);
}

#[test]
fn a_certificate_that_rests_on_tables_is_not_judged_without_them() {
    let told = told(&golden("version-1-awari.quod"));
    assert_eq!(told["reason"], "table-unavailable");
}

#[test]
fn what_is_no_certificate_is_said_to_be_none_however_long_it_is() {
    for file in [vec![], b"QUO".to_vec(), vec![b'x'; MOST_BYTES + 1]] {
        let told = told(&file);
        assert_eq!(told["reason"], "not-a-certificate");
        assert_eq!(told["bytes"], file.len());
    }
}

#[test]
fn a_file_with_more_bytes_than_a_page_takes_is_not_read() {
    let mut file = golden("version-1-tic-tac-toe.quod");
    file.resize(MOST_BYTES + 1, 0);
    assert_eq!(told(&file)["reason"], "work-limit");
}

#[test]
fn the_bar_is_told_of_both_passes_over_the_entries() {
    let heard = Mutex::new(Vec::new());
    let file = golden("version-1-tic-tac-toe.quod");
    let told = judge(&file, &|read, all| heard.lock().unwrap().push((read, all)));
    assert!(told.contains("\"entries\":141"), "{told}");
    assert_eq!(*heard.lock().unwrap(), [(0, 282), (256, 282)]);
}

#[test]
fn texts_of_a_file_do_not_break_the_answer() {
    let mut certificate = read_certificate(&golden("version-1-tic-tac-toe.quod")).unwrap();
    certificate.game = "a\"b\\c\u{7}\nd".to_string();
    let told = told(&write_certificate(&certificate));
    assert_eq!(told["reason"], "unknown-game");
}

/// The files of the attacks of November 2026 that lie beside the project, as the page judges them.
#[test]
fn the_page_judges_files_of_attacks_as_quod_check_does() {
    let attacks = root().join("../shared/data/attacks");
    if !attacks.is_dir() {
        println!("skipped: {} is missing", attacks.display());
        return;
    }
    let read = |name: &str| std::fs::read(attacks.join(name)).unwrap();
    for (name, line) in [
        ("antichess-mated-more-than-0.quod", "s REJECTED "),
        ("antichess-mate-more-than-1.quod", "s REJECTED "),
        ("antichess-mate-is-2.quod", "s REJECTED "),
        ("antichess-true-mate-in-1.quod", "s VERIFIED antichess mate<=1 "),
        ("checkers-kind-3-no-table.quod", "s REJECTED table-unavailable at "),
        ("kind-8-items-10000.quod", "s REJECTED "),
    ] {
        let told = told(&read(name));
        assert!(told["line"].as_str().unwrap().starts_with(line), "{name}: {told}");
        let explained = told["detail"].to_string().contains("QSA-2026-01");
        assert_eq!(
            explained,
            name.starts_with("antichess-mate") && line == "s REJECTED ",
            "{told}"
        );
    }
}

/// The sums of a mutant are right, or the reader would go no further than these.
#[test]
fn mutants_of_files_are_answered_with_one_line_and_a_sentence() {
    let mut rng = Rng::new(10);
    let names = ["tic-tac-toe", "pairings", "hex", "connect-four", "diagrams"];
    let streams =
        names.map(|name| read_stream(&golden(&format!("version-1-{name}.quod"))[..]).unwrap());
    for at in 0..600 {
        let file = container(&mutant(&streams[at % streams.len()], &mut rng), 1 << 16);
        let told = told(&file);
        let line = told["line"].as_str().unwrap();
        assert!(line.starts_with("s REJECTED ") || line.starts_with("s VERIFIED "), "{line}");
        assert!(!line.contains('\n'), "{line}");
        let detail = told["detail"].as_str().unwrap_or_default();
        assert!(detail.chars().all(|it| !it.is_control()), "{detail}");
        assert_eq!(told["verified"] == false, told["reason"].is_string(), "{told}");
    }
}
