//! How positions of Connect Four are written and drawn.

use quod_game::{Game, Move, NotationError, parse_moves};

use super::{ConnectFour, ConnectFourPosition};

impl ConnectFour {
    /// `x` for the first player's stone, `o` for the second's, or a dot.
    fn letter(&self, pos: &ConnectFourPosition, column: u32, row: u32) -> char {
        let bit = self.bit(column, row);
        match pos.stones.map(|stones| stones & bit != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        }
    }

    /// Every column's stones from the bottom, `/` between columns; `start` for the empty board.
    pub(super) fn columns_text(&self, pos: &ConnectFourPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let column = |column| {
            let rows = 0..self.stones_in(pos.occupied(), column);
            rows.map(|row| self.letter(pos, column, row)).collect()
        };
        (0..self.width).map(column).collect::<Vec<String>>().join("/")
    }

    /// All notations: `start`, columns played, every column's stones, `=` and the encoding.
    pub(super) fn parse_text(&self, text: &str) -> Result<ConnectFourPosition, NotationError> {
        if text.starts_with('=') {
            return parse_moves(self, text);
        }
        if text.contains(['x', 'o', '/']) {
            return self.parse_columns(text);
        }
        // Up to nine columns have one digit each, so digits may stand together.
        let together = |word: &str| self.width <= 9 && word.bytes().all(|it| it.is_ascii_digit());
        let mut columns = String::new();
        for word in text.split_whitespace() {
            match together(word) {
                true => columns.extend(word.chars().flat_map(|digit| [digit, ' '])),
                false => columns.extend([word, " "]),
            }
        }
        parse_moves(self, &columns)
    }

    /// Reads what [`ConnectFour::columns_text`] writes.
    fn parse_columns(&self, text: &str) -> Result<ConnectFourPosition, NotationError> {
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != self.width as usize {
            let expected = format!("{} columns, / between them", self.width);
            return Err(NotationError::new("position", expected, format!("\"{text}\"")));
        }
        let mut pos = self.start();
        for (at, stones) in columns.into_iter().enumerate() {
            let known = stones.bytes().all(|letter| letter == b'x' || letter == b'o');
            if !known || stones.len() > self.height as usize {
                let expected = format!("at most {} letters x and o", self.height);
                let place = format!("position, column {}", at + 1);
                return Err(NotationError::new(place, expected, format!("\"{stones}\"")));
            }
            for (row, letter) in stones.bytes().enumerate() {
                pos.stones[usize::from(letter == b'o')] |= self.bit(at as u32, row as u32);
            }
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The board, its highest row first; numbered moves as numbers on empty cells.
    pub(super) fn rows_text(&self, pos: &ConnectFourPosition, numbered: &[Move]) -> String {
        let cell = |column, row| {
            let mv = Move(column * self.height + row);
            match (self.letter(pos, column, row), numbered.iter().position(|&it| it == mv)) {
                ('.', Some(at)) => (at + 1).to_string(),
                (letter, _) => letter.to_string(),
            }
        };
        let row = |row| (0..self.width).map(|column| format!("{:>3}", cell(column, row))).collect();
        (0..self.height).rev().map(row).collect::<Vec<String>>().join("\n")
    }
}
