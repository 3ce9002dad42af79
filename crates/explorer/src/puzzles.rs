//! Requests about puzzles: what each is, and its board after some moves.

use std::sync::Arc;

use axum::extract::State;
use axum::{Json, Router, routing};
use quod_board::{BoardPicture, Content};
use quod_catalogue::Opened;
use quod_puzzles::{AnyPuzzle, FAMILIES, Scene};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, blocking};
use crate::error::{Answered, ApiError};
use crate::input::{Input, Params, bounded};

/// Addresses of puzzles.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/puzzle", routing::get(puzzle).post(scene))
}

/// The puzzles as the first page lists them.
pub fn list() -> Vec<Value> {
    let told = FAMILIES.iter().map(|it| json!({"name": it.name, "summary": it.summary}));
    told.collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    name: String,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

async fn puzzle(
    State(app): State<Arc<App>>,
    Params(named): Params<Named>,
) -> Answered<Json<Value>> {
    blocking(&app, move |app| {
        let puzzle = open(app, &named.name)?;
        let engines = puzzle.engines();
        let engines = engines.iter().map(|it| json!({"name": it.name, "about": it.about}));
        let mut listed = vec![json!({"name": "auto", "about": puzzle.auto()})];
        listed.extend(engines);
        Ok(Json(json!({
            "name": puzzle.name(),
            "summary": puzzle.family().summary,
            "notation": puzzle.notation(),
            "answers": puzzle.answers(),
            "engines": listed,
            "start": scene_of(&*puzzle, "start", &[])?,
        })))
    })
    .await
}

async fn scene(State(app): State<Arc<App>>, Input(place): Input<Place>) -> Answered<Json<Value>> {
    blocking(&app, move |app| {
        let moves = bounded(place.moves)?;
        let puzzle = open(app, &place.name)?;
        let position = place.position.as_deref().unwrap_or("start");
        scene_of(&*puzzle, position, &moves).map(Json)
    })
    .await
}

fn open(app: &App, name: &str) -> Answered<Arc<dyn AnyPuzzle>> {
    let opened = app.registry.open_any(name);
    match opened.map_err(|error| ApiError::notation("unknown-game", error))? {
        Opened::Puzzle(puzzle) => Ok(puzzle.0),
        Opened::Game(_) => {
            let expected = "the name of a puzzle";
            Err(ApiError::at(422, "unknown-game", "name", expected, name.to_string()))
        }
    }
}

/// A position as the page shows it.
fn scene_of(puzzle: &dyn AnyPuzzle, position: &str, moves: &[String]) -> Answered<Value> {
    let scene = puzzle.scene(position, moves);
    let scene = scene.map_err(|error| ApiError::notation("position", error))?;
    let Scene { position, picture, moves, solved } = scene.map_err(|fault| {
        ApiError::plain(422, "illegal-move", format!("{}: {fault}", fault.place()))
    })?;
    let rows = rows(&picture);
    Ok(json!({"position": position, "rows": rows, "moves": moves, "solved": solved}))
}

/// What stands on each cell, row by row.
fn rows(picture: &BoardPicture) -> Vec<Vec<&str>> {
    let mut rows = vec![vec![""; picture.columns.len()]; picture.rows.len()];
    for cell in &picture.cells {
        if let Some(Content::Text(text)) = &cell.content {
            rows[cell.y as usize][cell.x as usize] = text;
        }
    }
    rows
}
