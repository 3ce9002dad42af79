//! Engines: ways to search, each a piece of data with a name, a sentence, options and what it serves, and a function
//! that begins a search.
//!
//! A list of engines is all there is to know of them: `quod games`, the explorer's forms and error
//! messages read it, and no engine's name is compared anywhere else. What an engine was given is read by its data,
//! here, before its function is called; so no engine has an error to tell about its options.

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

    /// Whether it takes a value.
    fn takes(&self, value: &str) -> bool {
        match &self.kind {
            OptionKind::Words(words) => words.contains(&value),
            OptionKind::Number { least, most, .. } => {
                value.parse().is_ok_and(|it: u64| (*least..=*most).contains(&it))
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

    /// What the given word stands for, or the default.
    pub fn of(&self, given: &Given) -> T {
        let word = given.value(self.name);
        let known = self.values.iter().find(|(known, _)| Some(*known) == word);
        known.unwrap_or(&self.values[0]).1.clone()
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

    /// The given number, or the default.
    pub fn of(&self, given: &Given) -> u64 {
        given.value(self.name).and_then(|it| it.parse().ok()).unwrap_or(self.default)
    }
}

/// The options that an engine was given: each one of its own, with a value that it takes. What was not given has
/// its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(Vec<(String, String)>);

impl Given {
    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The given word of an option that has one of some words as its value, or the default.
    pub fn word(&self, option: &OptionSpec) -> &'static str {
        let OptionKind::Words(words) = &option.kind else { return "" };
        let word = self.value(option.name);
        words.iter().copied().find(|it| Some(*it) == word).unwrap_or(words[0])
    }
}

/// What a search begins with.
pub struct Start<'a> {
    /// The game, and all that it brings.
    pub offer: &'a Offer,
    /// The claim to be searched.
    pub task: &'a Task,
    /// The engine's options.
    pub given: Given,
    /// What the last search of the same job handed over.
    pub carried: Option<Carryover>,
}

impl<'a> Start<'a> {
    /// A search with the options' defaults, after no other.
    pub fn new(offer: &'a Offer, task: &'a Task) -> Start<'a> {
        Start { offer, task, given: Given::default(), carried: None }
    }

    /// What the last search handed over, if it was one of this kind.
    pub fn take<T: 'static>(&mut self) -> Option<T> {
        self.carried.take()?.downcast().ok().map(|it| *it)
    }
}

/// A search that begins, or why it does not.
pub type Begun = Result<Box<dyn Prover>, SolveError>;

type Serves = Box<dyn Fn(&Offer, &Claim) -> Result<(), SolveError> + Send + Sync>;

/// A way to search.
pub struct Engine {
    /// As `--engine` takes it.
    pub name: &'static str,
    /// One sentence: what it is and what it answers.
    pub about: &'static str,
    /// The options.
    pub options: Vec<OptionSpec>,
    /// Whether it makes use of [`Task::hints`].
    pub takes_hints: bool,
    serves: Option<Serves>,
    begin: Box<dyn Fn(Start<'_>) -> Begun + Send + Sync>,
}

impl Engine {
    /// An engine without options that serves every claim and takes no hints. `begin` begins a search.
    pub fn new(
        name: &'static str,
        about: &'static str,
        begin: impl Fn(Start<'_>) -> Begun + Send + Sync + 'static,
    ) -> Engine {
        let (options, begin) = (Vec::new(), Box::new(begin));
        Engine { name, about, options, takes_hints: false, serves: None, begin }
    }

    /// With these options, in the order in which people are told them.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = OptionSpec>) -> Engine {
        self.options.extend(options);
        self
    }

    /// An engine that makes use of hints.
    #[must_use]
    pub fn taking_hints(self) -> Engine {
        Engine { takes_hints: true, ..self }
    }

