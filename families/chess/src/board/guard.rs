//! What a move has to do with a king: legality, checks and mates without making the move.
//!
//! A man is *pinned* if it alone stands between its king and a man that would attack it. A move of a man that is not
//! pinned, when the king is not attacked, is legal; when one man attacks the king the move must capture it or step
//! between. What is rare (castling, captures in passing) is made and looked at.

use cozy_chess::{
    BitBoard, Color, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
    get_rook_rays,
};
use quod_game::Move;

use super::{
    BISHOP, Board, KING, KNIGHT, Laws, NONE, PAWN, QUEEN, ROOK, bit, each, square, squares,
};

/// What stands round the king of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    king: u8,
    /// The other side's men that attack it.
    checkers: u64,
    /// The own men that are pinned.
    pinned: u64,
    /// Where a man other than the king may go: everywhere, or onto the one attacker and between.
    targets: u64,
}

impl Guard {
    /// Whether the king is attacked.
    pub fn in_check(&self) -> bool {
        self.checkers != 0
    }
}

/// What a move must do so that it may be a check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The squares from which a man of each sort attacks the other side's king.
    from: [u64; 6],
    /// The own men that alone stand between an own sliding man and that king.
    uncovering: u64,
}

fn color(side: usize) -> Color {
    if side == 0 { Color::White } else { Color::Black }
}

impl Board {
    /// A side's men that attack a square.
    fn attackers(&self, at: u8, by: usize, occupied: u64) -> u64 {
        let (from, blockers) = (square(at), BitBoard(occupied));
        let slantwise = self.men(by, BISHOP) | self.men(by, QUEEN);
        let straight = self.men(by, ROOK) | self.men(by, QUEEN);
        get_pawn_attacks(from, color(1 - by)).0 & self.men(by, PAWN)
            | get_knight_moves(from).0 & self.men(by, KNIGHT)
            | get_king_moves(from).0 & self.men(by, KING)
            | get_bishop_moves(from, blockers).0 & slantwise
            | get_rook_moves(from, blockers).0 & straight
    }

    /// The men that alone stand between a square and a sliding man of a side.
    fn covering(&self, at: u8, by: usize) -> u64 {
        let from = square(at);
        let slantwise = get_bishop_rays(from).0 & (self.men(by, BISHOP) | self.men(by, QUEEN));
        let straight = get_rook_rays(from).0 & (self.men(by, ROOK) | self.men(by, QUEEN));
        let occupied = self.occupied();
        each(slantwise | straight).fold(0, |set, slider| {
            let between = get_between_rays(from, square(slider)).0 & occupied;
            if between.is_power_of_two() { set | between } else { set }
        })
    }

    /// What stands round the king of the side to move; `None` without checks or king.
    pub fn guard(&self, laws: &Laws) -> Option<Guard> {
        let (side, occupied) = (self.mover(), self.occupied());
        let kings = self.men(side, KING);
        if !laws.checks || kings == 0 {
            return None;
        }
        let king = kings.trailing_zeros() as u8;
        let checkers = self.attackers(king, 1 - side, occupied);
        let targets = match checkers {
            0 => u64::MAX,
            _ if !checkers.is_power_of_two() => 0,
            _ => {
                let checker = square(checkers.trailing_zeros() as u8);
                checkers | get_between_rays(square(king), checker).0
            }
        };
        let pinned = self.covering(king, 1 - side) & self.sides[side];
        Some(Guard { king, checkers, pinned, targets })
    }

    /// Whether an open move is legal.
    pub fn is_guarded(&self, laws: &Laws, guard: &Guard, mv: Move) -> bool {
        let (from, to) = squares(mv);
        if from == guard.king {
            let occupied = self.occupied();
            return match bit(to) & self.sides[self.mover()] {
                0 => !self.attacks(to, 1 - self.mover(), occupied & !bit(from)),
                _ => self.is_legal(laws, mv),
            };
        }
        if to == self.passed && bit(from) & self.kinds[PAWN] != 0 {
            return self.is_legal(laws, mv);
        }
        bit(to) & guard.targets != 0
            && (bit(from) & guard.pinned == 0
                || get_line_rays(square(guard.king), square(from)).0 & bit(to) != 0)
    }

