//! Engine names with options: `pn`, `pn:init=moves,evaluation=delayed`.

use quod_rules::Variant;

use crate::{EngineHelp, SolveError};

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

    /// The error that these are the engines there are, and this is none of them.
    pub(crate) fn is_none_of(&self, engines: &[EngineHelp]) -> SolveError {
        let names: Vec<&str> = engines.iter().map(|it| it.name).collect();
        let expected = format!("one of {}", names.join(", "));
        SolveError::Engine { expected, got: self.name().to_string() }
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

    /// Takes an option out and returns the one of `values` that it names, `values[0]` if the option
    /// is not given.
    ///
    /// # Errors
    /// If the option has another value.
    pub fn pick<T: Clone>(&mut self, key: &str, values: &[(&str, T)]) -> Result<T, SolveError> {
        let Some(value) = self.0.take(key) else { return Ok(values[0].1.clone()) };
        values.iter().find(|(name, _)| *name == value).map(|(_, it)| it.clone()).ok_or_else(|| {
            let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
            SolveError::Engine {
                expected: format!("{key}={}", names.join("|")),
                got: format!("{key}={value}"),
            }
        })
    }

    /// Checks that no option is left; `known` says which there are.
    ///
    /// # Errors
    /// If one is.
    pub fn finish(self, known: &str) -> Result<(), SolveError> {
        match self.0.keys.first() {
            None => Ok(()),
            Some((key, value)) => Err(SolveError::Engine {
                expected: if known.is_empty() {
                    "no options".to_string()
                } else {
                    known.to_string()
                },
                got: if value.is_empty() { key.clone() } else { format!("{key}={value}") },
            }),
        }
    }
}
