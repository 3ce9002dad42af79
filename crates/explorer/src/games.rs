//! Requests about games and positions without a proof.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use quod_catalogue::title;
use quod_engine::{Limits, Means, Source, Unhurried};
use quod_proof::{Scene, Walk};
use quod_report::{GameReport, MoveTold, Refused, SceneTold, SceneWriter, game_told, svg_of_scene};
use quod_solve::{AnyGame, suggest};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, blocking, heavy};
use crate::error::{Answered, ApiError};
use crate::input::{Input, Params, bounded, moves_of, within};
use crate::open_proof::OpenWalk;
use crate::puzzles;

/// Most nodes of a step of play.
pub const MOST_PLAY_NODES: u64 = 200_000;
/// Memory of a step of play.
const PLAY_MEMORY: u64 = 64 << 20;

/// Addresses of games.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/games", routing::get(list))
        .route("/api/game", routing::get(game))
        .route("/api/scene", routing::post(scene))
        .route("/api/svg", routing::get(picture))
        .route("/api/play", routing::post(play))
}

async fn list(State(app): State<Arc<App>>) -> Answered<Json<Value>> {
    blocking(&app, |app| {
        let names = app.registry.names();
        let games = names.into_iter().filter_map(|name| {
            let game = app.registry.open(name).ok()?;
            Some(json!({"name": name, "title": title(name), "summary": game.rules().summary()}))
        });
        let games: Vec<Value> = games.collect();
        Ok(Json(json!({"games": games, "puzzles": puzzles::list()})))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

fn open(app: &App, name: &str) -> Answered<AnyGame> {
    app.registry.open(name).map_err(|error| ApiError::notation("unknown-game", error))
}

async fn game(State(app): State<Arc<App>>, Params(named): Params<Named>) -> Answered<Json<Value>> {
    blocking(&app, move |app| {
        let game = open(app, &named.name)?;
        let writer = writer_of(&game);
        let start = walk_to(&game, None, &[])?.scene();
        let report = GameReport::new(game.offer(), app.registry.keys(&game.name()));
        let mut told = game_told(&report, &writer, start);
        told["title"] = json!(title(&game.name()));
        Ok(Json(told))
    })
    .await
}

/// How the positions of a game are told.
pub fn writer_of(game: &AnyGame) -> SceneWriter {
    SceneWriter::new(game.rules(), game.offer().board.as_ref())
}

/// A game's walk to a position.
fn walk_to(game: &AnyGame, position: Option<&str>, moves: &[String]) -> Answered<Walk> {
    let opened = game.free_play(position.unwrap_or("start"));
    let mut walk = opened.map_err(|error| ApiError::notation("position", error))?;
    for (at, mv) in moves.iter().enumerate() {
        walk.play(mv).map_err(|error| Refused::illegal(at, error))?;
    }
    Ok(walk)
}

/// The text of the position after these moves.
pub fn position_of(game: &AnyGame, position: Option<&str>, moves: &[String]) -> Answered<String> {
    Ok(walk_to(game, position, moves)?.scene().position)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    game: String,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

async fn scene(
    State(app): State<Arc<App>>,
    Input(place): Input<Place>,
) -> Answered<Json<SceneTold>> {
    blocking(&app, move |app| {
        let moves = bounded(place.moves)?;
        let game = open(app, &place.game)?;
        let scene = walk_to(&game, place.position.as_deref(), &moves)?.scene();
        Ok(Json(writer_of(&game).scene(scene, &moves, None)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    game: Option<String>,
    position: Option<String>,
    moves: Option<String>,
    proof: Option<String>,
    #[serde(default)]
    section: usize,
}

async fn picture(
    State(app): State<Arc<App>>,
    Params(wanted): Params<Picture>,
) -> Answered<Response> {
    let moves = moves_of(wanted.moves.as_deref())?;
    let svg = match (wanted.proof, wanted.game) {
        (Some(proof), None) => {
            let draw = move |open: &mut OpenWalk| {
                open.walk.go(wanted.section, &moves)?;
                Ok(open.walk.picture())
            };
            app.proof(&proof)?.ask(draw).await?
        }
        (None, Some(name)) => {
            let draw = move |app: &Arc<App>| {
                let game = open(app, &name)?;
                let board = writer_of(&game).board;
                let mut walk = walk_to(&game, wanted.position.as_deref(), &[])?;
                let mut cells = Vec::new();
                for (at, text) in moves.iter().enumerate() {
                    let legal = walk.scene().moves;
                    let code = legal.iter().find(|mv| mv.text == *text).map(|mv| mv.code);
                    walk.play(text).map_err(|error| Refused::illegal(at, error))?;
                    cells.extend(
                        board.as_ref().zip(code).and_then(|(it, code)| it.cells_of(code).0),
                    );
                }
                Ok(svg_of_scene(board.as_ref(), &walk.scene(), &cells))
            };
            blocking(&app, draw).await?
        }
        _ => return Err(ApiError::plain(400, "bad-request", "either game or proof must be given")),
    };
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    proof: Option<usize>,
    #[serde(default)]
    section: usize,
    game: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    nodes: Option<u64>,
}

async fn play(State(app): State<Arc<App>>, Input(play): Input<Play>) -> Answered<Json<Value>> {
    let moves = bounded(play.moves)?;
    let nodes = within("nodes", 1..=MOST_PLAY_NODES, play.nodes.unwrap_or(20_000))?;
    let reply = match (play.proof, play.game) {
        (Some(proof), None) => {
            let reply = move |open: &mut OpenWalk| {
                let OpenWalk { game, walk } = open;
                walk.go(play.section, &moves)?;
                let scene = walk.walk().scene();
                let (mv, source) = reply_to(game, &scene, nodes)?;
                let after: Vec<String> = moves.iter().cloned().chain([mv.clone()]).collect();
                walk.go(play.section, &after)?;
                let told = named(walk.writer(), &scene, &mv);
                let scene = walk.scene(false);
                Ok(json!({"move": told, "source": source.word(), "scene": scene}))
            };
            let _turn = app.turn()?;
            app.proof(&proof.to_string())?.ask(reply).await?
        }
        (None, Some(name)) => {
            let reply = move |app: &Arc<App>| {
                let game = open(app, &name)?;
                let writer = writer_of(&game);
                let mut walk = walk_to(&game, play.position.as_deref(), &moves)?;
                let scene = walk.scene();
                let (mv, source) = reply_to(&game, &scene, nodes)?;
                walk.play(&mv).map_err(|error| Refused::illegal(moves.len(), error))?;
                let after: Vec<String> = moves.iter().cloned().chain([mv.clone()]).collect();
                let told = named(&writer, &scene, &mv);
                let scene = writer.scene(walk.scene(), &after, None);
                Ok(json!({"move": told, "source": source.word(), "scene": scene}))
            };
            heavy(&app, reply).await?
        }
        _ => return Err(ApiError::plain(400, "bad-request", "either game or proof must be given")),
    };
    Ok(Json(reply))
}

/// The move of the proof or of the game's opponent.
fn reply_to(game: &AnyGame, scene: &Scene, nodes: u64) -> Answered<(String, Source)> {
    let over = || {
        let expected = "a position with a legal move";
        ApiError::at(422, "illegal-move", "moves", expected, "the game is over")
    };
    let means = Means::of_memory(PLAY_MEMORY);
    let (mut player, limits) = (game.player(&means)?, Limits { nodes: Some(nodes), depth: None });
    suggest(game.rules(), &mut *player, scene, &[], limits, &mut Unhurried)?.ok_or_else(over)
}

/// A legal move of a scene by its text.
fn named(writer: &SceneWriter, scene: &Scene, text: &str) -> MoveTold {
    let code = scene.moves.iter().find(|mv| mv.text == text).map_or(0, |mv| mv.code);
    writer.mv(text.to_string(), code)
}
