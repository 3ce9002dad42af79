//! What is seen in a position without search: wins, forced moves, bounds, and the moves worth
//! searching in their order.
//!
//! In this order, each step only if the ones before leave the question open: four in a row now; two
//! cells to block, or none safe to move to (the opponent wins with his next stone); a side that can
//! fill no line any more; moves that make two threats at once, or leave the opponent nothing but cells
//! under a threat. A move that threatens once is shown together with the block. Then the opponent's
//! follow-up ([`Evaluator`], [`Tactics::look_before`]), which takes longer: meanwhile the table's lines
//! of the moves are on their way. Later, if the table does not know better: one's own follow-up after a
//! move that bit tests do not rule out ([`Tactics::look_after`]).

use super::board::{Geo, Position};
use super::evaluate::{Achieved, Evaluator, FollowUp};
use super::order::order;

/// A move worth searching.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The position after it.
    pub pos: Position,
    /// The greater, the better it looks.
    pub order: i32,
    /// The opponent's only answer is played, too.
    pub answered: bool,
}

/// What is seen in a position.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

/// Scores and tactics of the board of `W` columns and `H` rows. Scores are for the side to move: a win
/// with one's k-th stone is ⌈cells/2⌉ + 1 − k, so that every win is positive.
pub struct Tactics<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Tactics<W, H> {
    /// Cells of the board.
    pub const CELLS: i32 = (W * H) as i32;

    /// The score of a win by the stone that is laid when `stones` are on the board.
    #[inline(always)]
    pub const fn win_at(stones: i32) -> i32 {
        (Self::CELLS + 1) / 2 - stones / 2
    }

    /// The same, 0 where there is no such stone any more.
    #[inline(always)]
    const fn win_by(stones: i32) -> i32 {
        if stones < Self::CELLS { Self::win_at(stones) } else { 0 }
    }

    /// Bounds of the score of a position that is not over.
    pub const fn limits(stones: i32) -> (i32, i32) {
        (-Self::win_by(stones + 1), Self::win_by(stones))
    }