    /// An engine that can be asked about some claims alone: otherwise `serves` tells what it would have served.
    #[must_use]
    pub fn serving(
        self,
        serves: impl Fn(&Offer, &Claim) -> Result<(), SolveError> + Send + Sync + 'static,
    ) -> Engine {
        Engine { serves: Some(Box::new(serves)), ..self }
    }

    /// Whether it can be asked about a claim of this game.
    ///
    /// # Errors
    /// If it cannot: what it would have served.
    pub fn serves(&self, offer: &Offer, claim: &Claim) -> Result<(), SolveError> {
        self.serves.as_ref().map_or(Ok(()), |serves| serves(offer, claim))
    }

    /// Begins a search for the task, with the options that `spec` has; `carried` is what the last search
    /// of the same job handed over.
    ///
    /// # Errors
    /// If an option is not one of the engine's, or it does not serve the task.
    pub fn start(
        &self,
        offer: &Offer,
        task: &Task,
        spec: EngineSpec,
        carried: Option<Carryover>,
    ) -> Begun {
        self.begin(Start { offer, task, given: spec.given(&self.options)?, carried })
    }

    /// Begins a search whose options are read.
    ///
    /// # Errors
    /// If it does not serve the task.
    pub fn begin(&self, start: Start<'_>) -> Begun {
        (self.begin)(start)
    }
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

    /// The options, where `known` are those that the engine has.
    ///
    /// # Errors
    /// If one has a value that it does not take, or is none of them.
    pub fn given(self, known: &[OptionSpec]) -> Result<Given, SolveError> {
        let given = Given(self.0.keys);
        for option in known {
            if let Some(value) = given.value(option.name).filter(|it| !option.takes(it)) {
                let got = format!("{}={value}", option.name);
                return Err(SolveError::Engine { expected: option.expected(), got });
            }
        }
        let names: Vec<&str> = known.iter().map(|it| it.name).collect();
        match given.0.iter().find(|(key, _)| !names.contains(&key.as_str())) {
            None => Ok(given),
            Some((key, value)) => Err(SolveError::Engine {
                expected: match names.is_empty() {
                    true => format!("no options for {}", self.0.name),
                    false => format!("options of {}: {}", self.0.name, names.join(", ")),
                },
                got: if value.is_empty() { key.clone() } else { format!("{key}={value}") },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Choice<u8> =
        Choice { name: "form", about: "Which form.", values: &[("small", 1), ("large", 2)] };
    const SIZE: Number =
        Number { name: "size", about: "How large.", least: 1, most: 9, default: 3 };

    fn given(text: &str) -> Result<Given, String> {
        let known = [FORM.spec(), SIZE.spec()];
        let given = EngineSpec::parse(text).and_then(|spec| spec.given(&known));
        given.map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read_by_their_data_and_have_defaults() {
        let read = |text| given(text).map(|it| (FORM.of(&it), SIZE.of(&it), it.word(&FORM.spec())));
        assert_eq!(read("it"), Ok((1, 3, "small")));
        assert_eq!(read("it:size=9,form=large"), Ok((2, 9, "large")));
        assert_eq!(SIZE.of(&Given::default()), 3);
    }

    #[test]
    fn what_is_no_option_or_no_value_of_one_is_refused() {
        for (text, parts) in [
            ("it:form=huge", ["form=small|large", "form=huge"]),
            ("it:form", ["form=small|large", "form="]),
            ("it:size=0", ["size=NUMBER from 1 to 9", "size=0"]),
            ("it:size=many,other", ["size=NUMBER from 1 to 9", "size=many"]),
            ("it:size=2,other", ["options of it: form, size", "other"]),
        ] {
            let told = given(text).expect_err(text);
            assert!(parts.iter().all(|it| told.contains(it)), "{text}: {told}");
        }
        let none = EngineSpec::parse("it:other=1")
            .expect("a name")
            .given(&[])
            .map_err(|it| it.to_string());
        assert!(none.is_err_and(|told| told.contains("no options for it")));
    }
}
