//! How cells, moves and positions of Hex and Y are written, read and drawn.

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::{Hex, HexPosition};

/// How an exchange is written.
const EXCHANGE: &str = "swap";

fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

impl Hex {
    fn cell_text(&self, cell: usize) -> String {
        let (column, row) = self.places[cell];
        format!("{}{}", letter(column as usize), row + 1)
    }

    /// The cell of a name like `d4`; `D4` will do.
    fn named_cell(&self, text: &str) -> Option<usize> {
        let (first, rest) = text.split_at_checked(1)?;
        let column = first.to_ascii_lowercase().as_bytes()[0].checked_sub(b'a')?;
        let row: usize = rest.parse().ok().filter(|_| !rest.starts_with(['+', '0']))?;
        self.board.cell(column.into(), row.checked_sub(1)?)
    }

    pub(super) fn write_move(&self, mv: Move) -> String {
        match mv == self.exchange() {
            true => EXCHANGE.to_string(),
            false => self.cell_text(mv.0 as usize),
        }
    }

    pub(super) fn read_move(&self, pos: &HexPosition, text: &str) -> Result<Move, NotationError> {
        let expected = match self.named_cell(text) {
            _ if self.outcome(pos).is_some() => "no move, the game is over".to_string(),
            Some(cell) if pos.stone(cell).is_none() => return Ok(Move(cell as u32)),
            Some(_) => "an empty cell".to_string(),
            None if text.eq_ignore_ascii_case(EXCHANGE) => match self.may_exchange(pos) {
                true => return Ok(self.exchange()),
                false => "swap as White's answer to the first stone, with swap=on".to_string(),
            },
            None => {
                let [columns, rows] = self.board.extent();
                format!("a cell, the column a to {}, the row 1 to {rows}", letter(columns - 1))
            }
        };
        Err(NotationError::new("move", expected, format!("\"{text}\"")))
    }

    /// The stones by player and the side to move; `start` for the start.
    pub(super) fn write_position(&self, pos: &HexPosition) -> String {
        if *pos == self.start() {
            return "start".to_string();
        }
        let names = self.player_names();
        let mut words = Vec::new();
        for player in Player::BOTH {
            let cells = (0..self.places.len()).filter(|&cell| pos.stone(cell) == Some(player));
            let cells: Vec<String> = cells.map(|cell| self.cell_text(cell)).collect();
            if !cells.is_empty() {
                words.push(format!("{}:{}", names[player.index()], cells.join(",")));
            }
        }
        words.push(format!("{}-to-move", names[pos.to_move.index()]));
        words.join(" ")
    }

    /// Reads what [`Hex::write_position`] writes, or moves from the start, which may stand without a space between them.
    pub(super) fn read_position(&self, text: &str) -> Result<HexPosition, NotationError> {
        if text.contains(':') || text.contains("-to-move") {
            return self.read_stones(text);
        }
        match text.starts_with('=') {
            true => parse_moves(self, text),
            false => parse_moves(self, &apart(text)),
        }
    }

    fn read_stones(&self, text: &str) -> Result<HexPosition, NotationError> {
        let names = self.player_names();
        let mut pos = self.start();
        let mut to_move = None;
        for word in text.split_whitespace() {
            let bad = |place: &str, expected: &str, got: &str| {
                NotationError::new(format!("position, {place}"), expected, format!("\"{got}\""))
            };
            let side = Player::BOTH
                .into_iter()
                .find(|player| word.strip_suffix("-to-move") == Some(names[player.index()]));
            if side.is_some() {
                if to_move.is_some() {
                    return Err(bad("side to move", "one side to move", text));
                }
                to_move = side;
                continue;
            }
            let (name, cells) = word.split_once(':').unwrap_or((word, ""));
            let player = Player::BOTH.into_iter().find(|player| name == names[player.index()]);
            let Some(player) = player.filter(|_| word.contains(':')) else {
                let expected = "black:CELLS, white:CELLS, black-to-move or white-to-move";
                return Err(bad("stones", expected, word));
            };
            for cell in cells.split(',').filter(|it| !it.is_empty()) {
                match self.named_cell(cell).filter(|&cell| pos.stone(cell).is_none()) {
                    Some(cell) => pos.flip(cell, player),
                    None => return Err(bad("stones", "cells of the board, each once", cell)),
                }
            }
        }
        pos.to_move = to_move.ok_or_else(|| {
            let expected = "black-to-move or white-to-move";
            NotationError::new("position, side to move", expected, format!("\"{text}\""))
        })?;
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The rows, each half a cell to the right of the row above it, with coordinates; numbered moves as numbers on empty
    /// cells.
    pub(super) fn draw(&self, pos: &HexPosition, numbered: &[Move]) -> String {
        // Half the width of a cell: wider if there are numbers of two digits.
        let half = if numbered.len() < 10 { 1 } else { 2 };
        let blanks = |count: usize| " ".repeat(count);
        let [columns, rows] = self.board.extent();
        let cell = |cell: usize| {
            let at = numbered.iter().position(|mv| mv.0 as usize == cell);
            let text = match (pos.stone(cell), at) {
                (None, Some(at)) => (at + 1).to_string(),
                (None, None) => ".".to_string(),
                (Some(player), _) => ["x", "o"][player.index()].to_string(),
            };
            format!("{text:>width$}", width = 2 * half)
        };
        let letters = |count: usize| -> String {
            (0..count).map(|at| format!("{:>width$}", letter(at), width = 2 * half)).collect()
        };
        let mut lines = vec![format!("{}{}", blanks(3 - half), letters(columns))];
        let mut first = 0;
        for row in 0..rows {
            let length = self.board.row_length(row);
            let cells: String = (first..first + length).map(cell).collect();
            lines.push(format!("{}{:>3}{cells}", blanks(half * row), row + 1));
            first += length;
        }
        let whose = match self.board {
            super::HexBoard::Rhombus { .. } => {
                "x (black) joins top and bottom, o (white) left and right"
            }
            super::HexBoard::Triangle { .. } => "x (black) and o (white) join all three sides",
        };
        lines.push(format!("{whose}; {} to move", self.player_names()[pos.to_move.index()]));
        lines.join("\n")
    }
}

/// Moves written without a space between them, with spaces: a letter behind a digit begins a move.
fn apart(text: &str) -> String {
    let mut spaced = String::new();
    for letter in text.chars() {
        if letter.is_alphabetic() && spaced.ends_with(|it: char| it.is_ascii_digit()) {
            spaced.push(' ');
        }
        spaced.push(letter);
    }
    spaced
}
