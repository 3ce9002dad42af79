//! A Qubic position seen by one side, with the stones on all lines counted at once.
//!
//! **The problem.** A threat search asks at every node: which lines have two stones of mine and two
//! empty cubes, which have three of his? Going through 76 lines is far too slow.
//! **The idea.** Counters in slices: one word of 76 bits holds "at least one stone of mine" for all
//! lines, another "at least two", another "at least three", and the same for the other side. Setting
//! a stone is three `and`s and three `or`s with the lines through its cube, and every question
//! about lines is one expression. **Cost.** 112 bytes a board, copied instead of undone.
//!
//! **Invariant.** The sets of cubes are disjoint and the slices count exactly their stones. Four in a
//! line are not looked at: nobody plays on after a win.

use super::lines::{LINES, THROUGH};

/// The cubes of a set, in ascending order.
#[inline]
pub fn cubes(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cube = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cube
        })
    })
}

/// The places of the lines in a set, in ascending order.
#[inline]
pub(super) fn places(mut lines: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = lines.trailing_zeros() as usize;
        (lines != 0).then(|| {
            lines &= lines - 1;
            place
        })
    })
}

/// The lines through a cube.
#[inline(always)]
pub(super) fn through(cube: u32) -> u128 {
    THROUGH[cube as usize & 63]
}

/// All cubes of `lines` that are in `within`.
#[inline(always)]
pub(super) fn cells_of(lines: u128, within: u64) -> u64 {
    let mut cells = 0;
    for place in places(lines) {
        cells |= LINES[place];
    }
    cells & within
}

/// A position from one side's point of view: the *attacker's*. Whose turn it is is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The attacker's cubes.
    pub attacker: u64,
    /// The defender's cubes.
    pub defender: u64,
    /// Lines with at least one, two, three stones of the attacker.
    pub(super) a1: u128,
    pub(super) a2: u128,
    pub(super) a3: u128,
    /// Lines with at least one, two, three stones of the defender.
    pub(super) d1: u128,
    pub(super) d2: u128,
    pub(super) d3: u128,
}

impl Board {
    /// The board with these stones.
    pub fn new(attacker: u64, defender: u64) -> Board {
        debug_assert_eq!(attacker & defender, 0);
        let mut board = Board::default();
        cubes(attacker).for_each(|cube| board.attack(cube));
        cubes(defender).for_each(|cube| board.defend(cube));
        board
    }

    /// Sets a stone of the attacker on an empty cube.
    #[inline(always)]
    pub fn attack(&mut self, cube: u32) {
        let lines = through(cube);
        self.a3 |= self.a2 & lines;
        self.a2 |= self.a1 & lines;
        self.a1 |= lines;
        self.attacker |= 1 << cube;
    }

    /// Sets a stone of the defender on an empty cube.
    #[inline(always)]
    pub fn defend(&mut self, cube: u32) {
        let lines = through(cube);
        self.d3 |= self.d2 & lines;
        self.d2 |= self.d1 & lines;
        self.d1 |= lines;
        self.defender |= 1 << cube;
    }

    /// The same board with one more stone of the attacker.
    #[inline]
    #[must_use]
    pub fn with_attack(mut self, cube: u32) -> Board {
        self.attack(cube);
        self
    }

    /// The same board with one more stone of the defender.
    #[inline]
    #[must_use]
    pub fn with_defence(mut self, cube: u32) -> Board {
        self.defend(cube);
        self
    }

    /// The same position from the other side.
    #[inline]
    #[must_use]
    pub fn turned(&self) -> Board {
        Board {
            attacker: self.defender,
            defender: self.attacker,
            a1: self.d1,
            a2: self.d2,
            a3: self.d3,
            d1: self.a1,
            d2: self.a2,
            d3: self.a3,
        }
    }

    /// The empty cubes.
    #[inline(always)]
    pub fn empty(&self) -> u64 {
        !(self.attacker | self.defender)
    }

    /// Cubes where the attacker fills a line.
    #[inline]
    pub fn attacker_wins(&self) -> u64 {
        cells_of(self.a3 & !self.d1, self.empty())
    }

    /// Cubes where the defender fills a line.
    #[inline]
    pub fn defender_wins(&self) -> u64 {
        cells_of(self.d3 & !self.a1, self.empty())
    }

    /// Lines with two stones of the attacker and two empty cubes: each is two threats.
    #[inline(always)]
    pub fn attacker_pairs(&self) -> u128 {
        self.a2 & !self.a3 & !self.d1
    }

    /// Lines with two stones of the defender and two empty cubes.
    #[inline(always)]
    pub fn defender_pairs(&self) -> u128 {
        self.d2 & !self.d3 & !self.a1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qubic::testing::completions;
    use quod_game::testkit::Rng;
    use quod_game::{Game, Player};
    use quod_rules::Qubic;

    #[test]
    fn board_and_rules_agree_in_every_position_of_random_games() {
        let rules = Qubic::new();
        let mut random = Rng::new(1);
        for _ in 0..300 {
            let mut pos = rules.start();
            let mut board = Board::default();
            while rules.outcome(&pos).is_none() {
                assert_eq!([board.attacker, board.defender], pos.cubes);
                assert_eq!(board, Board::new(pos.cubes[0], pos.cubes[1]));
                assert_eq!(board.turned().turned(), board);
                let moves = rules.legal_moves(&pos);
                let legal = moves.iter().map(|mv| 1u64 << mv.0).sum::<u64>();
                assert_eq!(board.empty(), legal);
                assert_eq!(board.attacker_wins(), completions(pos.cubes[0], pos.cubes[1]));
                assert_eq!(board.defender_wins(), completions(pos.cubes[1], pos.cubes[0]));
                let mv = moves[random.below(moves.len())];
                let wins = match rules.to_move(&pos) {
                    Player::First => board.attacker_wins(),
                    Player::Second => board.defender_wins(),
                };
                match rules.to_move(&pos) {
                    Player::First => board.attack(mv.0),
                    Player::Second => board.defend(mv.0),
                }
                pos = rules.play(&pos, mv);
                let won = rules.outcome(&pos).is_some_and(|outcome| outcome.winner.is_some());
                assert_eq!(wins >> mv.0 & 1 == 1, won);
            }
        }
    }
}
