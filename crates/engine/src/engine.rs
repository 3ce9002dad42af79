//! Engines: ways to search, each an object with a name, a sentence, options as data, and what it serves.
//!
//! A list of engines is all there is to know of them: `quod games`, the explorer's forms and error
//! messages read it, and no engine's name is compared anywhere else.

use quod_game::Claim;
use quod_variant::Variant;

use crate::{Carryover, Offer, Prover, SolveError, Task};

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// One of some words, the default first.
    Words(Vec<&'static str>),
    /// A number in a range.
    Number {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
        /// The one taken where none is given.
        default: u64,
    },
}

/// An option of an engine, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// As it is written: `init`.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
}

impl OptionSpec {
    /// The values, as an error message has them.
    fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Words(words) => format!("{}={}", self.name, words.join("|")),
            OptionKind::Number { least, most, .. } => {
                format!("{}=NUMBER from {least} to {most}", self.name)
            }
        }
    }

    /// The value taken where none is given.
    pub fn default(&self) -> String {
        match &self.kind {
            OptionKind::Words(words) => words[0].to_string(),
            OptionKind::Number { default, .. } => default.to_string(),
        }
    }
}

/// An option with one of some words as its value, and what each word stands for; the default first.
pub struct Choice<T: 'static> {
    /// As it is written.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// The words.
    pub values: &'static [(&'static str, T)],
}

impl<T: Clone> Choice<T> {
    /// The option as data.
    pub fn spec(&self) -> OptionSpec {
        let words = self.values.iter().map(|(word, _)| *word).collect();
        OptionSpec { name: self.name, about: self.about, kind: OptionKind::Words(words) }
    }

    /// Takes the option out of an engine's text.
    ///
    /// # Errors
    /// If it has another value.
    pub fn take(&self, spec: &mut EngineSpec) -> Result<T, SolveError> {
        let Some(value) = spec.0.take(self.name) else { return Ok(self.values[0].1.clone()) };
        let known = self.values.iter().find(|(word, _)| *word == value);
        known.map(|(_, it)| it.clone()).ok_or_else(|| SolveError::Engine {
            expected: self.spec().expected(),
            got: format!("{}={value}", self.name),
        })
    }
}

/// An option with a number as its value.
pub struct Number {
    /// As it is written.
    pub name: &'static str,
    /// One sentence.
    pub about: &'static str,
    /// The least.
    pub least: u64,
    /// The greatest.
    pub most: u64,
    /// The one taken where none is given.
    pub default: u64,
}

impl Number {
    /// The option as data.
    pub fn spec(&self) -> OptionSpec {
        let Number { name, about, least, most, default } = *self;
        OptionSpec { name, about, kind: OptionKind::Number { least, most, default } }
    }

    /// Takes the option out of an engine's text.
    ///
    /// # Errors
    /// If it has another value.
    pub fn take(&self, spec: &mut EngineSpec) -> Result<u64, SolveError> {
        let Some(value) = spec.0.take(self.name) else { return Ok(self.default) };
        let number = value.parse().ok().filter(|it| (self.least..=self.most).contains(it));
        number.ok_or_else(|| SolveError::Engine {
            expected: self.spec().expected(),
            got: format!("{}={value}", self.name),
        })
    }
}

/// A way to search.
pub trait Engine: Send + Sync {
    /// As `--engine` takes it.
    fn name(&self) -> &'static str;

    /// One sentence: what it is and what it answers.
    fn about(&self) -> &'static str;

    /// The options.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Whether it makes use of [`Task::hints`].
    fn takes_hints(&self) -> bool {
        false
    }

    /// Whether it can be asked about a claim of this game.
    ///
    /// # Errors
    /// If it cannot: what it would have served.
    fn serves(&self, offer: &Offer, claim: &Claim) -> Result<(), SolveError> {
        let _ = (offer, claim);
        Ok(())
    }

    /// Begins a search for the task, with the options that `spec` has; `carried` is what the last search
    /// of the same job handed over.
    ///
    /// # Errors
    /// If an option is not one of the engine's, or it does not serve the task.
    fn start(
        &self,
        offer: &Offer,
        task: &Task,
        spec: EngineSpec,
        carried: Option<Carryover>,
    ) -> Result<Box<dyn Prover>, SolveError>;
}

/// An engine as it was asked for: a name and options not yet interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec(Variant);

impl EngineSpec {
    /// Splits an engine's name from its options.
    ///
    /// # Errors
    /// If the text is no name with options.
    pub fn parse(text: &str) -> Result<EngineSpec, SolveError> {
        Variant::parse(text).map(EngineSpec).map_err(|_| SolveError::Engine {
            expected: "NAME or NAME:option=value,…".to_string(),
            got: text.to_string(),
        })
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Takes an option with one of some words as its value out of the text; the default word if it is not
    /// there.
    ///
    /// # Errors
    /// If it has another value.
    pub fn take_word(&mut self, option: &OptionSpec) -> Result<&'static str, SolveError> {
        let words: &[&'static str] =
            if let OptionKind::Words(words) = &option.kind { words } else { &[] };
        let given = self.0.take(option.name);
        let word = given.as_deref().or(words.first().copied()).unwrap_or_default();
        let known = words.iter().find(|it| **it == word).copied();
        known.ok_or_else(|| SolveError::Engine {
            expected: option.expected(),
            got: format!("{}={word}", option.name),
        })
    }

    /// The engine as it was written.
    pub fn text(&self) -> String {
        let options = self.0.keys.iter().map(|(key, value)| match value.as_str() {
            "" => key.clone(),
            value => format!("{key}={value}"),
        });
        let options: Vec<String> = options.collect();
        match options.is_empty() {
            true => self.0.name.clone(),
            false => format!("{}:{}", self.0.name, options.join(",")),
        }
    }

    /// Checks that no option is left; `known` are those that the engine has.
    ///
    /// # Errors
    /// If one is.
    pub fn finish(self, known: &[OptionSpec]) -> Result<(), SolveError> {
        let Some((key, value)) = self.0.keys.first() else { return Ok(()) };
        let names: Vec<&str> = known.iter().map(|it| it.name).collect();
        Err(SolveError::Engine {
            expected: match names.is_empty() {
                true => format!("no options for {}", self.0.name),
                false => format!("options of {}: {}", self.0.name, names.join(", ")),
            },
            got: if value.is_empty() { key.clone() } else { format!("{key}={value}") },
        })
    }
}
