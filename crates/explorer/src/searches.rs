//! Requests about searches, and the stream of events.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use quod_ask::Job;
use quod_catalogue::Opened;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

use crate::app::{App, heavy};
use crate::error::{Answered, ApiError};
use crate::games::{position_of, writer_of};
use crate::input::{Input, bounded, number, within};
use crate::proofs::{as_download, opened};
use crate::search::{Search, job_info};
use crate::share::Share;
use crate::worker::{Control, Moves, Sheet, Watch, work};

/// Least memory of a search.
const LEAST_MEMORY: u64 = 16 << 20;

/// Addresses of searches.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/searches", routing::get(list).post(start))
        .route("/api/searches/{id}", routing::get(tell).delete(delete))
        .route("/api/searches/{id}/pause", routing::post(pause))
        .route("/api/searches/{id}/resume", routing::post(resume))
        .route("/api/searches/{id}/stop", routing::post(stop))
        .route("/api/searches/{id}/certificate", routing::get(download))
        .route("/api/searches/{id}/proof", routing::post(open))
        .route("/api/searches/{id}/moves/{mv}/certificate", routing::get(download_of_move))
        .route("/api/searches/{id}/moves/{mv}/proof", routing::post(open_of_move))
        .route("/api/searches/{id}/events", routing::get(events))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    question: Option<String>,
    engine: Option<String>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory_bytes: Option<u64>,
    threads: Option<u64>,
    #[serde(default)]
    paused: bool,
    /// Whether the same is asked of every move.
    #[serde(default)]
    all_moves: bool,
}

async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "searches": app.search_infos() }))
}

async fn start(State(app): State<Arc<App>>, Input(wanted): Input<Wanted>) -> Answered<Response> {
    let id = heavy(&app, move |app| begin(app, wanted)).await?;
    let search = app.search(&id.to_string())?;
    Ok((StatusCode::CREATED, Json(search.json(&search.control.sheet()))).into_response())
}

fn begin(app: &Arc<App>, wanted: Wanted) -> Answered<usize> {
    let moves = bounded(wanted.moves)?;
    let opened = app.registry.open_any(&wanted.game);
    let opened = opened.map_err(|error| ApiError::notation("unknown-game", error))?;
    let position = match &opened {
        Opened::Game(game) => position_of(game, wanted.position.as_deref(), &moves)?,
        // What is wrong with it, its work says.
        Opened::Puzzle(_) => wanted.position.unwrap_or_else(|| "start".to_string()),
    };
    let memory = wanted.memory_bytes.unwrap_or(256 << 20);
    within("memory_bytes", LEAST_MEMORY..=app.limits.memory, memory)?;
    if let Some(seconds) = wanted.seconds
        && !(seconds > 0.0 && seconds <= 3e10)
    {
        let expected = "a number of seconds greater than 0";
        return Err(ApiError::at(422, "limit", "seconds", expected, seconds.to_string()));
    }
    let job = Job {
        position,
        question: wanted.question.unwrap_or_else(|| "value".to_string()),
        engine: wanted.engine.unwrap_or_else(|| "auto".to_string()),
        memory,
        nodes: wanted.nodes,
        threads: wanted.threads.unwrap_or(1).min(1 << 16) as usize,
        tables: app.games.tables.clone(),
        ..Job::default()
    };
    let share = app.share("memory_bytes", memory)?;
    let control = Control::new(wanted.paused);
    let mut info = job_info(opened.subject(), &job, wanted.seconds);
    info["game"] = json!(wanted.game);
    let (seconds, all_moves) = (wanted.seconds, wanted.all_moves);
    let (told, begun) = channel();
    let wires = Arc::clone(&control);
    let run = move || {
        let refuse = |share: Share, error: ApiError| {
            // The memory is free again before anybody hears of it; if nobody waits, nobody misses it.
            drop(share);
            let _ = told.send(Err(error));
        };
        let mut begun = match opened.subject().begin(&job) {
            Ok(begun) => begun,
            Err(error) => return refuse(share, ApiError::from(error)),
        };
        let (writer, moves) = match opened {
            Opened::Game(game) => (Some(writer_of(&game)), Some(game).filter(|_| all_moves)),
            Opened::Puzzle(_) => (None, None),
        };
        let watch = Watch::new(wires, writer, &job.position);
        let moves = moves.map(|game| Moves { game, job });
        if told.send(Ok(())).is_ok() {
            work(&mut *begun, watch, seconds, moves);
        }
    };
    // The place first: a search that finds none must not have begun.
    let id = app.enter_search(Search { info, control })?;
    let spawned = thread::Builder::new().name(format!("search {id}")).spawn(run);
    let begun = match spawned {
        Ok(_) => begun.recv().unwrap_or_else(|_| Err(ApiError::failed())),
        Err(_) => Err(ApiError::failed()),
    };
    begun.inspect_err(|_| app.forget_search(id))?;
    Ok(id)
}

