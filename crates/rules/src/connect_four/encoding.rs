//! Positions of Connect Four as bytes, and which of them are lawful.

use quod_game::{Game, NotationError};

use super::{ConnectFour, ConnectFourPosition};

impl ConnectFour {
    fn encoding_len(&self) -> usize {
        (self.width * (self.height + 1)).div_ceil(8) as usize
    }

    /// The first player's cells, and a mark on top of every column. The mark tells how many stones
    /// are below; those that are not the first player's are the second's.
    pub(super) fn write_bytes(&self, pos: &ConnectFourPosition, out: &mut Vec<u8>) {
        let marks = pos.occupied() + self.bottom;
        out.extend(&(pos.stones[0] | marks).to_le_bytes()[..self.encoding_len()]);
    }

    /// Reads what [`ConnectFour::write_bytes`] writes; the stones lie on one another, no more is known.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<ConnectFourPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        if bytes.len() != self.encoding_len() {
            return Err(bad(format!("{} bytes", self.encoding_len())));
        }
        let mut code = bytes.iter().rev().fold(0u128, |code, &byte| code << 8 | u128::from(byte));
        let mut pos = self.start();
        for column in 0..self.width {
            let cells = code & ((2 << self.height) - 1);
            code >>= self.height + 1;
            let Some(stones) = cells.checked_ilog2() else {
                return Err(bad(format!("a mark on top of column {}", column + 1)));
            };
            let first = cells - (1 << stones);
            let second = (1 << stones) - 1 - first;
            pos.stones[0] |= first * self.bit(column, 0);
            pos.stones[1] |= second * self.bit(column, 0);
        }
        if code != 0 {
            return Err(bad("nothing after the last column".to_string()));
        }
        Ok(pos)
    }

    /// Whether players took turns, and the game ended with the first line: one move made all of the
    /// winner's lines, so that without some topmost stone he has none.
    pub(super) fn lawful(&self, pos: &ConnectFourPosition) -> Result<(), NotationError> {
        let [first, second] = pos.stones.map(u128::count_ones);
        let bad = |expected: &str| {
            let got = format!("{first} and {second} stones");
            Err(NotationError::new("position", expected, got))
        };
        if first != second && first != second + 1 {
            return bad("as many stones of the second player as of the first, or one less");
        }
        let [first_won, second_won] = pos.stones.map(|stones| self.has_four(stones));
        if first_won && first == second || second_won && first != second {
            return bad("no play after a win");
        }
        let winner = pos.stones[usize::from(second_won)];
        let occupied = pos.occupied();
        let made_lines = |column| match self.stones_in(occupied, column) {
            0 => false,
            stones => !self.has_four(winner & !self.bit(column, stones - 1)),
        };
        if (first_won || second_won) && !(0..self.width).any(made_lines) {
            return bad("lines that one move has made");
        }
        Ok(())
    }
}
