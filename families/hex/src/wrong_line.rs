//! What is wrong with a file that people wrote, by its lines.

use std::fmt;

/// A line of a file that is wrong, or the whole of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLine {
    /// The line, from 1; 0 if it is none in particular.
    pub line: usize,
    /// What would have been right.
    pub expected: String,
    /// What stands there.
    pub got: String,
}

impl WrongLine {
    pub(crate) fn new(
        line: usize,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> WrongLine {
        WrongLine { line, expected: expected.into(), got: got.into() }
    }
}

impl fmt::Display for WrongLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongLine { line, expected, got } = self;
        write!(f, "line {line}: expected {expected}, got {got}")
    }
}
