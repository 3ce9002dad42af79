//! How points and positions of Atari Go are written and drawn.

use quod_game::{NotationError, Player};

use super::{AtariGo, AtariGoPosition};
use crate::board_text::{BoardText, parse_rows};

/// The columns' letters; as on every Go board there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl AtariGo {
    pub(super) fn text<'p>(
        &self,
        pos: &'p AtariGoPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + use<'p>> {
        let (width, height) = (self.size, self.size);
        BoardText { width, height, columns: COLUMNS, stone: |point| pos.stone(point) }
    }

    /// The rows from the top, a number for empty points side by side; `start` for the start.
    pub(super) fn rows_text(&self, pos: &AtariGoPosition) -> String {
        match *pos == self.start {
            true => "start".to_string(),
            false => self.text(pos).rows(),
        }
    }

    /// Reads what [`AtariGo::rows_text`] writes.
    pub(super) fn parse_rows(&self, text: &str) -> Result<AtariGoPosition, NotationError> {
        let mut pos = AtariGoPosition::default();
        for (point, player) in parse_rows(self.size, self.size, text)? {
            pos.put(point, player);
        }
        self.lawful(&pos)?;
        Ok(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;

    #[test]
    fn a_move_that_is_none_is_told_some_of_many_legal_ones() {
        let told = |size| {
            let game = AtariGo::new(size, false).unwrap();
            game.parse_move(&game.start(), "pass").unwrap_err().expected
        };
        assert_eq!(told(3), "one of A1 B1 C1 A2 B2 C2 A3 B3 C3");
        assert_eq!(told(15), "one of A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 M1 … (225 moves)");
    }
}
