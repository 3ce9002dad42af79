//! A small part of what the long run tries: nothing false about any game is accepted.

use quod_cert::EvidenceKind;
use quod_cheat::report::{Run, run};
use quod_cheat::trial::Tally;
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
