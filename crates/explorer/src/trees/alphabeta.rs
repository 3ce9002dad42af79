//! Alpha-beta on an AND/OR tree, node by node: what it looks at, what comes back, what is cut.
//!
//! Values are true and false, so every window is the one between them, and a node is done as soon as
//! one child decides it. The search is that of `quod-search`, over a game that notes what it is asked.

use std::sync::Arc;

use quod_game::Move;
use quod_search::alphabeta::{AlphaBeta, BoundTable, Bounds, NullWindow, SCORES, Successor};
use quod_search::minimax::Worth;
use quod_search::{Minimax, NodeType};
use serde_json::{Value, json};

use super::text::Tree;
use super::{change, frame, label, plain_nodes, told, unfit};
use crate::error::Answered;

const KEY_BITS: u32 = 16;
const ENTRIES: u64 = 1 << 12;

/// A tree as a game of two sides that alternate.
struct TreeGame {
    tree: Tree,
    /// Who is to move at each node, leaves included.
    types: Vec<NodeType>,
    /// The nodes looked at since somebody last asked.
    looked_at: Vec<usize>,
    nodes: u64,
}

impl TreeGame {
    /// The value of a leaf for the side to move.
    fn score(&self, node: usize) -> Option<i32> {
        let value = self.tree.nodes[node].value?;
        Some(if value == (self.types[node] == NodeType::Or) { 1 } else { -1 })
    }
}

impl Minimax for TreeGame {
    type State = usize;

    fn worth(&mut self, state: &usize) -> Worth {
        self.score(*state).map_or(Worth::Estimate(0), Worth::Known)
    }

    fn moves(&mut self, state: &usize, moves: &mut Vec<(Move, usize)>) {
        let children = self.tree.nodes[*state].children.iter();
        moves.extend((0..).map(Move).zip(children.copied()));
    }
}

impl NullWindow for TreeGame {
    fn expand(
        &mut self,
        state: &usize,
        _alpha: i32,
        _looked: bool,
        moves: &mut Vec<Successor<usize>>,
    ) -> Bounds {
        self.nodes += 1;
        self.looked_at.push(*state);
        let children = self.tree.nodes[*state].children.iter();
        moves.extend(children.map(|&state| Successor { state, order: 0, answered: false }));
        match self.score(*state) {
            Some(score) => Bounds { low: score, high: score },
            None => Bounds { low: -1, high: 1 },
        }
    }

    fn look_before(&mut self, _state: &usize, _alpha: i32) -> i32 {
        *SCORES.end()
    }

    fn look(&mut self, _child: &usize, _alpha: i32) -> Option<i32> {
        None
    }

    fn key(&self, state: &usize) -> u64 {
        *state as u64 + 1
    }

    fn key_bits(&self) -> u32 {
        KEY_BITS
    }

    fn steady(&self) -> u64 {
        0
    }

    fn limits(&self, _state: &usize) -> Bounds {
        Bounds { low: -1, high: 1 }
    }

    fn passed(&mut self) {}

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn expansions(&self) -> u64 {
        self.nodes
    }
}

/// Who is to move at each node: leaves by their parents.
fn types_of(tree: &Tree) -> Answered<Vec<NodeType>> {
    let mut types: Vec<NodeType> = tree.nodes.iter().map(|node| node.node_type).collect();
    for node in &tree.nodes {
        let other = match node.node_type {
            NodeType::Or => NodeType::And,
            NodeType::And => NodeType::Or,
        };
        for &child in &node.children {
            match tree.nodes[child].children.is_empty() {
                true => types[child] = other,
                false if tree.nodes[child].node_type == other => {}
                false => return Err(unfit("types that alternate", &tree.nodes[child].name)),
            }
        }
    }
    Ok(types)
}

/// Runs the search and tells everything that happens.
pub fn run(tree: &Tree, steps: u64) -> Answered<Value> {
    if tree.shared {
        return Err(unfit("every name once", "a name that stands again"));
    }
    let types = types_of(tree)?;
    let (nodes, ids) = plain_nodes(tree);
    let game =
        TreeGame { tree: tree.clone(), types: types.clone(), looked_at: Vec::new(), nodes: 0 };
    let table = Arc::new(BoundTable::with_entries(ENTRIES, KEY_BITS, 0));
    let mut search = AlphaBeta::new(game, table);
    let mut narrator = StepNarrator {
        tree,
        types,
        ids,
        visited: vec![false; tree.nodes.len()],
        values: vec![None; tree.nodes.len()],
        frames: Vec::new(),
    };
    search.ask(&0, 0);
    for _ in 0..steps {
        let answer = search.step(1);
        for node in std::mem::take(&mut search.game_mut().looked_at) {
            narrator.visit(node);
        }
        narrator.close(search.table());
        if let Some(score) = answer {
            let proved = (score > 0) == (narrator.types[0] == NodeType::Or);
            let word = if proved { "true" } else { "false" };
            narrator.frames.push(frame("end", &[0], Vec::new(), &format!("The root is {word}.")));
            return Ok(told("alphabeta", nodes, narrator.frames, Some(proved)));
        }
    }
    Ok(told("alphabeta", nodes, narrator.frames, None))
}

struct StepNarrator<'t> {
    tree: &'t Tree,
    types: Vec<NodeType>,
    ids: Vec<usize>,
    visited: Vec<bool>,
    values: Vec<Option<bool>>,
    frames: Vec<Value>,
}

impl StepNarrator<'_> {
    fn path_to(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        // Children stand after their parents in the text, so this comes to an end at the root.
        while let Some(parent) =
            self.tree.nodes.iter().position(|it| it.children.contains(&path[path.len() - 1]))
        {
            path.push(parent);
        }
        path.reverse();
        path.into_iter().map(|node| self.ids[node]).collect()
    }

    fn visit(&mut self, node: usize) {
        self.visited[node] = true;
        let mut looked = change(self.ids[node]);
        (looked["alpha"], looked["beta"]) = (json!(0), json!(1));
        let text = format!("{} is looked at.", label(&self.tree.nodes[node]));
        self.frames.push(frame("visit", &self.path_to(node), vec![looked], &text));
        if let Some(value) = self.tree.nodes[node].value {
            self.value(node, value);
        }
    }

    fn value(&mut self, node: usize, value: bool) {
        self.values[node] = Some(value);
        let mut known = change(self.ids[node]);
        known["value"] = json!(value);
        let text = format!("{} is {value}.", label(&self.tree.nodes[node]));
        self.frames.push(frame("value", &self.path_to(node), vec![known], &text));
    }

    /// Tells what the search has finished, the deepest first.
    fn close(&mut self, table: &BoundTable) {
        for node in (0..self.tree.nodes.len()).rev() {
            if !self.visited[node] || self.values[node].is_some() {
                continue;
            }
            let Some(bounds) = table.get(node as u64 + 1) else { continue };
            let mover_wins = bounds.low >= 0;
            let value = mover_wins == (self.types[node] == NodeType::Or);
            let left = self.tree.nodes[node].children.iter().any(|&child| !self.visited[child]);
            if left {
                let text = format!(
                    "The other children of {} change nothing.",
                    label(&self.tree.nodes[node])
                );
                self.frames.push(frame("cut", &self.path_to(node), Vec::new(), &text));
            }
            self.value(node, value);
        }
    }
}