    /// Whether the side to move, in check, has no legal move.
    pub fn is_mated(&self, laws: &Laws, guard: &Guard) -> bool {
        let (side, occupied) = (self.mover(), self.occupied());
        let without = occupied & !bit(guard.king);
        let flights = get_king_moves(square(guard.king)).0 & !self.sides[side];
        if each(flights).any(|to| !self.attacks(to, 1 - side, without)) {
            return false;
        }
        if guard.targets == 0 {
            return true;
        }
        // With one attacker a pinned man helps nowhere but, perhaps, by capturing in passing.
        let free = self.sides[side] & !guard.pinned & !bit(guard.king);
        if self.attackers(guard.checkers.trailing_zeros() as u8, side, occupied) & free != 0 {
            return false;
        }
        let helps = |to: u8| {
            let men = self.attackers(to, side, occupied) & !self.kinds[PAWN];
            men & free != 0 || self.pushes(to) & free != 0
        };
        if each(guard.targets & !guard.checkers).any(helps) {
            return false;
        }
        self.passed == NONE || !self.may_pass(laws)
    }

    /// The pawns of the side to move that step onto an empty square.
    fn pushes(&self, to: u8) -> u64 {
        let side = self.mover();
        let pawns = self.men(side, PAWN);
        // Squares from which a step, or two, leads there: those that the other side's pawn would reach, if it
        // could make two steps from where these end.
        let near = if side == 0 { bit(to) >> 8 } else { bit(to) << 8 };
        if pawns & near != 0 {
            return pawns & near;
        }
        let two = to / 8 == if side == 0 { 3 } else { 4 };
        match two && near & self.occupied() == 0 {
            true => pawns & if side == 0 { near >> 8 } else { near << 8 },
            false => 0,
        }
    }

    /// What makes a move of the side to move a check.
    pub fn checks(&self) -> Option<Checks> {
        let (side, occupied) = (self.mover(), self.occupied());
        let kings = self.men(1 - side, KING);
        if kings == 0 {
            return None;
        }
        let king = kings.trailing_zeros() as u8;
        let (at, blockers) = (square(king), BitBoard(occupied));
        let slantwise = get_bishop_moves(at, blockers).0;
        let straight = get_rook_moves(at, blockers).0;
        let mut from = [0; 6];
        from[PAWN] = get_pawn_attacks(at, color(1 - side)).0;
        from[KNIGHT] = get_knight_moves(at).0;
        (from[BISHOP], from[ROOK], from[QUEEN]) = (slantwise, straight, slantwise | straight);
        Some(Checks { from, uncovering: self.covering(king, side) & self.sides[side] })
    }

    /// Whether a move may be a check: all checks may.
    pub fn may_check(&self, checks: &Checks, mv: Move) -> bool {
        let (from, to) = squares(mv);
        let kind = self.kind_on(from);
        mv.0 >= 4096
            || bit(to) & checks.from[kind] != 0
            || bit(from) & checks.uncovering != 0
            || kind == PAWN && to == self.passed
            || kind == KING && bit(to) & self.sides[self.mover()] != 0
    }

    /// The number of moves, legal but for castling, captures in passing and choices of promotion.
    pub fn replies(&self, guard: &Guard) -> u32 {
        let (side, occupied) = (self.mover(), self.occupied());
        let own = self.sides[side];
        let without = occupied & !bit(guard.king);
        let flights = get_king_moves(square(guard.king)).0 & !own;
        let safe = |to: &u8| !self.attacks(*to, 1 - side, without);
        let mut count = each(flights).filter(safe).count() as u32;
        if guard.targets == 0 {
            return count;
        }
        let line = |from: u8| match bit(from) & guard.pinned {
            0 => guard.targets,
            _ => guard.targets & get_line_rays(square(guard.king), square(from)).0,
        };
        for kind in KNIGHT..KING {
            for from in each(self.men(side, kind)) {
                count += (self.reach(kind, from) & !own & line(from)).count_ones();
            }
        }
        for from in each(self.men(side, PAWN)) {
            let captures = get_pawn_attacks(square(from), color(side)).0 & self.sides[1 - side];
            let quiets = get_pawn_quiets(square(from), color(side), BitBoard(occupied)).0;
            count += ((captures | quiets) & line(from)).count_ones();
        }
        count
    }

    /// Whether a move, made, checks the other side's king; the position after it.
    pub fn checked_by(&self, laws: &Laws, mv: Move) -> Option<(Board, Guard)> {
        let next = self.play(laws, mv);
        let guard = next.guard(laws)?;
        guard.in_check().then_some((next, guard))
    }
}
