//! Nodes and edges: where a search lives.
//!
//! Nodes are numbers into parallel arrays, so that an update, which reads the numbers of many
//! children, finds them side by side: children made together are neighbours. A node costs 8 bytes of
//! numbers, 12 of links, 1 of flags and its state; the table of transpositions adds 10. With a state of
//! 16 bytes this is 47. An edge costs 16: child, move, parent, and the next edge into the same child.
//! The edges out of a node are a run of the edge arrays; the edges into it are a chain.
//!
//! Freed nodes and runs of edges are chained and reused.

use std::collections::BTreeMap;

use quod_game::Move;

use super::chunked::{Chunked, States};
use crate::Numbers;

/// No node, no edge.
pub(super) const NONE: u32 = u32::MAX;

/// Facts about a node, one bit each.
pub(super) mod flag {
    /// Its children are known and its numbers follow from theirs.
    pub(crate) const EXPANDED: u8 = 1;
    /// It was evaluated.
    pub(crate) const EVALUATED: u8 = 2;
    /// It stands for the repetition of one of its ancestors.
    pub(crate) const REPETITION: u8 = 4;
    /// It is on the path to the most proving node.
    pub(crate) const ON_PATH: u8 = 8;
    /// It is on the path and its numbers changed in this update.
    pub(crate) const CHANGED: u8 = 16;
    /// It waits to be updated.
    pub(crate) const QUEUED: u8 = 32;
    /// A mark for whoever traverses the graph, cleared when the traversal ends.
    pub(crate) const MARKED: u8 = 64;
    /// The opponent is to move; known of expanded nodes only.
    pub(crate) const AND: u8 = 128;
}

/// Where a node's edges are.
#[derive(Clone, Copy, Default)]
pub(super) struct Links {
    /// The first of the run of edges to its children.
    pub(super) first_edge: u32,
    /// The latest edge that leads here; in a freed node, the next freed node.
    pub(super) parent_edge: u32,
    /// Length of the run.
    pub(super) children: u16,
    /// Moves from the root on the way it was first met, at most 65,535.
    pub(super) depth: u16,
}

/// The far end of an edge: where it comes from.
#[derive(Clone, Copy, Default)]
pub(super) struct Origin {
    pub(super) parent: u32,
    /// The next edge into the same child.
    pub(super) next: u32,
}

/// All nodes and edges of a search.
pub(super) struct Arena<S> {
    pub(super) numbers: Chunked<Numbers>,
    pub(super) links: Chunked<Links>,
    pub(super) flags: Chunked<u8>,
    pub(super) states: States<S>,
    /// The child an edge leads to; in the first edge of a freed run, the next freed run.
    pub(super) child: Chunked<u32>,
    pub(super) mv: Chunked<u32>,
    pub(super) origin: Chunked<Origin>,
    pub(super) free_nodes: u32,
    pub(super) freed: u32,
    /// Freed runs by length.
    pub(super) free_runs: BTreeMap<u32, u32>,
    pub(super) live_edges: u64,
}

impl<S> Arena<S> {
    pub(super) fn new() -> Arena<S> {
        Arena {
            numbers: Chunked::new(),
            links: Chunked::new(),
            flags: Chunked::new(),
            states: States::new(),
            child: Chunked::new(),
            mv: Chunked::new(),
            origin: Chunked::new(),
            free_nodes: NONE,
            freed: 0,
            free_runs: BTreeMap::new(),
            live_edges: 0,
        }
    }

    /// Nodes in use.
    pub(super) fn live_nodes(&self) -> u64 {
        self.numbers.len() as u64 - u64::from(self.freed)
    }

    pub(super) fn add_node(&mut self, state: S, numbers: Numbers, flags: u8, depth: u16) -> u32 {
        let links = Links { first_edge: NONE, parent_edge: NONE, children: 0, depth };
        let node = self.free_nodes;
        if node == NONE {
            self.numbers.push(numbers);
            self.links.push(links);
            self.flags.push(flags);
            self.states.push(state);
            return self.numbers.len() as u32 - 1;
        }
        self.free_nodes = self.links.get(node).parent_edge;
        self.freed -= 1;
        *self.numbers.get_mut(node) = numbers;
        *self.links.get_mut(node) = links;
        *self.flags.get_mut(node) = flags;
        self.states.set(node, state);
        node
    }

