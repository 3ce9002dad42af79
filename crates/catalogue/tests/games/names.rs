//! Games by other names than Quod's, and what is known of their starts.

use quod_catalogue::{KNOWN, OTHER_NAMES, Registry, SHIPPED, Value};

#[test]
fn games_open_by_other_names_that_people_know() {
    let registry = Registry::builtin();
    assert!(OTHER_NAMES.is_sorted_by_key(|it| it.0), "a list that is looked at stays in order");
    for (other, meant) in OTHER_NAMES {
        assert!(!registry.names().contains(other), "{other} is a game's own name");
        let [other, meant] = [other, meant].map(|it| registry.open(it).unwrap().name());
        assert_eq!(other, meant);
    }
    for (typed, meant) in [
        ("Reversi:size=6", "othello:size=6,empty=nobody"),
        ("Connect 4", "connect-four:width=7,height=6"),
        ("Nine Men's Morris", "nine-mens-morris:men=9,flying=on"),
        ("renju:size=9", "gomoku:size=9,rule=renju,opening=free"),
    ] {
        assert_eq!(registry.open(typed).unwrap().name(), meant);
    }
}

#[test]
fn a_game_of_ones_own_keeps_its_name() {
    let registry = Registry::builtin().with_offer("reversi", |_| {
        Err(quod_game::NotationError::new("game", "the game of one's own", "this one"))
    });
    assert!(registry.open("reversi").is_err());
    assert!(Registry::empty().open("reversi").is_err());
}

#[test]
fn what_is_known_is_of_games_that_are_there_and_by_proofs_that_ship() {
    let registry = Registry::builtin();
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/README.md");
    let proofs = std::fs::read_to_string(proofs).unwrap();
    let mut shipped = 0;
    for known in KNOWN {
        assert_eq!(registry.open(known.game).unwrap().name(), known.game);
        let Value::Proved(_, by) = known.value else { continue };
        if let Some(file) = by.strip_prefix("proofs/") {
            let row = format!("| `{file}` | `{} ", known.game);
            let row = proofs.lines().find(|line| line.starts_with(&row));
            assert!(row.is_some_and(|row| row.contains(" start`")), "{file} is not of the start");
            shipped += 1;
        }
    }
    assert!(shipped >= 8, "{shipped} files ship");
    for [title, value, file] in SHIPPED {
        for known in KNOWN {
            if let Value::Proved(told, by) = known.value
                && by.strip_prefix("proofs/") == Some(*file)
            {
                assert_eq!(told, *value, "{title}");
            }
        }
        let row = proofs.lines().find(|line| line.starts_with(&format!("| `{file}` | ")));
        assert!(
            row.is_some_and(|row| row.contains(" start`")),
            "{title}: {file} is not of a start"
        );
    }
}
