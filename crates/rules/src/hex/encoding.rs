//! Positions of Hex and Y as bytes, and which of them are lawful.

use quod_game::{Game, NotationError, Player};

use super::{Hex, HexPosition};

impl Hex {
    /// Two bits a cell, four cells a byte, the first in the lowest bits: 0 empty, 1 Black, 2 White; then a byte for the
    /// side to move.
    pub(super) fn write_bytes(&self, pos: &HexPosition, out: &mut Vec<u8>) {
        let first = out.len();
        out.resize(first + self.places.len().div_ceil(4), 0);
        for cell in 0..self.places.len() {
            let code = pos.stone(cell).map_or(0, |player| player.index() as u8 + 1);
            out[first + cell / 4] |= code << (2 * (cell % 4));
        }
        out.push(pos.to_move.index() as u8);
    }

    /// Reads what [`Hex::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<HexPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let cells = self.places.len();
        let (side, stones) = match bytes.split_last() {
            Some((side, stones)) if stones.len() == cells.div_ceil(4) => (*side, stones),
            _ => return Err(bad(format!("{} bytes", cells.div_ceil(4) + 1))),
        };
        let to_move = Player::BOTH.get(usize::from(side));
        let to_move = to_move.ok_or_else(|| bad("0 or 1 for the side to move".to_string()))?;
        let mut pos = HexPosition::empty(*to_move);
        for cell in 0..4 * stones.len() {
            match stones[cell / 4] >> (2 * (cell % 4)) & 3 {
                0 => {}
                code @ (1 | 2) if cell < cells => {
                    pos.flip(cell, Player::BOTH[usize::from(code) - 1]);
                }
                _ => return Err(bad(format!("0, 1 or 2 for each of {cells} cells"))),
            }
        }
        Ok(pos)
    }

    /// Whether the game is not over, or ended with its last move. The numbers of stones are free: positions are set up
    /// with handicaps and as problems.
    pub(super) fn lawful(&self, pos: &HexPosition) -> Result<(), NotationError> {
        let last = pos.to_move.other();
        let [mover, other] = [pos.to_move, last].map(|player| self.player_names()[player.index()]);
        if self.joined(pos, pos.to_move) {
            let got = format!("{mover} to move with its borders joined");
            return Err(NotationError::new("position", "no play after a win", got));
        }
        let decides = |&cell: &usize| {
            let mut before = *pos;
            before.flip(cell, last);
            !self.joined(&before, last)
        };
        let mut stones = (0..self.places.len()).filter(|&cell| pos.stone(cell) == Some(last));
        if self.joined(pos, last) && !stones.any(|cell| decides(&cell)) {
            let got = format!("borders of {other} that are joined without any one of its stones");
            return Err(NotationError::new("position", "a win that one move has made", got));
        }
        Ok(())
    }
}
