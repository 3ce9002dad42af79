//! Few men on the board: their moves, and their moves undone.

use cozy_chess::{
    BitBoard, Color, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use quod_rules::Man;

/// A man on a square. Sides are 0 (White) and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Whose.
    pub side: u8,
    /// Its sort.
    pub man: Man,
    /// Its square.
    pub at: u8,
}

/// A position of few men, without rights to castle: the kings, White's first, then the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    men: [Placed; 5],
    n: usize,
    /// The side to move.
    pub to_move: u8,
    /// The square behind a pawn that can legally be captured in passing; else 64.
    pub passed: u8,
}

pub(super) const NONE: u8 = 64;

/// The squares of the two long diagonals.
const DIAGONALS: u64 = 0x8142_2418_1824_4281;

/// Where the man may go or capture; of a pawn, what it attacks.
pub(super) fn attacks(it: &Placed, occupied: u64) -> u64 {
    let (at, occupied) = (Square::index(it.at.into()), BitBoard(occupied));
    match it.man {
        Man::Pawn => get_pawn_attacks(at, if it.side == 0 { Color::White } else { Color::Black }),
        Man::Knight => get_knight_moves(at),
        Man::Bishop => get_bishop_moves(at, occupied),
        Man::Rook => get_rook_moves(at, occupied),
        Man::Queen => get_bishop_moves(at, occupied) | get_rook_moves(at, occupied),
        Man::King => get_king_moves(at),
    }
    .0
}

