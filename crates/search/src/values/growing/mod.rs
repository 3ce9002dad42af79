//! Best-first searches that grow a tree leaf by leaf and keep a value of many parts at each node.
//!
//! **The loop.** A [`Rule`] says what is known of a leaf, what children make of their parent, and which leaf
//! is to be looked at next. The search goes there from the root, expands the leaf, and brings the
//! path up to date, until the root is solved. The rules are [`Conspiracy`], conspiracy numbers, and [`BStar`].
//!
//! **Invariants.** Every node has the value that its children make, as the tree is a tree: nothing off the
//! path changes. A node is solved only by solved children, whatever the rule takes from estimates. Each
//! round expands a leaf that was not expanded or lets the rule change its own measure, which it does
//! finitely often between two expansions. So the search ends where lines do, and what it says is
//! right. Spaces in which play may return to a state are refused.
//!
//! **Transpositions.** A state met twice has two nodes: the sums of conspiracy numbers are exact in trees
//! alone. Solved states go into the table, and a leaf is looked up there when it is made and when its turn
//! comes.
//!
//! **Cost.** A node takes its state, 40 bytes, and the rule's value. Below a solved node everything is
//! thrown away once the memory is full; what is still open must fit, else there is no answer.

mod b_star;
mod checkpoint;
mod conspiracy;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::Arc;

use super::Refused;
use crate::boolean::CyclicSpace;
use crate::dfpn::Table;
use crate::pn::siblings::Siblings;
use crate::{Children, Effort, Evaluation, NodeType, Numbers, Space, Verdict, Why};
use tree::{Node, Tree};

pub use b_star::{BStar, Bounds, Plan};
pub use conspiracy::{Conspiracy, Conspirators, ValueSet};

/// What a best-first search goes by. It is its own options, and has a measure that the search changes.
pub trait Rule: Copy + Send + 'static {
    /// What is known of a node.
    type Value: Copy + PartialEq + Send;
    /// What the search is after, from the root down.
    type Goal: Copy;

    /// What is known of a leaf at this depth.
    fn leaf(&self, numbers: Numbers, depth: u32) -> Self::Value;

    /// What the children make of their parent.
    fn inner<'v>(
        &self,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Self::Value> + Clone,
    ) -> Self::Value;

    /// Whether a value is that of a solved node, and of which.
    fn solved(&self, value: &Self::Value) -> Option<bool>;

    /// Where to go from the root, which is not solved. [`Next::Measure`] says that the rule has changed
    /// its measure, so that leaves have other values.
    fn begin<'v>(
        &mut self,
        node_type: NodeType,
        root: &Self::Value,
        children: impl Iterator<Item = &'v Self::Value> + Clone,
    ) -> Next<Self::Goal>;

    /// The place of the child to go to from a node below the root that is not solved; that child is not
    /// solved either.
    fn choose<'v>(
        &self,
        goal: Self::Goal,
        node_type: NodeType,
        children: impl Iterator<Item = &'v Self::Value> + Clone,
    ) -> usize;

    /// The root's numbers for progress reports, if there are some.
    fn numbers(&self, root: &Self::Value) -> Option<Numbers> {
        let _ = root;
        None
    }

    /// The options as a word: a checkpoint is of one rule with one set of options.
    fn options_word(&self) -> u64;

    /// The measure as a word.
    fn measure(&self) -> u64;

    /// Takes back a measure; `false` if it cannot have been one.
    fn set_measure(&mut self, measure: u64) -> bool;
}

/// Where a rule goes from the root.
pub enum Next<G> {
    /// To the child of this place, for this.
    Child(G, usize),
    /// Nowhere: its measure is another now.
    Measure,
}

/// A search that grows a tree by a rule. See the module's text.
pub struct Growing<S: Space, R: Rule> {
    space: S,
    rule: R,
    /// The rule as it began.
    options: R,
    table: Arc<Table>,
    tree: Tree<S::State, R::Value>,
    largest: u64,
    expansions: u64,
    /// Entries stored since the table last grew or aged.
    stored: u64,
    effort_before: Effort,
    ending: Option<bool>,
    children: Children<S::State>,
    keys: Vec<u64>,
    siblings: Siblings,
}

impl<S: Space, R: Rule> Growing<S, R> {
    fn begin(
        mut space: S,
        table: Arc<Table>,
        memory: u64,
        rule: R,
    ) -> Result<Growing<S, R>, Refused> {
        if space.cyclic() {
            return Err(Refused::Cyclic(CyclicSpace));
        }
        let root = space.root();
        let numbers = space.evaluate(&root, 0).numbers();
        let ending = numbers.solved();
        let mut tree = Tree::within(memory);
        let node_type = ending.map_or_else(|| space.node_type(&root), |_| NodeType::Or);
        tree.push(Node::leaf(root, node_type, 0, 0, numbers, rule.leaf(numbers, 0)));
        Ok(Growing {
            space,
            rule,
            options: rule,
            table,
            tree,
            largest: 1,
            expansions: 0,
            stored: 0,
            effort_before: Effort::default(),
            ending,
            children: Children::default(),
            keys: Vec::new(),
            siblings: Siblings::default(),
        })
    }

    /// One expansion, or one change of the rule's measure; `false` if there is no memory for it.
    fn advance(&mut self) -> bool {
        let root = self.tree.node(0);
        let mut at = 0;
        if root.count > 0 {
            let next = self.rule.begin(root.node_type, &root.value, self.tree.values_below(0));
            let Next::Child(goal, place) = next else {
                self.measure_again();
                return true;
            };
            at = self.tree.child(0, place);
            while self.tree.node(at).count > 0 {
                let (node_type, values) =
                    (self.tree.node(at).node_type, self.tree.values_below(at));
                at = self.tree.child(at, self.rule.choose(goal, node_type, values));
            }
        }
        self.expand(at)
    }

