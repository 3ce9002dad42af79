//! Requests about proofs.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use quod_cert::Proof as _;
use quod_report::{CheckReport, ProofWalk, SceneTold};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, heavy};
use crate::error::{Answered, ApiError};
use crate::input::{Params, Upload, moves_of, within};
use crate::open_proof::Proof;

/// Addresses of proofs.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/proofs", routing::get(list).post(open))
        .route("/api/proofs/{id}", routing::get(tell).delete(close))
        .route("/api/proofs/{id}/certificate", routing::get(download))
        .route("/api/proofs/{id}/scene", routing::get(scene))
        .route("/api/proofs/{id}/line", routing::get(line))
        .route("/api/proofs/{id}/rows", routing::get(rows))
        .route("/api/proofs/{id}/children", routing::get(children))
        .route("/api/proofs/{id}/path", routing::get(path))
        .route("/api/proofs/{id}/find", routing::get(find))
        .route("/api/check", routing::post(check))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    #[serde(default)]
    section: usize,
    moves: Option<String>,
    #[serde(default)]
    details: u8,
    most: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    section: usize,
    row: Option<usize>,
    entry: Option<usize>,
    #[serde(default)]
    offset: usize,
    limit: Option<u64>,
}

impl Rows {
    fn limit(&self) -> Answered<usize> {
        within("limit", 1..=1000, self.limit.unwrap_or(200)).map(|limit| limit as usize)
    }
}

async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "proofs": app.proof_infos() }))
}

async fn open(State(app): State<Arc<App>>, Upload(bytes): Upload) -> Answered<Response> {
    opened(app, bytes).await
}

/// Opens a certificate, to its end even if nobody waits for the answer any more.
pub async fn opened(app: Arc<App>, bytes: Bytes) -> Answered<Response> {
    let opening = tokio::spawn(async move { app.open_proof(bytes).await });
    let info = opening.await.map_err(|_| ApiError::failed())??;
    Ok((StatusCode::CREATED, Json(info)).into_response())
}

async fn tell(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Json<Value>> {
    app.proof(&id)?.told().map(Json)
}

async fn close(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<StatusCode> {
    app.close_proof(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn download(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Response> {
    Ok(as_download(app.proof(&id)?.bytes.clone()))
}

/// A certificate to be saved by the browser.
pub fn as_download(bytes: impl Into<Body>) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/octet-stream"),
        (CONTENT_DISPOSITION, "attachment; filename=\"proof.quod\""),
    ];
    (headers, bytes.into()).into_response()
}

/// Goes somewhere in a proof and does something there.
async fn at<T: Send + 'static>(
    proof: Arc<Proof>,
    place: &Place,
    task: impl FnOnce(&mut ProofWalk) -> T + Send + 'static,
) -> Answered<T> {
    let (section, moves) = (place.section, moves_of(place.moves.as_deref())?);
    let go = proof.ask(move |open| {
        open.walk.go(section, &moves)?;
        Ok(task(&mut open.walk))
    });
    go.await
}

async fn scene(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(place): Params<Place>,
) -> Answered<Json<SceneTold>> {
    let details = place.details != 0;
    let scene = at(app.proof(&id)?, &place, move |walk| walk.scene(details));
    Ok(Json(scene.await?))
}

async fn line(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(place): Params<Place>,
) -> Answered<Json<Value>> {
    let most = within("most", 1..=1000, place.most.unwrap_or(200))? as usize;
    let line = at(app.proof(&id)?, &place, move |walk| walk.line(most));
    Ok(Json(line.await?))
}

async fn find(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(place): Params<Place>,
) -> Answered<Json<Value>> {
    let found = at(app.proof(&id)?, &place, ProofWalk::find);
    Ok(Json(found.await?))
}

async fn rows(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(rows): Params<Rows>,
) -> Answered<Json<Value>> {
    let limit = rows.limit()?;
    let proof = app.proof(&id)?;
    let page = proof.ask(move |open| Ok(open.walk.rows(rows.section, rows.offset, limit)?));
    Ok(Json(page.await?))
}

async fn children(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(rows): Params<Rows>,
) -> Answered<Json<Value>> {
    let limit = rows.limit()?;
    let proof = app.proof(&id)?;
    let page = proof.ask(move |open| {
        let row = row_of(&mut open.walk, &rows)?;
        Ok(open.walk.children(rows.section, row, rows.offset, limit)?)
    });
    Ok(Json(page.await?))
}

/// The row that is asked about, by its number or its entry's.
fn row_of(walk: &mut ProofWalk, rows: &Rows) -> Answered<usize> {
    match (rows.row, rows.entry) {
        (_, Some(entry)) => Ok(walk.row_of(rows.section, entry)?),
        (row, None) => Ok(row.unwrap_or(0)),
    }
}

async fn path(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Params(rows): Params<Rows>,
) -> Answered<Json<Value>> {
    let proof = app.proof(&id)?;
    let path = proof.ask(move |open| {
        let row = row_of(&mut open.walk, &rows)?;
        Ok(open.walk.path(rows.section, row)?)
    });
    Ok(Json(path.await?))
}

async fn check(State(app): State<Arc<App>>, Upload(bytes): Upload) -> Answered<Json<CheckReport>> {
    heavy(&app, move |app| Ok(Json(checked(app, &bytes)))).await
}

/// What `quod check --json` says.
fn checked(app: &App, bytes: &[u8]) -> CheckReport {
    let began = std::time::Instant::now();
    let judged = match quod_cert::read_packed(bytes) {
        Ok(certificate) => match app.registry.open(&certificate.head().game) {
            Ok(game) => {
                let limits = app.limits.of_check();
                game.check_with(&certificate, None, None, &limits, app.games.shelf())
            }
            Err(_) => Err(quod_cert::Reject::new(
                quod_cert::Reason::UnknownGame,
                quod_cert::Place::Header,
                format!("no rules for {}", certificate.head().game),
            )),
        },
        Err(reject) => Err(reject),
    };
    CheckReport::new(judged.as_ref(), began.elapsed().as_secs_f64())
}
