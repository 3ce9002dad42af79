//! Families of games as data: their names, their keys, the values of each and what these mean.
//!
//! A family reads its keys by the same [`KeySpec`]s that lists and errors are made from, so that what is
//! told and what is accepted cannot differ.

use std::fmt::{self, Display};

use quod_game::NotationError;

/// Games that share their rules but for the values of some keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The name before the colon.
    pub name: &'static str,
    /// One line on what game this is.
    pub summary: &'static str,
    /// The keys, in the order in which a full name has them.
    pub keys: &'static [KeySpec],
    /// Some variants, as people type them.
    pub examples: &'static [&'static str],
}

/// A key of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// Its name.
    pub key: &'static str,
    /// What may stand behind `=`.
    pub values: Values,
    /// The value if the key is not given.
    pub default: &'static str,
    /// A sentence on what it decides, with what it asks of other keys.
    pub about: &'static str,
}

/// The values that a key may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A number within bounds, both included.
    Number {
        /// The least number.
        least: u32,
        /// The greatest.
        most: u32,
    },
    /// One of some words, each with a sentence on what it means.
    Words(&'static [(&'static str, &'static str)]),
    /// The same, and a word may stand without its key: `gomoku:standard`.
    BareWords(&'static [(&'static str, &'static str)]),
}

impl Values {
    /// The words with their sentences; none if the values are numbers.
    pub fn words(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Values::Number { .. } => &[],
            Values::Words(words) | Values::BareWords(words) => words,
        }
    }

    /// Whether a number is one of the values.
    pub fn allow(&self, number: usize) -> bool {
        let bounds = |least, most| (least as usize..=most as usize).contains(&number);
        matches!(*self, Values::Number { least, most } if bounds(least, most))
    }

    fn joined(&self, or: &str) -> String {
        self.words().iter().map(|it| it.0).collect::<Vec<&str>>().join(or)
    }
}

/// As an error says what was expected.
impl Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Number { least, most } => write!(f, "a number from {least} to {most}"),
            _ => f.write_str(&self.joined(" or ")),
        }
    }
}

impl KeySpec {
    /// The word at this place; nothing if there are fewer.
    pub fn word(&self, at: usize) -> &'static str {
        self.values.words().get(at).map_or("", |it| it.0)
    }

    /// The error for a value that is none of the key's.
    pub fn wrong(&self, got: impl Display) -> NotationError {
        let place = format!("game, key {}", self.key);
        NotationError::new(place, self.values.to_string(), format!("\"{got}\""))
    }
}

impl Family {
    /// The full name of one of the games: `values` are those of all keys, in their order.
    pub fn full_name(&self, values: &[&dyn Display]) -> String {
        let pair = |(spec, value): (&KeySpec, &&dyn Display)| format!("{}={value}", spec.key);
        let pairs: Vec<String> = self.keys.iter().zip(values).map(pair).collect();
        match pairs.is_empty() {
            true => self.name.to_string(),
            false => format!("{}:{}", self.name, pairs.join(",")),
        }
    }

    /// All keys with their values on one line.
    pub fn all_keys(&self) -> String {
        let told = |spec: &KeySpec| match spec.values {
            Values::Number { least, most } => format!("{}={least} to {most}", spec.key),
            _ => format!("{}={}", spec.key, spec.values.joined("|")),
        };
        self.keys.iter().map(told).collect::<Vec<String>>().join(", ")
    }
}

/// The error for a name that is none of these games', with the one that was probably meant: the nearest,
/// if at most two letters have to be changed, put in or left out, capitals or not.
pub fn unknown_game(games: &[&str], typed: &str) -> NotationError {
    let far = |name: &str| distance(name, &typed.to_lowercase());
    let near = games.iter().map(|name| (far(name), name));
    match near.filter(|(far, name)| *far <= 2 && *far < name.len()).min() {
        Some((_, meant)) => {
            let got = format!("\"{typed}\": did you mean {meant}?");
            NotationError::new("game", "the name of a game", got)
        }
        None => {
            let expected = "the name of a game, as `quod games` lists them";
            NotationError::new("game", expected, format!("\"{typed}\""))
        }
    }
}

/// How many letters have to be changed, put in or left out to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    // Of what was read of the one word to every beginning of the other.
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (n, &its) in other.iter().enumerate() {
            let changed = before + usize::from(letter != its);
            before = row[n + 1];
            row[n + 1] = changed.min(before + 1).min(row[n] + 1);
        }
    }
    row[other.len()]
}
