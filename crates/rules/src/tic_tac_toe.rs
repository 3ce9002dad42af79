//! Tic-tac-toe: the example to copy when adding a game.
//!
//! Two players, X and O, fill the nine cells of a 3×3 board in turn; three in a line win; a full
//! board is a draw. 5,478 positions, value draw.

use quod_game::{Game, LineGame, Move, NotationError, NullMove, Outcome, Player, Symmetric};

use crate::coordinates::Coordinates;
use crate::line_rules::LineBoard;
use crate::{Family, Variant, square};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "tic-tac-toe",
    summary: "three in a line on a 3×3 board",
    keys: &[],
    examples: &[],
};

/// The game; it has no variants.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    lines: Vec<Vec<u16>>,
}

/// The nine cells, number `3·row + column`, rows from the top. Who is to move follows from the number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToePosition([Option<Player>; 9]);

impl TicTacToe {
    /// The game.
    #[allow(clippy::new_without_default)]
    pub fn new() -> TicTacToe {
        TicTacToe { lines: square::LINES.iter().map(|line| line.to_vec()).collect() }
    }

    /// The game with these variant keys.
    ///
    /// # Errors
    /// If there are keys that it does not have.
    pub fn variant(variant: Variant) -> Result<TicTacToe, NotationError> {
        variant.finish(&FAMILY.all_keys())?;
        Ok(TicTacToe::new())
    }

    fn board<'b>(&'b self, pos: &'b TicTacToePosition) -> LineBoard<'b, TicTacToePosition> {
        LineBoard { game: self, pos, coordinates: Coordinates { layers: 1, size: 3 } }
    }
}

impl NullMove<TicTacToePosition> for TicTacToe {
    fn exchanged(&self, pos: &TicTacToePosition) -> TicTacToePosition {
        TicTacToePosition(pos.0.map(|stone| stone.map(Player::other)))
    }
}

impl Game for TicTacToe {
    type Position = TicTacToePosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`, or the cells played in order, separated by spaces, the column's letter and the row from the bottom: `b2 a3 c1`; or their numbers from 0 at the top left to 8: `4 0 8`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn start(&self) -> TicTacToePosition {
        TicTacToePosition([None; 9])
    }

    fn to_move(&self, pos: &TicTacToePosition) -> Player {
        match pos.0.iter().flatten().count() % 2 {
            0 => Player::First,
            _ => Player::Second,
        }
    }

    fn outcome(&self, pos: &TicTacToePosition) -> Option<Outcome> {
        for line in square::LINES {
            let [a, b, c] = line.map(|cell| pos.0[cell as usize]);
            if let Some(player) = a
                && a == b
                && b == c
            {
                return Some(Outcome::win(player));
            }
        }
        pos.0.iter().all(Option::is_some).then_some(Outcome::DRAW)
    }

    fn moves(&self, pos: &TicTacToePosition, moves: &mut Vec<Move>) {
        moves.extend((0..9).filter(|&cell| pos.0[cell as usize].is_none()).map(Move));
    }

    fn play(&self, pos: &TicTacToePosition, mv: Move) -> TicTacToePosition {
        let mut next = *pos;
        next.0[mv.0 as usize] = Some(self.to_move(pos));
        next
    }

    fn encode(&self, pos: &TicTacToePosition, out: &mut Vec<u8>) {
        out.extend(pos.0.map(|stone| stone.map_or(0, |player| player.index() as u8 + 1)));
    }

    fn decode(&self, bytes: &[u8]) -> Result<TicTacToePosition, NotationError> {
        let bad = || NotationError::new("position", "9 bytes 0, 1 or 2", format!("{bytes:?}"));
        let bytes: &[u8; 9] = bytes.try_into().map_err(|_| bad())?;
        if bytes.iter().any(|&byte| byte > 2) {
            return Err(bad());
        }
        let stones =
            bytes.map(|byte| [None, Some(Player::First), Some(Player::Second)][byte as usize]);
        let pos = TicTacToePosition(stones);
        self.board(&pos).lawful()?;
        Ok(pos)
    }

    fn move_text(&self, pos: &TicTacToePosition, mv: Move) -> String {
        self.board(pos).coordinates.name(mv.0 as u16)
    }

    fn parse_move(&self, pos: &TicTacToePosition, text: &str) -> Result<Move, NotationError> {
        self.board(pos).read_move(text)
    }

    fn position_text(&self, pos: &TicTacToePosition) -> String {
        self.board(pos).text()
    }

    fn picture(&self, pos: &TicTacToePosition, numbered: &[Move]) -> String {
        self.board(pos).picture(['X', 'O'], numbered)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<TicTacToePosition>> {
        Some(self)
    }

    fn null_move(&self) -> Option<&dyn NullMove<TicTacToePosition>> {
        Some(self)
    }

    fn lines(&self) -> Option<&dyn LineGame<TicTacToePosition>> {
        Some(self)
    }
}

impl Symmetric<TicTacToePosition> for TicTacToe {
    fn order(&self) -> u16 {
        8
    }

    fn map(&self, map: u16, pos: &TicTacToePosition) -> TicTacToePosition {
        let mut image = self.start();
        for cell in 0..9 {
            image.0[square::map_cell(map, [3, 3], cell) as usize] = pos.0[cell as usize];
        }
        image
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move(square::map_cell(map, [3, 3], mv.0))
    }
}

impl LineGame<TicTacToePosition> for TicTacToe {
    fn cells(&self) -> usize {
        9
    }

    fn lines(&self) -> &[Vec<u16>] {
        &self.lines
    }

    fn stone(&self, pos: &TicTacToePosition, cell: u16) -> Option<Player> {
        pos.0[cell as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Claim;
    use quod_game::testkit::{Oracle, conformance, reachable};

    #[test]
    fn tic_tac_toe_conforms() {
        conformance(&TicTacToe::new(), 100, 1);
    }

    #[test]
    fn tic_tac_toe_has_5478_positions_and_is_a_draw() {
        let game = TicTacToe::new();
        assert_eq!(reachable(&game, &game.start()).len(), 5478);
        for player in Player::BOTH {
            let oracle = Oracle::new(&game, &game.start(), &Claim::does_not_lose(player));
            assert!(oracle.holds(&game.start()));
        }
    }

    #[test]
    fn moves_are_written_as_coordinates_and_read_as_numbers_too() {
        let game = TicTacToe::new();
        let pos = game.parse_position("b2 a3 c1").unwrap();
        for text in ["4 0 8", "start B2 a3 8", "=020000000100000001"] {
            assert_eq!(game.parse_position(text).as_ref(), Ok(&pos), "{text}");
        }
        assert_eq!(game.position_text(&pos), "b2 a3 c1");
        assert_eq!(
            game.picture(&pos, &[Move(6)]),
            " 3  O  .  .\n 2  .  X  .\n 1  1  .  X\n    a  b  c"
        );
        for (text, expected) in [
            ("b2 9", "move 2: expected a cell from a1 to c3, got \"9\""),
            ("b2 d1", "move 2: expected a cell from a1 to c3"),
            ("b2 4", "move 2: expected an empty cell"),
            ("a1 a2 b1 b2 c1 c2", "move 6: expected no move, the game is over"),
        ] {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
