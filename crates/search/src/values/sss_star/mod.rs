//! SSS*, as Stockman published it (1979): best first, with a list of open states.
//!
//! **The problem.** Depth-first search may spend its time in a part of the tree that a better one makes
//! worthless. **The idea.** A *solution tree* has all of an AND node's children and one of an OR node's
//! (Stockman's MIN and MAX), and its least leaf bounds its worth. OPEN has the solution trees that have been begun, each as one
//! state: a node, whether it is LIVE or SOLVED, and its *merit* h, the least leaf seen in that tree so far.
//! The state of the greatest merit goes on; of equals the leftmost.
//!
//! | state taken | what takes its place |
//! |---|---|
//! | LIVE leaf of value v | the leaf, SOLVED, min(h, v) |
//! | LIVE OR node | all its children, LIVE, h |
//! | LIVE AND node | its first child, LIVE, h |
//! | SOLVED, not the last child of an AND node | the next child, LIVE, h |
//! | SOLVED, the last child of an AND node | the parent, SOLVED, h |
//! | SOLVED, child of an OR node | the parent, SOLVED, h; all states below the parent go |
//! | SOLVED root, or any state with h = [`LOSS`] | the end: the root's value is h |
//!
//! The type of the *parent* decides, so sides need not alternate. The null-window form, MTD(+∞) (Plaat et
//! al. 1996; [`super::Procedure::Mtd`]), looks at the same leaves in the same order; a test says so.
//!
//! **Invariants.** The state taken has the greatest merit of OPEN, so h bounds the root's value from above. What is
//! SOLVED with h has that value at least. So a node SOLVED with [`WIN`] is proved, and when the best state
//! of OPEN has [`LOSS`] the root is disproved.
//!
//! **Depths.** With [`SssOptions::deepening`] 1, 2, 3, … plies deep; without, lines go to their ends.
//!
//! **Cost.** All nodes of an iteration are kept, some 100 bytes each. Where they do not fit the search ends
//! without an answer. States below a parent that is SOLVED leave OPEN when they are taken, not at once.

mod checkpoint;

use std::collections::BTreeSet;
use std::sync::Arc;

use quod_game::Move;

use super::{LOSS, Refused, WIN, certain, solved, value_of};
use crate::boolean::CyclicSpace;
use crate::dfpn::Table;
use crate::{Children, Effort, Evaluation, NodeType, Space, Verdict, Why};

/// The depth of a search that has none.
const ENDLESS: u32 = u32::MAX / 2;
/// Bytes of a state in OPEN beside its path, with the set's own.
const OPEN_BYTES: u64 = 64;

/// The settings of an [`SssStar`] search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SssOptions {
    /// Whether depths are tried one after the other.
    pub deepening: bool,
    /// Whether children come in the order of their estimates, else as the space gives them.
    pub ordered: bool,
}

/// A node of the iteration at work.
struct Node<S> {
    state: S,
    mv: Move,
    /// The place of its parent; its own at the root.
    parent: u32,
    /// The places of its children; none before it was expanded.
    first: u32,
    count: u32,
    /// Whether what is in OPEN below it has gone.
    closed: bool,
    told: Option<Evaluation>,
}

/// A state of OPEN; the least is taken first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// Less the merit.
    loss: i32,
    /// The way from the root, child by child.
    path: Vec<u32>,
    node: u32,
    solved: bool,
}

/// Stockman's SSS*. See the module's text.
pub struct SssStar<S: Space> {
    space: S,
    options: SssOptions,
    table: Arc<Table>,
    memory: u64,
    nodes: Vec<Node<S::State>>,
    open: BTreeSet<Open>,
    /// Numbers in the paths of OPEN.
    steps: u64,
    depth: u32,
    value: i32,
    largest: u64,
    expansions: u64,
    /// Entries stored since the table last grew or aged.
    stored: u64,
    effort_before: Effort,
    ending: Option<bool>,
    children: Children<S::State>,
}

impl<S: Space> SssStar<S> {
    fn begin(
        space: S,
        table: Arc<Table>,
        memory: u64,
        options: SssOptions,
    ) -> Result<SssStar<S>, Refused> {
        if space.cyclic() {
            return Err(Refused::Cyclic(CyclicSpace));
        }
        let mut search = SssStar {
            space,
            options,
            table,
            memory,
            nodes: Vec::new(),
            open: BTreeSet::new(),
            steps: 0,
            depth: 0,
            value: 0,
            largest: 0,
            expansions: 0,
            stored: 0,
            effort_before: Effort::default(),
            ending: None,
            children: Children::default(),
        };
        search.begin_iteration(if options.deepening { 1 } else { ENDLESS });
        Ok(search)
    }

    fn begin_iteration(&mut self, depth: u32) {
        self.depth = depth;
        self.nodes.clear();
        self.open.clear();
        self.steps = 0;
        let state = self.space.root();
        let (mv, parent) = (Move(0), 0);
        let (first, count, closed, told) = (0, 0, false, None);
        self.nodes.push(Node { state, mv, parent, first, count, closed, told });
        self.put(0, false, WIN);
    }

    /// The way from the root to a node.
    fn path(&self, mut at: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while at > 0 {
            let parent = self.nodes[at as usize].parent;
            // (In a damaged checkpoint a node may be expanded twice.)
            path.push(at.wrapping_sub(self.nodes[parent as usize].first));
            at = parent;
        }
        path.reverse();
        path
    }

    fn put(&mut self, node: u32, solved: bool, merit: i32) {
        let path = self.path(node);
        self.steps += path.len() as u64;
        self.open.insert(Open { loss: -merit, path, node, solved });
    }

