//! Checkers as the general player sees it: pieces counted, and how far men have come.
//!
//! It is a simple estimate, for moves where nothing is proved and no table reaches. Who can jump must, so a position with a jump is
//! never estimated before it was made.

use quod_engine::{Estimate, Pos, Unrest};
use quod_rules::{Checkers, CheckersPosition};

use crate::ground::{Ground, Pieces, each};

/// What a man and a king are worth, in hundredths of a man.
const MAN: i32 = 100;
const KING: i32 = 140;
/// What a row is worth that a man has left behind.
const ROW: i32 = 3;

/// The estimate.
pub(crate) struct PiecesEstimate {
    ground: Ground,
}

impl PiecesEstimate {
    pub(crate) fn new(game: &Checkers) -> PiecesEstimate {
        PiecesEstimate { ground: Ground::new(&game.board) }
    }

    /// What the pieces of the side to move are worth.
    fn worth(&self, pieces: &Pieces) -> i32 {
        let gone = |cell: u32| (cell / self.ground.row) as i32;
        let men = each(pieces.men[0]).map(|cell| MAN + ROW * gone(cell)).sum::<i32>();
        men + KING * pieces.kings[0].count_ones() as i32
    }

    fn of(&self, pos: &CheckersPosition) -> i32 {
        let pieces = self.ground.seen(pos);
        self.worth(&pieces) - self.worth(&self.ground.swapped(&pieces))
    }
}

impl Estimate for PiecesEstimate {
    fn estimate(&self, pos: &Pos) -> i32 {
        self.of(pos.of::<Checkers>())
    }

    fn margin(&self) -> i32 {
        MAN
    }

    fn unrest(&self, pos: &Pos) -> Unrest {
        match self.ground.can_jump(&self.ground.seen(pos.of::<Checkers>())) {
            true => Unrest::Forced,
            false => Unrest::Quiet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;
    use quod_rules::Variant;

    #[test]
    fn pieces_are_counted_for_the_side_to_move() {
        let game = Variant::parse("checkers").and_then(Checkers::variant).unwrap();
        let estimate = PiecesEstimate::new(&game);
        let of = |text: &str| {
            let pos = game.parse_position(text).unwrap();
            (estimate.of(&pos), estimate.unrest(&Pos::new(pos)))
        };
        assert_eq!(of("start"), (0, Unrest::Quiet));
        assert_eq!(of("B:W32:BK1"), (KING - MAN, Unrest::Quiet));
        assert_eq!(of("W:W32:BK1"), (MAN - KING, Unrest::Quiet));
        assert_eq!(of("B:W32:B5"), (ROW, Unrest::Quiet));
        assert_eq!(of("B:W18:B15").1, Unrest::Forced);
    }
}
