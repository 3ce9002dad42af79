//! The search graph: root, dependency and combination nodes; and the merge of nodes' paths.
//!
//! A node stands for a class of paths that are permutations of each other (thesis, definition 3.8).
//! It keeps one of them and what all of them have in common: the attributes added and deleted and
//! the state they lead to. Under monotonicity, no attribute is added twice, so the state is the
//! initial one and all that was added without all that was deleted, in any order.
//!
//! **Merging** (definition 3.18). The operators of several nodes together form a path if some order
//! of them can be applied. Usually one path after the other will do. If not, one operator must come
//! before another exactly if it supports or precedes it, and a permutation that keeps to this
//! partial order is found by always taking an operator that none of the remaining ones must come
//! before; there is none exactly if the merge is empty.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{AttributeSet, Domain, Operator, OperatorId, Operators};

/// What a node is (thesis, section 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeType {
    /// The initial state.
    Root,
    /// The application of an operator to the root, a node or a combination: a key class.
    Dependency,
    /// Several dependency nodes together, because at least one operator needs them all.
    Combination,
}

/// No link.
pub(crate) const NONE: u32 = u32::MAX;

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub struct Node<const N: usize> {
    /// What it is.
    pub node_type: NodeType,
    /// The key operator, of a dependency node.
    pub key: Option<OperatorId>,
    /// The level it was made in; the root's is 0.
    pub level: u32,
    /// What is true after its operators.
    pub state: AttributeSet<N>,
    /// All that its operators add.
    pub added: AttributeSet<N>,
    /// All that its operators delete.
    pub deleted: AttributeSet<N>,
    pub(crate) path: Run,
    pub(crate) parents: Run,
    /// In a combination, the first of the chain of operators it was made for.
    pub(crate) request: u32,
}

/// A run of elements in one of the arenas.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Run {
    pub(crate) fn of<T>(self, arena: &[T]) -> &[T] {
        &arena[self.start as usize..(self.start + self.len) as usize]
    }

    pub(crate) fn append<T: Copy>(arena: &mut Vec<T>, elements: &[T]) -> Run {
        let run = Run { start: arena.len() as u32, len: elements.len() as u32 };
        arena.extend_from_slice(elements);
        run
    }
}

/// Multiply and shift: the library's hasher takes longer than all else that is done for a node.
#[derive(Clone, Copy, Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// An operator that a combination node was made for, and the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) operator: OperatorId,
    pub(crate) next: u32,
}

/// All nodes of a search, and for each attribute the nodes whose key operator adds it.
#[derive(Clone, Debug)]
pub(crate) struct Graph<const N: usize> {
    pub(crate) nodes: Vec<Node<N>>,
    pub(crate) paths: Vec<OperatorId>,
    pub(crate) parents: Vec<u32>,
    pub(crate) requests: Vec<Request>,
    providers: Vec<Vec<u32>>,
    provided: AttributeSet<N>,
    /// Whether nodes are told apart by key operator and state alone, and those met so far.
    pub(crate) by_state: bool,
    met: HashSet<(OperatorId, AttributeSet<N>), BuildHasherDefault<Mix>>,
}

impl<const N: usize> Graph<N> {
    pub(crate) fn new() -> Self {
        Graph {
            nodes: Vec::new(),
            paths: Vec::new(),
            parents: Vec::new(),
            requests: Vec::new(),
            providers: vec![Vec::new(); AttributeSet::<N>::CAPACITY],
            provided: AttributeSet::EMPTY,
            by_state: false,
            met: HashSet::default(),
        }
    }

    /// The graph with nothing but the root; memory is kept.
    pub(crate) fn restart(&mut self, initial: AttributeSet<N>, by_state: bool) {
        self.by_state = by_state;
        self.met.clear();
        self.provided.iter().for_each(|it| self.providers[it].clear());
        self.provided = AttributeSet::EMPTY;
        self.nodes.clear();
        self.paths.clear();
        self.parents.clear();
        self.requests.clear();
        self.nodes.push(Node {
            node_type: NodeType::Root,
            key: None,
            level: 0,
            state: initial,
            added: AttributeSet::EMPTY,
            deleted: AttributeSet::EMPTY,
            path: Run::default(),
            parents: Run::default(),
            request: NONE,
        });
    }

    pub(crate) fn initial(&self) -> &AttributeSet<N> {
        &self.nodes[0].state
    }

    /// Whether this operator or goal, leading to this state, is no transposition of an earlier one.
    pub(crate) fn is_new(&mut self, operator: OperatorId, state: &AttributeSet<N>) -> bool {
        !self.by_state || self.met.insert((operator, *state))
    }

    /// The nodes whose key operator adds this attribute, ascending.
    pub(crate) fn providers(&self, attribute: usize) -> &[u32] {
        &self.providers[attribute]
    }

    /// Attributes that the key operator of some node adds.
    pub(crate) fn provided(&self) -> &AttributeSet<N> {
        &self.provided
    }

