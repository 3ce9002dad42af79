//! Moves of games in which captures are forced: captures are looked for first, and mostly nothing else.

use cozy_chess::{BitBoard, Color, get_pawn_attacks, get_pawn_quiets};
use quod_game::Move;

use super::{Board, KING, KNIGHT, Laws, NONE, PAWN, bit, each, square};

/// The last ranks.
const LAST: u64 = 0xff00_0000_0000_00ff;

impl Board {
    /// Calls with every man's square, the squares it may go to, and whether it is a pawn: captures only, or
    /// all other moves; neither castling nor checks are looked at.
    fn each_reach(&self, laws: &Laws, captures: bool, mut call: impl FnMut(u8, u64, bool)) {
        let side = self.mover();
        let (occupied, other) = (self.occupied(), self.sides[1 - side]);
        let goals = if captures { other } else { !occupied };
        for kind in KNIGHT..=KING {
            for from in each(self.men(side, kind)) {
                call(from, self.reach(kind, from) & goals, false);
            }
        }
        let color = if side == 0 { Color::White } else { Color::Black };
        let passed = if self.passed == NONE || !laws.passing { 0 } else { bit(self.passed) };
        for from in each(self.men(side, PAWN)) {
            let to = match captures {
                true => get_pawn_attacks(square(from), color).0 & (other | passed),
                false => get_pawn_quiets(square(from), color, BitBoard(occupied)).0,
            };
            call(from, to, true);
        }
    }

    /// The legal moves of a game without checks, in which captures are forced: in no order.
    pub fn forced_moves(&self, laws: &Laws, moves: &mut Vec<Move>) {
        for captures in [true, false] {
            self.each_reach(laws, captures, |from, goals, pawn| {
                for to in each(goals) {
                    let code = u32::from(from) + 64 * u32::from(to);
                    match pawn && bit(to) & LAST != 0 {
                        true => moves.extend((1..6).map(|becomes| Move(code + 4096 * becomes))),
                        false => moves.push(Move(code)),
                    }
                }
            });
            if !moves.is_empty() {
                return;
            }
        }
    }

    /// How many they are.
    pub fn forced_count(&self, laws: &Laws) -> u32 {
        for captures in [true, false] {
            let mut count = 0;
            self.each_reach(laws, captures, |_, goals, pawn| {
                let becomes = if pawn { 4 * (goals & LAST).count_ones() } else { 0 };
                count += goals.count_ones() + becomes;
            });
            if count > 0 {
                return count;
            }
        }
        0
    }

    /// The conversion class, as the rules count it.
    pub fn class(&self) -> u64 {
        let mut steps = 0;
        for side in 0..2 {
            for at in each(self.men(side, PAWN)) {
                steps += u64::from(if side == 0 { at / 8 } else { 7 - at / 8 });
            }
        }
        let men = u64::from(self.occupied().count_ones());
        let pawns = u64::from(self.kinds[PAWN].count_ones());
        let rights = self.rooks.iter().flatten().filter(|it| **it != NONE).count() as u64;
        let lost = [64 - men, 64 - pawns, steps, 4 - rights, u64::from(self.clock)];
        lost.into_iter().fold(0, |class, part| class << 9 | part)
    }

    /// All that a position is, as words.
    pub fn words(&self) -> [u64; 9] {
        let [[a, b], [c, d]] = self.rooks;
        let rest = u64::from_le_bytes([self.mover, self.passed, self.clock, a, b, c, d, 0]);
        let ([p, n, l, r, q, k], [white, black]) = (self.kinds, self.sides);
        [p, n, l, r, q, k, white, black, rest]
    }

    /// The position of these words, if they are those of a board: men on squares of their own, each of one side.
    pub fn of_words(words: &[u64; 9]) -> Option<Board> {
        let [p, n, l, r, q, k, white, black, rest] = *words;
        let [mover, passed, clock, a, b, c, d, zero] = rest.to_le_bytes();
        let kinds = [p, n, l, r, q, k];
        let men: u32 = kinds.iter().map(|set| set.count_ones()).sum();
        let all = kinds.iter().fold(0, |all, set| all | set);
        let right = men == all.count_ones() && white & black == 0 && white | black == all;
        let squares = [passed, a, b, c, d].iter().all(|at| *at <= NONE);
        (right && squares && mover < 2 && clock <= 100 && zero == 0).then_some(Board {
            kinds,
            sides: [white, black],
            mover,
            passed,
            clock,
            rooks: [[a, b], [c, d]],
        })
    }
}
