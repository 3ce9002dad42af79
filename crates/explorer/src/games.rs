//! Requests about games and positions without a proof.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use quod_solver::{AnyGame, Means, Registry, Scene, Suggestion, Walk, suggest};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, blocking, heavy};
use crate::desk::illegal;
use crate::error::{Answered, ApiError};
use crate::input::{Input, Params, bounded, moves_of, within};
use crate::scenes::{MoveTold, SceneTold, Teller};
use crate::svg;

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
            let summary = app.registry.open(name).ok()?.about().summary;
            Some(json!({"name": name, "summary": summary}))
        });
        Ok(Json(json!({"games": games.collect::<Vec<_>>()})))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

fn open(app: &App, name: &str) -> Answered<Box<dyn AnyGame>> {
    app.registry.open(name).map_err(|error| ApiError::notation("unknown-game", error))
}

async fn game(State(app): State<Arc<App>>, Params(named): Params<Named>) -> Answered<Json<Value>> {
    blocking(&app, move |app| {
        let game = open(app, &named.name)?;
        let (about, teller) = (game.about(), Teller::new(game.as_ref()));
        let engines: Vec<Value> =
            about.engines.iter().map(|it| json!({"name": it.name, "help": it.help})).collect();
        let start = walk_to(game.as_ref(), None, &[])?.scene();
        Ok(Json(json!({
            "name": about.name,
            "family": about.name.split(':').next(),
            "summary": about.summary,
            "players": about.players,
            "variants": variants(&app.registry, &about.name),
            "claims": format!("value, {}", about.claims),
            "notation": about.notation,
            "symmetries": about.symmetries,
            "lines": about.lines,
            "cyclic": about.cyclic,
            "ranked": about.ranked,
            "engines": engines,
            "board": teller.board.as_ref().map(|it| it.json()),
            "start": teller.scene(start, &[], None),
        })))
    })
    .await
}

/// The keys of a game's full name. The game itself is asked for the values that a key may have, by a
/// value that none has.
fn variants(registry: &Registry, full: &str) -> Vec<Value> {
    let Some((name, keys)) = full.split_once(':') else { return Vec::new() };
    let told = keys.split(',').map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let values = registry.open(&format!("{name}:{key}=?")).err().map(|error| error.expected);
        json!({"key": key, "value": value, "values": values})
    });
    told.collect()
}

/// A game's walk to a position.
fn walk_to<'a>(
    game: &'a dyn AnyGame,
    position: Option<&str>,
    moves: &[String],
) -> Answered<Box<dyn Walk + 'a>> {
    let opened = game.free_play(position.unwrap_or("start"));
    let mut walk = opened.map_err(|error| ApiError::notation("position", error))?;
    for (at, mv) in moves.iter().enumerate() {
        walk.play(mv).map_err(|error| illegal(at, error))?;
    }
    Ok(walk)
}

/// The text of the position after these moves.
pub fn position_of(
    app: &App,
    game: &str,
    position: Option<&str>,
    moves: &[String],
) -> Answered<String> {
    let game = open(app, game)?;
    Ok(walk_to(game.as_ref(), position, moves)?.scene().position)
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
        let scene = walk_to(game.as_ref(), place.position.as_deref(), &moves)?.scene();
        Ok(Json(Teller::new(game.as_ref()).scene(scene, &moves, None)))
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
            let draw = move |desk: &mut crate::desk::Desk<'_>| {
                desk.go(wanted.section, &moves)?;
                let scene = desk.walk().scene();
                let board = desk.teller().board.as_ref();
                let cells = scene.sequence.iter().filter_map(|mv| board?.cells_of(mv.code).0);
                Ok(svg::draw(board, &scene, &cells.collect::<Vec<_>>()))
            };
            app.proof(&proof)?.ask(draw).await?
        }
        (None, Some(name)) => {
            let draw = move |app: &Arc<App>| {
                let game = open(app, &name)?;
                let board = Teller::new(game.as_ref()).board;
                let mut walk = walk_to(game.as_ref(), wanted.position.as_deref(), &[])?;
                let mut cells = Vec::new();
                for (at, text) in moves.iter().enumerate() {
                    let legal = walk.scene().moves;
                    let code = legal.iter().find(|mv| mv.text == *text).map(|mv| mv.code);
                    walk.play(text).map_err(|error| illegal(at, error))?;
                    cells.extend(
                        board.as_ref().zip(code).and_then(|(it, code)| it.cells_of(code).0),
                    );
                }
                Ok(svg::draw(board.as_ref(), &walk.scene(), &cells))
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
            let reply = move |desk: &mut crate::desk::Desk<'_>| {
                desk.go(play.section, &moves)?;
                let (game, scene) = (desk.game(), desk.walk().scene());
                let found = reply_to(game, &scene, nodes)?;
                let after: Vec<String> = moves.iter().cloned().chain([found.mv.clone()]).collect();
                desk.go(play.section, &after)?;
                let told = named(desk.teller(), &scene, &found.mv);
                let scene = desk.scene(false);
                Ok(json!({"move": told, "source": found.source.word(), "scene": scene}))
            };
            let _turn = app.turn()?;
            app.proof(&proof.to_string())?.ask(reply).await?
        }
        (None, Some(name)) => {
            let reply = move |app: &Arc<App>| {
                let game = open(app, &name)?;
                let teller = Teller::new(game.as_ref());
                let mut walk = walk_to(game.as_ref(), play.position.as_deref(), &moves)?;
                let scene = walk.scene();
                let found = reply_to(game.as_ref(), &scene, nodes)?;
                walk.play(&found.mv).map_err(|error| illegal(moves.len(), error))?;
                let after: Vec<String> = moves.iter().cloned().chain([found.mv.clone()]).collect();
                let told = named(&teller, &scene, &found.mv);
                let scene = teller.scene(walk.scene(), &after, None);
                Ok(json!({"move": told, "source": found.source.word(), "scene": scene}))
            };
            heavy(&app, reply).await?
        }
        _ => return Err(ApiError::plain(400, "bad-request", "either game or proof must be given")),
    };
    Ok(Json(reply))
}

/// The move of the proof or of the game's opponent.
fn reply_to(game: &dyn AnyGame, scene: &Scene, nodes: u64) -> Answered<Suggestion> {
    let over = || {
        let expected = "a position with a legal move";
        ApiError::at(422, "illegal-move", "moves", expected, "the game is over")
    };
    let means = Means { nodes: Some(nodes), memory: PLAY_MEMORY, tables: None };
    suggest(game.opponent(&means)?.as_ref(), scene, &[])?.ok_or_else(over)
}

/// A legal move of a scene by its text.
fn named(teller: &Teller, scene: &Scene, text: &str) -> MoveTold {
    let code = scene.moves.iter().find(|mv| mv.text == text).map_or(0, |mv| mv.code);
    teller.mv(text.to_string(), code)
}
