//! Which moves keep a claim true, as alpha-beta's table knows it or a search finds out.

use crate::lists::{Stones, cells, sensible};
use crate::{Geometry, Position};
use quod_search::alphabeta::{AlphaBeta, NullWindow};

use super::minimax::Board;

/// Nodes of the first search where the table has lost the good move.
const FIRST_TRY: u64 = 1000;

/// Asks the search about moves.
pub(super) struct GoodMoves<'a, G: Geometry> {
    geo: G,
    search: &'a mut AlphaBeta<Board<G>>,
    /// The claim holds where the opponent is to move if his score is not above this.
    alpha: i32,
}

impl<'a, G: Geometry> GoodMoves<'a, G> {
    pub fn new(search: &'a mut AlphaBeta<Board<G>>, alpha: i32) -> Self {
        GoodMoves { geo: search.game().geo, search, alpha }
    }

    /// The logarithm of the work behind the opponent's position if it is known to be good, or found
    /// to be with so many nodes.
    pub fn good(&mut self, s: Stones, nodes: u64) -> Option<u32> {
        let pos = Position { me: s.opp, all: s.all() };
        let known = self.search.table().get_with_work(self.search.game().key(&pos));
        match known {
            Some((bounds, work)) if bounds.high <= self.alpha => return Some(work),
            Some((bounds, _)) if bounds.low > self.alpha => return None,
            _ => {}
        }
        // The search plays forced answers at once: the table knows the position after them.
        let play = self.geo.playable(pos.all);
        let block = self.geo.winning_cells(s.own, pos.all) & play;
        let wins = self.geo.winning_cells(s.opp, pos.all) & play;
        if block.count_ones() == 1 && wins == 0 {
            let after = pos.play(block);
            let known = self.search.table().get_with_work(self.search.game().key(&after));
            if let Some((bounds, work)) = known
                && -bounds.low <= self.alpha
            {
                return Some(work);
            }
        }
        if nodes == 0 {
            return None;
        }
        let before = self.search.game().nodes();
        self.search.ask(&pos, self.alpha);
        let value = self.search.step(nodes)?;
        let work = 64 - (self.search.game().nodes() - before).leading_zeros();
        (value <= self.alpha).then_some(work)
    }

    /// The prover's moves that are known to be good or found to be with so many nodes each, with the logarithm of the work behind
    /// them; if there is none, the first that a search finds. None at all: the search's answer was not true.
    pub fn all(&mut self, q: Stones, nodes: u64) -> Vec<(u64, u32)> {
        let tries = sensible(self.geo, q);
        let mut moves = vec![];
        for cell in cells(tries) {
            moves.extend(self.good(q.answer(cell), nodes).map(|work| (cell, work)));
        }
        let mut nodes = nodes.max(FIRST_TRY);
        while moves.is_empty() {
            let mut found = None;
            for cell in cells(tries) {
                found = found.or_else(|| self.good(q.answer(cell), nodes).map(|work| (cell, work)));
            }
            moves.extend(found);
            if moves.is_empty() && nodes == u64::MAX {
                break;
            }
            nodes = nodes.saturating_mul(8);
        }
        moves
    }
}
