//! Boards and moves, one at a time.

use super::halves::{drop_stones, sow};

/// A board seen by the side to move: pits 0 to 5 are the mover's in the order of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Stones in each pit, 48 at most together.
    pub pits: [u8; 12],
}

impl Board {
    /// The number of stones on the board.
    pub fn stones(&self) -> u32 {
        self.pits.iter().map(|&stones| u32::from(stones)).sum()
    }

    /// Both halves, the mover's first.
    pub(super) fn halves(&self) -> ([u8; 6], [u8; 6]) {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.pits;
        ([a, b, c, d, e, f], [g, h, i, j, k, l])
    }

    /// The board of two halves, the mover's first.
    pub(super) fn join(own: [u8; 6], other: [u8; 6]) -> Board {
        let mut pits = [0; 12];
        pits[..6].copy_from_slice(&own);
        pits[6..].copy_from_slice(&other);
        Board { pits }
    }

    /// The board after sowing from a pit of the mover that is not empty, seen by the opponent, and how
    /// many stones were captured. Whether the move is legal is not asked.
    pub fn sow(&self, pit: usize) -> (Board, u8) {
        let (own, other) = self.halves();
        let sown = sow(own, pit);
        let (other, captured) = drop_stones(other, sown.across, sown.ended);
        (Board::join(other, sown.own), captured)
    }

    /// The mover's legal moves: the pit, the board after it and the stones captured. None if the mover
    /// has no stones, and then the opponent takes what is left.
    pub fn moves(&self) -> impl Iterator<Item = (usize, Board, u8)> {
        let board = *self;
        let sown = move |pit: usize| (board.pits[pit] > 0).then(|| board.sow(pit));
        let feeds = |(next, _): (Board, u8)| next.pits[..6] != [0; 6];
        let obliged = (0..6).filter_map(sown).any(feeds);
        (0..6).filter_map(move |pit| {
            let (next, captured) = sown(pit)?;
            (!obliged || feeds((next, captured))).then_some((pit, next, captured))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nineteen_stones_pass_their_origin() {
        let board = Board { pits: [0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 0] };
        let (next, captured) = board.sow(3);
        // Two to the right, six across, three to the left, two to the right, six across.
        assert_eq!(captured, 12);
        assert_eq!(next.pits, [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 2, 2]);
    }

    #[test]
    fn captures_run_backwards_over_twos_and_threes_only() {
        let board = Board { pits: [0, 0, 0, 0, 0, 4, 1, 5, 2, 1, 0, 0] };
        let (next, captured) = board.sow(5);
        assert_eq!((captured, next.pits), (5, [2, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn the_opponent_is_fed_where_a_move_can() {
        let pits = |board: Board| board.moves().map(|(pit, ..)| pit).collect::<Vec<_>>();
        assert_eq!(pits(Board { pits: [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0] }), [4]);
        assert_eq!(pits(Board { pits: [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0] }), [0, 3]);
        // Capturing everything is barred while there is another move, and legal otherwise.
        assert_eq!(pits(Board { pits: [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0] }), [0]);
        assert_eq!(pits(Board { pits: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0] }), [5]);
        let none = Board { pits: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0] };
        assert!(pits(none).is_empty());
    }
}
