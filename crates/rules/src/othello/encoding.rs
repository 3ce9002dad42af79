//! Positions of Othello as bytes.

use quod_game::{NotationError, Player};

use super::{Othello, OthelloPosition};

/// Four bits, each in two.
const APART: [u8; 16] = [0, 1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84, 85];

impl Othello {
    /// Two bits a square, four squares a byte, the first in the lowest bits: 0 empty, 1 Black, 2 White;
    /// then a byte for the side to move, 0 Black, 1 White.
    pub(super) fn write_bytes(&self, pos: &OthelloPosition, out: &mut Vec<u8>) {
        let four = |set: u64, byte: usize| APART[(set >> (4 * byte) & 15) as usize];
        let [black, white] = pos.discs;
        out.reserve(self.squares() / 4 + 1);
        out.extend((0..self.squares() / 4).map(|at| four(black, at) | four(white, at) << 1));
        out.push(pos.to_move.index() as u8);
    }

    /// Reads what [`Othello::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<OthelloPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let length = self.squares() / 4;
        let (board, side) = match bytes.split_last() {
            Some((&side, board)) if board.len() == length && side < 2 => (board, side),
            _ => return Err(bad(format!("{length} bytes and a side, 0 or 1"))),
        };
        let mut pos = OthelloPosition { discs: [0, 0], to_move: Player::BOTH[side as usize] };
        for square in 0..self.squares() {
            match board[square / 4] >> (2 * (square % 4)) & 3 {
                0 => {}
                3 => return Err(bad("0, 1 or 2 for each square".to_string())),
                disc => pos.discs[disc as usize - 1] |= 1 << square,
            }
        }
        Ok(pos)
    }

    /// Whether the game could hold the position: the four squares of the centre are never empty. Much else
    /// that cannot arise in play is let through; what follows a position needs no play that led there.
    pub(super) fn lawful(&self, pos: &OthelloPosition) -> Result<(), NotationError> {
        let centre = self.centre()[0] | self.centre()[1];
        if centre & !(pos.discs[0] | pos.discs[1]) != 0 {
            let expected = "a disc on each square of the centre";
            return Err(NotationError::new("position", expected, "an empty one"));
        }
        Ok(())
    }
}
