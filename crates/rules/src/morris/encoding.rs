//! Positions of morris as bytes, and which of them are lawful.

use quod_game::{Game, NotationError, Player};

use super::{MillPosition, Morris};

impl Morris {
    /// A byte a point: 0 empty, 1 White, 2 Black; then the men in White's hand and in Black's, and the side to move.
    pub(super) fn write_bytes(&self, pos: &MillPosition, out: &mut Vec<u8>) {
        let man = |point: u32| (pos.men[0] >> point & 1) + 2 * (pos.men[1] >> point & 1);
        out.extend((0..self.board.points()).map(|point| man(point) as u8));
        out.extend([pos.hand[0], pos.hand[1], pos.to_move.index() as u8]);
    }

    /// Reads what [`Morris::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<MillPosition, NotationError> {
        let points = self.board.points() as usize;
        let bad = || {
            let expected = format!("{points} bytes 0, 1 or 2, two numbers and a byte 0 or 1");
            NotationError::new("position", expected, format!("{bytes:?}"))
        };
        if bytes.len() != points + 3 || bytes[points + 2] > 1 {
            return Err(bad());
        }
        let mut pos = self.start();
        for (point, man) in bytes[..points].iter().enumerate() {
            match man {
                0 => {}
                1 | 2 => pos.men[usize::from(man - 1)] |= 1 << point,
                _ => return Err(bad()),
            }
        }
        pos.hand = [bytes[points], bytes[points + 1]];
        pos.to_move = Player::BOTH[usize::from(bytes[points + 2])];
        Ok(pos)
    }

    /// Whether the numbers of men can be those of a play, and the game was not over before its last move. Men may have
    /// been taken without a mill that shows it: positions are set up as problems.
    pub(super) fn lawful(&self, pos: &MillPosition) -> Result<(), NotationError> {
        let [white, black] = Player::BOTH.map(|player| pos.total(player));
        let bad = |expected: &str| {
            let [one, other] = pos.hand;
            let mover = self.player_names()[pos.to_move.index()];
            let got = format!(
                "{white} white men, {one} of them in hand, {black} black men, {other} in hand, {mover} to move"
            );
            Err(NotationError::new("position", expected, got))
        };
        let most = u32::from(self.men);
        if pos.hand.iter().any(|&hand| hand > self.men) || white > most || black > most {
            return bad(&format!("at most {most} men of each player, in hand and on the board"));
        }
        let (own, other) = (pos.in_hand(pos.to_move), pos.in_hand(pos.to_move.other()));
        let ahead = u8::from(pos.to_move == Player::Second);
        if !self.moves_early && own.max(other) > 0 && own != other + ahead {
            return bad("men placed in turn, White first");
        }
        if pos.total(pos.to_move) < 2 || pos.total(pos.to_move.other()) < 3 {
            return bad("three men of the player who has moved, and two of the one to move");
        }
        Ok(())
    }
}
