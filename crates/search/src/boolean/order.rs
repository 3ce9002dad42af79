//! The order of children, without knowing the game.

use quod_game::Move;

use crate::hash::mixed;
use crate::{NodeType, Numbers};

/// Logarithm of the number of moves that are told apart.
const BITS: u32 = 12;
const MOVES: usize = 1 << BITS;

/// The order of a child with these numbers below a node of this type: what it takes to solve the node by
/// it. The less, the earlier.
#[inline]
pub(super) fn effort(node_type: NodeType, child: Numbers) -> u64 {
    match node_type {
        NodeType::Or => child.proof.get().into(),
        NodeType::And => child.disproof.get().into(),
    }
}

/// How much each side's moves have solved (Schaeffer 1983): a node counts as the square of the binary
/// logarithm of the work below it, so that the many small ones do not drown the few large ones. Codes above the first 4096 share
/// places with others, which costs order and nothing else.
pub(crate) struct History(Box<[u32]>);

impl History {
    /// Bytes that it takes.
    pub const BYTES: u64 = (2 * MOVES * size_of::<u32>()) as u64;

    pub fn new() -> History {
        History(vec![0; 2 * MOVES].into())
    }

    fn place(node_type: NodeType, mv: Move) -> usize {
        let code = mv.0 as usize;
        let place = match code < MOVES {
            true => code,
            false => (mixed(code as u64) >> (64 - BITS)) as usize,
        };
        place + if node_type == NodeType::Or { 0 } else { MOVES }
    }

    /// The order of a move among others: the less, the more it has solved.
    #[inline]
    pub fn order(&self, node_type: NodeType, mv: Move) -> u64 {
        u64::from(u32::MAX - self.0[History::place(node_type, mv)])
    }

    /// A move has solved a node of this type; so much work was done below the node.
    #[inline]
    pub fn solved(&mut self, node_type: NodeType, mv: Move, work: u64) {
        let count = &mut self.0[History::place(node_type, mv)];
        let octaves = u64::BITS - work.leading_zeros();
        *count = count.saturating_add(octaves * octaves);
    }

    /// Every count that is not 0, with its place.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        (0..).zip(self.0.iter().copied()).filter(|&(_, count)| count > 0)
    }

    /// Puts back one of [`History::counts`]. `false` if there is no such place.
    pub fn set(&mut self, place: u64, count: u32) -> bool {
        let place = usize::try_from(place).ok().and_then(|place| self.0.get_mut(place));
        place.map(|it| *it = count).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_what_the_side_to_move_needs() {
        let child = Numbers::new(2, 7);
        assert_eq!([NodeType::Or, NodeType::And].map(|it| effort(it, child)), [2, 7]);
    }

    #[test]
    fn moves_are_counted_for_each_side() {
        let mut history = History::new();
        for mv in [3, 4095, 4096, u32::MAX].map(Move) {
            history.solved(NodeType::And, mv, 1);
            let [and, or] = [NodeType::And, NodeType::Or].map(|it| history.order(it, mv));
            assert!(and < or, "{mv:?}");
        }
        let counts: Vec<_> = history.counts().collect();
        let mut other = History::new();
        assert!(counts.iter().all(|&(place, count)| other.set(place, count)));
        assert!(other.counts().eq(counts));
        assert!(!other.set(2 * MOVES as u64, 1));
    }
}
