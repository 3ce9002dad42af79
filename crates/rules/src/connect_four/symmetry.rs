//! The mirror, and what lies above a cell.

use quod_game::{Move, Stacked, Symmetric};

use super::{ConnectFour, ConnectFourPosition};

/// The mirror exchanges the columns, the first with the last.
impl Symmetric<ConnectFourPosition> for ConnectFour {
    fn order(&self) -> u16 {
        2
    }

    fn map(&self, map: u16, pos: &ConnectFourPosition) -> ConnectFourPosition {
        if map == 0 {
            return *pos;
        }
        let column =
            |set: u128, at: u32| set >> (at * (self.height + 1)) & ((1 << self.height) - 1);
        let image = |set| {
            let mirrored = |at| column(set, at) * self.bit(self.width - 1 - at, 0);
            (0..self.width).map(mirrored).sum()
        };
        ConnectFourPosition { stones: pos.stones.map(image) }
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        let (column, row) = (mv.0 / self.height, mv.0 % self.height);
        if map == 0 { mv } else { Move((self.width - 1 - column) * self.height + row) }
    }
}

impl Stacked<ConnectFourPosition> for ConnectFour {
    fn above(&self, mv: Move) -> Option<Move> {
        (mv.0 % self.height + 1 < self.height).then_some(Move(mv.0 + 1))
    }
}
