//! The order of moves: the table's, killers, history; among equals the game's own.

use quod_game::Move;

use super::{MOST_PLIES, Parts};
use crate::NodeType;
use crate::boolean::History;

/// What cut off before.
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: History,
}

impl Order {
    pub fn new() -> Order {
        Order { killers: vec![[None; 2]; MOST_PLIES + 1], history: History::new() }
    }

    /// Each side has a history of its own.
    fn side(other: bool) -> NodeType {
        if other { NodeType::And } else { NodeType::Or }
    }

    /// Sorts moves; `other`: whether the side to move is not the root's.
    pub fn sort<S>(
        &self,
        parts: &Parts,
        moves: &mut [(Move, S)],
        best: Option<Move>,
        ply: usize,
        other: bool,
    ) {
        let killers = self.killers[ply];
        moves.sort_by_cached_key(|&(mv, _)| {
            let killer = parts.killers && killers.contains(&Some(mv));
            let history = match parts.history {
                true => self.history.order(Order::side(other), mv),
                false => 0,
            };
            (best != Some(mv), !killer, history)
        });
    }

    /// A move has cut off; so many nodes were visited below it.
    pub fn cut(&mut self, mv: Move, ply: usize, other: bool, work: u64) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history.solved(Order::side(other), mv, work.max(1));
    }
}