async fn tell(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Json<Value>> {
    let search = app.search(&id)?;
    let sheet = match search.control.sheet() {
        // Nothing changes in a pause.
        sheet if sheet.json["state"] == "paused" => sheet,
        _ => search.control.fresh().await,
    };
    Ok(Json(search.json(&sheet)))
}

/// Wants something of a search that has not ended.
async fn wish(app: &App, id: &str, wish: impl FnOnce(&Control)) -> Answered<Json<Value>> {
    let search = app.search(id)?;
    if search.control.sheet().done {
        return Err(ApiError::plain(409, "done", format!("search {id} has ended")));
    }
    wish(&search.control);
    let sheet = search.control.fresh().await;
    Ok(Json(search.json(&sheet)))
}

async fn pause(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Json<Value>> {
    wish(&app, &id, |control| control.pause(true)).await
}

async fn resume(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Json<Value>> {
    wish(&app, &id, |control| control.pause(false)).await
}

async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Json<Value>> {
    wish(&app, &id, Control::stop).await
}

async fn delete(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<StatusCode> {
    app.delete_search(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

fn certificate(app: &App, id: &str) -> Answered<Arc<Vec<u8>>> {
    let none = || ApiError::plain(409, "not-done", format!("search {id} has no certificate"));
    app.search(id)?.control.certificate().ok_or_else(none)
}

async fn download(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Response> {
    Ok(as_download(certificate(&app, &id)?.to_vec()))
}

async fn open(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Response> {
    let bytes = certificate(&app, &id)?.to_vec();
    opened(app, bytes.into()).await
}

fn certificate_of(app: &App, id: &str, mv: &str) -> Answered<Arc<Vec<u8>>> {
    let none = || {
        let message = format!("search {id} has no certificate of move {mv}");
        ApiError::plain(409, "not-done", message)
    };
    app.search(id)?.control.certificate_of(number(mv)?).ok_or_else(none)
}

async fn download_of_move(
    State(app): State<Arc<App>>,
    Path((id, mv)): Path<(String, String)>,
) -> Answered<Response> {
    Ok(as_download(certificate_of(&app, &id, &mv)?.to_vec()))
}

async fn open_of_move(
    State(app): State<Arc<App>>,
    Path((id, mv)): Path<(String, String)>,
) -> Answered<Response> {
    let bytes = certificate_of(&app, &id, &mv)?.to_vec();
    opened(app, bytes.into()).await
}

/// Snapshots as they come, the latest if some were missed; ends with the search.
struct Events {
    sheets: WatchStream<Sheet>,
    over: bool,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.sheets).poll_next(context).map(|sheet| {
            let sheet = sheet?;
            self.over = sheet.done || sheet.gone;
            let event = match (sheet.gone, sheet.done) {
                (true, _) => Event::default().event("gone").data("{}"),
                (false, done) => {
                    Event::default().event(if done { "end" } else { "snapshot" }).data(&*sheet.text)
                }
            };
            Some(Ok(event))
        })
    }
}

async fn events(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answered<Response> {
    let sheets = WatchStream::new(app.search(&id)?.control.listen());
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Ok(Sse::new(Events { sheets, over: false }).keep_alive(alive).into_response())
}
