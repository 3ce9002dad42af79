//! A tenth of what a long run tries: nothing false is accepted, and each condition of the checker is seen to be needed.

use std::path::Path;

use quod_cert::EvidenceKind;
use quod_cheat::conditions::{PAGE, page};
use quod_cheat::report::{EVERYDAY, Run, run};
use quod_rules::FAMILIES;

#[test]
fn nothing_false_is_accepted_and_every_condition_has_what_shows_it() {
    // (A checker without one of its conditions may meet what it does not expect; that is caught, and need not be told.)
    std::panic::set_hook(Box::new(|_| ()));
    let tally = run(&Run { scale: EVERYDAY, only: None }, &mut |_, _| ());
    let _ = std::panic::take_hook();
    let told: Vec<String> =
        tally.accepted.iter().map(|it| format!("{} by {}", it.statement, it.trick)).collect();
    assert!(told.is_empty(), "false statements are accepted: {told:#?}");
    assert!(tally.panics.is_empty(), "the checker panics: {:#?}", tally.panics);
    let [right, shown, wrong, fooled] = tally.tables;
    assert_eq!((right, fooled), (shown, 0), "of {wrong} wrong tables");
    for family in FAMILIES {
        let tried = tally.games.get(family.name).copied().unwrap_or(0);
        assert!(tried >= 1_000, "{}: {tried} false statements", family.name);
    }
    for kind in EvidenceKind::ALL {
        let tried = tally.kinds.get(kind).copied().unwrap_or(0);
        assert!(tried >= 10_000, "{kind:?}: {tried} false statements");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE);
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == page(&tally.found),
        "{PAGE} is not what is found; cargo run -p quod-cheat --features bent -- --conditions"
    );
}
