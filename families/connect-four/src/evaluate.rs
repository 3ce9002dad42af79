//! Static evaluation: strategies of the *answering* side (the defender) that are proved to hold.
//!
//! The attacker is to move. A [`FollowUp`] is a deterministic way to answer: after each attacker's move
//! the defender wins if he can; else, if the cell just taken is a member of a *sync pair*, he takes the
//! other member; else he takes the cell above. Theorems used (the proofs are next to the code):
//! the attacker ends with no four, hence the defender holds; or the defender even gets a four.

use super::board::Geometry;

/// Most sync pairs of a plan.
pub const MAX_SYNC: usize = 24;

/// The defender's plan, enough to play it out and to write it down as a certificate.
#[derive(Clone, Copy, Debug)]
pub struct FollowUp {
    /// Pairs of cells in equal height above their columns' tops: the answer to one is the other.
    pub sync: [u64; MAX_SYNC],
    /// How many of them there are.
    pub syncs: usize,
    /// Cells the attacker may get by follow-up.
    pub lower: u64,
    /// Cells the defender gets when the attacker plays directly below.
    pub upper: u64,
    /// The attacker gets no four with fewer than so many more stones of his own: fours that take
    /// him at least `late` stones are let through. `u32::MAX`: none is.
    pub late: u32,
    /// The fewest stones that a four let through takes, `u32::MAX` if there is none.
    pub least: u32,
    /// The odd threat that decides the zugzwang, or 0.
    pub z: u64,
}

/// What a plan achieves for the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Achieved {
    /// Nothing is shown.
    Nothing,
    /// The attacker gets no four.
    Holds,
    /// The attacker gets a four with his `stones`-th stone from now at the earliest.
    Delays {
        /// Counted from 1.
        stones: u32,
    },
    /// The defender gets a four; at least `slack` cells remain empty then.
    Wins {
        /// The least number of empty cells then.
        slack: u32,
    },
}

/// Levels of repair: more sync pairs are tried so often. A third level changes nothing any more.
const REPAIR: u32 = 2;

/// The evaluator for the boards of a geometry.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator<G>(pub G);

impl<G: Geometry> Evaluator<G> {
    /// Evaluates the follow-up of the defender; `want_win`: stop at nothing less than a win.
    #[inline(always)]
    pub fn follow_up(self, att: u64, def: u64, plan: &mut FollowUp) -> Achieved {
        let all = att | def;
        let empty = self.0.board() & !all;
        // Columns with an odd number of free cells show their lowest free cell in an upper row.
        let play = self.0.playable(all);
        let odd = play & self.0.upper();
        if odd.count_ones() & 1 == 0 {
            // Every attacker's move is answered by a move: pairs counted from the top of each column,
            // the lowest cells of the odd columns being matched two by two.
            plan.z = 0;
            plan.lower = empty & self.0.lower();
            plan.upper = empty & self.0.upper() & !odd;
            plan.syncs = 0;
            // The upper bound of all plans without repair: the attacker gets nothing else.
            if !self.match_odd(att, def, odd, play, plan) {
                return Achieved::Nothing;
            }
            if plan.least != u32::MAX {
                return Achieved::Delays { stones: plan.least };
            }
            return self.defenders_four(def, plan);
        }
        // Zugzwang: in one odd column pairs are counted from the bottom; its cell `z`, upper in such
        // a pair, wins for the defender at once. When all other columns are full (each of their pairs
        // or sync pairs is filled two at a time) the attacker must play in this column, below `z` at
        // the last, so the defender gets `z`, unless the attacker had a four before.
        let won = |plan: &FollowUp, slack| match plan.least {
            u32::MAX => Achieved::Wins { slack },
            stones => Achieved::Delays { stones },
        };
        let mut zs = self.0.winning_cells(def, all) & self.0.lower();
        while zs != 0 {
            let z = zs & zs.wrapping_neg();
            let col = self.0.column_of(z);
            zs &= !col;
            let above = (col & !(z - 1) & !z).count_ones();
            let under = col & (z - 1) & empty;
            if odd & col != 0 {
                plan.z = z;
                plan.lower = (empty & self.0.lower() & !col) | (under & self.0.upper());
                plan.upper = (empty & self.0.upper() & !col & !odd) | (under & self.0.lower()) | z;
                plan.syncs = 0;
                if self.match_odd(att, def, odd & !col, play & !col, plan) {
                    return won(plan, above);
                }
            } else if under != 0 {
                // The threat's column is even: its lowest cell and that of an odd column are a sync
                // pair; then the column is odd.
                let low = play & col;
                let mut qs = odd;
                while qs != 0 {
                    let q = qs & qs.wrapping_neg();
                    qs &= !q;
                    plan.z = z;
                    plan.lower = (empty & self.0.lower() & !col) | (under & self.0.upper());
                    plan.upper = (empty & self.0.upper() & !col & !odd)
                        | (under & !low & self.0.lower())
                        | z;
                    plan.sync[0] = low | q;
                    plan.syncs = 1;
                    if self.match_odd(att, def, odd & !q, play & !col, plan) {
                        return won(plan, above);
                    }
                }
            }
        }
        Achieved::Nothing
    }

