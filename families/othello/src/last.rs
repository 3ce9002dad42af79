//! The last few empty squares, by recursion.
//!
//! Below [`LEAF`] empty squares a table costs more than it saves. Null-window alpha-beta, fail-soft, the
//! squares of odd regions first: who moves into a region with an odd number of empty squares expects to
//! have the last move there, too (Buro 1997 calls it parity). From five empty squares on the moves that
//! leave the other side the fewest replies come first ("fastest first").
//!
//! **Invariants.** The score is what the rules say, for the side to move; the answer is a bound of it,
//! above `alpha` a lower one, else an upper one. Every position met is counted.

use crate::board::{Board, each};
use crate::score::Rest;

/// Up to this many empty squares there is no table and no stack of frames.
pub const LEAF: u32 = 7;

/// A count of nodes and the rule for the empty squares that are left.
#[derive(Clone, Copy, Debug)]
pub struct Last {
    /// Positions met.
    pub nodes: u64,
    /// Who gets the squares that nobody fills.
    pub rest: Rest,
}

impl Last {
    /// Whether the score is above `alpha`, as a bound of it.
    pub fn solve<const N: usize>(&mut self, board: Board<N>, alpha: i32) -> i32 {
        self.nodes += 1;
        let empty = board.empty();
        match empty.count_ones() {
            0 => board.lead(),
            1 => self.one(board, empty.trailing_zeros()),
            2..=4 => self.few(board, empty, alpha),
            _ => self.several(board, alpha),
        }
    }

    /// One empty square: either side may fill it, the side to move first.
    fn one<const N: usize>(&mut self, board: Board<N>, square: u32) -> i32 {
        let lead = board.lead();
        let flips = board.flips(square);
        if flips != 0 {
            return lead + 1 + 2 * flips.count_ones() as i32;
        }
        let flips = board.passed().flips(square);
        if flips != 0 {
            return lead - 1 - 2 * flips.count_ones() as i32;
        }
        self.rest.score(lead, 1)
    }

    /// Two to four: no lists of moves, every square is tried, odd regions first.
    fn few<const N: usize>(&mut self, board: Board<N>, empty: u64, alpha: i32) -> i32 {
        let mut best = -Board::<N>::AREA - 1;
        let odd = odd_regions(empty);
        for square in each(odd).chain(each(empty & !odd)) {
            let flips = board.flips(square);
            if flips == 0 {
                continue;
            }
            best = best.max(-self.solve(board.after(square, flips), -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        match best < -Board::<N>::AREA {
            true => self.no_move(board, alpha),
            false => best,
        }
    }

    /// More: moves with few replies first.
    fn several<const N: usize>(&mut self, board: Board<N>, alpha: i32) -> i32 {
        let moves = board.moves();
        if moves == 0 {
            return self.no_move(board, alpha);
        }
        if let Some(most) = capped(&board, alpha) {
            return most;
        }
        let odd = odd_regions(board.empty());
        let mut list = [(0i32, Board::<N>::default()); LEAF as usize + 1];
        let mut count = 0;
        for square in each(moves) {
            let child = board.play(square);
            let replies = child.moves();
            let mut order = 4 * replies.count_ones() as i32
                + 4 * (replies & Board::<N>::CORNERS).count_ones() as i32;
            if odd >> square & 1 == 1 {
                order -= 3;
            }
            if Board::<N>::CORNERS >> square & 1 == 1 {
                order -= 6;
            }
            let mut at = count;
            while at > 0 && list[at - 1].0 > order {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = (order, child);
            count += 1;
        }
        let mut best = -Board::<N>::AREA - 1;
        for (_, child) in &list[..count] {
            best = best.max(-self.solve(*child, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// The side to move passes, or the game is over.
    fn no_move<const N: usize>(&mut self, board: Board<N>, alpha: i32) -> i32 {
        let passed = board.passed();
        match passed.moves() {
            0 => self.rest.score(board.lead(), board.empties() as i32),
            _ => -self.solve(passed, -alpha - 1),
        }
    }
}

/// An upper bound of the score that answers the question: stable discs of the other side stay his.
#[inline]
pub fn capped<const N: usize>(board: &Board<N>, alpha: i32) -> Option<i32> {
    let enough = Board::<N>::AREA - alpha <= 2 * board.other.count_ones() as i32;
    if !enough || board.other & Board::<N>::CORNERS == 0 {
        return None;
    }
    let most = Board::<N>::AREA - 2 * board.stable_of_other().count_ones() as i32;
    (most <= alpha).then_some(most)
}

/// The empty squares in regions, joined sideways or by corners, that have an odd number of them.
pub fn odd_regions(empty: u64) -> u64 {
    let (mut left, mut odd) = (empty, 0);
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let rows = region
                | (region & 0x7f7f_7f7f_7f7f_7f7f) << 1
                | (region & 0xfefe_fefe_fefe_fefe) >> 1;
            let grown = (rows | rows << 8 | rows >> 8) & empty;
            if grown == region {
                break;
            }
            region = grown;
        }
        if region.count_ones() % 2 == 1 {
            odd |= region;
        }
        left &= !region;
    }
    odd
}
