//! How squares and positions of Othello are written and drawn.

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::{Othello, OthelloPosition};

/// How a pass is written, and how else it is read.
const PASS: &str = "--";
const PASSES: [&str; 4] = [PASS, "pass", "ps", "pa"];

/// The letter of a disc, or of an empty square.
fn letter(disc: Option<Player>) -> char {
    disc.map_or('-', |player| ['X', 'O'][player.index()])
}

/// What a letter of a board stands for, as various programs write it.
fn disc_of(letter: char) -> Option<Option<Player>> {
    match letter {
        '-' | '.' | '_' => Some(None),
        'X' | 'x' | '*' | 'B' | 'b' => Some(Some(Player::First)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Player::Second)),
        _ => None,
    }
}

impl Othello {
    /// The name of a square: its column's letter and its row, from the top; `--` for the code of a pass.
    pub(super) fn square_text(&self, square: usize) -> String {
        match square < self.squares() {
            true => {
                format!("{}{}", (b'a' + (square % self.size) as u8) as char, square / self.size + 1)
            }
            false => PASS.to_string(),
        }
    }

    /// The legal move of that name; capitals do.
    pub(super) fn read_move(
        &self,
        pos: &OthelloPosition,
        text: &str,
    ) -> Result<Move, NotationError> {
        let word = text.to_ascii_lowercase();
        let word = if PASSES.contains(&word.as_str()) { PASS } else { &word };
        let moves = self.legal_moves(pos);
        moves.iter().copied().find(|mv| self.square_text(mv.0 as usize) == word).ok_or_else(|| {
            let legal: Vec<String> =
                moves.iter().map(|mv| self.square_text(mv.0 as usize)).collect();
            let expected = match legal.is_empty() {
                true => "no move, the game is over".to_string(),
                false => format!("one of {}", legal.join(" ")),
            };
            NotationError::new("move", expected, format!("\"{text}\""))
        })
    }

    /// All squares from a1 row by row, then the side to move; `start` for the start.
    pub(super) fn board_text(&self, pos: &OthelloPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let board: String = (0..self.squares()).map(|square| letter(pos.disc(square))).collect();
        format!("{board} {}", letter(Some(pos.to_move)))
    }

    /// Reads a board, or moves from the start. Moves may stand without a space between them, and a forced
    /// pass may be left out, as in the records of games.
    pub(super) fn read_position(&self, text: &str) -> Result<OthelloPosition, NotationError> {
        let text = text.trim();
        if text.starts_with('=') {
            return parse_moves(self, text);
        }
        let letters: Vec<char> = text.chars().filter(|it| !it.is_whitespace()).collect();
        if letters.len() == self.squares() + 1 && letters.iter().all(|&it| disc_of(it).is_some()) {
            return self.read_board(&letters);
        }
        let mut pos = self.start();
        let words = text.split_whitespace().filter(|&word| word != "start").flat_map(apart);
        for (at, word) in words.enumerate() {
            let place = format!("position, move {}", at + 1);
            let pass = Move(self.squares() as u32);
            if self.legal_moves(&pos) == [pass]
                && !PASSES.contains(&word.to_ascii_lowercase().as_str())
            {
                pos = self.play(&pos, pass);
            }
            let mv =
                self.read_move(&pos, word).map_err(|error| NotationError { place, ..error })?;
            pos = self.play(&pos, mv);
        }
        Ok(pos)
    }

    fn read_board(&self, letters: &[char]) -> Result<OthelloPosition, NotationError> {
        let mut pos = OthelloPosition { discs: [0, 0], to_move: Player::First };
        for (square, &it) in letters.iter().enumerate() {
            match disc_of(it).flatten() {
                Some(player) if square == self.squares() => pos.to_move = player,
                Some(player) => pos.discs[player.index()] |= 1 << square,
                None if square == self.squares() => {
                    let got = format!("\"{it}\"");
                    return Err(NotationError::new("position, side to move", "X or O", got));
                }
                None => {}
            }
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The board with its coordinates; numbered moves as numbers on empty squares.
    pub(super) fn draw(&self, pos: &OthelloPosition, numbered: &[Move]) -> String {
        let cell = |square: usize| {
            let at = numbered.iter().position(|mv| mv.0 as usize == square);
            match (pos.disc(square), at) {
                (None, Some(at)) => (at + 1).to_string(),
                (disc, _) => letter(disc).to_string(),
            }
        };
        let columns = (0..self.size).map(|column| format!("{:>3}", (b'a' + column as u8) as char));
        let mut lines = vec![format!(" {}", columns.collect::<String>())];
        for row in 0..self.size {
            let cells =
                (0..self.size).map(|column| format!("{:>3}", cell(self.size * row + column)));
            lines.push(format!("{}{}", row + 1, cells.collect::<String>()));
        }
        lines.push(format!("{} to move", self.player_names()[pos.to_move.index()]));
        lines.join("\n")
    }
}

/// A word of several moves of two letters each as these moves.
fn apart(word: &str) -> Vec<&str> {
    let whole = PASSES.contains(&word.to_ascii_lowercase().as_str());
    match word.is_ascii() && word.len().is_multiple_of(2) && !whole {
        true => (0..word.len()).step_by(2).map(|at| &word[at..at + 2]).collect(),
        false => vec![word],
    }
}
