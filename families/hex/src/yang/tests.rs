//! Files of patterns: right ones become certificates, and each wrong line is named.

use quod_cert::read_certificate;
use quod_check::{Limits, check};
use quod_game::testkit::{Rng, mutant_text};

use super::*;

/// A stone in the centre of 3×3, answered by bridges; half of the replies are left to the half turn.
const SMALL: &str = "#BOARDSIZE 3
\"RN 1\",
\"BT 2\",
\"BN 0\",
\"WM 3 1 2 4\",
\"BM 3\",
\"ND 1\",
\"PS 2\",
\"PP 2 6 7\",,

\"BN 1\",
\"WM 1 3\",
\"BM 2\",
\"ND 1\",
\"PS 2\",
\"PP 2 6 7\",

\"RN 2\",
\"BT 2\",
\"BN 0\",
\"WM 1 1\",
\"BM 2\",
\"ND 0\",
\"BN 1\",
\"WM 1 2\",
\"BM 1\",
\"ND 0\"";

fn refusal(text: &str) -> String {
    let all: Vec<String> = import_yang(text).unwrap_err().iter().map(|it| it.to_string()).collect();
    all.join("; ")
}

fn accepts(text: &str) -> bool {
    let Ok(proof) = import_yang(text) else { return false };
    let certificate = read_certificate(&proof.certificate[..]).unwrap();
    let side = certificate.game.split(['=', ',']).nth(1).unwrap().parse().unwrap();
    let game = Hex::new(side, side, false).unwrap();
    check(&game, &certificate, &Limits::default()).is_ok()
}

#[test]
fn a_small_file_becomes_a_certificate() {
    let proof = import_yang(SMALL).unwrap();
    assert_eq!((proof.patterns, proof.branches), (2, 6));
    assert!(accepts(SMALL));
}

#[test]
fn each_wrong_line_is_named() {
    for (from, to, told) in [
        ("WM 3 1 2 4", "WM 4 1 2 4", "line 5: expected WM, 4 replies (there are 3)"),
        ("WM 3 1 2 4", "WM 3 1 2 0", "line 5: expected numbers of cells"),
        ("WM 3 1 2 4", "WM 3 1 2 x", "line 5: expected a word and numbers"),
        ("BM 3", "BM 3 4", "line 6: expected BM and one cell"),
        ("ND 1", "ND 2", "line 8: expected PS and 2 numbers"),
        ("PS 2", "PS 3", "line 9: expected PP 3 and cells"),
        ("BT 2", "BT 3", "line 18: expected BN, branch 2 of 3 of pattern 1"),
        ("BN 1", "BN 2", "line 11: expected BN 1"),
        ("PP 2 6 7\",,", "PP 2 6 9\",,", "line 9: expected cells of pattern 1, from 1 to 8, got 9"),
        ("PP 2 6 7\",,", "PP 2 6 3\",,", "line 9: expected an answer and parts that do not meet"),
        ("PP 2 6 7\",,", "PP 2 6\",,", "line 16: expected as many cells as elsewhere, 1, got 2"),
        ("PP 2 6 7\",,", "PP 2 6 2\",,", "line 5: expected replies that the branch leaves alone"),
        ("PS 2\",\n\"PP 2", "PS 9\",\n\"PP 9", "line 9: expected a pattern of the file"),
        ("PS 2\",\n\"PP 2", "PS 1\",\n\"PP 1", "got pattern 1, which needs this one"),
        ("WM 1 1", "WM 1 2", "line 21: expected replies that the branch leaves alone"),
        (
            "WM 1 3",
            "WM 1 1",
            "line 2: expected pattern 1 to answer every reply, got none to cell 3",
        ),
        ("RN 2", "RN 1", "line 18: expected a pattern with a number of its own"),
        ("#BOARDSIZE 3", "#BOARDSIZE 4", "line 1: expected an odd board"),
    ] {
        let text = SMALL.replacen(from, to, 1);
        assert!(text != SMALL, "{from}");
        assert!(refusal(&text).contains(told), "{to}: {}", refusal(&text));
    }
    assert!(refusal("").contains("line 1: expected pattern 1, got none"));
    let cut = SMALL.lines().take(6).collect::<Vec<_>>().join("\n");
    assert!(refusal(&cut).contains("line 6: expected ND"), "{}", refusal(&cut));
}

#[test]
fn answers_that_do_not_join_are_shown_by_a_play() {
    // The bridge lies elsewhere.
    let text = SMALL.replacen("PP 2 6 7\",,", "PP 2 7 8\",,", 1);
    let told = refusal(&text);
    assert!(told.contains("a play that does not: b2 a1 c1 b3 c3"), "{told}");
}

/// A number changed by one, or a line left out, is told, or what comes out is still a proof.
#[test]
fn no_changed_file_gives_a_certificate_that_is_refused() {
    let lines: Vec<&str> = SMALL.lines().collect();
    let (mut refused, mut proofs) = (0, 0);
    let mut judge = |lines: &[String]| {
        let text = lines.join("\n");
        match import_yang(&text) {
            Err(wrong) => {
                assert!(!wrong.is_empty());
                refused += 1;
            }
            Ok(_) => {
                assert!(accepts(&text), "{text}");
                proofs += 1;
            }
        }
    };
    for at in 0..lines.len() {
        let mut less: Vec<String> = lines.iter().map(|it| it.to_string()).collect();
        less.remove(at);
        judge(&less);
        let words: Vec<&str> = lines[at].split(' ').collect();
        for (place, word) in words.iter().enumerate() {
            let plain = word.trim_end_matches(['"', ',']);
            let Ok(value) = plain.parse::<u32>() else { continue };
            for other in [value.wrapping_sub(1), value + 1] {
                let mut all: Vec<String> = lines.iter().map(|it| it.to_string()).collect();
                let mut words: Vec<String> = words.iter().map(|it| it.to_string()).collect();
                words[place] = word.replace(plain, &other.to_string());
                all[at] = words.join(" ");
                judge(&all);
            }
        }
    }
    // Proofs still: without an empty line, and with a reply fewer that its half turn answers.
    assert!(refused > 80 && proofs < 10, "{refused} {proofs}");
}

/// What comes of a mutant is a certificate that the checker accepts, or wrong lines, each told in a sentence.
#[test]
fn mutants_of_a_file_are_proofs_or_wrong_lines() {
    let mut rng = Rng::new(8);
    for _ in 0..6_000 {
        let text = mutant_text(SMALL, &mut rng);
        match import_yang(&text) {
            Ok(_) => assert!(accepts(&text), "{text}"),
            Err(wrong) => {
                assert!(!wrong.is_empty());
                for told in wrong.iter().map(|it| it.to_string()) {
                    assert!(!told.contains('\n') && told.len() < 400, "{told}");
                }
            }
        }
    }
}
