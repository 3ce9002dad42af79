//! A tree of the text as a space that searches work in.

use quod_game::Move;
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

use super::text::Tree;

/// The space of a tree; a state is a node's number.
#[derive(Clone)]
pub struct TreeSpace {
    tree: Tree,
    effort: Effort,
}

impl TreeSpace {
    /// The space of this tree. A state that repeats an ancestor is disproved, as in the thesis's
    /// Figure 2.6.
    pub fn new(tree: &Tree) -> TreeSpace {
        TreeSpace { tree: tree.clone(), effort: Effort::default() }
    }

    /// Whether nothing is known of a leaf.
    pub fn is_open_leaf(&self, state: usize) -> bool {
        let node = &self.tree.nodes[state];
        node.children.is_empty() && node.value.is_none()
    }
}

impl Space for TreeSpace {
    type State = usize;

    fn root(&self) -> usize {
        0
    }

    fn node_type(&self, state: &usize) -> NodeType {
        self.tree.nodes[*state].node_type
    }

    fn evaluate(&mut self, state: &usize, _depth: u32) -> Evaluation {
        self.effort.nodes += 1;
        self.effort.evaluations += 1;
        match self.tree.nodes[*state].value {
            Some(value) => Evaluation::of_solved(value),
            None => Evaluation::Unknown(Numbers::ONE),
        }
    }

    fn expand(&mut self, state: &usize, _depth: u32, children: &mut Children<usize>) {
        for (at, &child) in self.tree.nodes[*state].children.iter().enumerate() {
            children.push(Move(at as u32), child, None);
        }
    }

    fn cyclic(&self) -> bool {
        self.tree.cyclic
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
