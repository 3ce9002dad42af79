//! A position of few men, its moves, and its moves undone.

use quod_rules::Man;

use super::super::men::{NONE, Placed, ahead, attacks, behind, each_square, rank};
use super::MOST;

/// A position of few men; one that an index gave has them in the order of its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    pub(super) men: [Placed; MOST],
    pub(super) n: usize,
    /// The side to move.
    pub to_move: u8,
    /// The square behind a pawn that can be captured in passing; else 64.
    pub passed: u8,
}

impl Free {
    pub(super) fn new(to_move: u8) -> Free {
        Free { men: [Placed { side: 0, man: Man::Pawn, at: 0 }; MOST], n: 0, to_move, passed: NONE }
    }

    /// The men.
    pub fn men(&self) -> &[Placed] {
        &self.men[..self.n]
    }

    pub(super) fn set(&self, side: u8) -> u64 {
        self.men().iter().fold(0, |set, it| set | u64::from(it.side == side) << it.at)
    }

    /// The position after a man's going somewhere, the man on some square captured.
    fn gone(&self, man: usize, to: u8, captured: Option<u8>) -> Free {
        let mut next = Free { to_move: 1 - self.to_move, passed: NONE, ..*self };
        next.men[man].at = to;
        let taken = |at: u8| self.men().iter().position(|it| it.at == at);
        if let Some(place) = captured.and_then(taken) {
            next.n -= 1;
            next.men[place] = next.men[next.n];
        }
        next
    }

    /// The squares on which a man captures.
    fn captures(&self, man: &Placed) -> u64 {
        let other = self.set(1 - self.to_move);
        let passed = if man.man == Man::Pawn && self.passed != NONE { 1 << self.passed } else { 0 };
        attacks(man, other | self.set(self.to_move)) & (other | passed)
    }

    /// Whether the side to move can capture.
    pub fn must_capture(&self) -> bool {
        let mut own = self.men().iter().filter(|it| it.side == self.to_move);
        own.any(|man| self.captures(man) != 0)
    }

    /// Hands on a position after a pawn's or another man's move, with all that a pawn may become.
    fn each_becoming(next: Free, to: u8, side: u8, mut each: impl FnMut(Free)) {
        let pawn = next.men().iter().position(|it| it.at == to && it.man == Man::Pawn);
        let Some(pawn) = pawn.filter(|_| rank(side, to) == 7) else {
            each(next);
            return;
        };
        for becomes in &Man::ALL[1..] {
            let mut next = next;
            next.men[pawn].man = *becomes;
            each(next);
        }
    }

    /// The positions after the legal moves. `passing` says whether pawns may be captured in passing.
    pub fn each_move(&self, passing: bool, mut each: impl FnMut(Free)) {
        let side = self.to_move;
        let occupied = self.set(0) | self.set(1);
        let own = |(_, it): &(usize, &Placed)| it.side == side;
        if self.must_capture() {
            for (at, man) in self.men().iter().enumerate().filter(own) {
                each_square(self.captures(man), |to| {
                    let stands = if to == self.passed { behind(side, to) } else { to };
                    Self::each_becoming(self.gone(at, to, Some(stands)), to, side, &mut each);
                });
            }
            return;
        }
        for (at, man) in self.men().iter().enumerate().filter(own) {
            if man.man != Man::Pawn {
                each_square(attacks(man, occupied) & !occupied, |to| each(self.gone(at, to, None)));
                continue;
            }
            let one = ahead(side, man.at);
            if occupied >> one & 1 == 1 {
                continue;
            }
            Self::each_becoming(self.gone(at, one, None), one, side, &mut each);
            if rank(side, man.at) == 1 && occupied >> ahead(side, one) & 1 == 0 {
                let next = self.gone(at, ahead(side, one), None);
                let passed = Free { passed: one, ..next };
                each(if passing && passed.may_pass() { passed } else { next });
            }
        }
    }

    /// Whether the pawn that has gone two steps can be captured in passing.
    pub(super) fn may_pass(&self) -> bool {
        let pawns = self.men().iter().filter(|it| it.side == self.to_move && it.man == Man::Pawn);
        pawns.into_iter().any(|it| attacks(it, 0) >> self.passed & 1 == 1)
    }

    /// How many moves capture nothing and make a pawn nothing else; promotions are handed on. Only where nothing can be
    /// captured.
    pub(super) fn count_quiet(&self, mut each: impl FnMut(Free)) -> u8 {
        let (side, mut quiet) = (self.to_move, 0);
        let occupied = self.set(0) | self.set(1);
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if man.man != Man::Pawn {
                quiet += (attacks(man, occupied) & !occupied).count_ones() as u8;
                continue;
            }
            let one = ahead(side, man.at);
            if occupied >> one & 1 == 1 {
                continue;
            }
            if rank(side, one) == 7 {
                Self::each_becoming(self.gone(at, one, None), one, side, &mut each);
                continue;
            }
            let two = rank(side, man.at) == 1 && occupied >> ahead(side, one) & 1 == 0;
            quiet += 1 + u8::from(two);
        }
        quiet
    }

    /// The positions from which a legal move leads here that captures nothing and makes a pawn nothing else.
    pub(super) fn each_unmove(&self, passing: bool, mut each: impl FnMut(&Free)) {
        let side = 1 - self.to_move;
        let (others, occupied) = (self.set(1 - side), self.set(0) | self.set(1));
        let free = |at: u8| occupied >> at & 1 == 0;
        for (at, man) in self.men().iter().enumerate().filter(|(_, it)| it.side == side) {
            if self.passed != NONE && ahead(side, self.passed) != man.at {
                continue;
            }
            let mut before = Free { to_move: side, passed: NONE, ..*self };
            // The man came from elsewhere: what the side's others capture without it, but for a line that it stood in.
            let without = occupied & !(1 << man.at);
            let captures = |it: &Placed, occupied| attacks(it, occupied) & others != 0;
            let own = |(place, it): &(usize, &Placed)| it.side == side && *place != at;
            let mut rest = self.men().iter().enumerate().filter(own).map(|(_, it)| it);
            let blocks = rest.any(|it| captures(it, without));
            if man.man != Man::Pawn {
                let mut from = attacks(man, occupied) & !occupied;
                if !blocks {
                    // A man attacks another from where it would be attacked by its like.
                    for it in self.men().iter().filter(|it| it.side != side) {
                        from &= !attacks(&Placed { at: it.at, ..*man }, without);
                    }
                }
                each_square(from, |from| {
                    before.men[at].at = from;
                    if !blocks || !before.must_capture() {
                        each(&before);
                    }
                });
                continue;
            }
            let mut lawful = |from: u8| {
                before.men[at].at = from;
                let captures = captures(&before.men[at], 0);
                if if blocks { !before.must_capture() } else { !captures } {
                    each(&before);
                }
            };
            let one = behind(side, man.at);
            if rank(side, one) < 1 || !free(one) {
                continue;
            }
            if self.passed == NONE {
                lawful(one);
            }
            let two = behind(side, one);
            let passes = || passing && Free { passed: one, ..*self }.may_pass();
            if rank(side, man.at) == 3 && free(two) && (self.passed != NONE || !passes()) {
                lawful(two);
            }
        }
    }
}
