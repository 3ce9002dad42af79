//! The graph that a best-first search keeps: a node a state, with its children.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use quod_game::Move;

use crate::hash::WordHasher;

/// What is known of a node. Whether the two measures are sizes or work is the rule's affair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    /// What a proof takes, what a disproof; infinite if there is none.
    pub proof: f64,
    pub disproof: f64,
    pub solved: Option<bool>,
    /// Nothing about the node is left to be found out.
    pub done: bool,
    /// Playouts below the node, and how many of them made the claim true.
    pub games: u32,
    pub wins: u32,
}

impl Value {
    /// Of a node that was solved without children.
    pub fn of_solved(proved: bool) -> Value {
        let (proof, disproof) = if proved { (1.0, f64::INFINITY) } else { (f64::INFINITY, 1.0) };
        Value { proof, disproof, solved: Some(proved), done: true, games: 0, wins: 0 }
    }

    /// Of a node about which nothing is known.
    pub fn open(proof: f64, disproof: f64) -> Value {
        Value { proof, disproof, solved: None, done: false, games: 0, wins: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub value: Value,
    /// Where its children begin, and how many they are; they are there once it is expanded.
    pub first: u32,
    pub count: u32,
    pub expanded: bool,
    /// The last node of which this was found to be a child, plus one.
    pub parent: u32,
}

/// All nodes. The first is the root.
pub(super) struct Graph<S> {
    pub states: Vec<S>,
    pub nodes: Vec<Node>,
    pub edges: Vec<(Move, u32)>,
    index: HashMap<S, u32, BuildHasherDefault<WordHasher>>,
}

impl<S: Clone + Eq + Hash> Graph<S> {
    pub fn new() -> Graph<S> {
        Graph {
            states: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashMap::default(),
        }
    }

    /// The node of a state.
    pub fn find(&self, state: &S) -> Option<u32> {
        self.index.get(state).copied()
    }

    /// Makes a node of a state that has none.
    pub fn add(&mut self, state: S, value: Value) -> u32 {
        let node = self.nodes.len() as u32;
        self.index.insert(state.clone(), node);
        self.states.push(state);
        self.nodes.push(Node { value, first: 0, count: 0, expanded: false, parent: 0 });
        node
    }

    /// A node's children.
    pub fn children(&self, node: u32) -> &[(Move, u32)] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.edges[first as usize..(first + count) as usize]
    }

    pub fn value(&self, node: u32) -> Value {
        self.nodes[node as usize].value
    }

    /// Bytes, if there were room for so many more nodes and edges. What states own on the heap comes
    /// on top.
    pub fn bytes_with(&self, more: usize) -> u64 {
        let of = |len: usize, capacity: usize, size: usize| match len + more > capacity {
            true => (2 * capacity).max(len + more) * size,
            false => capacity * size,
        };
        let entry = size_of::<(S, u32)>() + 1;
        let bytes = of(self.states.len(), self.states.capacity(), size_of::<S>())
            + of(self.nodes.len(), self.nodes.capacity(), size_of::<Node>())
            + of(self.edges.len(), self.edges.capacity(), size_of::<(Move, u32)>())
            + of(self.index.len(), self.index.capacity(), entry * 8 / 7);
        bytes as u64
    }
}
