//! Positions as the search has them.

use crate::mask::Mask;

/// A position: the stones of both, among them cells that were filled in, dead cells, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B> {
    pub stones: [B; 2],
    pub dead: B,
    pub mover: usize,
}

impl<B: Mask> Position<B> {
    /// A position without dead cells.
    pub fn new(stones: [B; 2], mover: usize) -> Position<B> {
        Position { stones, dead: B::EMPTY, mover }
    }

    /// The position after the mover took a cell.
    pub fn play(mut self, cell: u8) -> Position<B> {
        self.stones[self.mover] |= B::of(cell);
        self.mover = 1 - self.mover;
        self
    }

    /// Cells where nobody plays.
    pub fn taken(&self) -> B {
        self.stones[0] | self.stones[1] | self.dead
    }
}
