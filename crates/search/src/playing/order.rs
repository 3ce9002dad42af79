//! The order of moves: the table's first, then the game's own, which killers and history change a little.
//!
//! **Dropped.** Killers and then history before the game's own order: on Othello's 8×8, where corners and moves that
//! leave few replies come first, 63,546 nodes to depth 6 for 55,929 without either (12 positions).

use quod_game::Move;

use super::{MOST_PLIES, Parts};
use crate::NodeType;
use crate::boolean::History;

/// By how many places a killer comes forward at most, and the move with most of the history.
const PLACES: u64 = 2;

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

    /// Sorts moves; `other`: whether the side to move is not the root's. The table's move comes first; killers
    /// and history move others forward by [`PLACES`] at most.
    pub fn sort<S>(
        &self,
        parts: &Parts,
        moves: &mut Vec<(Move, S)>,
        best: Option<Move>,
        ply: usize,
        other: bool,
    ) {
        let killers = self.killers[ply];
        let solved = |mv: Move| match parts.history {
            true => u64::from(u32::MAX) - self.history.order(Order::side(other), mv),
            false => 0,
        };
        let most = moves.iter().map(|it| solved(it.0)).max().unwrap_or(0).max(1);
        let key = |at: usize, mv: Move| {
            let killer = parts.killers && killers.contains(&Some(mv));
            let forward = PLACES * (solved(mv) * 16 / most + if killer { 16 } else { 0 });
            (best != Some(mv), 16 * at as i64 - forward as i64)
        };
        let keys: Vec<_> = moves.iter().enumerate().map(|(at, it)| key(at, it.0)).collect();
        // (Sorting places sorts moves by keys that depend on their places.)
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by_key(|&at| keys[at]);
        let mut all: Vec<_> = std::mem::take(moves).into_iter().map(Some).collect();
        moves.extend(places.into_iter().filter_map(|at| all[at].take()));
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
