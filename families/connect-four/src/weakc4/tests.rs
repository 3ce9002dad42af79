//! A part of a solution in both forms, and files that are damaged.

use quod_cert::read_certificate;
use quod_check::{Limits, check};
use quod_game::Game;
use quod_game::testkit::{Rng, mutant_text};
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

#[test]
fn diagrams_with_too_many_rows_or_too_long_ones_are_refused() {
    let told = |diagrams: &str| import_weakc4(diagrams, BRANCHES).unwrap_err().to_string();
    for wrong in [r#""0020003", "0000000"]"#, r#""0020003000"]"#, r#""002000"]"#, "]"] {
        let diagrams = DIAGRAMS.replacen(r#""0020003"]"#, wrong, 1).replacen(", ]", "]", 1);
        assert!(
            told(&diagrams).contains("six rows of seven digits"),
            "{wrong}: {}",
            told(&diagrams)
        );
    }
}

#[test]
fn a_diagram_that_no_play_leads_to_is_refused_without_trying_every_order() {
    // All stones can be put, in very many orders, and then somebody has won already.
    let full = "1212121\n1212121\n2121212\n2121212\n1212121\n1212121\n";
    let won = "..11...\n..22...\n2.11.2.\n2122.2.\n2111121\n1212121\n";
    for diagram in [full, won] {
        let told = import_weakc4(diagram, "").unwrap_err().to_string();
        assert!(told.contains("stones as in play") || told.contains("nothing"), "{told}");
    }
}

/// What a mutant becomes is a certificate, which the checker judges, or one sentence.
#[test]
fn mutants_of_a_solution_are_read_or_refused_in_a_sentence() {
    let letters = "\n.......\n.......\n.....|.\n..=|.+.\n2.=!1@-\n2.21112\n";
    let moves = "4156545562 -> 4\n";
    let (mut rng, mut read) = (Rng::new(6), 0);
    let game = ConnectFour::new(7, 6).unwrap();
    for _ in 0..4_000 {
        let (diagrams, branches) = match rng.below(4) {
            0 => (mutant_text(DIAGRAMS, &mut rng), BRANCHES.to_string()),
            1 => (DIAGRAMS.to_string(), mutant_text(BRANCHES, &mut rng)),
            2 => (mutant_text(letters, &mut rng), String::new()),
            _ => (letters.to_string(), mutant_text(moves, &mut rng)),
        };
        match import_weakc4(&diagrams, &branches) {
            Ok(made) => {
                read += 1;
                let certificate = read_certificate(&made.certificate[..]).unwrap();
                let _ = check(&game, &certificate, &Limits { work: 100_000, ..Limits::default() });
            }
            Err(error) => {
                let told = error.to_string();
                assert!(!told.contains('\n') && told.len() < 400, "{told}");
            }
        }
    }
    assert!(read > 100, "{read}");
}
