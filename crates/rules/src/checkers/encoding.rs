//! Positions of checkers as bytes, and which of them are lawful.

use quod_game::{NotationError, Player};

use super::{Checkers, CheckersPosition};

impl Checkers {
    /// A byte a cell: 0 empty, 1 a black man, 2 a black king, 3 a white man, 4 a white king; then the side to move, 0 Black, 1
    /// White.
    pub(super) fn write_bytes(&self, pos: &CheckersPosition, out: &mut Vec<u8>) {
        let sets = [pos.men[0], pos.kings[0], pos.men[1], pos.kings[1]];
        let piece = |cell: u32| sets.iter().position(|set| set >> cell & 1 == 1);
        out.extend((0..self.board.cells()).map(|cell| piece(cell).map_or(0, |it| it as u8 + 1)));
        out.push(pos.to_move.index() as u8);
    }

    /// Reads what [`Checkers::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<CheckersPosition, NotationError> {
        let cells = self.board.cells() as usize;
        let bad = || {
            let expected = format!("{cells} bytes from 0 to 4 and a byte 0 or 1");
            NotationError::new("position", expected, format!("{bytes:?}"))
        };
        if bytes.len() != cells + 1 || bytes[cells] > 1 {
            return Err(bad());
        }
        let to_move = Player::BOTH[usize::from(bytes[cells])];
        let mut pos = CheckersPosition { men: [0; 2], kings: [0; 2], to_move };
        for (cell, &piece) in bytes[..cells].iter().enumerate() {
            match piece {
                0 => {}
                1 | 3 => pos.men[usize::from(piece / 2)] |= 1 << cell,
                2 | 4 => pos.kings[usize::from(piece / 2 - 1)] |= 1 << cell,
                _ => return Err(bad()),
            }
        }
        Ok(pos)
    }

    /// Whether the game could hold the position: neither side has more pieces than at the start, no man stands where it would
    /// be a king, and who has moved has a piece. Much else that cannot arise in play is let through: positions are set up
    /// as problems.
    pub(super) fn lawful(&self, pos: &CheckersPosition) -> Result<(), NotationError> {
        let bad = |expected: String| {
            Err(NotationError::new("position", expected, self.write_position(pos)))
        };
        for player in Player::BOTH {
            if pos.pieces(player).count_ones() > self.pieces() {
                return bad(format!("at most {} pieces of each colour", self.pieces()));
            }
            if pos.men[player.index()] & self.board.last_row(player) != 0 {
                return bad("a king on the last row, where no man stays a man".to_string());
            }
        }
        if pos.pieces(pos.to_move.other()) == 0 {
            return bad("a piece of the player who has moved".to_string());
        }
        Ok(())
    }
}
