//! Teaching trees: small AND/OR trees that are searched before one's eyes.
//!
//! A request brings a tree as text and the name of a search; the answer has everything that happens, one
//! frame for each click, found by the searches of `quod-search` themselves over a [`TreeSpace`].

mod alphabeta;
mod dfpn;
mod figures;
mod pn;
mod space;
mod text;
mod watched;

use std::sync::Arc;

use axum::extract::State;
use axum::{Json, Router, routing};
use quod_search::Numbers;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, blocking};
use crate::error::{Answered, ApiError};
use crate::input::{Input, within};
use crate::worker::{number, type_word};
use space::TreeSpace;
pub use text::MOST_NODES;
use text::{Node, Tree};

/// Addresses of trees.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/trees", routing::get(list).post(run))
}

async fn list() -> Json<Value> {
    Json(json!({ "trees": figures::all() }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    text: String,
    engine: Option<String>,
    graph: Option<String>,
    develop: Option<String>,
    steps: Option<u64>,
}

async fn run(State(app): State<Arc<App>>, Input(wanted): Input<Wanted>) -> Answered<Json<Value>> {
    blocking(&app, move |_| searched(&wanted).map(Json)).await
}

fn searched(wanted: &Wanted) -> Answered<Value> {
    let tree = text::parse(&wanted.text)?;
    let steps = within("steps", 1..=2000, wanted.steps.unwrap_or(500))?;
    let full = one_of("graph", &wanted.graph, &["tree", "full"])? == 1;
    let all = one_of("develop", &wanted.develop, &["most-proving", "all"])? == 1;
    let own = ["pn", "dfpn", "alphabeta"];
    let engines = [&own[..], &watched::ENGINES].concat();
    match one_of("engine", &wanted.engine, &engines)? {
        0 => Ok(pn::run(&tree, full, all, steps)),
        1 => valued(&tree).map(|()| dfpn::run(&tree, steps)),
        2 => valued(&tree).and_then(|()| alphabeta::run(&tree, steps)),
        other => valued(&tree).and_then(|()| watched::run(&tree, engines[other], steps)),
    }
}

/// Which of the words a field is; the first if it is left out.
fn one_of(place: &str, given: &Option<String>, words: &[&str]) -> Answered<usize> {
    let Some(given) = given else { return Ok(0) };
    words.iter().position(|word| word == given).ok_or_else(|| {
        let expected = format!("one of {}", words.join(", "));
        ApiError::at(400, "bad-request", place, expected, format!("\"{given}\""))
    })
}

/// Refuses a tree with leaves of which nothing is known: a search that must know cannot go on there.
fn valued(tree: &Tree) -> Answered<()> {
    let reached = reached(tree);
    match reached
        .iter()
        .map(|&at| &tree.nodes[at])
        .find(|it| it.children.is_empty() && it.value.is_none())
    {
        None => Ok(()),
        Some(node) => Err(unfit("a value for every leaf", &label(node))),
    }
}

fn unfit(expected: &str, got: &str) -> ApiError {
    ApiError::at(422, "tree", "tree", expected, format!("\"{got}\""))
}

/// The nodes to which a way leads, the root first, parents before children where that is possible.
fn reached(tree: &Tree) -> Vec<usize> {
    let mut order = vec![0];
    let mut next = 0;
    while next < order.len() {
        for &child in &tree.nodes[order[next]].children {
            if !order.contains(&child) {
                order.push(child);
            }
        }
        next += 1;
    }
    order
}

/// What a node is called on the board.
fn label(node: &Node) -> String {
    match (node.named, node.value) {
        (true, _) => node.name.clone(),
        (false, Some(value)) => u8::from(value).to_string(),
        (false, None) => "?".to_string(),
    }
}

/// A node as the interface writes it.
fn described(id: usize, node: &Node, depth: usize, parents: &[usize], repetition: bool) -> Value {
    let inner = !node.children.is_empty() && !repetition;
    json!({
        "id": id, "name": node.name, "label": label(node),
        "type": inner.then(|| type_word(node.node_type)), "depth": depth, "parents": parents,
        "value": node.value, "repetition": repetition,
    })
}

/// An element of `changed`: a node's number and some of its fields.
fn change(id: usize) -> Value {
    json!({
        "id": id, "proof": null, "disproof": null, "proof_limit": null, "disproof_limit": null,
        "alpha": null, "beta": null, "value": null,
    })
}

/// The same with a node's numbers.
fn numbered(id: usize, numbers: Numbers) -> Value {
    let mut change = change(id);
    change["proof"] = number(numbers.proof);
    change["disproof"] = number(numbers.disproof);
    change
}

/// One click.
fn frame(phase: &str, path: &[usize], changed: Vec<Value>, text: &str) -> Value {
    json!({"phase": phase, "path": path, "changed": changed, "text": text})
}

/// The nodes of a tree in which every state is one node, for searches that keep none of their own: the
/// descriptions, and each state's number among them.
fn plain_nodes(tree: &Tree) -> (Vec<Value>, Vec<usize>) {
    let order = reached(tree);
    let mut ids = vec![usize::MAX; tree.nodes.len()];
    order.iter().enumerate().for_each(|(id, &at)| ids[at] = id);
    let mut depths = vec![0; order.len()];
    let mut parents: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (id, &at) in order.iter().enumerate() {
        for &child in &tree.nodes[at].children {
            let child = ids[child];
            if parents[child].is_empty() && child > id {
                depths[child] = depths[id] + 1;
            }
            parents[child].push(id);
        }
    }
    let described = order
        .iter()
        .enumerate()
        .map(|(id, &at)| described(id, &tree.nodes[at], depths[id], &parents[id], false));
    (described.collect(), ids)
}

/// The answer to the whole request.
fn told(engine: &str, nodes: Vec<Value>, frames: Vec<Value>, answer: Option<bool>) -> Value {
    let answer = answer.map(|proved| if proved { "proved" } else { "disproved" });
    json!({"engine": engine, "nodes": nodes, "frames": frames, "answer": answer})
}
