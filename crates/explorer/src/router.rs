//! All addresses, and what the page asks first.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::{Json, Router, middleware, routing};
use serde_json::{Value, json};

use crate::app::{App, MOST_OPEN};
use crate::error::ApiError;
use crate::games::MOST_PLAY_NODES;
use crate::gate::{Gate, pass};
use crate::input::MOST_UPLOAD;
use crate::{db, games, page, proofs, puzzles, searches, shelf, trees};

/// All addresses, behind the gate.
pub fn router(app: Arc<App>, gate: Arc<Gate>) -> Router {
    Router::new()
        .route("/api/state", routing::get(state))
        .merge(games::routes())
        .merge(puzzles::routes())
        .merge(proofs::routes())
        .merge(shelf::routes())
        .merge(searches::routes())
        .merge(trees::routes())
        .merge(db::routes())
        .fallback(page::file)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .layer(middleware::from_fn_with_state(gate, pass))
}

async fn wrong_method(uri: Uri) -> ApiError {
    let message = format!("{} does not accept this method", uri.path());
    ApiError::plain(StatusCode::METHOD_NOT_ALLOWED.as_u16(), "method", message)
}

async fn state(State(app): State<Arc<App>>) -> Json<Value> {
    let (proof, search) = app.shown();
    let given = app.memory_given.load(Ordering::Relaxed);
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "interface": 1,
        "proof": proof,
        "search": search,
        "proofs": app.proof_infos(),
        "searches": app.search_infos(),
        "limits": {
            "upload_bytes": MOST_UPLOAD,
            "memory_bytes": app.limits.memory,
            "free_memory_bytes": app.limits.memory.saturating_sub(given),
            "proofs": MOST_OPEN,
            "searches": MOST_OPEN,
            "play_nodes": MOST_PLAY_NODES,
            "tree_nodes": trees::MOST_NODES,
        },
    }))
}
