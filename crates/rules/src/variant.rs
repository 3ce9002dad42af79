//! Names of games with variant keys: `name`, `name:variant`, `name:key=value,…`.

use std::ops::RangeInclusive;

use quod_game::NotationError;

/// What was typed for a game: its name and the keys after the colon, not yet interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The part before the colon.
    pub name: String,
    /// `key=value` pairs in the order typed; a bare word is a pair with an empty value.
    pub keys: Vec<(String, String)>,
}

impl Variant {
    /// Splits a name into its parts.
    ///
    /// # Errors
    /// If the name or a key is empty, or a key is given twice.
    pub fn parse(text: &str) -> Result<Variant, NotationError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let bad = |expected: &str| NotationError::new("game", expected, format!("\"{text}\""));
        if name.is_empty() {
            return Err(bad("a name"));
        }
        let mut keys: Vec<(String, String)> = Vec::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if key.is_empty() {
                return Err(bad("name, name:variant or name:key=value,…"));
            }
            if keys.iter().any(|(other, _)| other == key) {
                return Err(bad("each key once"));
            }
            keys.push((key.to_string(), value.to_string()));
        }
        Ok(Variant { name: name.to_string(), keys })
    }

    /// Takes the value of a key out, so that [`Variant::finish`] can complain about the rest.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let at = self.keys.iter().position(|(other, _)| other == key)?;
        Some(self.keys.remove(at).1)
    }

    /// Takes a word without a value out; whether it was there.
    pub fn take_bare(&mut self, word: &str) -> bool {
        let given = self.keys.iter().position(|(key, value)| key == word && value.is_empty());
        given.map(|at| self.keys.remove(at)).is_some()
    }

    /// Takes the value of a key that is a number in a range; `default` if the key was not given.
    ///
    /// # Errors
    /// If the value is no number in the range.
    pub fn take_number(
        &mut self,
        key: &str,
        range: RangeInclusive<u32>,
        default: u32,
    ) -> Result<u32, NotationError> {
        let Some(value) = self.take(key) else {
            return Ok(default);
        };
        value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            NotationError::new(format!("game, key {key}"), expected, format!("\"{value}\""))
        })
    }

    /// Takes the value of a key that is one of some words; what the first word stands for if the key was
    /// not given.
    ///
    /// # Errors
    /// If the value is none of the words.
    pub fn take_word<T: Copy>(
        &mut self,
        key: &str,
        words: &[(&str, T)],
    ) -> Result<T, NotationError> {
        let Some(value) = self.take(key) else {
            return Ok(words[0].1);
        };
        words.iter().find(|(word, _)| *word == value).map(|&(_, it)| it).ok_or_else(|| {
            let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            let place = format!("game, key {key}");
            NotationError::new(place, names.join(" or "), format!("\"{value}\""))
        })
    }

    /// Checks that every key was taken; `known` lists the keys that exist, for the message.
    ///
    /// # Errors
    /// If a key is left.
    pub fn finish(self, known: &str) -> Result<(), NotationError> {
        match self.keys.first() {
            None => Ok(()),
            Some((key, _)) => Err(NotationError::new(
                format!("game {}", self.name),
                if known.is_empty() { "no variant" } else { known },
                format!("\"{key}\""),
            )),
        }
    }
}
