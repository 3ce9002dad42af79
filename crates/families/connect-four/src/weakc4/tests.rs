//! A part of a solution in both forms, and files that are damaged.

use quod_cert::read_certificate;
use quod_check::{Limits, check};
use quod_game::Game;
use quod_rules::ConnectFour;

use super::import_weakc4;

/// After 4156545562 the first player plays in column 4; seven diagrams answer the replies.
const BRANCHES: &str = r#"{
  "4156545562": "4",
  "415654556241": 0, "415654556242": 1, "415654556243": 2, "415654556244": 3,
  "415654556245": 4, "415654556246": 5, "415654556247": 6
}"#;
const DIAGRAMS: &str = r#"[
  ["0000000", "3333333", "0031020", "3330003", "0130000", "0020003"],
  ["1111111", "3333333", "1111031", "3330013", "3030002", "0030000"],
  ["0000000", "3333333", "0001010", "3330003", "2230000", "0000003"],
  ["0000000", "4444444", "0000030", "4440004", "2140000", "0030004"],
  ["0002200", "2222022", "0002020", "2220002", "2220000", "0020001"],
  ["0044000", "4400444", "0040020", "4400004", "3340001", "0010004"],
  ["0000200", "2222222", "0002020", "2220002", "2200001", "0020000"]
]"#;

fn claim_of(diagrams: &str, branches: &str) -> (usize, String) {
    let made = import_weakc4(diagrams, branches).unwrap();
    let certificate = read_certificate(&made.certificate[..]).unwrap();
    let game = ConnectFour::new(7, 6).unwrap();
    let accepted = check(&game, &certificate, &Limits::default()).unwrap();
    (accepted.entries, game.position_text(&game.decode(&certificate.root).unwrap()))
}

#[test]
fn a_part_of_a_solution_becomes_a_certificate() {
    let made = import_weakc4(DIAGRAMS, BRANCHES).unwrap();
    assert_eq!((made.branches, made.diagrams), (1, 7));
    assert_eq!(claim_of(DIAGRAMS, BRANCHES).0, 2);
}

#[test]
fn a_reflected_position_is_known_by_the_position() {
    // The first diagram is given for the mirror image of the position that is reached.
    let reflected = BRANCHES.replace("\"415654556241\": 0", "\"473234332647\": 7");
    let rows = ["0000000", "3333333", "0201300", "3000333", "0000310", "3000200"];
    let with = format!("{}, {rows:?}\n]", DIAGRAMS.trim_end().trim_end_matches(']').trim_end());
    assert_eq!(claim_of(&with, &reflected).0, 2);
}

#[test]
fn letters_are_read_like_digits() {
    let diagram = "\n.......\n.......\n.....|.\n..=|.+.\n2.=!1@-\n2.21112\n";
    assert_eq!(claim_of(diagram, "").0, 0);
}

#[test]
fn damaged_files_are_told_with_their_line() {
    let told =
        |diagrams: &str, branches: &str| import_weakc4(diagrams, branches).unwrap_err().to_string();
    let cut = &DIAGRAMS[..DIAGRAMS.len() / 2];
    assert!(told(cut, BRANCHES).contains("line 5"), "{}", told(cut, BRANCHES));
    assert!(told("[]", BRANCHES).contains("41565455624"), "{}", told("[]", BRANCHES));
    let missing = BRANCHES.replace("\"415654556241\": 0,", "");
    assert!(told(DIAGRAMS, &missing).contains("nothing is said"), "{}", told(DIAGRAMS, &missing));
    let full = BRANCHES.replace("4156545562\"", "41565455644444\"");
    assert!(told(DIAGRAMS, &full).contains("moves to a position"), "{}", told(DIAGRAMS, &full));
    assert!(told("", "").contains("nothing"));
    assert!(told("", "41-5\n").contains("line 1"));
    assert!(told("2.21112\n", "").contains("six rows"));
}
