//! Development of a frontier node (Allis 1994, table 2.4 and §2.3.4).
//!
//! Two passes over the children. The first finds out about each: the same as an earlier sibling, a
//! repetition, a node already in the graph, or new and then evaluated; it stops at a child that
//! solves the node. Only then is it known how much memory is needed, and the second pass creates
//! nodes and edges; if the bound would be exceeded the node stays a frontier node.
//!
//! **Repetitions.** Inside a conversion class of a tree ([`Graph::Tree`], [`Graph::Conversions`]) the
//! path to a node is unique, so a child that equals an ancestor of its class repeats it on every path:
//! a leaf with the value of infinite play. In the full graph a child is a repetition if its node is
//! an ancestor through *some* path; linking to that node would close a cycle, so the edge goes to
//! the state's second node. Ancestors are marked by a traversal up to the border of the class, and
//! only when a child of the same class is already expanded; no other node has descendants.

use super::arena::{Arena, flag};
use super::{EvaluationTime, Graph, NONE, PnSearch};
use crate::hash::hash_of;
use crate::{NodeType, Numbers, Observer, Space, Verdict, Why};

/// What the first pass found out about a child.
#[derive(Clone, Copy)]
enum Found {
    /// Nothing to be kept of it.
    Dropped,
    /// It has a node.
    Node(u32),
    /// It needs one, with these numbers.
    New { numbers: Numbers, flags: u8, hash: u64, shared: bool },
}

/// The list of children as the first pass leaves it.
#[derive(Default)]
pub(super) struct Findings {
    found: Vec<Found>,
    /// Each child's hash and the head of its bucket.
    hashes: Vec<(u64, u32)>,
    nodes: usize,
    edges: usize,
}

/// The nodes of its own class above the node under development, found when first needed.
#[derive(Default)]
pub(super) struct Ancestors {
    nodes: Vec<u32>,
    known: bool,
}

impl Ancestors {
    /// In the full graph: marks `node` and its ancestors, through all parents, within its class.
    fn mark<S: Space>(&mut self, arena: &mut Arena<S::State>, space: &S, node: u32, class: u64) {
        if self.known {
            return;
        }
        self.known = true;
        self.nodes.push(node);
        arena.raise(node, flag::MARKED);
        let mut next = 0;
        while next < self.nodes.len() {
            let mut edge = arena.links.get(self.nodes[next]).parent_edge;
            next += 1;
            while edge != NONE {
                let origin = arena.origin.get(edge);
                edge = origin.next;
                let parent = origin.parent;
                if !arena.has(parent, flag::MARKED)
                    && space.class(arena.states.get(parent)) == class
                {
                    arena.raise(parent, flag::MARKED);
                    self.nodes.push(parent);
                }
            }
        }
    }
}

impl<S: Space> PnSearch<S> {
    /// Develops a frontier node and returns its new numbers.
    ///
    /// # Errors
    /// [`Why::Memory`] and [`Why::Breadth`]; the node stays a frontier node.
    pub(super) fn develop<O: Observer<S::State>>(
        &mut self,
        node: u32,
        observer: &mut O,
    ) -> Result<Numbers, Why> {
        let depth = u32::from(self.arena.links.get(node).depth);
        // 1. Delayed evaluation: now is the time.
        if !self.arena.has(node, flag::EVALUATED) {
            let numbers = self.space.evaluate(self.arena.states.get(node), depth).numbers();
            if numbers.solved().is_some() {
                return Ok(numbers);
            }
            self.arena.raise(node, flag::EVALUATED);
        }
        // 2. Ask the space for the children.
        self.children.clear();
        self.space.expand(self.arena.states.get(node), depth, &mut self.children);
        self.expansions += 1;
        if let Some(proved) = self.children.verdict {
            observer.expanded(self.arena.states.get(node), 0);
            return Ok(Numbers::of_solved(proved));
        }
        if self.children.list.len() > usize::from(u16::MAX) {
            self.expansions -= 1;
            return Err(Why::Breadth);
        }
        let node_type = self.space.node_type(self.arena.states.get(node));
        // 3. First pass: what each child is.
        let mut findings = std::mem::take(&mut self.findings);
        let mut ancestors = std::mem::take(&mut self.ancestors);
        let solved = self.find_children(node, node_type, &mut findings, &mut ancestors);
        self.forget(&mut ancestors);
        // 4. Second pass: create them.
        let numbers = match solved {
            None if findings.edges == 0 => {
                self.expanded(node, node_type);
                Ok(Numbers::of_solved(node_type == NodeType::And))
            }
            Some(proved) if self.options.removes() => Ok(Numbers::of_solved(proved)),
            _ if self.fits(&findings) => {
                self.create_children(node, node_type, &findings);
                Ok(self.numbers_from_children(node))
            }
            _ => {
                self.expansions -= 1;
                Err(Why::Memory)
            }
        };
        if numbers.is_ok() {
            let children = usize::from(self.arena.links.get(node).children);
            observer.expanded(self.arena.states.get(node), children);
        }
        self.findings = findings;
        self.ancestors = ancestors;
        numbers
    }

