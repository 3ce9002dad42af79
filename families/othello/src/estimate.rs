//! How good a position looks, and a short search on top of it.
//!
//! **The idea.** Before the end the number of discs means little; what counts is to have moves when the
//! other side has none, and corners, which can never be turned (Rosenbloom 1982: mobility, potential
//! mobility, stability). The estimate is a sum of such counts with fixed weights. It only orders moves and
//! serves the player; nothing that is proved rests on it.

use crate::board::{Board, each};
use crate::score::Rest;

/// An estimate in hundredths of a disc, beyond every real one for a finished game.
pub type Estimate = i32;

/// Greater than every estimate.
pub const INFINITE: Estimate = 1_000_000;

/// A finished game counts for this much a disc, so that it outweighs every estimate.
const FINISHED: Estimate = 1_000;

impl<const N: usize> Board<N> {
    /// The squares beside a set, diagonals included.
    #[inline]
    fn around(set: u64) -> u64 {
        let rows = set | (set & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (set & 0xfefe_fefe_fefe_fefe) >> 1;
        rows | rows << 8 | rows >> 8
    }

    /// The squares diagonally beside an empty corner.
    #[inline]
    fn risky(empty_corners: u64) -> u64 {
        let rows = (empty_corners & 0x7f7f_7f7f_7f7f_7f7f) << 1
            | (empty_corners & 0xfefe_fefe_fefe_fefe) >> 1;
        (rows << 8 | rows >> 8) & Self::SQUARES
    }

    /// How many empty squares touch discs of the side that has just moved: moves that the side to move may
    /// get.
    #[inline]
    pub fn exposed(&self) -> i32 {
        (Self::around(self.other) & self.empty()).count_ones() as i32
    }

    /// How good the position looks for the side to move.
    pub fn estimate(&self) -> Estimate {
        let count = |set: u64| set.count_ones() as i32;
        let empty = self.empty();
        let (mine, theirs) = (self.moves(), self.passed().moves());
        let mobility = count(mine) - count(theirs) + count(mine & Self::CORNERS)
            - count(theirs & Self::CORNERS);
        let potential =
            count(Self::around(self.other) & empty) - count(Self::around(self.own) & empty);
        let corners = count(self.own & Self::CORNERS) - count(self.other & Self::CORNERS);
        let risky = Self::risky(empty & Self::CORNERS);
        let risk = count(self.own & risky) - count(self.other & risky);
        let mut sum = 100 * mobility + 45 * potential + 500 * corners - 180 * risk;
        if corners != 0 || (self.own | self.other) & Self::CORNERS != 0 {
            sum += 120 * (count(self.stable_of_own()) - count(self.stable_of_other()));
        }
        // The side to move has the last move of the whole board if the number of empty squares is odd.
        sum + if count(empty) % 2 == 1 { 60 } else { 0 }
    }
}

/// Short searches on top of the estimate, with a budget of positions.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    rest: Rest,
    nodes: u64,
    budget: u64,
}

impl Ahead {
    /// Searches that together may meet this many positions.
    pub fn new(rest: Rest, budget: u64) -> Ahead {
        Ahead { rest, nodes: 0, budget }
    }

    /// Positions met.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the budget is used up.
    pub fn exhausted(&self) -> bool {
        self.nodes >= self.budget
    }

    /// The estimate after `depth` plies, for the side to move, within the window; `None` if the budget did not
    /// suffice.
    pub fn value<const N: usize>(
        &mut self,
        board: Board<N>,
        depth: u32,
        mut alpha: Estimate,
        beta: Estimate,
    ) -> Option<Estimate> {
        if self.exhausted() {
            return None;
        }
        self.nodes += 1;
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            return match passed.moves() {
                0 => Some(FINISHED * self.rest.score(board.lead(), board.empties() as i32)),
                _ => self.value(passed, depth, -beta, -alpha).map(|value| -value),
            };
        }
        if depth == 0 {
            return Some(board.estimate());
        }
        let mut list = [(0, Board::default()); MOST_MOVES];
        let list = in_order(&board, moves, depth > 1, &mut list);
        let mut best = -INFINITE;
        for (_, child) in list {
            best = best.max(-self.value(*child, depth - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// A position has no more moves than this: 60 squares can be played on, and a known bound is 33.
const MOST_MOVES: usize = 60;

/// The positions after all moves: corners first, and by the replies that they leave if `by_replies`.
fn in_order<'l, const N: usize>(
    board: &Board<N>,
    moves: u64,
    by_replies: bool,
    list: &'l mut [(i32, Board<N>); MOST_MOVES],
) -> &'l [(i32, Board<N>)] {
    let mut count = 0;
    for square in each(moves) {
        let child = board.play(square);
        let mut order = 0;
        if by_replies {
            let replies = child.moves();
            order =
                replies.count_ones() as i32 + (replies & Board::<N>::CORNERS).count_ones() as i32;
        }
        if Board::<N>::CORNERS >> square & 1 == 1 {
            order -= 4;
        }
        let mut at = count;
        while at > 0 && list[at - 1].0 > order {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = (order, child);
        count += 1;
    }
    &list[..count]
}
