//! Game records in SGF (smart game format 4): `(;GM[4]SZ[15];B[hh];W[ii])`.
//!
//! Read are the moves `B` and `W`, set-up stones `AB` and `AW` before the first of them, the size `SZ` and
//! the side to move `PL`, which must agree with the board and the stones; what else a record tells is
//! passed over. A square board's size may be two numbers, `SZ[15:15]`. Of variations the first is followed. A
//! point is two letters, the column from the left and the row from the top, `aa` the corner; or a name like `h8`.
//!
//! A record of moves becomes these moves. One with set-up stones becomes the rows of the position at its
//! end, since no game writes stones and then moves: the rules then judge that position, and not the moves
//! that led there from the stones.

use std::collections::BTreeMap;

use quod_game::{NotationError, Player};

use crate::board::{Board, Cell};

/// One property: its name, and its values without the brackets.
pub(crate) type Property = (String, Vec<String>);

/// Whether a text is a record.
pub(crate) fn is_record(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('(').map(str::trim_start);
    inside.is_some_and(|it| it.starts_with([';', '(']) && it.contains(';'))
}

/// Columns and rows of the property `SZ`, which is one number where they are the same, or nevertheless two.
pub(crate) fn extent(value: &str) -> Option<[usize; 2]> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    Some([width.trim().parse().ok()?, height.trim().parse().ok()?])
}

/// What is read so far.
struct Record<'b> {
    board: &'b Board,
    stones: BTreeMap<Cell, Player>,
    /// Names of the cells played on.
    moves: Vec<String>,
    set_up: bool,
    /// The side to move that the record names.
    turn: Option<Player>,
}

/// The record in the game's own notation.
pub(crate) fn read(board: &Board, text: &str) -> Result<String, NotationError> {
    let (stones, moves) = (BTreeMap::new(), Vec::new());
    let mut record = Record { board, stones, moves, set_up: false, turn: None };
    for (name, values) in properties(text)? {
        let value = values.first().map_or("", String::as_str);
        let place = format!("game record, after {} moves", record.moves.len());
        record
            .property(&name, value, &values)
            .map_err(|expected| NotationError::new(place, expected, format!("{name}[{value}]")))?;
    }
    if record.moves.is_empty() {
        record.agree().map_err(|expected| {
            NotationError::new("game record, PL", expected, "the other side")
        })?;
    }
    Ok(match record.set_up {
        true => board.rows(|cell| record.stones.get(&cell).copied()),
        false => record.moves.join(" "),
    })
}

impl Record<'_> {
    /// Takes one property in; what would have been right if it is wrong.
    fn property(&mut self, name: &str, value: &str, values: &[String]) -> Result<(), String> {
        let player = Player::BOTH[usize::from(name.ends_with('W'))];
        match name {
            "GM" if !self.board.numbers.contains(&value) => {
                Err(format!("GM[{}], this game", self.board.numbers[0]))
            }
            "SZ" if extent(value) != Some([self.board.width, self.board.height]) => {
                Err(format!("SZ[{}], this board", self.size()))
            }
            "PL" => {
                self.turn = Some(Player::BOTH[usize::from(value.starts_with(['W', 'w']))]);
                Ok(())
            }
            "AB" | "AW" if !self.moves.is_empty() => Err("set-up stones before any move".into()),
            "AB" | "AW" => {
                self.set_up = true;
                values.iter().try_for_each(|value| self.put(player, value).map(|_| ()))
            }
            "B" | "W" => {
                if self.moves.is_empty() {
                    self.agree()?;
                }
                if player != self.to_move() {
                    return Err("a move of the side that is to move".into());
                }
                let name = self.put(player, value)?;
                self.moves.push(name);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A stone on an empty point, and the point's name.
    fn put(&mut self, player: Player, value: &str) -> Result<String, String> {
        let cell = self.cell(value).ok_or("a point of the board")?;
        match self.stones.insert(cell, player) {
            None => Ok(self.board.name(cell)),
            Some(_) => Err("an empty point, each point once".into()),
        }
    }

    /// Black moves where there are as many stones of each.
    fn to_move(&self) -> Player {
        Player::BOTH[self.stones.len() % 2]
    }

    /// Whether it is the turn of the side that the record names before the first move.
    fn agree(&self) -> Result<(), String> {
        let mover = self.to_move();
        match self.turn.is_none_or(|turn| turn == mover) {
            true => Ok(()),
            false => Err(format!("{} to move", ["black", "white"][mover.index()])),
        }
    }

    fn size(&self) -> String {
        let Board { width, height, .. } = self.board;
        if width == height { width.to_string() } else { format!("{width}:{height}") }
    }

    fn cell(&self, value: &str) -> Option<Cell> {
        match *value.as_bytes() {
            [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
                let row = (self.board.height - 1).checked_sub(usize::from(row - b'a'))?;
                self.board.cell_at(usize::from(column - b'a'), row)
            }
            _ => self.board.named_cell(value),
        }
    }
}

/// The properties of a record's nodes in order, the first variation's where there are several: up to
/// the first closing bracket.
pub(crate) fn properties(text: &str) -> Result<Vec<Property>, NotationError> {
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