    /// Whether a state went when a node above it was solved.
    fn gone(&self, mut at: u32) -> bool {
        while at > 0 {
            at = self.nodes[at as usize].parent;
            if self.nodes[at as usize].closed {
                return true;
            }
        }
        false
    }

    /// Takes the best state of OPEN. The root's value, if that ends the iteration.
    fn advance(&mut self) -> Option<i32> {
        let Open { loss, path, node, solved } = self.open.pop_first()?;
        self.steps -= path.len() as u64;
        if self.gone(node) {
            return None;
        }
        let merit = -loss;
        if merit <= LOSS {
            self.store_solved(0, false);
            return Some(LOSS);
        }
        match solved {
            true => self.finish(node, merit),
            false => {
                if let Some(value) = self.enter(node, path.len() as u32, merit) {
                    self.put(node, true, merit.min(value));
                }
                None
            }
        }
    }

    /// A LIVE node: its value, unless it is expanded.
    fn enter(&mut self, at: u32, ply: u32, merit: i32) -> Option<i32> {
        let key = self.space.key(&self.nodes[at as usize].state);
        let known = self.table.get(key).and_then(|entry| entry.solved());
        if let Some(proved) = known.filter(|_| ply > 0) {
            return Some(certain(proved));
        }
        let value = value_of(self.told(at, ply));
        if solved(value).is_some() || ply == self.depth {
            return Some(value);
        }
        self.expansions += 1;
        self.children.clear();
        let state = self.nodes[at as usize].state.clone();
        let node_type = self.space.node_type(&state);
        self.space.expand(&state, ply, &mut self.children);
        let settled = match (self.children.settled(), self.children.as_slice()) {
            (None, []) => Some(node_type == NodeType::And),
            (settled, _) => settled,
        };
        if let Some(proved) = settled {
            self.store_solved(at, proved);
            return Some(certain(proved));
        }
        let first = self.nodes.len() as u32;
        for child in self.children.list.drain(..) {
            let (mv, state, told) = (child.mv, child.state, child.evaluation);
            let (parent, first, count, closed) = (at, 0, 0, false);
            self.nodes.push(Node { state, mv, parent, first, count, closed, told });
        }
        let end = self.nodes.len() as u32;
        (self.nodes[at as usize].first, self.nodes[at as usize].count) = (first, end - first);
        self.largest = self.largest.max(end.into());
        if self.options.ordered && ply + 1 < self.depth {
            self.order(first, ply + 1, node_type);
        }
        match node_type {
            NodeType::Or => (first..end).for_each(|child| self.put(child, false, merit)),
            NodeType::And => self.put(first, false, merit),
        }
        None
    }

    fn told(&mut self, at: u32, ply: u32) -> Evaluation {
        let node = &mut self.nodes[at as usize];
        *node.told.get_or_insert_with(|| self.space.evaluate(&node.state, ply))
    }

    /// Puts the newest nodes, from `first` on, into the order of their estimates.
    fn order(&mut self, first: u32, ply: u32, node_type: NodeType) {
        for at in first..self.nodes.len() as u32 {
            self.told(at, ply);
        }
        self.nodes[first as usize..].sort_by_key(|it| {
            let value = it.told.map_or(0, value_of);
            if node_type == NodeType::Or { -value } else { value }
        });
    }

    /// A SOLVED node: the root's value if it is the root.
    fn finish(&mut self, at: u32, merit: i32) -> Option<i32> {
        let node = &self.nodes[at as usize];
        let parent = node.parent;
        if node.count > 0 && merit >= WIN {
            self.store_solved(at, true);
        }
        if at == 0 {
            return Some(merit);
        }
        let above = &mut self.nodes[parent as usize];
        let next = at + 1;
        match self.space.node_type(&above.state) {
            NodeType::And if next < above.first + above.count => self.put(next, false, merit),
            NodeType::And => self.put(parent, true, merit),
            NodeType::Or => {
                above.closed = true;
                self.put(parent, true, merit);
            }
        }
        None
    }

    fn store_solved(&mut self, at: u32, proved: bool) {
        let key = self.space.key(&self.nodes[at as usize].state);
        self.table.store_solved(key, proved, 1);
        self.stored += 1;
        if self.table.turn(self.stored) {
            self.stored = 0;
        }
    }

    /// The value of minimax to this depth, with estimates there.
    pub fn value_at(&mut self, depth: u32) -> i32 {
        self.begin_iteration(depth);
        loop {
            if let Some(value) = self.advance() {
                return value;
            }
        }
    }

    /// Bytes of the tree and of OPEN.
    fn bytes(&self) -> u64 {
        let nodes = (self.nodes.capacity() * size_of::<Node<S::State>>()) as u64;
        nodes + self.open.len() as u64 * OPEN_BYTES + self.steps * size_of::<u32>() as u64
    }

    fn verdict(&self) -> Verdict {
        self.ending.map_or(Verdict::Unknown(Why::Nodes), |proved| self.space.verdict_of(proved))
    }

    fn advance_by(&mut self, budget: u64) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() && self.space.effort().nodes - before < budget {
            if self.bytes() > self.memory {
                return Verdict::Unknown(Why::Memory);
            }
            // (Only a damaged checkpoint leaves nothing open.)
            if self.open.is_empty() {
                self.begin_iteration(self.depth);
            }
            if let Some(value) = self.advance() {
                self.value = value;
                self.ending = solved(value);
                if self.ending.is_none() {
                    self.begin_iteration(self.depth + 1);
                }
            }
        }
        self.verdict()
    }
}
