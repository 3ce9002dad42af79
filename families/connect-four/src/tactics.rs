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

use super::board::{Geometry, Position};
use super::evaluate::{Achieved, Evaluator, FollowUp};
use super::order::{lines_through, order};

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

/// Scores and tactics of the boards of a geometry. Scores are for the side to move: a win
/// with one's k-th stone is ⌈cells/2⌉ + 1 − k, so that every win is positive.
pub struct Tactics<G> {
    /// The board.
    pub geo: G,
    /// How many lines of four run through each cell, by bit.
    lines: [i32; 64],
}

impl<G: Geometry> Tactics<G> {
    /// Those of this board.
    pub fn new(geo: G) -> Self {
        Tactics { geo, lines: lines_through(geo) }
    }

    /// Cells of the board.
    #[inline(always)]
    fn cells(&self) -> i32 {
        self.geo.cells() as i32
    }

    /// The score of a win by the stone that is laid when `stones` are on the board.
    #[inline(always)]
    pub fn win_at(&self, stones: i32) -> i32 {
        (self.cells() + 1) / 2 - stones / 2
    }

    /// The same, 0 where there is no such stone any more.
    #[inline(always)]
    fn win_by(&self, stones: i32) -> i32 {
        if stones < self.cells() { self.win_at(stones) } else { 0 }
    }

    /// Bounds of the score of a position that is not over.
    #[inline(always)]
    pub fn limits(&self, stones: i32) -> (i32, i32) {
        (-self.win_by(stones + 1), self.win_by(stones))
    }

