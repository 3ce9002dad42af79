//! The list of games against the games: what it promises, opens.

use std::collections::BTreeMap;

use quod_game::testkit::{conformance, promises};

use super::*;

struct Name;

impl Visitor for Name {
    type Output = [String; 2];

    fn visit<G: Game + 'static>(self, game: G) -> [String; 2] {
        [game.name(), game.summary().to_string()]
    }
}

fn name(typed: &str) -> Result<String, NotationError> {
    open(typed, Name).map(|[name, _]| name)
}

/// The full name of a family's game with all defaults but for one key.
fn full(family: &Family, spec: &KeySpec, value: &str) -> String {
    let pair = |other: &KeySpec| {
        format!("{}={}", other.key, if other.key == spec.key { value } else { other.default })
    };
    format!("{}:{}", family.name, family.keys.iter().map(pair).collect::<Vec<_>>().join(","))
}

/// Every family with every one of its keys.
fn keys() -> impl Iterator<Item = (&'static Family, &'static KeySpec)> {
    FAMILIES.iter().flat_map(|family| family.keys.iter().map(move |spec| (family, spec)))
}

#[test]
fn every_family_opens_with_its_defaults_and_says_what_the_list_says() {
    for family in FAMILIES {
        let [full, summary] = open(family.name, Name).unwrap();
        let pairs = family.keys.iter().map(|spec| format!("{}={}", spec.key, spec.default));
        let pairs = pairs.collect::<Vec<_>>().join(",");
        assert_eq!(full, format!("{}:{pairs}", family.name).trim_end_matches(':'));
        assert_eq!(name(&full), Ok(full), "a full name opens its game");
        assert_eq!(summary, family.summary);
        for example in family.examples {
            assert!(name(example).is_ok_and(|it| it.starts_with(family.name)), "{example}");
        }
    }
    assert_eq!(GAMES.len(), FAMILIES.len());
    assert!(GAMES.iter().zip(FAMILIES).all(|(name, family)| *name == family.name));
}

#[test]
fn every_word_and_every_bound_opens_or_the_game_says_why_not() {
    // By itself each is a value; with the defaults of the other keys these are no game.
    let refused = [
        ("connect-four:width=32,height=6", "at most 128"),
        ("connect-four:width=7,height=32", "at most 128"),
        ("score-four:width=8,depth=4,height=4,k=4", "at most 64 cells"),
        ("score-four:width=4,depth=8,height=4,k=4", "at most 64 cells"),
        ("score-four:width=4,depth=4,height=8,k=4", "at most 64 cells"),
    ];
    let mut met = 0;
    for (family, spec) in keys() {
        let values: Vec<String> = match spec.values {
            Values::Number { least, most } => vec![least.to_string(), most.to_string()],
            values => values.words().iter().map(|(word, _)| word.to_string()).collect(),
        };
        for value in values {
            let full = full(family, spec, &value);
            let typed = format!("{}:{}={value}", family.name, spec.key);
            match refused.iter().find(|(name, _)| *name == full) {
                None => assert_eq!(name(&typed), Ok(full)),
                Some((_, why)) => {
                    let error = name(&typed).unwrap_err();
                    assert!(error.expected.contains(why), "{typed}: {error}");
                    met += 1;
                }
            }
            if let Values::BareWords(_) = spec.values {
                assert_eq!(name(&format!("{}:{value}", family.name)), name(&typed));
            }
        }
    }
    assert_eq!(met, refused.len());
}

#[test]
fn what_is_no_value_of_a_key_is_refused_with_those_that_are() {
    for (family, spec) in keys() {
        let mut bad = vec!["?".to_string(), String::new(), "-1".to_string()];
        match spec.values {
            Values::Number { least, most } => {
                bad.extend([(most + 1).to_string(), "9".repeat(30)]);
                bad.extend(least.checked_sub(1).map(|it| it.to_string()));
            }
            _ => bad.push(format!("{} ", spec.default)),
        }
        for value in bad {
            let error = name(&format!("{}:{}={value}", family.name, spec.key)).unwrap_err();
            let place = format!("game, key {}", spec.key);
            let expected =
                NotationError::new(place, spec.values.to_string(), format!("\"{value}\""));
            assert_eq!(error, expected, "{}", family.name);
        }
        for (word, sentence) in spec.values.words() {
            assert!(!word.is_empty() && !sentence.is_empty());
        }
        assert!(spec.about.ends_with('.'), "{}: {} is a sentence", family.name, spec.about);
    }
}

