//! Checkers backwards.

use std::collections::HashSet;

use quod_game::{Game, Unmove};

use super::board::bits;
use super::{Checkers, CheckersPosition};

impl Unmove<CheckersPosition> for Checkers {
    fn unmoves(&self, pos: &CheckersPosition, out: &mut Vec<CheckersPosition>) {
        let mover = pos.to_move.other();
        let mut before = HashSet::new();
        for to in bits(pos.pieces(mover)) {
            let king = pos.kings[mover.index()] >> to & 1 == 1;
            let mut lifted = *pos;
            lifted.men[mover.index()] &= !(1 << to);
            lifted.kings[mover.index()] &= !(1 << to);
            lifted.to_move = mover;
            // A king may have been a man until it came to its last row.
            let crowned = king && self.board.last_row(mover) >> to & 1 == 1;
            let was = if crowned { vec![true, false] } else { vec![king] };
            for king in was {
                self.undo_step(&lifted, to, king, &mut before);
                self.undo_jumps(&lifted, to, king, &mut before);
            }
        }
        out.extend(before.into_iter().filter(|it| self.leads(it, pos)));
    }
}

impl Checkers {
    fn with_piece(pos: &CheckersPosition, cell: u32, king: bool) -> CheckersPosition {
        let mut pos = *pos;
        let sets = if king { &mut pos.kings } else { &mut pos.men };
        sets[pos.to_move.index()] |= 1 << cell;
        pos
    }

    fn undo_step(
        &self,
        lifted: &CheckersPosition,
        at: u32,
        king: bool,
        before: &mut HashSet<CheckersPosition>,
    ) {
        for way in Checkers::ways(lifted.to_move, king) {
            if let Some(from) = self.board.step(at, 3 - way)
                && lifted.occupied() >> from & 1 == 0
            {
                before.insert(Checkers::with_piece(lifted, from, king));
            }
        }
    }

    /// One jump after the other is taken back, with a man or a king put where it went.
    fn undo_jumps(
        &self,
        lifted: &CheckersPosition,
        at: u32,
        king: bool,
        before: &mut HashSet<CheckersPosition>,
    ) {
        let victim = lifted.to_move.other();
        for way in Checkers::ways(lifted.to_move, king) {
            let Some((over, from)) = self.board.jump(at, 3 - way) else { continue };
            let taken = lifted.pieces(victim).count_ones() < self.pieces();
            if !taken || lifted.occupied() & (1 << over | 1 << from) != 0 {
                continue;
            }
            for was_king in [false, true] {
                let turned = CheckersPosition { to_move: victim, ..*lifted };
                let mut more = Checkers::with_piece(&turned, over, was_king);
                more.to_move = lifted.to_move;
                before.insert(Checkers::with_piece(&more, from, king));
                self.undo_jumps(&more, from, king, before);
            }
        }
    }

    fn leads(&self, before: &CheckersPosition, pos: &CheckersPosition) -> bool {
        let moves = || self.legal_moves(before);
        self.lawful(before).is_ok() && moves().iter().any(|&mv| self.play(before, mv) == *pos)
    }
}