    pub(crate) fn path(&self, node: u32) -> &[OperatorId] {
        self.nodes[node as usize].path.of(&self.paths)
    }

    /// The node that applies an operator after a node, which must give a monotonous path, if the
    /// domain permits it.
    pub(crate) fn extend<D: Domain<N>>(
        &mut self,
        domain: &mut D,
        from: u32,
        key: OperatorId,
        level: u32,
    ) -> Option<u32> {
        let parent = self.nodes[from as usize];
        let operator = domain.operators().get(key);
        debug_assert!(operator.applies_to(&parent.state));
        let add = operator.add;
        let (state, deleted) = (operator.apply(&parent.state), parent.deleted.or(&operator.delete));
        if !domain.permits(NodeType::Dependency, Some(key), &state) {
            return None;
        }
        let start = self.paths.len() as u32;
        let old = parent.path.start as usize;
        self.paths.extend_from_within(old..old + parent.path.len as usize);
        self.paths.push(key);
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            node_type: NodeType::Dependency,
            key: Some(key),
            level,
            state,
            added: parent.added.or(&add),
            deleted,
            path: Run { start, len: parent.path.len + 1 },
            parents: Run::append(&mut self.parents, &[from]),
            request: NONE,
        });
        add.iter().for_each(|it| self.providers[it].push(index));
        self.provided = self.provided.or(&add);
        Some(index)
    }

    /// The combination node of these parents, ascending.
    pub(crate) fn combine(&mut self, merge: &Merge<N>, parents: &[u32], level: u32) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            node_type: NodeType::Combination,
            key: None,
            level,
            state: merge.state,
            added: merge.added,
            deleted: merge.deleted,
            path: Run::append(&mut self.paths, &merge.path),
            parents: Run::append(&mut self.parents, parents),
            request: NONE,
        });
        index
    }
}

/// The merge of the paths of one node or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merge<const N: usize> {
    pub(crate) state: AttributeSet<N>,
    pub(crate) added: AttributeSet<N>,
    pub(crate) deleted: AttributeSet<N>,
    pub(crate) path: Vec<OperatorId>,
}

impl<const N: usize> Merge<N> {
    /// Makes this the merge of one node.
    pub(crate) fn start(&mut self, graph: &Graph<N>, node: u32) {
        let from = &graph.nodes[node as usize];
        (self.state, self.added, self.deleted) = (from.state, from.added, from.deleted);
        self.path.clear();
        self.path.extend_from_slice(graph.path(node));
    }

    /// Makes this the same as another merge.
    pub(crate) fn copy(&mut self, other: &Merge<N>) {
        (self.state, self.added, self.deleted) = (other.state, other.added, other.deleted);
        self.path.clear();
        self.path.extend_from_slice(&other.path);
    }

    /// Adds a node's operators; false, with the merge spoilt, if there is no such path.
    pub(crate) fn join(&mut self, graph: &Graph<N>, table: &Operators<N>, node: u32) -> bool {
        let path = graph.path(node);
        let before = self.path.len();
        for it in path {
            if !self.path[..before].contains(it) {
                self.path.push(*it);
            }
        }
        if graph.by_state {
            let other = &graph.nodes[node as usize];
            self.added = self.added.or(&other.added);
            self.deleted = self.deleted.or(&other.deleted);
            self.state = graph.initial().or(&self.added).minus(&self.deleted);
            return true;
        }
        // 1. What the new operators add and delete must be new: paths stay monotonous.
        for at in before..self.path.len() {
            let operator = table.get(self.path[at]);
            if operator.add.intersects(&self.added) || operator.delete.intersects(&self.deleted) {
                return false;
            }
            self.added = self.added.or(&operator.add);
            self.deleted = self.deleted.or(&operator.delete);
        }
        // 2. One path after the other.
        let mut state = self.state;
        self.state = graph.initial().or(&self.added).minus(&self.deleted);
        for &id in &self.path[before..] {
            let operator = table.get(id);
            if !operator.applies_to(&state) {
                // 3. Any order.
                return self.sort(table);
            }
            state = operator.apply(&state);
        }
        true
    }

    /// Puts the path into an order in which each operator comes before those that it supports or
    /// precedes; false if there is none.
    fn sort(&mut self, table: &Operators<N>) -> bool {
        for done in 0..self.path.len() {
            let rest = &self.path[done..];
            let first = rest.iter().position(|&it| {
                let operator = table.get(it);
                rest.iter().all(|&other| other == it || !comes_before(table.get(other), operator))
            });
            let Some(first) = first else { return false };
            self.path[done..=done + first].rotate_right(1);
        }
        true
    }
}

/// Whether, in a monotonous path with both, the first operator comes before the second.
fn comes_before<const N: usize>(first: &Operator<N>, second: &Operator<N>) -> bool {
    first.supports(second) || first.precedes(second)
}
