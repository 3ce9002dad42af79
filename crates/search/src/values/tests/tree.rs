//! Trees of many values for tests.

use quod_game::Move;
use quod_game::testkit::Rng;

use crate::values::{LOSS, WIN, better, solved};
use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space};

/// A node of a [`Tree`].
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub node_type: NodeType,
    pub value: i32,
    pub children: Vec<u32>,
}

/// A tree given node by node; 0 is the root. A node without children whose value is not certain leads to
/// itself alone, so that a search of a fixed depth finds its value there.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    /// Nodes without children in the order in which they were first evaluated.
    pub leaves: Vec<u32>,
    /// Every node in the order in which it was first evaluated.
    pub seen: Vec<u32>,
    pub effort: Effort,
}

/// Numbers of which the estimate is this value.
pub(crate) fn numbers_for(value: i32) -> Numbers {
    match value >= 0 {
        true => Numbers::new(1, 1 + value.unsigned_abs()),
        false => Numbers::new(1 + value.unsigned_abs(), 1),
    }
}

impl Tree {
    pub fn of(nodes: Vec<Node>) -> Tree {
        Tree { nodes, leaves: Vec::new(), seen: Vec::new(), effort: Effort::default() }
    }

    /// A uniform tree, of alternating levels with OR first or of any types; values are in `-most..=most`.
    pub fn uniform(
        rng: &mut Rng,
        width: usize,
        depth: usize,
        most: i32,
        alternating: bool,
    ) -> Tree {
        Tree::grown(rng, depth, alternating, &mut |_, _| width, most)
    }

    /// A tree in which each node has its own number of children, sometimes none.
    pub fn uneven(rng: &mut Rng, most_nodes: usize, most: i32, alternating: bool) -> Tree {
        let mut left = most_nodes;
        let mut width = |rng: &mut Rng, depth: usize| {
            let wanted = if depth > 0 && rng.chance(1, 4) { 0 } else { 1 + rng.below(3) };
            let width = if wanted < left { wanted } else { 0 };
            left -= width;
            width
        };
        Tree::grown(rng, 6, alternating, &mut width, most)
    }

    fn grown(
        rng: &mut Rng,
        depth: usize,
        alternating: bool,
        width: &mut dyn FnMut(&mut Rng, usize) -> usize,
        most: i32,
    ) -> Tree {
        let mut nodes = Vec::new();
        let mut depths = vec![0];
        let mut at = 0;
        while at < depths.len() {
            let own = depths[at];
            let or = if alternating { own % 2 == 0 } else { rng.chance(1, 2) };
            let node_type = if or { NodeType::Or } else { NodeType::And };
            let count = if own < depth { width(rng, own) } else { 0 };
            let first = depths.len() as u32;
            depths.extend((0..count).map(|_| own + 1));
            let value = rng.below(2 * most as usize + 1) as i32 - most;
            let children = (first..first + count as u32).collect();
            nodes.push(Node { node_type, value, children });
            at += 1;
        }
        Tree::of(nodes)
    }

    /// Makes some of the leaves certain.
    pub fn decide_some(&mut self, rng: &mut Rng, of: u32) {
        for node in self.nodes.iter_mut().filter(|it| it.children.is_empty()) {
            if rng.chance(1, of as usize) {
                node.value = if rng.chance(1, 2) { WIN } else { LOSS };
            }
        }
    }

    /// The value of minimax to a depth, and the place of the first best child.
    pub fn minimax(&self, at: u32, depth: usize) -> (i32, Option<usize>) {
        let node = &self.nodes[at as usize];
        let mut best: (i32, Option<usize>) = (node.value, None);
        if depth == 0 || solved(node.value).is_some() {
            return best;
        }
        for (place, &child) in node.children.iter().enumerate() {
            let (value, _) = self.minimax(child, depth - 1);
            if best.1.is_none() || better(node.node_type, value, best.0) {
                best = (value, Some(place));
            }
        }
        best
    }
}

impl Space for &mut Tree {
    type State = u32;

    fn root(&self) -> u32 {
        0
    }

    fn node_type(&self, &at: &u32) -> NodeType {
        self.nodes[at as usize].node_type
    }

    fn key(&self, &at: &u32) -> u64 {
        at.into()
    }

    fn evaluate(&mut self, &at: &u32, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        let node = &self.nodes[at as usize];
        let told = match solved(node.value) {
            Some(proved) => Evaluation::of_solved(proved),
            None => Evaluation::Unknown(numbers_for(node.value)),
        };
        if !self.seen.contains(&at) {
            self.seen.push(at);
            if self.nodes[at as usize].children.is_empty() {
                self.leaves.push(at);
            }
        }
        told
    }

    fn expand(&mut self, &at: &u32, _depth: u32, children: &mut Children<u32>) {
        let own = &self.nodes[at as usize].children;
        match own.is_empty() {
            true => children.push(Move(0), at, None),
            false => (0..).zip(own).for_each(|(mv, &to)| children.push(Move(mv), to, None)),
        }
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
