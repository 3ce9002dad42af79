//! How cells, moves and positions of k in a row are written, read and drawn.

use quod_game::{Game, Move, NotationError, Player, parse_moves};

use super::{Forbidden, InARow, InARowPosition, opening};
use crate::board_text::{BoardText, parse_rows};

/// The columns' letters, none left out.
const COLUMNS: &[u8; 20] = b"abcdefghijklmnopqrst";

impl InARow {
    pub(super) fn text<'p>(
        &'p self,
        pos: &'p InARowPosition,
    ) -> BoardText<impl Fn(usize) -> Option<Player> + 'p> {
        let (width, height) = (self.width, self.height);
        BoardText { width, height, columns: COLUMNS, stone: |cell| self.stone(pos, cell) }
    }

    pub(super) fn cell_text(&self, cell: usize) -> String {
        self.text(&self.start()).cell(cell)
    }

    pub(super) fn rows_text(&self, pos: &InARowPosition) -> String {
        match *pos == self.start() {
            true => "start".to_string(),
            false => self.text(pos).rows(),
        }
    }

    /// The cell in this column and row, both from 0, if there is one.
    fn cell_at(&self, column: usize, row: usize) -> Option<usize> {
        (column < self.width && row < self.height).then_some(self.width * row + column)
    }

    /// The cell of a name like `h8`; `H8` will do.
    pub(super) fn named_cell(&self, text: &str) -> Option<usize> {
        let (first, rest) = text.split_at_checked(1)?;
        let letter = first.as_bytes()[0].to_ascii_lowercase();
        let column = COLUMNS.iter().position(|&it| it == letter)?;
        let row: usize = rest.parse().ok().filter(|_| !rest.starts_with(['+', '0']))?;
        self.cell_at(column, row.checked_sub(1)?)
    }

    pub(super) fn read_move(
        &self,
        pos: &InARowPosition,
        text: &str,
    ) -> Result<Move, NotationError> {
        let cell = self.named_cell(text).or_else(|| self.numbered_cell(text));
        let cell = cell.ok_or_else(|| {
            let last = self.cell_text(self.width * self.height - 1);
            NotationError::new("move", format!("a cell from a1 to {last}"), format!("\"{text}\""))
        })?;
        self.allowed(pos, cell)
    }

    /// The cell of a pair of numbers like `7,6`: its column and its row from the top, both from 0.
    fn numbered_cell(&self, text: &str) -> Option<usize> {
        let (column, row) = text.split_once(',')?;
        let number = |digits: &str| match digits.bytes().all(|it| it.is_ascii_digit()) {
            true => digits.parse::<usize>().ok(),
            false => None,
        };
        self.cell_at(number(column)?, (self.height - 1).checked_sub(number(row)?)?)
    }

    /// The move to a cell, if it is legal; what is wrong with it if it is not.
    fn allowed(&self, pos: &InARowPosition, cell: usize) -> Result<Move, NotationError> {
        let name = self.cell_text(cell);
        let (column, row) = self.place(cell);
        let opening = match self.professional {
            true => opening::professional(pos, &self.empty(pos), self.width),
            false => self.board,
        };
        let expected = if self.outcome(pos).is_some() {
            "no move, the game is over"
        } else if self.stone(pos, cell).is_some() {
            "an empty cell"
        } else if !opening.has(column as i32, row as i32) {
            "a cell that the professional opening allows"
        } else {
            let forbidden = match self.to_move(pos) {
                Player::First => self.forbidden(pos, cell),
                Player::Second => None,
            };
            match forbidden {
                None => return Ok(Move(cell as u32)),
                Some(Forbidden::Overline) => "a move that makes no overline",
                Some(Forbidden::DoubleFour) => "a move that makes no double four",
                Some(Forbidden::DoubleThree) => "a move that makes no double three",
            }
        };
        Err(NotationError::new("move", expected, name))
    }

    /// All notations: moves, rows, `start`, `=` and the encoding.
    pub(super) fn read_position(&self, text: &str) -> Result<InARowPosition, NotationError> {
        if text.contains(['/', '.', '\n']) {
            let mut pos = self.start();
            for (cell, player) in parse_rows(self.width, self.height, text)? {
                let (column, row) = self.place(cell);
                pos.stones[player.index()].flip(column, row);
            }
            self.lawful(&pos)?;
            return Ok(pos);
        }
        if text.starts_with('=') {
            return parse_moves(self, text);
        }
        // Moves may be written together: after a digit a letter begins the next.
        let mut words = String::new();
        for letter in text.chars() {
            if letter.is_ascii_alphabetic() && words.ends_with(|last: char| last.is_ascii_digit()) {
                words.push(' ');
            }
            words.push(letter);
        }
        parse_moves(self, &words)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rule;
    use super::*;

    fn gomoku(rule: Rule) -> InARow {
        InARow::gomoku(15, rule, false).unwrap()
    }

    #[test]
    fn positions_are_read_in_every_notation() {
        let game = gomoku(Rule::Freestyle);
        let pos = game.parse_position("h8 i9 j10").unwrap();
        let rows = "15/15/15/15/15/9x5/8o6/7x7/15/15/15/15/15/15/15";
        assert_eq!(game.position_text(&pos), rows);
        let dots = |text: &str| text.replace("15", &".".repeat(15)).replace('/', "\n");
        let hex: String = game.encoding(&pos).iter().map(|byte| format!("{byte:02x}")).collect();
        for text in [
            "h8i9j10",
            "H8 I9 J10",
            "start h8 i9j10",
            "j10 i9 h8",
            "7,7 8,6 9,5",
            rows,
            &dots(rows),
            &format!("\n{}\n", dots(rows).replace('.', ". ").replace('7', "7 ")),
            &format!("={hex}"),
        ] {
            assert_eq!(game.parse_position(text).as_ref(), Ok(&pos), "{text}");
        }
        assert_eq!(game.parse_position(""), Ok(game.start()));
    }

    #[test]
    fn bad_positions_are_refused_with_the_place() {
        let game = gomoku(Rule::Freestyle);
        for (text, expected) in [
            ("h8 p8", "move 2: expected a cell from a1 to o15"),
            ("h16", "a cell from a1 to o15"),
            ("h0", "a cell from a1 to o15"),
            ("h08", "a cell from a1 to o15"),
            ("h", "a cell from a1 to o15"),
            ("8", "a cell from a1 to o15"),
            ("é8", "a cell from a1 to o15"),
            ("h99999999999999999999", "a cell from a1 to o15"),
            ("15,0", "a cell from a1 to o15"),
            ("0,15", "a cell from a1 to o15"),
            ("1,+1", "a cell from a1 to o15"),
            ("h8 i9 h8", "move 3: expected an empty cell"),
            ("a1 a15 b1 b15 c1 c15 d1 d15 e1 f1", "no move, the game is over"),
            ("15/15", "15 rows"),
            ("15/15/15/15/15/9x5/8o6/7x8/15/15/15/15/15/15/15", "row 8 from the top"),
            ("15/15/15/15/15/9x5/8o6/7z7/15/15/15/15/15/15/15", "row 8 from the top"),
            ("15/15/15/15/15/9o5/8o6/7x7/15/15/15/15/15/15/15", "as many white stones"),
            ("15/15/15/15/15/xxxxx10/ooooo10/15/15/15/15/15/15/15/15", "no play after a win"),
            ("xxxxx10/ooo12/15/15/15/15/xxxxxo9/oooooo9/15/15/15/15/15/15/15", "play after"),
            ("xxxxx10/ooo12/15/15/15/15/xxxxx10/oooooo9/15/15/15/15/15/15/15", "play after"),
            ("xxxxx10/oooo11/oooo11/15/15/15/xxxxxo9/15/15/15/15/15/15/15/15", "one move has made"),
            ("=00", "57 bytes"),
            ("=0", "hexadecimal"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let bytes = |first: u8, last: u8| {
            let mut bytes = vec![0; 57];
            (bytes[0], bytes[56]) = (first, last);
            game.decode(&bytes)
        };
        assert!(bytes(1, 0).is_ok() && bytes(1, 2).is_ok());
        assert!(bytes(3, 0).is_err() && bytes(1, 8).is_err() && bytes(2, 0).is_err());
    }

    #[test]
    fn overlines_stay_on_a_board_of_the_standard_game() {
        let standard = gomoku(Rule::Standard);
        let rows = format!("xxx1xx9/oo1ooo9{}", "/15".repeat(13));
        let pos = standard.parse_position(&rows).unwrap();
        let next = standard.play(&pos, standard.parse_move(&pos, "d15").unwrap());
        assert_eq!(standard.outcome(&next), None);
        assert_eq!(standard.parse_position(&standard.position_text(&next)), Ok(next));
        let renju = gomoku(Rule::Renju);
        let error = renju.parse_move(&pos, "d15").unwrap_err();
        assert!(error.expected.contains("overline"), "{error}");
        assert!(renju.parse_position(&standard.position_text(&next)).is_err());
        let freestyle = gomoku(Rule::Freestyle);
        assert!(freestyle.outcome(&next).is_some_and(|it| it.winner == Some(Player::First)));
    }

    #[test]
    fn forbidden_moves_are_refused_by_name() {
        let game = gomoku(Rule::Renju);
        for (moves, name) in [
            ("g8 a1 f8 a3 h7 a5 h6 a7 h8", "double three"),
            ("d8 a1 f8 a3 g8 a5 j8 a7 h8", "double four"),
        ] {
            let error = game.parse_position(moves).unwrap_err();
            assert!(error.expected.contains(name) && error.place.contains("move 9"), "{error}");
        }
        // White may.
        assert!(game.parse_position("a1 g8 a3 f8 a5 h7 a7 h6 a9 h8").is_ok());
    }

    #[test]
    fn the_picture_has_coordinates_and_numbered_moves() {
        let game = InARow::mnk(4, 3, 3, Rule::Freestyle).unwrap();
        let pos = game.parse_position("a1 b2").unwrap();
        let next = [game.parse_move(&pos, "d3").unwrap(), game.parse_move(&pos, "c1").unwrap()];
        let rows =
            [" 3  .  .  .  1", " 2  .  o  .  .", " 1  x  .  2  .", "    a  b  c  d"].join("\n");
        assert_eq!(game.picture(&pos, &next), rows);
    }
}
