//! Boards of stones as text: rows from the top, pictures with coordinates, moves that are none.

use quod_game::{Move, NotationError, Player};

/// A board with stones on some of its cells `width·row + column`, rows from the bottom.
pub struct BoardText<S> {
    pub width: usize,
    pub height: usize,
    /// The columns' letters.
    pub columns: &'static [u8],
    pub stone: S,
}

fn letter(stone: Option<Player>) -> char {
    stone.map_or('.', |player| ['x', 'o'][player.index()])
}

impl<S: Fn(usize) -> Option<Player>> BoardText<S> {
    /// The name of a cell: its column's letter and its row from 1.
    pub fn cell(&self, cell: usize) -> String {
        format!("{}{}", self.columns[cell % self.width] as char, cell / self.width + 1)
    }

    fn row(&self, row: usize) -> impl Iterator<Item = usize> + use<S> {
        self.width * row..self.width * (row + 1)
    }

    /// The rows from the top, `/` between them: `x`, `o`, a number for empty cells side by side.
    pub fn rows(&self) -> String {
        let row = |row: usize| {
            let stones: Vec<Option<Player>> =
                self.row(row).map(|cell| (self.stone)(cell)).collect();
            let runs = stones.chunk_by(|a, b| a.is_none() && b.is_none());
            let text = |run: &[Option<Player>]| match run[0] {
                None => run.len().to_string(),
                stone => letter(stone).to_string(),
            };
            runs.map(text).collect::<String>()
        };
        (0..self.height).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// The board with its coordinates; numbered moves as numbers on empty cells.
    pub fn picture(&self, numbered: &[Move]) -> String {
        let cell = |cell: usize| {
            let at = numbered.iter().position(|mv| mv.0 as usize == cell);
            match ((self.stone)(cell), at) {
                (None, Some(at)) => (at + 1).to_string(),
                (stone, _) => letter(stone).to_string(),
            }
        };
        let mut lines: Vec<String> = Vec::new();
        for row in (0..self.height).rev() {
            let cells: String = self.row(row).map(|it| format!("{:>3}", cell(it))).collect();
            lines.push(format!("{:>2}{cells}", row + 1));
        }
        let columns = self.columns[..self.width].iter();
        let columns: String = columns.map(|&it| format!("{:>3}", it as char)).collect();
        lines.push(format!("  {columns}"));
        lines.join("\n")
    }
}

/// The stones of rows from the top as [`BoardText::rows`] writes them, each with its cell. A dot is an
/// empty cell as well; the rows may stand below each other instead of having `/` between them, and blanks
/// between cells do not matter.
///
/// # Errors
/// If these are not the rows of the board.
pub fn parse_rows(
    width: usize,
    height: usize,
    text: &str,
) -> Result<Vec<(usize, Player)>, NotationError> {
    let separator = if text.contains('/') { '/' } else { '\n' };
    let rows: Vec<&str> = text.trim().split(separator).collect();
    if rows.len() != height {
        let expected = format!("{height} rows, / between them");
        return Err(NotationError::new("position", expected, format!("\"{text}\"")));
    }
    let mut stones = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let first = width * (height - 1 - at);
        let found = parse_row(width, row).ok_or_else(|| {
            let expected = format!("{width} cells as x, o, dots and numbers");
            let place = format!("position, row {} from the top", at + 1);
            NotationError::new(place, expected, format!("\"{row}\""))
        })?;
        stones.extend(found.into_iter().map(|(column, player)| (first + column, player)));
    }
    Ok(stones)
}

/// The stones of one row with their columns; `None` if the text is no row of that width.
fn parse_row(width: usize, row: &str) -> Option<Vec<(usize, Player)>> {
    let (mut stones, mut column, mut number) = (Vec::new(), 0, 0);
    for letter in row.chars().chain(['\n']).filter(|&it| it == '\n' || !it.is_whitespace()) {
        if let Some(digit) = letter.to_digit(10) {
            number = (10 * number + digit as usize).min(width + 1);
            continue;
        }
        column += std::mem::take(&mut number);
        match letter {
            'x' | 'X' => stones.push((column, Player::First)),
            'o' | 'O' => stones.push((column, Player::Second)),
            '.' => {}
            '\n' => return (column == width).then_some(stones),
            _ => return None,
        }
        column += 1;
        if column > width {
            return None;
        }
    }
    None
}

/// The error for a text that is none of the legal moves, which are few.
pub fn no_move(legal: &[String], got: &str) -> NotationError {
    let expected = match legal.is_empty() {
        true => "no move, the game is over".to_string(),
        false => format!("one of {}", legal.join(" ")),
    };
    NotationError::new("move", expected, format!("\"{got}\""))
}

/// The letters of sides to move, and of their stones.
const SIDES: [&str; 2] = ["x", "o"];

impl<S: Fn(usize) -> Option<Player>> BoardText<S> {
    /// The rows and who is to move: `xo/ox:x`.
    pub fn sided(&self, to_move: Player) -> String {
        format!("{}:{}", self.rows(), SIDES[to_move.index()])
    }
}

/// The stones and the side to move of a text as [`BoardText::sided`] writes it.
///
/// # Errors
/// If these are not the rows of the board, or no side is to move.
pub fn parse_sided(
    [width, height]: [usize; 2],
    text: &str,
) -> Result<(Vec<(usize, Player)>, Player), NotationError> {
    let (rows, side) = text.trim().rsplit_once(':').unwrap_or((text, ""));
    let side = Player::BOTH.into_iter().find(|player| SIDES[player.index()] == side);
    let side = side.ok_or_else(|| {
        let expected = "rows, and :x or :o for the side to move";
        NotationError::new("position", expected, format!("\"{text}\""))
    })?;
    Ok((parse_rows(width, height, rows)?, side))
}
