//! How points and positions of Atari Go are written and drawn.

use quod_game::{Move, NotationError, Player};

use super::{AtariGo, AtariGoPosition};

/// The columns' letters; as on every Go board there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

fn letter(stone: Option<Player>) -> char {
    stone.map_or('.', |player| ['x', 'o'][player.index()])
}

impl AtariGo {
    pub(super) fn point_text(&self, point: usize) -> String {
        format!("{}{}", COLUMNS[point % self.size] as char, point / self.size + 1)
    }

    /// The rows from the top, a number for empty points side by side; `start` for the start.
    pub(super) fn rows_text(&self, pos: &AtariGoPosition) -> String {
        if *pos == self.start {
            return "start".to_string();
        }
        let row = |row: usize| {
            let points = self.size * row..self.size * (row + 1);
            let stones: Vec<Option<Player>> = points.map(|point| pos.stone(point)).collect();
            let runs = stones.chunk_by(|a, b| a.is_none() && b.is_none());
            let text = |run: &[Option<Player>]| match run[0] {
                None => run.len().to_string(),
                stone => letter(stone).to_string(),
            };
            runs.map(text).collect::<String>()
        };
        (0..self.size).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// Reads what [`AtariGo::rows_text`] writes.
    pub(super) fn parse_rows(&self, text: &str) -> Result<AtariGoPosition, NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.size {
            let expected = format!("{} rows, / between them", self.size);
            return Err(NotationError::new("position", expected, format!("\"{text}\"")));
        }
        let mut pos = AtariGoPosition::default();
        for (at, row) in rows.into_iter().enumerate() {
            let stones = self.parse_row(row).ok_or_else(|| {
                let expected = format!("{} points as x, o and numbers", self.size);
                let place = format!("position, row {} from the top", at + 1);
                NotationError::new(place, expected, format!("\"{row}\""))
            })?;
            let first = self.size * (self.size - 1 - at);
            for (column, stone) in stones.into_iter().enumerate() {
                if let Some(player) = stone {
                    pos.put(first + column, player);
                }
            }
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    /// The points of one row; `None` if the text is no row of the board's size.
    fn parse_row(&self, mut text: &str) -> Option<Vec<Option<Player>>> {
        let mut points = Vec::new();
        while let Some(first) = text.chars().next() {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            match first {
                'x' => points.push(Some(Player::First)),
                'o' => points.push(Some(Player::Second)),
                _ => {
                    let run: usize = text[..digits].parse().ok()?;
                    let room = self.size - points.len();
                    points.resize(points.len() + run.min(room + 1), None);
                }
            }
            if points.len() > self.size {
                return None;
            }
            text = &text[digits.max(1)..];
        }
        (points.len() == self.size).then_some(points)
    }

    /// The board with its coordinates; numbered moves as numbers on empty points.
    pub(super) fn draw(&self, pos: &AtariGoPosition, numbered: &[Move]) -> String {
        let cell = |point: usize| {
            let at = numbered.iter().position(|mv| mv.0 as usize == point);
            match (pos.stone(point), at) {
                (None, Some(at)) => (at + 1).to_string(),
                (stone, _) => letter(stone).to_string(),
            }
        };
        let mut lines: Vec<String> = Vec::new();
        for row in (0..self.size).rev() {
            let points = self.size * row..self.size * (row + 1);
            let cells: String = points.map(|point| format!("{:>3}", cell(point))).collect();
            lines.push(format!("{:>2}{cells}", row + 1));
        }
        let letters = COLUMNS[..self.size].iter();
        lines.push(format!(
            "  {}",
            letters.map(|&it| format!("{:>3}", it as char)).collect::<String>()
        ));
        lines.join("\n")
    }
}
