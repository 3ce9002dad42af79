//! The tree of a first level from outside: its nodes, read only.

use std::collections::VecDeque;

use super::{JobLevel, ROOT, flag};
use crate::{NodeType, Numbers, Space};

/// A node of a first level.
pub struct LevelView<'l, S: Space> {
    level: &'l JobLevel<S>,
    node: u32,
}

impl<S: Space> JobLevel<S> {
    /// The root's node.
    pub fn root(&self) -> LevelView<'_, S> {
        LevelView { level: self, node: ROOT }
    }

    /// How many nodes are how many moves from the root by the shortest way, and how many were looked at: the nearest, at
    /// most so many.
    pub fn depths(&self, sample: u64) -> (Vec<u64>, u64) {
        let mut met = vec![false; self.nodes.len()];
        let (mut depths, mut looked) = (Vec::new(), 0);
        let mut queue = VecDeque::from([(ROOT, 0)]);
        met[ROOT as usize] = true;
        while let Some((at, depth)) = queue.pop_front().filter(|_| looked < sample) {
            looked += 1;
            if depths.len() <= depth {
                depths.push(0);
            }
            depths[depth] += 1;
            for &(_, child) in &self.nodes[at as usize].children {
                if !std::mem::replace(&mut met[child as usize], true) {
                    queue.push_back((child, depth + 1));
                }
            }
        }
        (depths, looked)
    }
}

impl<'l, S: Space> LevelView<'l, S> {
    /// The state.
    pub fn state(&self) -> &'l S::State {
        &self.level.nodes[self.node as usize].state
    }

    /// Proof and disproof number.
    pub fn numbers(&self) -> Numbers {
        self.level.nodes[self.node as usize].numbers
    }

    /// Who is to move; `None` if the node is not expanded.
    pub fn node_type(&self) -> Option<NodeType> {
        let node = &self.level.nodes[self.node as usize];
        let is_and = if node.has(flag::AND) { NodeType::And } else { NodeType::Or };
        node.has(flag::EXPANDED).then_some(is_and)
    }

    /// The children, in the order the space gave them.
    pub fn children(&self) -> impl Iterator<Item = LevelView<'l, S>> + 'l {
        let level = self.level;
        let children = level.nodes[self.node as usize].children.iter();
        children.map(move |&(_, node)| LevelView { level, node })
    }
}
