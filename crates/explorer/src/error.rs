//! Errors as the interface tells them: a status, a word for programs, a sentence for people.

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use quod_cert::Reject;
use quod_engine::SolveError;
use quod_game::NotationError;
use quod_report::Refused;
use serde_json::json;

/// What a request may come to instead of an answer.
pub type Answered<T> = Result<T, ApiError>;

/// An error of the interface; see `docs/formats/explorer.md`, "Errors".
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    place: Option<String>,
    expected: Option<String>,
    got: Option<String>,
    message: String,
}

impl ApiError {
    /// An error with nothing but a sentence.
    pub fn plain(status: u16, code: &'static str, message: impl Into<String>) -> ApiError {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ApiError { status, code, place: None, expected: None, got: None, message: message.into() }
    }

    /// An error that says where, what was expected and what was there.
    pub fn at(
        status: u16,
        code: &'static str,
        place: impl Into<String>,
        expected: impl Into<String>,
        got: impl Into<String>,
    ) -> ApiError {
        let (place, expected, got) = (place.into(), expected.into(), got.into());
        let message = format!("{place}: expected {expected}, got {got}");
        ApiError {
            place: Some(place),
            expected: Some(expected),
            got: Some(got),
            ..ApiError::plain(status, code, message)
        }
    }

    /// The sentence for people.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// No proof or search of this number.
    pub fn missing(what: &str, number: usize) -> ApiError {
        Refused::missing(what, number).into()
    }

    /// A text that could not be understood.
    pub fn notation(code: &'static str, error: NotationError) -> ApiError {
        Refused::notation(code, error).into()
    }

    /// A certificate that is rejected.
    pub fn rejected(reject: &Reject) -> ApiError {
        Refused::rejected(reject).into()
    }

    /// A defect.
    pub fn failed() -> ApiError {
        ApiError::plain(500, "failed", "the server failed at this; that is a defect of Quod")
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        let Refused { code, place, expected, got, message } = refused;
        let status = if code == "not-found" { 404 } else { 422 };
        ApiError { place, expected, got, ..ApiError::plain(status, code, message) }
    }
}

impl From<SolveError> for ApiError {
    fn from(error: SolveError) -> ApiError {
        match error {
            SolveError::Notation(error) => {
                let code =
                    if error.place.starts_with("position") { "position" } else { "question" };
                ApiError::notation(code, error)
            }
            SolveError::Engine { expected, got } => {
                ApiError::at(422, "engine", "engine", expected, format!("\"{got}\""))
            }
            SolveError::Limit { place, expected, got } => {
                ApiError::at(422, "limit", place, expected, got)
            }
            other => ApiError::plain(422, "engine", other.to_string()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let ApiError { status, code, place, expected, got, message } = self;
        let error = json!({
            "code": code, "place": place, "expected": expected, "got": got, "message": message,
        });
        let body = json!({ "error": error }).to_string();
        (status, [(CONTENT_TYPE, "application/json")], body).into_response()
    }
}
