//! Discs that no play can turn.

use quod_game::Player;

use super::{Othello, OthelloPosition};

impl Othello {
    /// Each player's stable discs, Black's first.
    ///
    /// A disc is found stable if along each of the four axes through it (a) no square of the line is empty,
    /// or (b) on one side of it the board ends, or (c) on one side of it is a disc of the same colour that
    /// was found stable before. Such a disc is never turned. For take the first move that turns any of
    /// them, and of those that it turns the one that was found first. It is turned along some axis, so the
    /// line had an empty square, where the move was made, and on both sides of the disc, right beside it,
    /// are squares with a disc that is turned too, the move's own disc, or a disc of the mover's colour. So
    /// neither (a) nor (b) holds along this axis, and the neighbour of (c), which has the colour of the
    /// disc and thus not the mover's, was turned as well, though it was found before: a contradiction.
    pub(super) fn stable(&self, pos: &OthelloPosition) -> [u64; 2] {
        let occupied = pos.discs[0] | pos.discs[1];
        let filled = |square: &usize| occupied >> square & 1 == 1;
        // The axis of direction `d` is that of `7 − d`.
        let full = |square: usize, way: usize| {
            let rays = &self.rays[square];
            rays[way].iter().chain(&rays[7 - way]).all(filled)
        };
        Player::BOTH.map(|player| {
            let discs = pos.discs[player.index()];
            let mut stable = 0;
            loop {
                let before = stable;
                let safe_beside = |square: usize, way: usize| {
                    let beside = self.rays[square][way].first();
                    beside.is_none_or(|beside| before >> beside & 1 == 1)
                };
                for square in (0..self.squares()).filter(|it| (discs & !before) >> it & 1 == 1) {
                    let held = |way: usize| {
                        safe_beside(square, way)
                            || safe_beside(square, 7 - way)
                            || full(square, way)
                    };
                    if (0..4).all(held) {
                        stable |= 1 << square;
                    }
                }
                if stable == before {
                    break stable;
                }
            }
        })
    }
}