    /// Gives all nodes the values that they have by the rule's present measure.
    fn measure_again(&mut self) {
        for at in (0..self.tree.len()).rev() {
            let node = self.tree.node(at);
            let value = match node.count {
                0 => self.rule.leaf(node.numbers, node.depth),
                _ => self.rule.inner(node.node_type, self.tree.values_below(at)),
            };
            self.tree.node_mut(at).value = value;
        }
    }

    /// Expands a leaf and brings the path to it up to date.
    fn expand(&mut self, mut at: u32) -> bool {
        let node = self.tree.node(at);
        let (state, node_type, depth) = (node.state.clone(), node.node_type, node.depth);
        let key = self.space.key(&state);
        // Others may have solved this state meanwhile.
        let known = self.table.get(key).and_then(|entry| entry.solved()).filter(|_| at > 0);
        if let Some(proved) = known {
            self.settle(at, proved);
            self.back_up(at);
            return true;
        }
        self.expansions += 1;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        self.space.expand(&state, depth, &mut children);
        let more = children.as_slice().len();
        let fits = self.tree.has_room(more) || {
            at = self.tree.compact(at);
            self.tree.has_room_and_more(more)
        };
        if fits {
            let settled = children.settled();
            match settled.or_else(|| self.enter(at, node_type, depth + 1, &children)) {
                Some(proved) => {
                    self.settle(at, proved);
                    self.store(key, proved);
                }
                None => {
                    let value = self.rule.inner(node_type, self.tree.values_below(at));
                    self.tree.node_mut(at).value = value;
                }
            }
            self.largest = self.largest.max(self.tree.len().into());
            self.back_up(at);
        }
        self.children = children;
        fits
    }

    /// Makes leaves of the children that are not solved. If one solves the node, or none is left, the
    /// node's value.
    fn enter(
        &mut self,
        at: u32,
        node_type: NodeType,
        depth: u32,
        children: &Children<S::State>,
    ) -> Option<bool> {
        let list = children.as_slice();
        self.keys.clear();
        self.keys.extend(list.iter().map(|child| self.space.key(&child.state)));
        self.siblings.begin_with_keys(list.len());
        let first = self.tree.len();
        for (place, child) in list.iter().enumerate() {
            if self.siblings.repeats(&self.keys, list, place) {
                continue;
            }
            let known = self.table.get(self.keys[place]).and_then(|entry| entry.solved());
            let told = known.map(Evaluation::of_solved).or(child.evaluation);
            let told = told.unwrap_or_else(|| self.space.evaluate(&child.state, depth));
            let numbers = told.numbers();
            match numbers.solved() {
                Some(proved) if node_type.is_solved_by(proved) => {
                    self.tree.truncate(first);
                    return Some(proved);
                }
                Some(_) => {}
                None => {
                    let (state, value) = (child.state.clone(), self.rule.leaf(numbers, depth));
                    let own = self.space.node_type(&state);
                    self.tree.push(Node::leaf(state, own, at, depth, numbers, value));
                }
            }
        }
        let count = self.tree.len() - first;
        let node = self.tree.node_mut(at);
        (node.first, node.count) = (first, count);
        (count == 0).then_some(node_type == NodeType::And)
    }

    /// Makes a node a solved leaf.
    fn settle(&mut self, at: u32, proved: bool) {
        let numbers = Numbers::of_solved(proved);
        let node = self.tree.node_mut(at);
        node.count = 0;
        node.numbers = numbers;
        node.value = self.rule.leaf(numbers, node.depth);
        if at == 0 {
            self.ending = Some(proved);
        }
    }

    fn store(&mut self, key: u64, proved: bool) {
        self.table.store_solved(key, proved, 1);
        self.stored += 1;
        if self.table.turn(self.stored) {
            self.stored = 0;
        }
    }

    /// Gives the nodes above one the values that their children make.
    fn back_up(&mut self, mut at: u32) {
        while at > 0 {
            at = self.tree.node(at).parent;
            let node = self.tree.node(at);
            let value = self.rule.inner(node.node_type, self.tree.values_below(at));
            match self.rule.solved(&value) {
                Some(proved) => {
                    let key = self.space.key(&node.state);
                    self.settle(at, proved);
                    self.store(key, proved);
                }
                None if value == node.value => return,
                None => self.tree.node_mut(at).value = value,
            }
        }
    }

    fn verdict(&self) -> Verdict {
        self.ending.map_or(Verdict::Unknown(Why::Nodes), |proved| self.space.verdict_of(proved))
    }

    fn advance_by(&mut self, budget: u64) -> Verdict {
        let before = self.space.effort().nodes;
        while self.ending.is_none() && self.space.effort().nodes - before < budget {
            if !self.advance() {
                return Verdict::Unknown(Why::Memory);
            }
        }
        self.verdict()
    }

    /// The states on the way to the leaf that is expanded next.
    fn way(&self) -> Vec<S::State> {
        let (mut way, mut at) = (Vec::new(), 0);
        let mut rule = self.rule;
        let root = self.tree.node(0);
        if root.count == 0 {
            return way;
        }
        let next = rule.begin(root.node_type, &root.value, self.tree.values_below(0));
        let Next::Child(goal, mut place) = next else { return way };
        loop {
            at = self.tree.child(at, place);
            let node = self.tree.node(at);
            way.push(node.state.clone());
            if node.count == 0 {
                return way;
            }
            place = rule.choose(goal, node.node_type, self.tree.values_below(at));
        }
    }

    /// What is known of the root.
    pub fn root_value(&self) -> &R::Value {
        &self.tree.node(0).value
    }
}