    /// The first pass. Returns the node's value if a child solves it; then only that child is left.
    fn find_children(
        &mut self,
        node: u32,
        node_type: NodeType,
        findings: &mut Findings,
        ancestors: &mut Ancestors,
    ) -> Option<bool> {
        let count = self.children.list.len();
        self.siblings.begin(count);
        findings.found.clear();
        (findings.nodes, findings.edges) = (0, 0);
        let class = match self.cyclic {
            true => self.space.class(self.arena.states.get(node)),
            false => 0,
        };
        findings.hashes.clear();
        for child in &self.children.list {
            let hash = hash_of(&child.state);
            findings.hashes.push((hash, self.table.head(hash)));
        }
        for index in 0..count {
            let found = self.find_child(node, class, index, findings.hashes[index], ancestors);
            let numbers = match found {
                Found::Dropped => {
                    findings.found.push(found);
                    continue;
                }
                Found::Node(child) => self.arena.numbers.get(child),
                Found::New { numbers, .. } => numbers,
            };
            let is_new = usize::from(matches!(found, Found::New { .. }));
            match numbers.solved() {
                Some(proved) if node_type.is_solved_by(proved) => {
                    findings.found.fill(Found::Dropped);
                    findings.found.push(found);
                    (findings.nodes, findings.edges) = (is_new, 1);
                    return Some(proved);
                }
                Some(_) if self.is_dropped(found) => findings.found.push(Found::Dropped),
                _ => {
                    findings.found.push(found);
                    findings.nodes += is_new;
                    findings.edges += 1;
                }
            }
        }
        None
    }

    /// Whether a solved child that does not solve its parent is dropped. Repetitions are kept for
    /// the second pass, which must know on what an answer rests.
    fn is_dropped(&self, found: Found) -> bool {
        match found {
            Found::New { flags, .. } => {
                self.options.removes()
                    || (!self.options.keep_evaluated && flags & flag::REPETITION == 0)
            }
            _ => false,
        }
    }

    fn find_child(
        &mut self,
        node: u32,
        class: u64,
        index: usize,
        (hash, head): (u64, u32),
        ancestors: &mut Ancestors,
    ) -> Found {
        let list = &self.children.list;
        let child = &list[index];
        let same = |other: u32| list[other as usize].state == child.state;
        if self.siblings.seen(hash, index as u32, same) {
            return Found::Dropped;
        }
        let stays = self.cyclic && self.space.class(&child.state) == class;
        let shares = match self.options.graph {
            Graph::Tree => false,
            Graph::Conversions => !stays,
            Graph::Full => true,
        };
        if shares && let Some(known) = self.find_first(&child.state, hash, head) {
            if stays && self.arena.has(known, flag::EXPANDED) {
                ancestors.mark(&mut self.arena, &self.space, node, class);
            }
            // The node itself counts as its own ancestor; it is not expanded yet.
            if known != node && !self.arena.has(known, flag::MARKED) {
                return Found::Node(known);
            }
            if !self.cyclic {
                self.space.met_again(&child.state);
                self.ending = Some(Verdict::Unknown(Why::Cycle));
            }
            return match self.find(&child.state, hash, true) {
                Some(second) => Found::Node(second),
                None => self.repetition(class, hash, shares),
            };
        }
        if stays && !shares && self.repeats(index, node, class, ancestors) {
            return self.repetition(class, hash, shares);
        }
        self.new_child(node, index, hash, shares)
    }

