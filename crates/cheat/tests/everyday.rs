//! A small part of what the long run tries: nothing false about any game is accepted. And the page of conditions says of each what
//! shows that it is needed.

use std::fs;
use std::path::Path;

use quod_cert::EvidenceKind;
use quod_cheat::conditions::{HAND_MADE, PAGE, open, page, read};
use quod_cheat::report::{Run, run};
use quod_cheat::trial::Tally;
use quod_check::bent::CONDITIONS;
use quod_rules::FAMILIES;

#[test]
fn nothing_false_about_any_game_is_accepted() {
    // (A checker without one of its conditions may meet what it does not expect; that is caught, and need not be told.)
    std::panic::set_hook(Box::new(|_| ()));
    let mut all = Tally::default();
    for part in FAMILIES.iter().map(|it| it.name).chain(["tables"]) {
        all.add(run(&Run { scale: 1, only: Some(part.to_string()) }, &mut |_, _| ()));
    }
    let _ = std::panic::take_hook();
    let told: Vec<String> =
        all.accepted.iter().map(|it| format!("{} by {}", it.statement, it.trick)).collect();
    assert!(told.is_empty(), "false statements are accepted: {told:#?}");
    assert!(all.panics.is_empty(), "the checker panics: {:#?}", all.panics);
    for family in FAMILIES {
        assert!(all.games.contains_key(family.name), "{}: nothing false was tried", family.name);
    }
    for kind in EvidenceKind::ALL {
        assert!(all.kinds.contains_key(kind), "{kind:?}: nothing false was tried");
    }
}

fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What the cheat found is taken from the page itself: to find it again takes minutes.
#[test]
fn each_condition_is_needed_or_redundant_and_the_page_says_why() {
    let committed = text(PAGE);
    let found = read(&committed);
    assert!(found.0.len() > 50, "{PAGE}: what the cheat found is not there");
    assert_eq!(committed, page(&found), "{PAGE} is old: write it anew, as it says itself");
    assert!(open(&found).is_empty(), "no false file shows that these are needed");
    let redundant = CONDITIONS.iter().filter(|it| it.redundant.is_some());
    let wrong: Vec<&str> =
        redundant.map(|it| it.name).filter(|it| found.0.contains_key(it)).collect();
    assert!(wrong.is_empty(), "said to be redundant, and something false is accepted: {wrong:?}");
}

#[test]
fn a_test_named_for_a_condition_switches_it_off() {
    for (name, by) in HAND_MADE {
        let condition = CONDITIONS.iter().find(|it| it.name == *name);
        assert!(condition.is_some_and(|it| it.redundant.is_none()), "{name}: no such need");
        let (file, test) = by.split_once("::").expect("a file and a test");
        let source = text(&format!("crates/check/tests/{file}.rs"));
        let begin = format!("#[test]\nfn {test}() {{\n");
        let body = source.split_once(&begin).unwrap_or_else(|| panic!("{by} is no test")).1;
        let body = body.split("\n}\n").next().unwrap_or_default();
        assert!(body.contains(&format!("\"{name}\"")), "{by}: nothing of {name}");
    }
}
