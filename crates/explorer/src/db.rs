//! Dependency-based search on the thesis's puzzles, stage by stage (Figures 3.1 to 3.4).

use std::sync::Arc;

use axum::extract::State;
use axum::{Json, Router, routing};
use quod_depend::puzzles::{DoubleLetters, Word, production_system};
use quod_depend::{
    AttributeSet, DbSearch, Domain, Node, NodeType, Observer, OperatorId, Plain, Status,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, blocking};
use crate::error::{Answered, ApiError};
use crate::input::Input;

/// Longest axiom.
const LONGEST: usize = 12;
/// Most nodes of a graph.
const MOST_NODES: usize = 2000;

/// Addresses of dependency-based search.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/db", routing::post(run))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    puzzle: String,
    axiom: Option<String>,
}

async fn run(State(app): State<Arc<App>>, Input(wanted): Input<Wanted>) -> Answered<Json<Value>> {
    blocking(&app, move |_| match (wanted.puzzle.as_str(), wanted.axiom) {
        ("double-letter", axiom) => double_letter(&axiom.unwrap_or("aaccadd".to_string())),
        ("production-system", None) => Ok(production()),
        ("production-system", Some(_)) => {
            Err(ApiError::plain(400, "bad-request", "a production system has no axiom to choose"))
        }
        (other, _) => {
            let expected = "double-letter or production-system";
            Err(ApiError::at(400, "bad-request", "puzzle", expected, format!("\"{other}\"")))
        }
    })
    .await
    .map(Json)
}

fn double_letter(axiom: &str) -> Answered<Value> {
    let bad =
        |expected: String| ApiError::at(422, "axiom", "axiom", expected, format!("\"{axiom}\""));
    let letters = format!("1 to {LONGEST} letters from a to e");
    if axiom.chars().count() > LONGEST {
        return Err(bad(letters));
    }
    let word = Word::parse(axiom).map_err(|_| bad(letters.clone()))?;
    let puzzle = DoubleLetters::new(axiom.len()).map_err(|_| bad(letters.clone()))?;
    let mut domain = puzzle.axiom(word).map_err(|_| bad(letters))?;
    let state = |set: &AttributeSet<17>| puzzle.theorem(set);
    let goal = |goal| {
        puzzle.letter_of(goal).map_or(String::new(), |letter| char::from(b'a' + letter).to_string())
    };
    let mut graph = searched(&mut domain, &state, &goal);
    graph["puzzle"] = json!("double-letter");
    graph["axiom"] = json!(axiom);
    Ok(graph)
}

fn production() -> Value {
    let (operators, initial) = production_system(true);
    let mut domain = Plain::new(&operators, initial);
    // Attribute i is digit i at place i, 10 + i the letter there, 20 and more those of the goal.
    let state = |set: &AttributeSet<1>| {
        let letter = |at: usize| match at {
            0..10 => (b'0' + at as u8) as char,
            10..20 => "altogether".as_bytes()[at - 10] as char,
            _ => "goal".as_bytes().get(at - 20).map_or('?', |&byte| byte as char),
        };
        let mut places: Vec<usize> = set.iter().collect();
        places.sort_unstable_by_key(|at| (at % 10, *at));
        places.into_iter().map(letter).collect::<String>()
    };
    let mut graph = searched(&mut domain, &state, &|_| "goal".to_string());
    graph["puzzle"] = json!("production-system");
    graph["axiom"] = Value::Null;
    graph
}

/// Notes in which stage each node was made.
#[derive(Default)]
struct Stages {
    stages: Vec<(u32, NodeType, Vec<usize>)>,
}

impl<const N: usize> Observer<N> for Stages {
    fn node(&mut self, _search: &DbSearch<N>, number: usize, node: &Node<N>) {
        match self.stages.last_mut() {
            Some((level, kind, nodes)) if *level == node.level && *kind == node.node_type => {
                nodes.push(number);
            }
            _ => self.stages.push((node.level, node.node_type, vec![number])),
        }
    }
}

fn searched<const N: usize, D: Domain<N>>(
    domain: &mut D,
    state: &dyn Fn(&AttributeSet<N>) -> String,
    goal: &dyn Fn(OperatorId) -> String,
) -> Value {
    let mut search = DbSearch::new(domain);
    let mut stages = Stages::default();
    let mut solutions: Vec<String> = Vec::new();
    let mut solved: Vec<AttributeSet<N>> = Vec::new();
    let mut complete = true;
    loop {
        match search.step(domain, 64, &mut stages) {
            Status::Solved(solution) => {
                let told = goal(solution.goal);
                if !solutions.contains(&told) {
                    solutions.push(told);
                }
                solved.push(solution.state);
            }
            Status::Exhausted => break,
            Status::Budget if search.nodes().len() > MOST_NODES => {
                complete = false;
                break;
            }
            Status::Budget => {}
        }
    }
    let nodes: Vec<Value> = search
        .nodes()
        .iter()
        .enumerate()
        .map(|(id, node)| {
            json!({
                "id": id,
                "type": word(node.node_type),
                "level": node.level,
                "state": state(&node.state),
                "operator": node.key.map(|_| operator(&search, id, state)),
                "parents": search.parents(id),
                "goal": solved.contains(&node.state),
            })
        })
        .collect();
    let stages: Vec<Value> = stages
        .stages
        .into_iter()
        .filter(|(_, kind, _)| *kind != NodeType::Root)
        .map(|(level, kind, nodes)| json!({"level": level, "stage": word(kind), "nodes": nodes}))
        .collect();
    json!({
        "puzzle": null, "axiom": null, "stages": stages, "nodes": nodes, "solutions": solutions,
        "complete": complete,
    })
}

/// What a node's operator turns into what.
fn operator<const N: usize>(
    search: &DbSearch<N>,
    id: usize,
    state: &dyn Fn(&AttributeSet<N>) -> String,
) -> Option<String> {
    let parent = *search.parents(id).first()? as usize;
    let [before, after] = [parent, id].map(|at| state(&search.nodes()[at].state));
    Some(format!("{before} → {after}"))
}

fn word(node_type: NodeType) -> &'static str {
    match node_type {
        NodeType::Root => "root",
        NodeType::Dependency => "dependency",
        NodeType::Combination => "combination",
    }
}