pub(super) fn each_square(mut set: u64, mut each: impl FnMut(u8)) {
    while set != 0 {
        each(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

/// A square one rank forward for a side's pawns, and one back.
pub(super) fn ahead(side: u8, at: u8) -> u8 {
    if side == 0 { at + 8 } else { at - 8 }
}

pub(super) fn behind(side: u8, at: u8) -> u8 {
    ahead(1 - side, at)
}

/// The rank as the side sees it, from 0.
pub(super) fn rank(side: u8, at: u8) -> u8 {
    if side == 0 { at / 8 } else { 7 - at / 8 }
}

impl Few {
    /// Kings, and then no man on no square.
    pub fn new(kings: [u8; 2], to_move: u8) -> Few {
        let king = |side: u8| Placed { side, man: Man::King, at: kings[usize::from(side)] };
        Few { men: [king(0), king(1), king(0), king(0), king(0)], n: 2, to_move, passed: NONE }
    }

    /// Puts another man onto the board.
    pub fn put(&mut self, man: Placed) {
        self.men[self.n] = man;
        self.n += 1;
    }

    /// The men, the kings first.
    pub fn men(&self) -> &[Placed] {
        &self.men[..self.n]
    }

    /// The kings' squares.
    pub fn kings(&self) -> [u8; 2] {
        [self.men[0].at, self.men[1].at]
    }

    /// The occupied squares.
    pub fn occupied(&self) -> u64 {
        self.men().iter().fold(0, |set, it| set | 1 << it.at)
    }

    /// Whether a side's king is attacked.
    pub fn in_check(&self, side: u8) -> bool {
        let (king, occupied) = (self.men[usize::from(side)].at, self.occupied());
        self.men().iter().any(|it| it.side != side && attacks(it, occupied) >> king & 1 == 1)
    }

    fn without(&self, at: u8) -> Few {
        let mut next = *self;
        if let Some(place) = self.men().iter().position(|it| it.at == at) {
            next.n -= 1;
            next.men[place] = next.men[next.n];
        }
        next
    }

    /// The position after a man's going somewhere, whatever stands there captured; nobody is passed.
    fn gone(&self, man: usize, to: u8, captured: Option<u8>) -> Few {
        let from = self.men[man].at;
        let mut next = captured.map_or(*self, |at| self.without(at));
        let place = next.men().iter().position(|it| it.at == from).expect("it is there");
        next.men[place].at = to;
        next.to_move = 1 - self.to_move;
        next.passed = NONE;
        next
    }

    /// The pawn captured in passing and where it stands, as far as the square says.
    fn captures_in_passing(&self, passed: u8) -> impl Iterator<Item = Few> + '_ {
        let pawn = behind(self.to_move, passed);
        let can = move |it: &Placed| {
            it.side == self.to_move && it.man == Man::Pawn && attacks(it, 0) >> passed & 1 == 1
        };
        let able = (2..self.n).filter(move |&at| can(&self.men[at]));
        able.map(move |at| self.gone(at, passed, Some(pawn)))
            .filter(|next| !next.in_check(self.to_move))
    }

    /// Whether the pawn that has gone two steps over a square can be captured there legally.
    pub fn may_pass(&self, passed: u8) -> bool {
        self.captures_in_passing(passed).next().is_some()
    }

    /// The positions after the legal moves.
    pub fn each_move(&self, mut each: impl FnMut(Few)) {
        let (side, occupied) = (self.to_move, self.occupied());
        let own = self.men().iter().fold(0, |set, it| set | u64::from(it.side == side) << it.at);
        // Without a check, and with no slider in line with the king, only the king's moves can leave it attacked.
        let king = self.men[usize::from(side)].at;
        let in_line = |it: &Placed| it.side != side && attacks(it, 0) >> king & 1 == 1;
        let free_king = !self.in_check(side) && !self.men().iter().any(in_line);
        let mut safe = |next: Few, king_moves: bool| {
            if free_king && !king_moves || !next.in_check(side) {
                each(next);
            }
        };
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            let captured = |to: u8| (occupied >> to & 1 == 1).then_some(to);
            let reached = attacks(man, occupied);
            if man.man != Man::Pawn {
                let king_moves = man.man == Man::King;
                each_square(reached & !own, |to| safe(self.gone(at, to, captured(to)), king_moves));
                continue;
            }
            let free = |to: u8| occupied >> to & 1 == 0;
            let mut steps = reached & occupied & !own;
            let one = ahead(side, man.at);
            if free(one) {
                steps |= 1 << one;
            }
            each_square(steps, |to| {
                let next = self.gone(at, to, captured(to));
                if rank(side, to) < 7 {
                    safe(next, false);
                    return;
                }
                next.each_promotion(to, |next| safe(next, false));
            });
            if rank(side, man.at) == 1 && free(one) && free(ahead(side, one)) {
                let mut next = self.gone(at, ahead(side, one), None);
                if next.may_pass(one) {
                    next.passed = one;
                }
                safe(next, false);
            }
        }
        if self.passed != NONE {
            self.captures_in_passing(self.passed).for_each(each);
        }
    }

    /// Hands on the positions after captures and promotions, and counts the other moves. Only where this is easy:
    /// without a check, a pinned man and a capture in passing, and where no symmetry of the board can make the
    /// positions after two moves the same, since it would have to leave the other king where it is. Elsewhere
    /// `None`, and nothing is handed on.
    pub fn count_quiet(&self, mut each: impl FnMut(Few)) -> Option<u8> {
        let (side, occupied) = (self.to_move, self.occupied());
        let [king, other] = [side, 1 - side].map(|it| self.men[usize::from(it)].at);
        let pawns = self.men().iter().any(|it| it.man == Man::Pawn);
        if self.passed != NONE || !pawns && DIAGONALS >> other & 1 == 1 {
            return None;
        }
        let own = self.men().iter().fold(0, |set, it| set | u64::from(it.side == side) << it.at);
        let mut attacked = 0;
        for it in self.men().iter().filter(|it| it.side != side) {
            attacked |= attacks(it, occupied & !(1 << king));
            let slides = matches!(it.man, Man::Bishop | Man::Rook | Man::Queen);
            if slides && attacks(it, 0) >> king & 1 == 1 {
                let [from, to] = [it.at, king].map(|at| Square::index(at.into()));
                let between = get_between_rays(from, to).0 & occupied;
                if between.count_ones() == 1 && between & own != 0 {
                    return None;
                }
            }
        }
        if attacked >> king & 1 == 1 {
            return None;
        }
        let mut quiet = 0;
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            let mut goals = attacks(man, occupied) & !own;
            match man.man {
                Man::Pawn => goals &= occupied,
                Man::King => goals &= !attacked,
                _ => {}
            }
            // (Ahead of a pawn there always is a square.)
            let one = (man.man == Man::Pawn).then(|| ahead(side, man.at));
            if let Some(one) = one.filter(|one| occupied >> one & 1 == 0) {
                goals |= 1 << one;
                let two = rank(side, man.at) == 1 && occupied >> ahead(side, one) & 1 == 0;
                quiet += u8::from(two);
            }
            let promotes = man.man == Man::Pawn && rank(side, man.at) == 6;
            if !promotes {
                quiet += (goals & !occupied).count_ones() as u8;
                each_square(goals & occupied, |to| each(self.gone(at, to, Some(to))));
                continue;
            }
            each_square(goals, |to| {
                let next = self.gone(at, to, (occupied >> to & 1 == 1).then_some(to));
                next.each_promotion(to, &mut each);
            });
        }
        Some(quiet)
    }

    /// The positions after a pawn has become something on the last rank.
    fn each_promotion(&self, to: u8, mut each: impl FnMut(Few)) {
        for becomes in [Man::Queen, Man::Rook, Man::Bishop, Man::Knight] {
            let mut next = *self;
            let pawn = next.men[..next.n].iter_mut().find(|it| it.at == to);
            pawn.expect("it went there").man = becomes;
            each(next);
        }
    }

    /// The positions from which a legal move leads here that captures nothing and makes a pawn nothing else.
    pub fn each_unmove(&self, mut each: impl FnMut(Few)) {
        let (side, occupied) = (1 - self.to_move, self.occupied());
        let free = |at: u8| occupied >> at & 1 == 0;
        let mut lawful = |man: usize, from: u8| {
            let mut before = *self;
            before.men[man].at = from;
            before.to_move = side;
            before.passed = NONE;
            if before.in_check(self.to_move) {
                return;
            }
            each(before);
            before.each_passing(|passed| each(Few { passed, ..before }));
        };
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if self.passed != NONE && ahead(side, self.passed) != man.at {
                continue;
            }
            if man.man != Man::Pawn {
                each_square(attacks(man, occupied) & !occupied, |from| lawful(at, from));
                continue;
            }
            let one = behind(side, man.at);
            if rank(side, one) < 1 || !free(one) {
                continue;
            }
            if self.passed == NONE {
                lawful(at, one);
            }
            let two = behind(side, one);
            if rank(side, man.at) == 3 && free(two) && (self.passed != NONE || !self.may_pass(one))
            {
                lawful(at, two);
            }
        }
    }

    /// The squares behind a pawn of the side not to move that may have just gone two steps, and can be captured
    /// there.
    pub fn each_passing(&self, mut each: impl FnMut(u8)) {
        let (other, occupied) = (1 - self.to_move, self.occupied());
        for man in &self.men[2..self.n] {
            if man.side != other || man.man != Man::Pawn || rank(other, man.at) != 3 {
                continue;
            }
            let passed = behind(other, man.at);
            let origin = behind(other, passed);
            if occupied & (1 << passed | 1 << origin) == 0 && self.may_pass(passed) {
                each(passed);
            }
        }
    }
}
