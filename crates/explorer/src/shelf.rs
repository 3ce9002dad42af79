//! Proofs that lie in files and are opened when somebody wants to see one. A request names a proof by its number and never a file.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Json, Router, routing};
use serde_json::{Value, json};

use crate::app::{App, heavy};
use crate::error::{Answered, ApiError};
use crate::input::number;
use crate::proofs::opened;
use crate::shelved::Shelved;

/// Addresses of proofs in files.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/shelf", routing::get(list))
        .route("/api/shelf/{id}", routing::post(open))
}

async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    let told = |(id, it): (usize, &Shelved)| json!({ "id": id, "title": it.title, "value": it.value, "bytes": it.bytes });
    let shelf: Vec<Value> = app.shelf.iter().enumerate().map(told).collect();
    Json(json!({ "shelf": shelf }))
}

async fn open(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Response> {
    let shelved = app.shelf.get(number(&id)?).cloned();
    let bytes = heavy(&app, move |_| match shelved {
        Some(it) => std::fs::read(it.file).map_err(|error| {
            ApiError::plain(
                404,
                "not-found",
                format!("{}: the file cannot be read: {error}", it.title),
            )
        }),
        None => Err(ApiError::plain(404, "not-found", "there is no such proof".to_string())),
    });
    let bytes = bytes.await?;
    opened(app, bytes.into()).await
}