    /// Tries all ways to match the lowest cells of the odd columns.
    #[inline(always)]
    fn match_odd(self, att: u64, def: u64, odd: u64, play: u64, plan: &mut FollowUp) -> bool {
        if odd == 0 {
            return self.check(att, def, play, plan, REPAIR);
        }
        self.match_more(att, def, odd, play, plan)
    }

    fn match_more(self, att: u64, def: u64, odd: u64, play: u64, plan: &mut FollowUp) -> bool {
        if odd == 0 {
            return self.check(att, def, play, plan, REPAIR);
        }
        let a = odd & odd.wrapping_neg();
        let mut rest = odd & !a;
        while rest != 0 {
            let b = rest & rest.wrapping_neg();
            rest &= !b;
            plan.sync[plan.syncs] = a | b;
            plan.syncs += 1;
            if self.match_more(att, def, odd & !a & !b, play, plan) {
                return true;
            }
            plan.syncs -= 1;
        }
        false
    }

    /// Whether the attacker gets no four against the plan; `repair` more sync pairs may be tried.
    ///
    /// Proof of the plan: follow-up is always possible (the cell above an attacker's lower cell is
    /// free; both members of a sync pair become playable together, being at equal height above two
    /// tops and all pairs below them filled two at a time), so the attacker gets only lower cells and
    /// one cell of each sync pair.
    #[inline(always)]
    fn check(self, att: u64, def: u64, play: u64, plan: &mut FollowUp, repair: u32) -> bool {
        let mut both = 0;
        for i in 0..plan.syncs {
            both |= plan.sync[i];
        }
        let x = att | plan.lower | both;
        plan.least = u32::MAX;
        let mut any = 0;
        let mut starts = [0u64; 4];
        for (s, d) in starts.iter_mut().zip(self.0.directions()) {
            let y = x & (x >> d);
            *s = y & (y >> (2 * d));
            any |= *s;
        }
        if any == 0 {
            return true;
        }
        self.check_fours(att, def, play, plan, repair, &starts)
    }

    fn check_fours(
        self,
        att: u64,
        def: u64,
        play: u64,
        plan: &mut FollowUp,
        repair: u32,
        starts: &[u64; 4],
    ) -> bool {
        for (s, d) in starts.iter().zip(self.0.directions()) {
            let mut s = *s;
            while s != 0 {
                let b = s & s.wrapping_neg();
                s &= !b;
                let four = b | (b << d) | (b << (2 * d)) | (b << (3 * d));
                if self.dead(att, def, plan, four) {
                    continue;
                }
                if plan.late != u32::MAX {
                    let stones = self.stones(att | def, plan, four);
                    if stones >= plan.late {
                        plan.least = plan.least.min(stones);
                        continue;
                    }
                }
                if repair == 0 {
                    return false;
                }
                return self.repair(att, def, play, plan, repair, four);
            }
        }
        true
    }

    /// How many stones the attacker needs at least before he has this four: all its cells and those
    /// below are filled then, each lower cell and one cell of each sync pair with his stone.
    fn stones(self, all: u64, plan: &FollowUp, four: u64) -> u32 {
        let filled = (four | self.0.below(four)) & !all;
        let touched = plan.sync[..plan.syncs].iter().filter(|pair| **pair & filled != 0);
        (filled & plan.lower).count_ones() + touched.count() as u32
    }

