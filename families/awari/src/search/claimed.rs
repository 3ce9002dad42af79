//! A claim about the difference of captured stones for alpha-beta with iterative deepening.

use crate::Endgames;
use quod_game::Move;
use quod_search::Minimax;
use quod_search::deepening::Deepen;
use quod_search::minimax::{LOSS, WIN, Worth};

use super::Node;

/// "The prover ends with a lead of at least `target`": ±1 where that is known; an estimate is
/// the lead, as if the rest were split. Greater captures first, then by pit.
pub struct Claimed<E> {
    endgames: E,
    target: i32,
}

impl<E: Endgames> Claimed<E> {
    /// The game of a claim; see [`super::AwariSpace::new`].
    pub fn new(endgames: E, target: i32) -> Claimed<E> {
        Claimed { endgames, target }
    }
}

/// ±1 for the side to move.
fn certain(node: &Node, holds: bool) -> i32 {
    if holds == node.prover { WIN } else { LOSS }
}

impl<E: Endgames> Minimax for Claimed<E> {
    type State = Node;

    #[inline]
    fn worth(&mut self, node: &Node) -> Worth {
        match node.known(self.target, &self.endgames) {
            Some(holds) => Worth::Known(certain(node, holds)),
            None => Worth::Estimate(node.own_lead()),
        }
    }

    #[inline]
    fn moves(&mut self, node: &Node, moves: &mut Vec<(Move, Node)>) {
        let mut successors = node.board.successors();
        successors.captures_first();
        let list = successors.as_slice().iter();
        moves.extend(list.map(|it| (Move(it.pit.into()), node.after(it))));
    }
}

impl<E: Endgames> Deepen for Claimed<E> {
    #[inline]
    fn same_class(&self, earlier: &Node, node: &Node) -> bool {
        earlier.is_in_class_of(node)
    }

    fn infinite_play(&self, node: &Node) -> i32 {
        certain(node, i32::from(node.lead) >= self.target)
    }
}
