//! Names of games with variant keys: `name`, `name:variant`, `name:key=value,…`.

use quod_game::NotationError;

use crate::{KeySpec, Values};

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

    /// Takes the value of a key out, its default if it was not given.
    fn take_value(&mut self, spec: &KeySpec) -> String {
        if let Some(value) = self.take(spec.key) {
            return value;
        }
        if let Values::BareWords(words) = spec.values {
            let bare = |(key, value): &(String, String)| {
                value.is_empty() && words.iter().any(|(word, _)| word == key)
            };
            if let Some(at) = self.keys.iter().position(bare) {
                return self.keys.remove(at).0;
            }
        }
        spec.default.to_string()
    }

    /// Takes the value of a key that is a number.
    ///
    /// # Errors
    /// If the value is none of the key's.
    pub fn take_number(&mut self, spec: &KeySpec) -> Result<usize, NotationError> {
        let value = self.take_value(spec);
        let number = value.parse().ok().filter(|&number| spec.values.allow(number));
        number.ok_or_else(|| spec.wrong(value))
    }

    /// Takes the value of a key that is a word; the word's meaning, of those of all words in their order.
    ///
    /// # Errors
    /// If the value is none of the key's.
    pub fn take_word<T: Copy>(
        &mut self,
        spec: &KeySpec,
        meanings: &[T],
    ) -> Result<T, NotationError> {
        let value = self.take_value(spec);
        let at = spec.values.words().iter().position(|(word, _)| *word == value);
        at.and_then(|at| meanings.get(at).copied()).ok_or_else(|| spec.wrong(value))
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