    /// Whether the attacker cannot get this four of his cells, lower cells and sync cells.
    #[inline(always)]
    fn dead(self, att: u64, def: u64, plan: &FollowUp, four: u64) -> bool {
        // The members of a sync pair go one to each side.
        for i in 0..plan.syncs {
            if four & plan.sync[i] == plan.sync[i] {
                return true;
            }
        }
        // When the four is complete, all cells below its cells are filled, the upper ones by the
        // defender; if these make him a four, he was first.
        let under = plan.upper & self.0.below(four);
        if under != 0 && self.0.has_four(def | under) {
            return true;
        }
        // More: every lower cell of the four but the last taken has been answered above. If for each
        // choice of the last one the answers make the defender a four, he was first.
        let mut open = four & !att;
        if open & (open - 1) == 0 {
            return false;
        }
        let answers = plan.upper & (four << 1);
        if answers == 0 || !self.0.has_four(def | under | answers) {
            return false;
        }
        let lows = four & plan.lower;
        while open != 0 {
            let last = open & open.wrapping_neg();
            open &= !last;
            let a = plan.upper & ((lows & !last) << 1);
            if !self.0.has_four(def | under | a) {
                return false;
            }
        }
        true
    }

    /// A four survives: join two columns in which it needs cells of equal height above the top (of
    /// the columns, or of their joined part) and go on.
    fn repair(
        self,
        att: u64,
        def: u64,
        play: u64,
        plan: &mut FollowUp,
        repair: u32,
        four: u64,
    ) -> bool {
        if plan.syncs + 2 > MAX_SYNC {
            return false;
        }
        // (1) two even columns that are not joined: their two lowest cells.
        let mut a_set = four & play & plan.lower;
        if plan.z != 0 {
            a_set &= !self.0.column_of(plan.z);
        }
        let mut joined = 0;
        for i in 0..plan.syncs {
            joined |= plan.sync[i];
        }
        while a_set != 0 {
            let a = a_set & a_set.wrapping_neg();
            a_set &= !a;
            let mut b_set = a_set;
            while b_set != 0 {
                let b = b_set & b_set.wrapping_neg();
                b_set &= !b;
                if self.joined(att, def, play, plan, repair, a | b) {
                    return true;
                }
            }
        }
        // (2) two joined columns: their next two cells.
        let mut next = four & (joined << 1) & plan.lower;
        if plan.z != 0 {
            next &= !self.0.column_of(plan.z);
        }
        if next & next.wrapping_sub(1) != 0 {
            for i in 0..plan.syncs {
                let up = plan.sync[i] << 1;
                if next & up == up && self.joined(att, def, play, plan, repair, up) {
                    return true;
                }
            }
        }
        false
    }

    fn joined(
        self,
        att: u64,
        def: u64,
        play: u64,
        plan: &mut FollowUp,
        repair: u32,
        pair: u64,
    ) -> bool {
        let (lower, upper) = (plan.lower, plan.upper);
        plan.sync[plan.syncs] = pair;
        plan.sync[plan.syncs + 1] = pair << 1;
        plan.syncs += 2;
        plan.lower &= !pair;
        plan.upper &= !(pair << 1);
        if self.check(att, def, play & !pair, plan, repair - 1) {
            return true;
        }
        plan.syncs -= 2;
        plan.lower = lower;
        plan.upper = upper;
        false
    }

    /// The plan holds; does it win? At the end the defender has all upper cells.
    #[inline(always)]
    fn defenders_four(self, def: u64, plan: &FollowUp) -> Achieved {
        let x = def | plan.upper;
        if !self.0.has_four(x) {
            return Achieved::Holds;
        }
        // The cell that the attacker leaves for the last may be the highest of the four.
        let four_below = |slack| {
            let rows = self.0.rows(self.0.height() - slack);
            self.0.has_four(def | (plan.upper & rows))
        };
        let mut slack = 0;
        while slack + 1 < self.0.height() && four_below(slack + 1) {
            slack += 1;
        }
        Achieved::Wins { slack }
    }
}

impl FollowUp {
    /// Nothing planned.
    pub const NONE: FollowUp = FollowUp {
        sync: [0; MAX_SYNC],
        syncs: 0,
        lower: 0,
        upper: 0,
        late: u32::MAX,
        least: u32::MAX,
        z: 0,
    };

    /// The defender's answer to the attacker's move (both single cells).
    pub fn answer(&self, cell: u64) -> u64 {
        for i in 0..self.syncs {
            if self.sync[i] & cell != 0 {
                return self.sync[i] & !cell;
            }
        }
        cell << 1
    }
}
