//! Depth-first proof-number search, visit by visit: the present path with numbers and thresholds.

use std::collections::HashMap;
use std::sync::Arc;

use quod_search::dfpn::{Options, Replacement, Table, Team, Worker};
use quod_search::{Numbers, Verdict};
use serde_json::Value;

use super::text::Tree;
use super::{TreeSpace, frame, label, numbered, plain_nodes, told};
use crate::worker::number;

/// Entries of the table: more than any tree of the text has nodes.
const ENTRIES: u64 = 1 << 12;

/// Runs the search and tells everything that happens.
pub fn run(tree: &Tree, steps: u64) -> Value {
    let (nodes, ids) = plain_nodes(tree);
    let table = Arc::new(Table::with_entries(ENTRIES, Replacement::Effort));
    let options = Options { epsilon: (0, 1), ..Options::default() };
    let mut worker = Worker::new(TreeSpace::new(tree), Team::new(table, 1), options);
    let mut shown: HashMap<usize, Numbers> = HashMap::new();
    let mut frames = vec![frame("start", &[0], vec![numbered(0, Numbers::ONE)], "The root alone.")];
    for _ in 0..steps {
        let verdict = worker.step(1, &mut ());
        if let Verdict::Proved | Verdict::Disproved = verdict {
            let proved = verdict == Verdict::Proved;
            let changed = vec![numbered(0, Numbers::of_solved(proved))];
            let word = if proved { "proved" } else { "disproved" };
            frames.push(frame("end", &[0], changed, &format!("The root is {word}.")));
            return told("dfpn", nodes, frames, Some(proved));
        }
        let path = worker.path();
        let mut changed = Vec::new();
        for node in &path {
            let mut value = numbered(ids[node.state], node.numbers);
            value["proof_limit"] = number(node.limits.proof);
            value["disproof_limit"] = number(node.limits.disproof);
            shown.insert(node.state, node.numbers);
            changed.push(value);
        }
        let on_path = |state: usize| path.iter().any(|node| node.state == state);
        for (state, numbers) in path.iter().flat_map(|node| &node.children) {
            if !on_path(*state) && shown.insert(*state, *numbers) != Some(*numbers) {
                changed.push(numbered(ids[*state], *numbers));
            }
        }
        let places: Vec<usize> = path.iter().map(|node| ids[node.state]).collect();
        let text = match path.last() {
            Some(last) => {
                let name = label(&tree.nodes[last.state]);
                format!(
                    "At {name}, until its proof number is {} or its disproof number {}.",
                    last.limits.proof, last.limits.disproof
                )
            }
            None => "Back before the root.".to_string(),
        };
        frames.push(frame("visit", &places, changed, &text));
    }
    told("dfpn", nodes, frames, None)
}
