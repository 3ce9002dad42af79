//! The one error of this crate: text or bytes that do not say what they should.

use std::fmt;

/// Text (or an encoding) that could not be understood: where, what was expected, what was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// Where: `"move 3"`, `"claim"`, `"byte 7"`.
    pub place: String,
    /// What would have been right there.
    pub expected: String,
    /// What was found.
    pub got: String,
}

impl NotationError {
    /// An error at `place`.
    pub fn new(
        place: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> NotationError {
        NotationError { place: place.into(), expected: expected.into(), got: got.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, got {}", self.place, self.expected, self.got)
    }
}

impl std::error::Error for NotationError {}