    /// Looks at a position that is not won. Appends the moves worth searching if the question whether
    /// the score is above `alpha` stays open.
    #[inline(always)]
    pub fn look(pos: &Position, alpha: i32, moves: &mut Vec<Candidate>) -> Sight {
        let n = pos.stones() as i32;
        let exactly = |score: i32| Sight { low: score, high: score };
        if n == Self::CELLS {
            return exactly(0);
        }
        let (me, opp) = (pos.me, pos.opp());
        let play = Geo::<W, H>::playable(pos.all);
        // 1. Wins now, threats that must be blocked, cells that may not be taken.
        let mine = Geo::<W, H>::winning_cells(me, pos.all);
        if mine & play != 0 {
            return exactly(Self::win_at(n));
        }
        let his = Geo::<W, H>::winning_cells(opp, pos.all);
        let forced = his & play;
        let mut safe = play & !(his >> 1);
        if forced != 0 {
            safe &= forced;
        }
        if safe == 0 || forced & forced.wrapping_sub(1) != 0 {
            return exactly(-Self::win_at(n + 1));
        }
        // 2. Neither wins with his next stone.
        let mut high = Self::win_by(n + 2);
        let mut low = -Self::win_by(n + 3);
        let answered = |low: i32, high: i32| low > alpha || high <= alpha;
        // 3. Lines that can still be filled.
        let empty = Geo::<W, H>::BOARD & !pos.all;
        if !answered(low, high) {
            if high > 0 && !Geo::<W, H>::has_four(me | empty) {
                high = 0;
            }
            if low < 0 && !Geo::<W, H>::has_four(opp | empty) {
                low = 0;
            }
        }
        if answered(low, high) {
            return Sight { low, high };
        }
        // 4. Moves; one that leaves the opponent no way to stop a win ends it.
        let good = Self::good_cells(n);
        let mut rest = safe;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest &= !cell;
            let all = pos.all | cell;
            let wins = Geo::<W, H>::winning_cells(me | cell, all);
            let replies = Geo::<W, H>::playable(all);
            let direct = wins & replies;
            let block = if direct != 0 { direct } else { replies };
            let twice = direct & direct.wrapping_sub(1) != 0;
            if (twice || block & !(wins >> 1) == 0) && replies != 0 {
                let win = Self::win_at(n + 2);
                return exactly(win);
            }
            let under = (his | mine) & (cell << 1) != 0;
            let order = order::<W, H>(cell, wins, good, direct != 0, under);
            let (after, answered) = (pos.play(cell), direct != 0);
            let pos = if answered { after.play(direct) } else { after };
            moves.push(Candidate { pos, order, answered });
        }
        // 5. To each move he has an answer after which the next stone does not win either.
        high = high.min(Self::win_by(n + 4));
        Sight { low, high }
    }

    /// An upper bound of the score of the side to move, if the opponent answers every move from now on.
    /// Of no use after [`Tactics::look_after`] looked there in vain.
    #[inline(always)]
    pub fn look_before(pos: &Position, alpha: i32) -> i32 {
        let n = pos.stones() as i32;
        if alpha < -Self::latest(n, H as u32) {
            return Self::win_at(0);
        }
        let mut plan = FollowUp::NONE;
        Self::after_follow_up(pos.me, pos.opp(), n, alpha, &mut plan)
    }

    /// A lower bound of the score of the side that has just moved to `after`, if it answers every move
    /// from now on; `None` if bit tests show that this cannot be above `alpha`.
    #[inline(always)]
    pub fn look_after(after: &Position, alpha: i32) -> Option<i32> {
        let n = after.stones() as i32;
        if !Self::promising(after, n, alpha) {
            return None;
        }
        let mut plan = FollowUp::NONE;
        Some(-Self::after_follow_up(after.me, after.opp(), n, -alpha - 1, &mut plan))
    }

    /// The number of stones which, if the attacker needs so many for a four, make his win late enough
    /// for `alpha`; `stones` are laid.
    #[inline(always)]
    fn late(stones: i32, alpha: i32) -> u32 {
        if alpha <= 0 {
            return u32::MAX;
        }
        let last = 2 * ((Self::CELLS + 1) / 2 - alpha);
        1 + ((last - stones + 1) / 2).max(0) as u32
    }

    /// Cells that follow-up gives the side that moves when `stones` are laid, were the other to begin
    /// with the board as it is. (The side that lays the last stone gets the upper rows.)
    #[inline(always)]
    fn good_cells(stones: i32) -> u64 {
        match (Self::CELLS - stones) % 2 {
            1 => Geo::<W, H>::UPPER,
            _ => Geo::<W, H>::LOWER,
        }
    }

    /// The score of the defender's win with at least `slack` cells left, the attacker being to move
    /// with `stones` laid: that of his latest stone.
    #[inline(always)]
    pub fn latest(stones: i32, slack: u32) -> i32 {
        let mut last = Self::CELLS - 1 - slack as i32;
        if (last - stones) % 2 == 0 {
            last -= 1;
        }
        Self::win_at(last)
    }

    /// Whether the defender's follow-up is worth a look where the attacker is to move with `stones`
    /// laid; `alpha` is the defender's question. Tests of bits, no theorem.
    #[inline(always)]
    fn promising(pos: &Position, stones: i32, alpha: i32) -> bool {
        let (att, def) = (pos.me, pos.opp());
        let empty = Geo::<W, H>::BOARD & !pos.all;
        let odd = Geo::<W, H>::playable(pos.all) & Geo::<W, H>::UPPER;
        if odd.count_ones() & 1 == 0 {
            // A win is soon enough if so many cells stay empty above its last row.
            let soon = |slack: &u32| alpha <= 0 || Self::latest(stones, *slack) > alpha;
            let Some(slack) = (0..H as u32).find(soon) else { return false };
            let upper = empty & Geo::<W, H>::UPPER & Geo::<W, H>::rows(H as u32 - slack);
            return (alpha < 0 || Geo::<W, H>::has_four(def | upper))
                && !Geo::<W, H>::has_four(att | (empty & Geo::<W, H>::LOWER));
        }
        let mut threats = Geo::<W, H>::winning_cells(def, pos.all) & Geo::<W, H>::LOWER;
        // The attacker gets at least the lower cells outside the threats' columns.
        let mut columns = 0;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            let column = Geo::<W, H>::column_of(threat);
            threats &= !column;
            let above = (column & !threat & !(threat - 1)).count_ones();
            if alpha <= 0 || Self::latest(stones, above) > alpha {
                columns |= column;
            }
        }
        let lower = empty & Geo::<W, H>::LOWER & !columns;
        columns != 0 && !Geo::<W, H>::has_four(att | lower)
    }

    /// An upper bound of the attacker's score, who is to move with `stones` laid, as far as it is of
    /// use with `alpha`.
    #[inline(always)]
    fn after_follow_up(att: u64, def: u64, stones: i32, alpha: i32, plan: &mut FollowUp) -> i32 {
        let nothing = Self::win_at(0);
        if (Self::CELLS - stones) % 2 == 0 && alpha < 0 {
            // Only a win helps: without a four in the upper cells there is none.
            let empty = Geo::<W, H>::BOARD & !(att | def);
            if !Geo::<W, H>::has_four(def | (empty & Geo::<W, H>::UPPER)) {
                return nothing;
            }
        }
        plan.late = Self::late(stones, alpha);
        match Evaluator::<W, H>::follow_up(att, def, plan) {
            Achieved::Nothing => nothing,
            Achieved::Holds => 0,
            Achieved::Delays { stones: more } => Self::win_at(stones + 2 * (more as i32 - 1)),
            Achieved::Wins { slack } => -Self::latest(stones, slack),
        }
    }
}
