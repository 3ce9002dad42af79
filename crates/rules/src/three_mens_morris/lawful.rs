//! Which boards of three men's morris can have come about: those that [`Game::decode`] accepts.
//!
//! [`Game::decode`]: quod_game::Game::decode

use quod_game::{NotationError, Player};

use super::{CENTRE, MorrisPosition, ThreeMensMorris};

impl ThreeMensMorris {
    /// Whether the position can have come about.
    pub(super) fn lawful(&self, pos: &MorrisPosition) -> Result<(), NotationError> {
        let [first, second] = Player::BOTH.map(|player| pos.count(player));
        let bad = |expected: &str| {
            let got = format!("{first} and {second} men, {:?} to move", pos.to_move);
            Err(NotationError::new("position", expected, got))
        };
        if first > 3 || second > 3 {
            return bad("at most three men each");
        }
        let expected = if pos.to_move == Player::First { second } else { second + 1 };
        if first + second < 6 && first != expected {
            return bad("men placed in turn");
        }
        let [first_won, second_won] = Player::BOTH.map(|player| pos.has_line(player));
        if first_won && second_won || pos.has_line(pos.to_move) {
            return bad("no play after a win");
        }
        if self.no_centre && first == 1 && pos.men[CENTRE] == Some(Player::First) {
            return bad("the first man not in the centre");
        }
        Ok(())
    }
}
