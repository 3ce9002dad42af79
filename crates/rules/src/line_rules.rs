//! What the games of lines have in common: who has filled a line, which boards are lawful, how a move
//! is read, and how a board is written as a list of moves.

use quod_game::{LineGame, Move, NotationError, Player};

use crate::coordinates::Coordinates;

/// A board seen through its lines.
pub struct LineBoard<'b, P> {
    pub game: &'b dyn LineGame<P>,
    pub pos: &'b P,
    pub coordinates: Coordinates,
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
            moves.push(self.coordinates.name(*cell));
            moves.extend(second.get(at).map(|&cell| self.coordinates.name(cell)));
        }
        moves.join(" ")
    }

    /// The move to the cell of this name or number.
    pub fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let stone = |cell| self.game.stone(self.pos, cell);
        let cells = 0..self.game.cells() as u16;
        let over = Player::BOTH.iter().any(|&player| !self.filled(player).is_empty())
            || cells.clone().all(|cell| stone(cell).is_some());
        let expected = match self.coordinates.cell(text) {
            _ if over => "no move, the game is over".to_string(),
            Some(cell) if stone(cell).is_none() => return Ok(Move(cell.into())),
            Some(_) => "an empty cell".to_string(),
            None => {
                let [a, z] = self.coordinates.corners();
                format!("a cell from {a} to {z}")
            }
        };
        Err(NotationError::new("move", expected, format!("\"{text}\"")))
    }

    /// The board with its coordinates; numbered moves as numbers on empty cells.
    pub fn picture(&self, letters: [char; 2], numbered: &[Move]) -> String {
        let letter = |cell| self.game.stone(self.pos, cell).map(|it| letters[it.index()]);
        self.coordinates.picture(letter, numbered)
    }
}
