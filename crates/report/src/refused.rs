//! Why a question about a walk has no answer, as the explorer's interface words it.

use quod_cert::Reject;
use quod_game::NotationError;
use serde::Serialize;

/// An error of the interface; see `docs/formats/explorer.md`, "Errors".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// A word for programs.
    pub code: &'static str,
    /// Where.
    pub place: Option<String>,
    /// What was expected there.
    pub expected: Option<String>,
    /// What was there.
    pub got: Option<String>,
    /// A sentence for people.
    pub message: String,
}

impl Refused {
    /// An error with nothing but a sentence.
    pub fn plain(code: &'static str, message: impl Into<String>) -> Refused {
        Refused { code, place: None, expected: None, got: None, message: message.into() }
    }

    /// An error that says where, what was expected and what was there.
    pub fn at(
        code: &'static str,
        place: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> Refused {
        let (place, expected, got) = (place.into(), expected.into(), got.into());
        let message = format!("{place}: expected {expected}, got {got}");
        let (place, expected, got) = (Some(place), Some(expected), Some(got));
        Refused { code, place, expected, got, message }
    }

    /// No proof, search, row or section of this number.
    pub fn missing(what: &str, number: usize) -> Refused {
        Refused::plain("not-found", format!("there is no {what} {number}"))
    }

    /// A text that could not be understood.
    pub fn notation(code: &'static str, error: NotationError) -> Refused {
        Refused::at(code, error.place, error.expected, error.got)
    }

    /// A move that is not legal, the one with this number.
    pub fn illegal(at: usize, error: NotationError) -> Refused {
        let place = format!("moves, move {}", at + 1);
        Refused::at("illegal-move", place, error.expected, error.got)
    }

    /// A certificate that is rejected.
    pub fn rejected(reject: &Reject) -> Refused {
        let (place, reason) = (reject.place.to_string(), reject.reason.word());
        let detail =
            if reject.detail.is_empty() { String::new() } else { format!(": {}", reject.detail) };
        let message = format!("rejected at {place}: {reason}{detail}");
        let expected = "a certificate that proves what it states";
        Refused { message, ..Refused::at("rejected", place, expected, reason) }
    }
}
