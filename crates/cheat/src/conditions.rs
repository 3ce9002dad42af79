//! The page of conditions: for each condition of the checker, what shows that it is needed.

use std::fmt::Write;

use quod_check::bent::CONDITIONS;

use crate::found::Found;

/// Conditions for which a false certificate is made by hand: the test that has it, as file and name.
pub const HAND_MADE: &[(&str, &str)] = &[];

/// Where the page stands, from the root of the repository.
pub const PAGE: &str = "docs/results/conditions.md";

/// The conditions that are neither redundant nor shown to be needed.
pub fn open(found: &Found) -> Vec<&'static str> {
    let by_hand = |name: &str| HAND_MADE.iter().any(|it| it.0 == name);
    let needed = CONDITIONS.iter().filter(|it| it.redundant.is_none()).map(|it| it.name);
    needed.filter(|name| !found.0.contains_key(name) && !by_hand(name)).collect()
}

/// The page.
pub fn page(found: &Found) -> String {
    let mut text = "# Conditions of the checker, and what shows that each is needed

The checker asks conditions, and each has a name in its source (`crates/check/src/bent.rs` lists them).
In a test one of them can be switched off.
Then something false must be accepted that the whole checker refuses; otherwise the condition is redundant, and the page says why.

*Found by the cheat* names where `quod-cheat` ([the program](../../crates/cheat/src/lib.rs)) came upon a false certificate that is accepted without the condition: a game or a sort of small worlds, and the lie.
*By hand* names a test.
This page is written by `cargo run -p quod-cheat --features bent -- --conditions`.

| condition | needed, since a false file is accepted without it | redundant, because |
|---|---|---|
"
    .to_string();
    for condition in CONDITIONS {
        let name = condition.name;
        let by_hand = HAND_MADE.iter().find(|it| it.0 == name).map(|it| it.1);
        let by = match (found.0.get(name), by_hand, condition.redundant) {
            (Some(by), ..) => format!("found by the cheat: {by}"),
            (None, Some(test), _) => format!("by hand: `{test}`"),
            (None, None, Some(_)) => String::new(),
            (None, None, None) => "not yet".to_string(),
        };
        let why = condition.redundant.unwrap_or_default();
        _ = writeln!(text, "| `{name}` | {by} | {why} |");
    }
    let open = open(found).len();
    _ = writeln!(text, "\nConditions without a false file: {open}.");
    text
}
