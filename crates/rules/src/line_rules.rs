//! What the games of lines have in common: who has filled a line, which boards are lawful, and how a
//! board is written as a list of moves.

use quod_game::{LineGame, Move, NotationError, Player};

/// A board seen through its lines.
pub struct LineBoard<'b, P> {
    pub game: &'b dyn LineGame<P>,
    pub pos: &'b P,
}

impl<P> LineBoard<'_, P> {
    /// The lines that `player` has filled.
    fn filled(&self, player: Player) -> Vec<&Vec<u16>> {
        let own = |cell: &u16| self.game.stone(self.pos, *cell) == Some(player);
        self.game.lines().iter().filter(|line| line.iter().all(own)).collect()
    }

    fn stones(&self, player: Player) -> Vec<u16> {
        (0..self.game.cells() as u16)
            .filter(|&cell| self.game.stone(self.pos, cell) == Some(player))
            .collect()
    }

    /// The least cell that lies on every line the player has filled; `None` if there is no such
    /// cell, or no filled line.
    fn common_cell(&self, player: Player) -> Option<u16> {
        let filled = self.filled(player);
        (0..self.game.cells() as u16)
            .find(|cell| !filled.is_empty() && filled.iter().all(|line| line.contains(cell)))
    }

    /// Whether the board can have come about: players took turns, the game ended with the first
    /// filled line, and one move made all the winner's lines.
    pub fn lawful(&self) -> Result<(), NotationError> {
        let [first, second] = Player::BOTH.map(|player| self.stones(player).len());
        let bad = |expected: &str| {
            let got = format!("{first} and {second} stones");
            Err(NotationError::new("position", expected, got))
        };
        if first != second && first != second + 1 {
            return bad("as many stones of the second player as of the first, or one less");
        }
        let [first_won, second_won] = Player::BOTH.map(|player| !self.filled(player).is_empty());
        if first_won && second_won {
            return bad("at most one winner");
        }
        if first_won && first == second || second_won && first != second {
            return bad("no play after a win");
        }
        for (player, won) in [(Player::First, first_won), (Player::Second, second_won)] {
            if won && self.common_cell(player).is_none() {
                return bad("filled lines that one move has made");
            }
        }
        Ok(())
    }

    /// The board as a move list that leads to it: both players' cells ascending, taken in turn; the
    /// winner's last move is one that made all the lines.
    pub fn text(&self) -> String {
        let [mut first, mut second] = Player::BOTH.map(|player| self.stones(player));
        for (stones, player) in [(&mut first, Player::First), (&mut second, Player::Second)] {
            if let Some(last) = self.common_cell(player) {
                stones.retain(|&cell| cell != last);
                stones.push(last);
            }
        }
        if first.is_empty() {
            return "start".to_string();
        }
        let mut moves = Vec::new();
        for (at, cell) in first.iter().enumerate() {
            moves.push(cell.to_string());
            moves.extend(second.get(at).map(u16::to_string));
        }
        moves.join(" ")
    }

    /// A cell in a picture: the player's letter, the number of a numbered move, or a dot.
    pub fn letter(&self, cell: u16, letters: [&str; 2], numbered: &[Move]) -> String {
        match self.game.stone(self.pos, cell) {
            Some(player) => letters[player.index()].to_string(),
            None => match numbered.iter().position(|mv| mv.0 == u32::from(cell)) {
                Some(at) => (at + 1).to_string(),
                None => ".".to_string(),
            },
        }
    }
}
