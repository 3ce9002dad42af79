//! A proof's moves on another board: what wins on 15 by 15 mostly wins on 13 by 13 as well, as far as its edges allow.
//!
//! Stones and move are shifted so that the middles of the boards meet. Where one board has an odd number of columns and the
//! other an even number, two shifts come nearest, and both are written; it is the same with rows. What would lie
//! beside the other board is left out. The moves are hints: nothing rests on them.

use std::collections::HashSet;
use std::fmt::Write;

use quod_game::{Game, Move, NotationError, Player};
use quod_rules::{InARow, InARowPosition, Variant};

/// Games of stones in a row.
const GAMES: [&str; 2] = ["gomoku", "mnk"];

/// The lines `POSITION: MOVE MOVE …` of one game as lines of another, each once. Both are games of stones in a row, by name.
///
/// # Errors
/// If a name is not such a game's, or a line cannot be read.
pub fn moves_onto(lines: &str, from: &str, onto: &str) -> Result<String, NotationError> {
    let game = |name: &str| {
        let variant = Variant::parse(name)?;
        if !GAMES.contains(&&*variant.name) {
            let expected = format!("one of {}", GAMES.join(", "));
            return Err(NotationError::new("game", expected, variant.name));
        }
        InARow::variant(variant)
    };
    let (from, onto) = (game(from)?, game(onto)?);
    let mut written = HashSet::new();
    let mut out = String::new();
    for line in lines.lines() {
        let Some((pos, moves)) = line.rsplit_once(": ") else { continue };
        let pos = from.parse_position(pos)?;
        let moves: Result<Vec<Move>, _> =
            moves.split_whitespace().map(|text| from.parse_move(&pos, text)).collect();
        let moves = moves?;
        for columns in shifts(from.width, onto.width) {
            for rows in shifts(from.height, onto.height) {
                let shift = Shift { from: &from, onto: &onto, columns, rows };
                let Some(text) = shift.line(&pos, &moves) else { continue };
                if written.insert(text.clone()) {
                    let _ = writeln!(out, "{text}");
                }
            }
        }
    }
    Ok(out)
}

/// By how much a row or column is to be shifted; two numbers where the middles do not meet.
fn shifts(from: usize, onto: usize) -> impl Iterator<Item = isize> {
    let more = onto as isize - from as isize;
    let low = more.div_euclid(2);
    low..=low + more.rem_euclid(2)
}

struct Shift<'g> {
    from: &'g InARow,
    onto: &'g InARow,
    columns: isize,
    rows: isize,
}

impl Shift<'_> {
    fn cell(&self, cell: usize) -> Option<usize> {
        let column = (cell % self.from.width).checked_add_signed(self.columns)?;
        let row = (cell / self.from.width).checked_add_signed(self.rows)?;
        (column < self.onto.width && row < self.onto.height)
            .then_some(self.onto.width * row + column)
    }

    /// The position with those of the moves that are on the other board; `None` if a stone or every move is not.
    fn line(&self, pos: &InARowPosition, moves: &[Move]) -> Option<String> {
        let cells = 0..self.from.width * self.from.height;
        let stones = |player: Player| {
            let own = cells.clone().filter(move |&cell| self.from.stone(pos, cell) == Some(player));
            own.map(|cell| self.cell(cell)).collect::<Option<Vec<usize>>>()
        };
        let [first, second] = [stones(Player::First)?, stones(Player::Second)?];
        let mut there = self.onto.start();
        let mut rest = second.into_iter();
        for cell in first {
            // (In turn: the rules know no other way to a position.)
            for cell in std::iter::once(cell).chain(rest.next()) {
                self.onto.outcome(&there).is_none().then_some(())?;
                there = self.onto.play(&there, Move(cell as u32));
            }
        }
        let images = moves.iter().filter_map(|mv| self.cell(mv.0 as usize));
        let mut text = self.onto.position_text(&there) + ":";
        let before = text.len();
        for cell in images {
            let _ = write!(text, " {}", self.onto.move_text(&there, Move(cell as u32)));
        }
        (text.len() > before).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::moves_onto;

    #[test]
    fn the_middles_meet_and_what_lies_beside_the_board_is_left_out() {
        let line = "h8 g7: i9\nh8 h9: i10\nh8 a1: h7 h15\n";
        let smaller = moves_onto(line, "gomoku", "gomoku:size=13").unwrap();
        // (g7 with f6, and g7 with g8.)
        let first = "13/13/13/13/13/13/6x6/5o7/13/13/13/13/13: h8";
        let second = "13/13/13/13/13/6o6/6x6/13/13/13/13/13/13: h9";
        assert_eq!(smaller, format!("{first}\n{second}\n"));
        let larger = moves_onto("h8 a1: h7 h15\n", "gomoku", "gomoku:size=17").unwrap();
        assert_eq!(larger.lines().count(), 1);
        assert!(larger.ends_with(": i8 i16\n"), "{larger}");
    }

    #[test]
    fn where_middles_do_not_meet_every_nearest_shift_is_written() {
        let moves = moves_onto("h8 g7: i9\n", "gomoku", "gomoku:size=14").unwrap();
        assert_eq!(moves.lines().count(), 4, "{moves}");
        let ends: Vec<&str> = moves.lines().filter_map(|it| it.rsplit(": ").next()).collect();
        assert_eq!(ends, ["h8", "h9", "i8", "i9"]);
        assert!(moves_onto("", "gomoku", "hex").is_err());
        assert!(moves_onto("h8: z99\n", "gomoku", "gomoku:size=13").is_err());
    }
}