    /// Looks at a position that is not won. Appends the moves worth searching if the question whether
    /// the score is above `alpha` stays open.
    #[inline(always)]
    pub fn look(&self, pos: &Position, alpha: i32, moves: &mut Vec<Candidate>) -> Sight {
        let n = pos.stones() as i32;
        let exactly = |score: i32| Sight { low: score, high: score };
        if n == self.cells() {
            return exactly(0);
        }
        let (me, opp) = (pos.me, pos.opp());
        let play = self.geo.playable(pos.all);
        // 1. Wins now, threats that must be blocked, cells that may not be taken.
        let mine = self.geo.winning_cells(me, pos.all);
        if mine & play != 0 {
            return exactly(self.win_at(n));
        }
        let his = self.geo.winning_cells(opp, pos.all);
        let forced = his & play;
        let mut safe = play & !(his >> 1);
        if forced != 0 {
            safe &= forced;
        }
        if safe == 0 || forced & forced.wrapping_sub(1) != 0 {
            return exactly(-self.win_at(n + 1));
        }
        // 2. Neither wins with his next stone.
        let mut high = self.win_by(n + 2);
        let mut low = -self.win_by(n + 3);
        let answered = |low: i32, high: i32| low > alpha || high <= alpha;
        // 3. Lines that can still be filled.
        let empty = self.geo.board() & !pos.all;
        if !answered(low, high) {
            if high > 0 && !self.geo.has_four(me | empty) {
                high = 0;
            }
            if low < 0 && !self.geo.has_four(opp | empty) {
                low = 0;
            }
        }
        if answered(low, high) {
            return Sight { low, high };
        }
        // 4. Moves; one that leaves the opponent no way to stop a win ends it.
        let good = self.good_cells(n);
        let mut rest = safe;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest &= !cell;
            let all = pos.all | cell;
            let wins = self.geo.winning_cells(me | cell, all);
            let replies = self.geo.playable(all);
            let direct = wins & replies;
            let block = if direct != 0 { direct } else { replies };
            let twice = direct & direct.wrapping_sub(1) != 0;
            if (twice || block & !(wins >> 1) == 0) && replies != 0 {
                let win = self.win_at(n + 2);
                return exactly(win);
            }
            let under = (his | mine) & (cell << 1) != 0;
            let lines = self.lines[cell.trailing_zeros() as usize];
            let order = order(lines, wins, good, direct != 0, under);
            let (after, answered) = (pos.play(cell), direct != 0);
            let pos = if answered { after.play(direct) } else { after };
            moves.push(Candidate { pos, order, answered });
        }
        // 5. To each move he has an answer after which the next stone does not win either.
        high = high.min(self.win_by(n + 4));
        Sight { low, high }
    }

    /// An upper bound of the score of the side to move, if the opponent answers every move from now on.
    /// Of no use after [`Tactics::look_after`] looked there in vain.
    #[inline(always)]
    pub fn look_before(&self, pos: &Position, alpha: i32) -> i32 {
        let n = pos.stones() as i32;
        if alpha < -self.latest(n, self.geo.height()) {
            return self.win_at(0);
        }
        let mut plan = FollowUp::NONE;
        self.after_follow_up(pos.me, pos.opp(), n, alpha, &mut plan)
    }

    /// A lower bound of the score of the side that has just moved to `after`, if it answers every move
    /// from now on; `None` if bit tests show that this cannot be above `alpha`.
    #[inline(always)]
    pub fn look_after(&self, after: &Position, alpha: i32) -> Option<i32> {
        let n = after.stones() as i32;
        if !self.promising(after, n, alpha) {
            return None;
        }
        let mut plan = FollowUp::NONE;
        Some(-self.after_follow_up(after.me, after.opp(), n, -alpha - 1, &mut plan))
    }

    /// The number of stones which, if the attacker needs so many for a four, make his win late enough
    /// for `alpha`; `stones` are laid.
    #[inline(always)]
    fn late(&self, stones: i32, alpha: i32) -> u32 {
        if alpha <= 0 {
            return u32::MAX;
        }
        let last = 2 * ((self.cells() + 1) / 2 - alpha);
        1 + ((last - stones + 1) / 2).max(0) as u32
    }

    /// Cells that follow-up gives the side that moves when `stones` are laid, were the other to begin
    /// with the board as it is. (The side that lays the last stone gets the upper rows.)
    #[inline(always)]
    fn good_cells(&self, stones: i32) -> u64 {
        match (self.cells() - stones) % 2 {
            1 => self.geo.upper(),
            _ => self.geo.lower(),
        }
    }

    /// The score of the defender's win with at least `slack` cells left, the attacker being to move
    /// with `stones` laid: that of his latest stone.
    #[inline(always)]
    pub fn latest(&self, stones: i32, slack: u32) -> i32 {
        let mut last = self.cells() - 1 - slack as i32;
        if (last - stones) % 2 == 0 {
            last -= 1;
        }
        self.win_at(last)
    }

    /// Whether the defender's follow-up is worth a look where the attacker is to move with `stones`
    /// laid; `alpha` is the defender's question. Tests of bits, no theorem.
    #[inline(always)]
    fn promising(&self, pos: &Position, stones: i32, alpha: i32) -> bool {
        let (att, def) = (pos.me, pos.opp());
        let empty = self.geo.board() & !pos.all;
        let odd = self.geo.playable(pos.all) & self.geo.upper();
        if odd.count_ones() & 1 == 0 {
            // A win is soon enough if so many cells stay empty above its last row.
            let soon = |slack: &u32| alpha <= 0 || self.latest(stones, *slack) > alpha;
            let Some(slack) = (0..self.geo.height()).find(soon) else { return false };
            let upper = empty & self.geo.upper() & self.geo.rows(self.geo.height() - slack);
            return (alpha < 0 || self.geo.has_four(def | upper))
                && !self.geo.has_four(att | (empty & self.geo.lower()));
        }
        let mut threats = self.geo.winning_cells(def, pos.all) & self.geo.lower();
        // The attacker gets at least the lower cells outside the threats' columns.
        let mut columns = 0;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            let column = self.geo.column_of(threat);
            threats &= !column;
            let above = (column & !threat & !(threat - 1)).count_ones();
            if alpha <= 0 || self.latest(stones, above) > alpha {
                columns |= column;
            }
        }
        let lower = empty & self.geo.lower() & !columns;
        columns != 0 && !self.geo.has_four(att | lower)
    }

    /// An upper bound of the attacker's score, who is to move with `stones` laid, as far as it is of
    /// use with `alpha`.
    #[inline(always)]
    fn after_follow_up(
        &self,
        att: u64,
        def: u64,
        stones: i32,
        alpha: i32,
        plan: &mut FollowUp,
    ) -> i32 {
        let nothing = self.win_at(0);
        if (self.cells() - stones) % 2 == 0 && alpha < 0 {
            // Only a win helps: without a four in the upper cells there is none.
            let empty = self.geo.board() & !(att | def);
            if !self.geo.has_four(def | (empty & self.geo.upper())) {
                return nothing;
            }
        }
        plan.late = self.late(stones, alpha);
        match Evaluator(self.geo).follow_up(att, def, plan) {
            Achieved::Nothing => nothing,
            Achieved::Holds => 0,
            Achieved::Delays { stones: more } => self.win_at(stones + 2 * (more as i32 - 1)),
            Achieved::Wins { slack } => -self.latest(stones, slack),
        }
    }
}
