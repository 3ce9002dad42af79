//! What children make of a node, and which child is looked at next.
//!
//! As elsewhere, `one` is what one child must give (the proof at OR nodes) and `all` what all must.

use super::graph::{Graph, Value};
use crate::{NodeType, PlayoutOptions};

/// What a best-first search goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The size of solution trees (MST*): ends with one of least size.
    Size,
    /// The expected work of a solution, with chances from playouts (EWS).
    Work(PlayoutOptions),
}

/// A child as its parent sees it.
#[derive(Clone, Copy)]
struct Seen {
    one: f64,
    all: f64,
    /// How likely it solves the parent, strictly between 0 and 1.
    chance: f64,
    solved: Option<bool>,
    done: bool,
}

fn seen(node_type: NodeType, value: Value) -> Seen {
    // Laplace's rule: with no playouts a half, and never certain.
    let chance = (f64::from(value.wins) + 1.0) / (f64::from(value.games) + 2.0);
    let Value { proof, disproof, solved, done, .. } = value;
    match node_type {
        NodeType::Or => Seen { one: proof, all: disproof, chance, solved, done },
        NodeType::And => Seen { one: disproof, all: proof, chance: 1.0 - chance, solved, done },
    }
}

impl Rule {
    /// The value of an expanded node, from its children.
    pub(super) fn value<S: Clone + Eq + std::hash::Hash>(
        self,
        graph: &Graph<S>,
        node: u32,
        node_type: NodeType,
    ) -> Value {
        let old = graph.value(node);
        let children = graph.children(node).iter();
        let children = children.map(|&(_, child)| seen(node_type, graph.value(child)));
        let solving = node_type == NodeType::Or;
        let sizes = sizes(children.clone(), solving);
        let (one, all, solved, done) = match (self, sizes.solved) {
            (Rule::Size, _) => (sizes.one, sizes.all, sizes.solved, sizes.done),
            (Rule::Work(_), Some(_)) => (sizes.one, sizes.all, sizes.solved, true),
            (Rule::Work(_), None) => {
                let (one, all) = work(children);
                (one, all, None, false)
            }
        };
        let (proof, disproof) = match node_type {
            NodeType::Or => (one, all),
            NodeType::And => (all, one),
        };
        Value { proof, disproof, solved, done, ..old }
    }

    /// The child to go to from a node that is not done: its place among the children.
    pub(super) fn choose<S: Clone + Eq + std::hash::Hash>(
        self,
        graph: &Graph<S>,
        node: u32,
        node_type: NodeType,
    ) -> Option<u32> {
        let children = graph.children(node).iter();
        let open = children.map(|&(_, child)| (seen(node_type, graph.value(child)), child));
        let open = open.filter(|(child, _)| !child.done);
        let order = |child: &Seen| match self {
            Rule::Size => (child.one, child.all),
            Rule::Work(_) => (child.one / child.chance, child.one),
        };
        let less = |(a, _): &(Seen, u32), (b, _): &(Seen, u32)| {
            let ((a, c), (b, d)) = (order(a), order(b));
            a.total_cmp(&b).then(c.total_cmp(&d))
        };
        open.min_by(less).map(|(_, child)| child)
    }
}

struct Sizes {
    one: f64,
    all: f64,
    solved: Option<bool>,
    done: bool,
}

/// The sizes of the node's smallest solution trees as far as its children tell: lower bounds, and exact
/// where it says that the node is done. `solving`: the value of a child that solves the node.
fn sizes(children: impl Iterator<Item = Seen>, solving: bool) -> Sizes {
    let (mut least, mut exact, mut sum) = (f64::INFINITY, f64::INFINITY, 0.0);
    let (mut solved, mut all_known, mut all_done) = (false, true, true);
    for child in children {
        least = least.min(child.one);
        sum += child.all;
        if child.solved == Some(solving) {
            solved = true;
            if child.done {
                exact = exact.min(child.one);
            }
        }
        all_known &= child.solved == Some(!solving);
        all_done &= child.done;
    }
    let value = match (solved, all_known) {
        (true, _) => Some(solving),
        (false, true) => Some(!solving),
        (false, false) => None,
    };
    let done = match value {
        Some(value) if value == solving => exact <= least,
        Some(_) => all_done,
        None => false,
    };
    Sizes { one: 1.0 + least, all: 1.0 + sum, solved: value, done }
}

/// The expected work of a node that its children do not solve: with the children in the order of work
/// over chance, w₁ + (1−p₁)·(w₂ + …) if one of them solves it, and the sum if none does.
fn work(children: impl Iterator<Item = Seen>) -> (f64, f64) {
    let mut open: Vec<Seen> = children.filter(|child| child.solved.is_none()).collect();
    let price = |child: &Seen| child.one / child.chance;
    open.sort_by(|a, b| price(a).total_cmp(&price(b)));
    let tried = open.iter().rfold(0.0, |rest, child| child.one + (1.0 - child.chance) * rest);
    let all: f64 = open.iter().map(|child| child.all).sum();
    (1.0 + tried, 1.0 + all)
}
