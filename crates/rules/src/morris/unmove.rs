//! Morris backwards.

use quod_game::{Game, Unmove};

use super::board::{Points, bits};
use super::{MillPosition, Morris};

impl Unmove<MillPosition> for Morris {
    fn unmoves(&self, pos: &MillPosition, out: &mut Vec<MillPosition>) {
        let (mover, other) = (pos.to_move.other(), pos.to_move);
        let empty: Points = self.board.all() & !pos.occupied();
        for to in bits(pos.on_board(mover)) {
            let closed = self.board.in_mill(pos.on_board(mover), to);
            let mut lifted = *pos;
            lifted.men[mover.index()] &= !(1 << to);
            lifted.to_move = mover;
            // The man came from the hand or from an empty point, and if the move closed a mill it may have taken a man.
            let mut in_hand = lifted;
            in_hand.hand[mover.index()] += 1;
            let mut placed = vec![in_hand];
            placed.extend(bits(empty).map(|from| {
                let mut before = lifted;
                before.men[mover.index()] |= 1 << from;
                before
            }));
            for before in placed {
                let free = empty & !before.occupied();
                let taken = match closed {
                    true => bits(free).map(|it| 1 << it).chain([0]).collect(),
                    false => vec![0],
                };
                for taken in taken {
                    let mut before = before;
                    before.men[other.index()] |= taken;
                    if self.leads(&before, pos) && !out.contains(&before) {
                        out.push(before);
                    }
                }
            }
        }
    }
}

impl Morris {
    fn leads(&self, before: &MillPosition, pos: &MillPosition) -> bool {
        let moves = || self.legal_moves(before);
        self.lawful(before).is_ok() && moves().iter().any(|&mv| self.play(before, mv) == *pos)
    }
}
