//! The numbers that frontier nodes begin with (Allis 1994, §2.3.3).
//!
//! They change which node is developed next, and so how many are needed. They never change an answer.

use crate::{NodeType, Numbers};

/// How the numbers of a frontier node follow from its moves or its depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Initialisation {
    /// 1 and 1, as pure proof-number search has it.
    #[default]
    One,
    /// Evaluations as a measure of effort: with n moves an OR node has 1 and n, an AND node n and 1.
    /// Costs a generation of moves per evaluated node.
    Moves,
    /// Both are a + b·d + c·d² at depth d, for `[a, b, c]`: deep nodes are put off, trees become
    /// broad and shallow. `[1, 1, 0]` and `[1, 2, 1]` are usual.
    Depth([u32; 3]),
}

impl Initialisation {
    /// The numbers of a node of this type at this depth. Its moves are counted only where that is
    /// needed. Large numbers saturate.
    #[inline]
    pub fn numbers(self, node_type: NodeType, moves: impl FnOnce() -> u32, depth: u32) -> Numbers {
        match self {
            Initialisation::One => Numbers::ONE,
            Initialisation::Moves => match node_type {
                NodeType::Or => Numbers::new(1, moves()),
                NodeType::And => Numbers::new(moves(), 1),
            },
            Initialisation::Depth([a, b, c]) => {
                let squared = c.saturating_mul(depth).saturating_mul(depth);
                let effort = a.saturating_add(b.saturating_mul(depth)).saturating_add(squared);
                Numbers::new(effort, effort)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProofNumber;

    fn uncounted() -> u32 {
        panic!("these moves need not be counted")
    }

    #[test]
    fn moves_are_what_all_children_cost() {
        let numbers = |node_type| Initialisation::Moves.numbers(node_type, || 7, 3);
        assert_eq!(numbers(NodeType::Or), Numbers::new(1, 7));
        assert_eq!(numbers(NodeType::And), Numbers::new(7, 1));
    }

    #[test]
    fn depth_gives_a_polynomial_that_saturates() {
        let at = |by: [u32; 3], depth| {
            Initialisation::Depth(by).numbers(NodeType::And, uncounted, depth)
        };
        assert_eq!(at([1, 2, 1], 3), Numbers::new(16, 16));
        assert_eq!(at([5, 0, 0], 1000), Numbers::new(5, 5));
        for by in [[u32::MAX, 1, 1], [1, u32::MAX, 1], [1, 1, u32::MAX], [0, 0, 1 << 20]] {
            let numbers = at(by, 1 << 20);
            assert_eq!((numbers.proof, numbers.solved()), (ProofNumber::LARGEST, None));
        }
    }

    #[test]
    fn one_counts_nothing() {
        assert_eq!(Initialisation::One.numbers(NodeType::Or, uncounted, 9), Numbers::ONE);
    }
}
