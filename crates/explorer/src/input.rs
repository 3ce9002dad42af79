//! What requests bring: JSON bodies, parameters, certificates, all of bounded size.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::{Answered, ApiError};

/// Most bytes of a JSON body.
const MOST_JSON: usize = 1 << 16;
/// Most bytes of a certificate.
pub const MOST_UPLOAD: usize = 64 << 20;
/// Most moves from a position.
const MOST_MOVES: usize = 2000;

/// A JSON body.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Input<T>, ApiError> {
        require_type(&request, "application/json")?;
        let bytes = read(request, MOST_JSON).await?;
        serde_json::from_slice(&bytes).map(Input).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            match error.classify() {
                Category::Data => ApiError::plain(400, "bad-request", error.to_string()),
                _ => ApiError::at(400, "malformed-json", place, "JSON", error.to_string()),
            }
        })
    }
}

/// A certificate's bytes.
pub struct Upload(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Upload, ApiError> {
        require_type(&request, "application/octet-stream")?;
        read(request, MOST_UPLOAD).await.map(Upload)
    }
}

/// The parameters after the question mark.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Params(params)),
            Err(error) => Err(ApiError::plain(400, "bad-request", error.body_text())),
        }
    }
}

fn require_type(request: &Request, expected: &str) -> Answered<()> {
    let given = request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let given = given.unwrap_or("").to_ascii_lowercase();
    match given.split(';').next().unwrap_or("").trim() == expected {
        true => Ok(()),
        false => {
            Err(ApiError::at(415, "media-type", "Content-Type", expected, format!("\"{given}\"")))
        }
    }
}

async fn read(request: Request<Body>, most: usize) -> Answered<Bytes> {
    let too_large =
        || ApiError::at(413, "too-large", "body", format!("at most {most} bytes"), "more");
    let length = request.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok());
    if length.and_then(|it| it.parse::<usize>().ok()).is_some_and(|it| it > most) {
        return Err(too_large());
    }
    to_bytes(request.into_body(), most).await.map_err(|_| too_large())
}

/// The moves in a parameter.
pub fn moves_of(text: Option<&str>) -> Answered<Vec<String>> {
    let words = text.unwrap_or("").split([',', ' ']).filter(|word| !word.is_empty());
    bounded(words.map(str::to_string).collect())
}

/// Refuses too many moves.
pub fn bounded(moves: Vec<String>) -> Answered<Vec<String>> {
    match moves.len() {
        0..=MOST_MOVES => Ok(moves),
        many => Err(ApiError::at(
            422,
            "limit",
            "moves",
            format!("at most {MOST_MOVES}"),
            many.to_string(),
        )),
    }
}

/// A number within its range.
pub fn within(place: &str, range: std::ops::RangeInclusive<u64>, got: u64) -> Answered<u64> {
    match range.contains(&got) {
        true => Ok(got),
        false => {
            let expected = format!("{} to {}", range.start(), range.end());
            Err(ApiError::at(422, "limit", place, expected, got.to_string()))
        }
    }
}

/// A number in an address.
///
/// # Errors
/// If it is none.
pub fn number(id: &str) -> Answered<usize> {
    let none =
        || ApiError::plain(404, "not-found", format!("there is nothing with the number {id:?}"));
    id.parse().map_err(|_| none())
}
