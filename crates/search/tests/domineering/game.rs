//! Domineering by plain rules, as somebody would write it who wants to try an idea: no symmetries, no
//! notation, nothing but the moves.
//!
//! The first player places dominoes upright, the second flat. Who cannot move has lost.

use quod_game::{Game, Move, NotationError, Outcome, Player};

/// A board of at most 63 cells.
pub struct Domineering {
    pub rows: u32,
    pub columns: u32,
}

/// The cells taken, row by row, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    taken: u64,
    to_move: Player,
}

impl Domineering {
    /// The first cells of all dominoes that the mover can place.
    fn places(&self, pos: &Position) -> u64 {
        let free = !pos.taken & ((1 << (self.rows * self.columns)) - 1);
        let last = (0..self.rows).map(|row| 1_u64 << ((row + 1) * self.columns - 1)).sum::<u64>();
        match pos.to_move {
            Player::First => free & free >> self.columns,
            Player::Second => free & free >> 1 & !last,
        }
    }
}

impl Game for Domineering {
    type Position = Position;

    fn name(&self) -> String {
        format!("domineering:rows={},columns={}", self.rows, self.columns)
    }

    fn start(&self) -> Position {
        Position { taken: 0, to_move: Player::First }
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &Position) -> Option<Outcome> {
        (self.places(pos) == 0).then_some(Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &Position, moves: &mut Vec<Move>) {
        let mut places = self.places(pos);
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
}
