//! A claim about the difference of captured stones as an AND/OR space.

use crate::Endgames;
use quod_game::Move;
use quod_search::{Children, Effort, Evaluation, NodeType, Numbers, Space};

use super::Node;

/// The numbers a frontier node begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// 1 and 1.
    One,
    /// The stones that each side must still capture (thesis, §2.3.3).
    Stones,
}

/// "The prover ends with a lead of at least `target`", from a root.
///
/// Moves are tried by pit. The board has no symmetry that keeps the players. [`Effort::nodes`] is what
/// the thesis counts for proof-number search (§2.4.5): the root and all children of all expanded nodes,
/// whether or not they were evaluated.
pub struct AwariSpace<E> {
    endgames: E,
    root: Node,
    target: i32,
    initial: Initial,
    effort: Effort,
}

impl<E: Endgames> AwariSpace<E> {
    /// The space of a claim; "the prover wins" has the target 1, "at least a draw" 0.
    pub fn new(endgames: E, root: Node, target: i32, initial: Initial) -> AwariSpace<E> {
        let effort = Effort { nodes: 1, ..Effort::default() };
        AwariSpace { endgames, root, target, initial, effort }
    }
}

impl<E: Endgames> Space for AwariSpace<E> {
    type State = Node;

    fn root(&self) -> Node {
        self.root
    }

    fn node_type(&self, node: &Node) -> NodeType {
        if node.prover { NodeType::Or } else { NodeType::And }
    }

    fn evaluate(&mut self, node: &Node, _depth: u32) -> Evaluation {
        self.effort.evaluations += 1;
        match node.known(self.target, &self.endgames) {
            Some(holds) => Evaluation::of_solved(holds),
            None => Evaluation::Unknown(match self.initial {
                Initial::One => Numbers::ONE,
                Initial::Stones => {
                    let [proof, disproof] = node.still_to_capture(self.target);
                    Numbers::new(proof, disproof)
                }
            }),
        }
    }

    fn expand(&mut self, node: &Node, _depth: u32, children: &mut Children<Node>) {
        let successors = node.board.successors();
        self.effort.nodes += successors.as_slice().len() as u64;
        for successor in successors.as_slice() {
            children.push(Move(successor.pit.into()), node.after(successor), None);
        }
    }

    fn cyclic(&self) -> bool {
        true
    }

    fn class(&self, node: &Node) -> u64 {
        node.class()
    }

    fn infinite_play(&self, class: u64) -> bool {
        Node::lead_of(class) >= self.target
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
