//! Game records in SGF (smart game format 4): `(;GM[4]SZ[15];B[hh];W[ii])`.
//!
//! Read are the moves `B` and `W`, set-up stones `AB` and `AW` before the first of them, the size `SZ` and
//! the side to move `PL`, which must agree with the board and the stones; what else a record tells is
//! passed over. Of variations the first is followed. A point is two letters, the column from the left
//! and the row from the top, `aa` the corner; or a name like `h8`.

use quod_game::{Game, NotationError, Player};

use super::{InARow, InARowPosition};

/// One property: its name, and its values without the brackets.
type Property = (String, Vec<String>);

impl InARow {
    /// The position at the end of a record.
    pub(super) fn read_record(&self, text: &str) -> Result<InARowPosition, NotationError> {
        let (mut pos, mut turn, mut moves) = (self.start(), None, 0);
        for (name, values) in properties(text)? {
            let value = values.first().map_or("", String::as_str);
            let wrong = |expected: &str| {
                let place = format!("game record, after {moves} moves");
                NotationError::new(place, expected, format!("{name}[{value}]"))
            };
            let player = Player::BOTH[usize::from(name.ends_with('W'))];
            match name.as_str() {
                "GM" if !["1", "4"].contains(&value) => return Err(wrong("GM[4], five in a row")),
                "SZ" if value != self.size_text() => {
                    return Err(wrong(&format!("SZ[{}], this board", self.size_text())));
                }
                "PL" => turn = Some(Player::BOTH[usize::from(value.starts_with(['W', 'w']))]),
                "AB" | "AW" if moves > 0 => return Err(wrong("set-up stones before any move")),
                "AB" | "AW" => {
                    for value in &values {
                        let cell = self.record_cell(value);
                        let free = cell.filter(|&cell| self.stone(&pos, cell).is_none());
                        let free = free.ok_or_else(|| wrong("points of the board, each once"))?;
                        let (column, row) = self.place(free);
                        pos.stones[player.index()].flip(column, row);
                    }
                }
                "B" | "W" => {
                    if moves == 0 {
                        self.set_up(&pos, turn)?;
                    }
                    if player != self.to_move(&pos) {
                        return Err(wrong("a move of the side that is to move"));
                    }
                    let cell = self.record_cell(value);
                    let cell = cell.ok_or_else(|| wrong("a point of the board"))?;
                    let mv = self.allowed(&pos, cell).map_err(|error| wrong(&error.expected))?;
                    pos = self.play(&pos, mv);
                    moves += 1;
                }
                _ => {}
            }
        }
        if moves == 0 {
            self.set_up(&pos, turn)?;
        }
        Ok(pos)
    }

    /// Whether the stones that are there before the first move are lawful and it is that side's turn.
    fn set_up(&self, pos: &InARowPosition, turn: Option<Player>) -> Result<(), NotationError> {
        self.lawful(pos)?;
        let mover = self.to_move(pos);
        match turn.is_none_or(|turn| turn == mover) {
            true => Ok(()),
            false => {
                let expected = format!("{} to move", self.player_names()[mover.index()]);
                Err(NotationError::new("game record, PL", expected, "the other side"))
            }
        }
    }

    fn size_text(&self) -> String {
        match self.width == self.height {
            true => self.width.to_string(),
            false => format!("{}:{}", self.width, self.height),
        }
    }

    fn record_cell(&self, value: &str) -> Option<usize> {
        let letters: Vec<usize> =
            value.bytes().filter(u8::is_ascii_lowercase).map(|it| (it - b'a').into()).collect();
        match letters[..] {
            [column, row] if value.len() == 2 => {
                self.cell_at(column, (self.height - 1).checked_sub(row)?)
            }
            _ => self.named_cell(value),
        }
    }
}

/// The properties of a record's nodes in order, the first variation's where there are several: up to
/// the first closing bracket.
fn properties(text: &str) -> Result<Vec<Property>, NotationError> {
    let bad =
        |expected: &str| Err(NotationError::new("game record", expected, format!("\"{text}\"")));
    let mut properties: Vec<Property> = Vec::new();
    let mut name = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            'A'..='Z' => name.push(letter),
            // Long names of old records: only their capitals count.
            'a'..='z' => {}
            '[' => {
                let mut value = String::new();
                loop {
                    match letters.next() {
                        Some(']') => break,
                        Some('\\') => value.extend(letters.next()),
                        Some(letter) => value.push(letter),
                        None => return bad("] after every value"),
                    }
                }
                // A value without a name of its own is one more of the property before it.
                match (properties.last_mut(), name.is_empty()) {
                    (Some((_, values)), true) => values.push(value),
                    (None, true) => return bad("a property's name before its value"),
                    _ => properties.push((std::mem::take(&mut name), vec![value])),
                }
            }
            ')' => return Ok(properties),
            '(' | ';' => {}
            _ if letter.is_whitespace() => {}
            _ => return bad("(;NAME[value]…)"),
        }
    }
    bad(") at the end")
}

#[cfg(test)]
mod tests {
    use super::super::Rule;
    use super::*;

    fn read(text: &str) -> Result<String, NotationError> {
        let game = InARow::gomoku(15, Rule::Freestyle, false).unwrap();
        game.parse_position(text).map(|pos| game.position_text(&pos))
    }

    fn moves(text: &str) -> String {
        read(text).unwrap()
    }

    #[test]
    fn records_are_read_to_the_end_of_their_first_variation() {
        for (record, same) in [
            ("(;GM[4]FF[4]SZ[15];B[hh];W[ii])", "h8 i7"),
            ("(;GM[4]SZ[15]PB[A [the first\\]]C[)];B[hh] ;W[ig]C[a\\]b])", "h8 i9"),
            ("(;SZ[15];B[h8];W[I9])", "h8 i9"),
            ("(;B[hh](;W[ii](;B[aa])(;B[bb]))(;W[jj]))", "h8 i7 a15"),
            ("(;SZ[15]AB[hh][jj]AW[ii]PL[W];W[aa])", "h8 i7 j6 a15"),
            ("(;PL[W]AB[hh]SZ[15])", "h8"),
            ("(;SiZe[15];Black[hh];White[ii])", "h8 i7"),
            ("(;)", ""),
        ] {
            assert_eq!(moves(record), moves(same), "{record}");
        }
    }

    #[test]
    fn bad_records_are_refused_with_the_place() {
        for (record, expected) in [
            ("(;SZ[19];B[hh])", "SZ[15]"),
            ("(;GM[2];B[hh])", "GM[4]"),
            ("(;B[hh];B[ii])", "after 1 moves: expected a move of the side that is to move"),
            ("(;W[hh])", "the side that is to move"),
            ("(;B[hh];W[hh])", "an empty cell"),
            ("(;B[hp])", "a point of the board"),
            ("(;B[])", "a point of the board"),
            ("(;B[tt])", "a point of the board"),
            ("(;AB[hh][hh])", "each once"),
            ("(;AB[hh:jj])", "points of the board"),
            ("(;AB[hh][ii])", "as many white stones"),
            ("(;AB[hh]PL[B])", "white to move"),
            ("(;B[hh];AW[ii])", "before any move"),
            ("(;AB[aa][ba][ca][da][ea]AW[ac][bc][cc][dc];W[ec])", "the game is over"),
            ("(;B[hh", "] after every value"),
            ("(;B[hh]", ") at the end"),
            ("([hh])", "name"),
            ("(;B{hh})", "(;NAME[value]"),
        ] {
            let error = read(record).unwrap_err().to_string();
            assert!(error.contains(expected), "{record}: {error}");
        }
    }
}