    fn repetition(&self, class: u64, hash: u64, shared: bool) -> Found {
        Found::New {
            numbers: Numbers::of_solved(self.space.infinite_play(class)),
            flags: flag::REPETITION | flag::EVALUATED,
            hash,
            shared,
        }
    }

    /// A child met for the first time.
    fn new_child(&mut self, node: u32, index: usize, hash: u64, shared: bool) -> Found {
        let depth = u32::from(self.arena.links.get(node).depth) + 1;
        let child = &self.children.list[index];
        let evaluation = match (child.evaluation, self.options.evaluation) {
            (Some(evaluation), _) => Some(evaluation),
            (None, EvaluationTime::Immediate) => Some(self.space.evaluate(&child.state, depth)),
            (None, EvaluationTime::Delayed) => None,
        };
        let (numbers, flags) = match evaluation {
            Some(evaluation) => (evaluation.numbers(), flag::EVALUATED),
            None => (self.space.unevaluated(&child.state, depth), 0),
        };
        Found::New { numbers, flags, hash, shared }
    }

    /// Where paths are unique: whether the child's state is `node`'s or an ancestor's of its class.
    fn repeats(&self, index: usize, node: u32, class: u64, ancestors: &mut Ancestors) -> bool {
        if !ancestors.known {
            ancestors.known = true;
            let mut next = Some(node);
            while let Some(at) = next
                && self.space.class(self.arena.states.get(at)) == class
            {
                ancestors.nodes.push(at);
                next = self.arena.parents(at).next();
            }
        }
        let state = &self.children.list[index].state;
        ancestors.nodes.iter().any(|&ancestor| self.arena.states.get(ancestor) == state)
    }

    fn forget(&mut self, ancestors: &mut Ancestors) {
        ancestors.known = false;
        for node in ancestors.nodes.drain(..) {
            self.arena.lower(node, flag::MARKED);
        }
    }

    /// Whether what was found fits under the memory bound.
    fn fits(&self, findings: &Findings) -> bool {
        let edges = match self.arena.has_freed_run(findings.edges) {
            true => 0,
            false => findings.edges,
        };
        let entered = match self.options.graph {
            Graph::Tree => 0,
            _ => findings.nodes,
        };
        let nodes = self.arena.numbers.len() + findings.nodes;
        let bytes =
            self.arena.bytes_with(findings.nodes, edges) + self.table.bytes_with(entered, nodes);
        bytes <= self.options.memory_limit
            && nodes < NONE as usize
            && self.arena.child.len() + edges < NONE as usize
    }

    /// The second pass.
    fn create_children(&mut self, node: u32, node_type: NodeType, findings: &Findings) {
        let depth = self.arena.links.get(node).depth.saturating_add(1);
        self.arena.add_run(node, findings.edges as u32);
        let mut edge = self.arena.links.get(node).first_edge;
        let mut list = std::mem::take(&mut self.children.list);
        for (child, &found) in list.drain(..).zip(&findings.found) {
            let (mv, state) = (child.mv, child.state);
            let to = match found {
                Found::Dropped => continue,
                Found::Node(known) => known,
                Found::New { numbers, flags, hash, shared } => {
                    let child = self.arena.add_node(state, numbers, flags, depth);
                    if shared {
                        self.enter(child, hash);
                    }
                    child
                }
            };
            self.arena.set_edge(edge, node, mv, to);
            edge += 1;
        }
        self.children.list = list;
        self.expanded(node, node_type);
    }

    fn expanded(&mut self, node: u32, node_type: NodeType) {
        let and = match node_type {
            NodeType::And => flag::AND,
            NodeType::Or => 0,
        };
        self.arena.raise(node, flag::EXPANDED | and);
    }
}
