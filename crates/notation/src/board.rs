//! Boards on which stones are put: their sizes, the names of their cells, their rows as text.

use quod_game::Player;

use crate::keys;

/// The letters of the columns in games of k in a row, none left out.
const EVERY_LETTER: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
/// The letters on a Go board, where there is no I.
const GO_LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The board of a game. Cells are column and row, both from 0, rows from the bottom.
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// What records call the game, in numbers.
    pub(crate) numbers: &'static [&'static str],
    letters: &'static [u8],
}

/// A cell: column and row.
pub(crate) type Cell = (usize, usize);

impl Board {
    /// The board of the game with this name, if it is one of stones that is known here.
    pub(crate) fn of(game: &str) -> Option<Board> {
        let family = keys::family(game);
        let key = |name: &str, default: usize| keys::number(game, name, default);
        let (width, height) = match family {
            "mnk" => (key("width", 3)?, key("height", 3)?),
            "gomoku" => (key("size", 15)?, key("size", 15)?),
            "atari-go" => (key("size", 6)?, key("size", 6)?),
            _ => return None,
        };
        let (numbers, letters): (&[_], _) = match family {
            "atari-go" => (&["1"], GO_LETTERS),
            _ => (&["4", "1"], EVERY_LETTER),
        };
        let fits = (1..=letters.len()).contains(&width) && height > 0;
        fits.then_some(Board { width, height, numbers, letters })
    }

    /// The cell in this column and row, if there is one.
    pub(crate) fn cell_at(&self, column: usize, row: usize) -> Option<Cell> {
        (column < self.width && row < self.height).then_some((column, row))
    }

    /// The cell of a name like `h8`; `H8` will do.
    pub(crate) fn named_cell(&self, text: &str) -> Option<Cell> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let column = self.letters.iter().position(|it| it.eq_ignore_ascii_case(&letter))?;
        let digits = std::str::from_utf8(digits).ok().filter(|it| !it.starts_with(['+', '0']))?;
        self.cell_at(column, digits.parse::<usize>().ok()?.checked_sub(1)?)
    }

    /// The name of a cell.
    pub(crate) fn name(&self, (column, row): Cell) -> String {
        format!("{}{}", char::from(self.letters[column]), row + 1)
    }

    /// The rows from the top, `/` between them: `x`, `o`, a number for empty cells side by side.
    pub(crate) fn rows(&self, stone: impl Fn(Cell) -> Option<Player>) -> String {
        let row = |row: usize| {
            let stones: Vec<_> = (0..self.width).map(|column| stone((column, row))).collect();
            let runs = stones.chunk_by(|a, b| a.is_none() && b.is_none());
            runs.map(|run| match run[0] {
                None => run.len().to_string(),
                Some(Player::First) => "x".to_string(),
                Some(Player::Second) => "o".to_string(),
            })
            .collect::<String>()
        };
        (0..self.height).rev().map(row).collect::<Vec<_>>().join("/")
    }
}
