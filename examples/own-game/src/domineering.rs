//! Domineering: the first player places dominoes upright, the second flat; who cannot place one has lost.
//!
//! The rules are plain, as somebody would write them who wants to try an idea. Beside them stands an estimate,
//! which is all that the general player needs for `quod play`.

use std::sync::Arc;

use quod_cli::quod_engine::{Estimate, Offer, OpenGame, Pos};
use quod_cli::quod_game::{Game, Move, NotationError, Outcome, Player};

/// A board of at most 63 cells.
#[derive(Clone, Debug)]
pub struct Domineering {
    rows: u32,
    columns: u32,
}

/// The cells taken, row by row from the bottom, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    taken: u64,
    to_move: Player,
}

impl Domineering {
    /// The game on a board of `rows` and `columns`, as they were typed; 6 and 6 unless given.
    ///
    /// # Errors
    /// If they are no numbers, or the board is too large.
    pub fn new(rows: Option<&str>, columns: Option<&str>) -> Result<Domineering, NotationError> {
        let number = |text: Option<&str>| text.map_or(Ok(6), str::parse);
        match (number(rows), number(columns)) {
            (Ok(rows @ 1..=26), Ok(columns @ 1..=26)) if rows * columns <= 63 => {
                Ok(Domineering { rows, columns })
            }
            _ => {
                let expected = "rows and columns from 1 to 26, rows · columns at most 63";
                let got = format!("rows {rows:?}, columns {columns:?}");
                Err(NotationError::new("game domineering", expected, got))
            }
        }
    }

    /// The lower or left cells of all dominoes that a player can place.
    fn places(&self, taken: u64, player: Player) -> u64 {
        let free = !taken & ((1 << (self.rows * self.columns)) - 1);
        let last = (0..self.rows).map(|row| 1_u64 << ((row + 1) * self.columns - 1)).sum::<u64>();
        match player {
            Player::First => free & free >> self.columns,
            Player::Second => free & free >> 1 & !last,
        }
    }

    fn cell(&self, at: u32) -> String {
        let column = (b'a' + (at % self.columns) as u8) as char;
        format!("{column}{}", at / self.columns + 1)
    }
}

impl Game for Domineering {
    type Position = Position;

    fn name(&self) -> String {
        format!("domineering:rows={},columns={}", self.rows, self.columns)
    }

    fn summary(&self) -> &'static str {
        "place dominoes, one player upright and one flat; who cannot has lost"
    }

    fn start(&self) -> Position {
        Position { taken: 0, to_move: Player::First }
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        let stuck = self.places(pos.taken, pos.to_move) == 0;
        stuck.then_some(Outcome::win(pos.to_move.other()))
    }

    // A move's code is the domino's lower or left cell.
    fn moves(&self, pos: &Position, moves: &mut Vec<Move>) {
        let mut places = self.places(pos.taken, pos.to_move);
        while places != 0 {
            moves.push(Move(places.trailing_zeros()));
            places &= places - 1;
        }
    }

    fn play(&self, pos: &Position, mv: Move) -> Position {
        let step = if pos.to_move == Player::First { self.columns } else { 1 };
        let taken = pos.taken | 1 << mv.0 | 1 << (mv.0 + step);
        Position { taken, to_move: pos.to_move.other() }
    }

    // Eight bytes for the cells and one for the side to move.
    fn encode(&self, pos: &Position, out: &mut Vec<u8>) {
        out.extend(pos.taken.to_le_bytes());
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<Position, NotationError> {
        if let [taken @ .., side @ (0 | 1)] = bytes
            && let Ok(taken) = taken.try_into().map(u64::from_le_bytes)
            && taken >> (self.rows * self.columns) == 0
        {
            return Ok(Position { taken, to_move: Player::BOTH[usize::from(*side)] });
        }
        let expected = "eight bytes of cells on the board and 0 or 1 for the side to move";
        Err(NotationError::new("position", expected, format!("{bytes:?}")))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        self.cell(mv.0)
    }

    fn picture(&self, pos: &Position, _: &[Move]) -> String {
        let row = |row: u32| {
            let cell = |column| pos.taken >> (row * self.columns + column) & 1 == 1;
            let cells = (0..self.columns).map(|column| if cell(column) { " #" } else { " ." });
            format!("{:2}{}", row + 1, cells.collect::<String>())
        };
        let mut lines: Vec<String> = (0..self.rows).rev().map(row).collect();
        let letters = (0..self.columns).map(|it| format!(" {}", (b'a' + it as u8) as char));
        lines.push(format!("  {}", letters.collect::<String>()));
        lines.join("\n")
    }
}

/// How many more dominoes the side to move could place than the other, each alone.
struct Mobility(Domineering);

impl Estimate for Mobility {
    fn estimate(&self, pos: &Pos) -> i32 {
        let Position { taken, to_move } = *pos.of::<Domineering>();
        let places = |player| self.0.places(taken, player).count_ones() as i32;
        places(to_move) - places(to_move.other())
    }

    fn margin(&self) -> i32 {
        2
    }
}

/// The game with its estimate.
pub fn offer(game: Domineering) -> Offer {
    Offer::of_rules(OpenGame::new(game.clone())).with_estimate(Arc::new(Mobility(game)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domineering_conforms() {
        let game = Domineering::new(Some("4"), Some("5")).unwrap();
        quod_cli::quod_game::testkit::conformance(&game, 100, 1);
    }
}