    /// Whether a node is free for use again. (While some are, a node that still waits for its evaluation
    /// looks like one.)
    pub(super) fn is_freed(&self, node: u32) -> bool {
        self.freed > 0 && self.flags.get(node) == 0
    }

    pub(super) fn free_node(&mut self, node: u32) {
        self.links.get_mut(node).parent_edge = self.free_nodes;
        *self.flags.get_mut(node) = 0;
        self.free_nodes = node;
        self.freed += 1;
    }

    /// Makes a run of `len` edges (at least one) and gives it to `parent`.
    pub(super) fn add_run(&mut self, parent: u32, len: u32) {
        self.live_edges += u64::from(len);
        let first = self.take_freed_run(len).unwrap_or_else(|| {
            let first = self.child.len() as u32;
            for _ in 0..len {
                self.child.push(NONE);
                self.mv.push(0);
                self.origin.push(Origin::default());
            }
            first
        });
        let links = self.links.get_mut(parent);
        links.first_edge = first;
        links.children = len as u16;
    }

    /// The shortest freed run that is long enough, cut to length.
    fn take_freed_run(&mut self, len: u32) -> Option<u32> {
        let (&found, &first) = self.free_runs.range(len..).next()?;
        match self.child.get(first) {
            NONE => self.free_runs.remove(&found),
            next => self.free_runs.insert(found, next),
        };
        if found > len {
            self.put_freed_run(first + len, found - len);
        }
        Some(first)
    }

    pub(super) fn free_run(&mut self, first: u32, len: u32) {
        self.live_edges -= u64::from(len);
        self.put_freed_run(first, len);
    }

    fn put_freed_run(&mut self, first: u32, len: u32) {
        let next = self.free_runs.insert(len, first);
        *self.child.get_mut(first) = next.unwrap_or(NONE);
    }

    /// Fills an edge of a run.
    pub(super) fn set_edge(&mut self, edge: u32, parent: u32, mv: Move, child: u32) {
        let links = self.links.get_mut(child);
        let next = links.parent_edge;
        links.parent_edge = edge;
        *self.child.get_mut(edge) = child;
        *self.mv.get_mut(edge) = mv.0;
        *self.origin.get_mut(edge) = Origin { parent, next };
    }

    /// The edges out of a node.
    #[inline(always)]
    pub(super) fn edges(&self, node: u32) -> std::ops::Range<u32> {
        let links = self.links.get(node);
        links.first_edge..links.first_edge.wrapping_add(u32::from(links.children))
    }

    /// The parents of a node, latest first.
    pub(super) fn parents(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut edge = self.links.get(node).parent_edge;
        std::iter::from_fn(move || {
            if edge == NONE {
                return None;
            }
            let origin = self.origin.get(edge);
            edge = origin.next;
            Some(origin.parent)
        })
    }

    #[inline(always)]
    pub(super) fn has(&self, node: u32, flag: u8) -> bool {
        self.flags.get(node) & flag != 0
    }

    #[inline(always)]
    pub(super) fn raise(&mut self, node: u32, flag: u8) {
        *self.flags.get_mut(node) |= flag;
    }

    #[inline(always)]
    pub(super) fn lower(&mut self, node: u32, flag: u8) {
        *self.flags.get_mut(node) &= !flag;
    }

    /// Bytes held after `nodes` more nodes and `edges` more edges that find no freed place.
    pub(super) fn bytes_with(&self, nodes: usize, edges: usize) -> u64 {
        let nodes = self.numbers.len() + nodes.saturating_sub(self.freed as usize);
        let edges = self.child.len() + edges;
        Chunked::<Numbers>::bytes_at(nodes)
            + Chunked::<Links>::bytes_at(nodes)
            + Chunked::<u8>::bytes_at(nodes)
            + States::<S>::bytes_at(nodes)
            + 2 * Chunked::<u32>::bytes_at(edges)
            + Chunked::<Origin>::bytes_at(edges)
    }

    /// Whether one more run of `edges` finds a freed place.
    pub(super) fn has_freed_run(&self, edges: usize) -> bool {
        self.free_runs.range(edges as u32..).next().is_some()
    }
}