#[test]
fn a_key_that_is_none_is_refused_with_those_that_are() {
    for (typed, expected) in [
        ("qubic:size=4", "no variant"),
        ("connect-four:size=4", "width=1 to 32, height=1 to 32"),
        ("atari-go:crosscut", "size=2 to 19, start=empty|crosscut"),
        ("mnk:renju", "k=1 to 20, rule=freestyle|standard"),
        ("gomoku:standard,renju", "rule=freestyle|standard|renju"),
    ] {
        let error = name(typed).unwrap_err();
        assert!(error.expected.contains(expected), "{typed}: {error}");
        assert!(error.place.starts_with("game "), "{typed}: {error}");
    }
}

#[test]
fn a_name_with_a_slip_is_answered_with_the_name_that_was_meant() {
    for (typed, meant) in [
        ("qubik", "qubic"),
        ("GOMOKU", "gomoku"),
        ("go-moku:size=7", "gomoku"),
        ("tictactoe", "tic-tac-toe"),
        ("connect-fuor", "connect-four"),
        ("awar", "awari"),
        ("mnnk", "mnk"),
    ] {
        let error = name(typed).unwrap_err().to_string();
        assert!(error.ends_with(&format!("did you mean {meant}?")), "{typed}: {error}");
    }
    // The nearest, not the first; never one of which nothing is left.
    let told = |games: &[&str], typed| unknown_game(games, typed).to_string();
    assert!(told(&["chess", "hex", "go"], "hess").ends_with("did you mean chess?"));
    assert!(told(&["hess", "chess"], "chesz").ends_with("did you mean chess?"));
    let listed = "the name of a game, as `quod games` lists them";
    assert!(told(&["go"], "x").ends_with(&format!("expected {listed}, got \"x\"")));
    for typed in ["draughts", "three", "connect-4", "a"] {
        let error = name(typed).unwrap_err();
        assert_eq!(error.expected, listed, "{typed}");
    }
}

/// Plays so many games of a variant and counts which promises were asked.
struct Promises(usize);

impl Visitor for Promises {
    type Output = BTreeMap<&'static str, u64>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        promises::take_asked();
        conformance(&game, self.0, 19);
        promises::take_asked()
    }
}

#[test]
fn every_game_is_asked_for_all_that_it_promises() {
    let mut asked: BTreeMap<&str, u64> = BTreeMap::new();
    for family in FAMILIES {
        // The boards of the list's examples are small, those of the defaults are not.
        let names = family.examples.iter().chain([&family.name]).take(2);
        for name in names {
            let of_this = open(name, Promises(1)).unwrap();
            for (promise, _) in promises::OF_EVERY_GAME {
                assert!(of_this.contains_key(promise), "{name} was not asked: {promise}");
            }
            of_this.into_iter().for_each(|(it, n)| *asked.entry(it).or_default() += n);
        }
    }
    // (Random play on small boards alone comes to a full one.)
    let of_small = open("mnk", Promises(30)).unwrap();
    of_small.into_iter().for_each(|(it, n)| *asked.entry(it).or_default() += n);
    for (promise, _) in promises::OF_EVERY_GAME.iter().chain(promises::OF_SOME_GAMES) {
        // No game has perpetual check yet: worlds of the checker's tests have.
        let met = asked.remove(promise).is_some();
        assert!(
            met || ["perpetual", "maps-checks"].contains(promise),
            "no game was asked: {promise}"
        );
    }
    assert!(asked.is_empty(), "promises without an entry in the list: {asked:?}");
}
