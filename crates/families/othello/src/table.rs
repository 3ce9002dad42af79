//! What the search has learnt: bounds of positions, whole positions compared.
//!
//! **The idea.** An entry is a position, a lower and an upper bound of its score and the move that
//! looked best. Two places are tried for a position, side by side: the first is kept by the one with
//! more empty squares, the second by the last to come. A hash only says where to look.
//!
//! **Cost.** 24 bytes an entry.

use crate::board::Board;

/// Bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i8,
    /// The score is at most this.
    pub high: i8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Bounds of the score for the side to move.
    pub bounds: Bounds,
    /// A move that has the lower bound, or [`NO_MOVE`].
    pub best: u8,
}

/// Stands where there is no best move.
pub const NO_MOVE: u8 = 64;

#[derive(Clone, Copy)]
struct Entry<const N: usize> {
    board: Board<N>,
    known: Known,
    empties: u8,
}

/// A table of bounds.
pub struct Table<const N: usize> {
    entries: Vec<Entry<N>>,
    shift: u32,
}

impl<const N: usize> Table<N> {
    /// A table with 2 to the `bits` entries, `bits` from 1 to 40.
    pub fn new(bits: u32) -> Table<N> {
        let bits = bits.clamp(1, 40);
        let known = Known { bounds: Bounds { low: 0, high: 0 }, best: NO_MOVE };
        // No position has no discs, so an entry with such a board is free.
        let free = Entry { board: Board::default(), known, empties: 0 };
        Table { entries: vec![free; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn place(&self, board: &Board<N>) -> usize {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(32);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> self.shift) as usize
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, board: &Board<N>) -> Option<Known> {
        let place = self.place(board);
        let found = [place, place ^ 1].into_iter().map(|place| &self.entries[place]);
        found.filter(|entry| entry.board == *board).map(|entry| entry.known).next()
    }

    /// Keeps what is known of a position, together with what the table has of it.
    #[inline]
    pub fn put(&mut self, board: &Board<N>, mut known: Known) {
        let empties = board.empties() as u8;
        let place = self.place(board);
        let (first, second) = (place & !1, place | 1);
        let at = match () {
            () if self.entries[first].board == *board => first,
            () if self.entries[second].board == *board => second,
            () if self.entries[first].empties <= empties => {
                self.entries[second] = self.entries[first];
                first
            }
            () => second,
        };
        let entry = &mut self.entries[at];
        if entry.board == *board {
            let old = entry.known.bounds;
            known.bounds.low = known.bounds.low.max(old.low);
            known.bounds.high = known.bounds.high.min(old.high);
            if known.best == NO_MOVE {
                known.best = entry.known.best;
            }
        }
        *entry = Entry { board: *board, known, empties };
    }
}
