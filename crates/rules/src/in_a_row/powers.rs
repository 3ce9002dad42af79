//! Symmetries of the board, k in a row as a game of lines, and the null move.

use quod_game::{LineGame, Move, NullMove, Player, Symmetric};

use super::{InARow, InARowPosition, Rule, renju};

/// The maps of the board, eight if it is square and else four; the professional opening keeps them.
impl Symmetric<InARowPosition> for InARow {
    fn order(&self) -> u16 {
        self.maps.len() as u16
    }

    fn map(&self, map: u16, pos: &InARowPosition) -> InARowPosition {
        let images = &self.maps[map as usize];
        let mut image = InARowPosition::default();
        for (stones, image) in pos.stones.iter().zip(&mut image.stones) {
            for (column, row) in stones.cells() {
                let (column, row) = self.place(images[self.width * row + column].into());
                image.flip(column, row);
            }
        }
        image
    }

    fn map_move(&self, map: u16, mv: Move) -> Move {
        Move(self.maps[map as usize][mv.0 as usize].into())
    }
}

impl LineGame<InARowPosition> for InARow {
    fn cells(&self) -> usize {
        self.width * self.height
    }

    fn lines(&self) -> &[Vec<u16>] {
        &self.lines
    }

    /// In renju Black's alone.
    fn border(&self, player: Player, line: usize) -> &[u16] {
        match self.exactly(player) {
            true => &self.borders[line],
            false => &[],
        }
    }

    fn forbids(&self, player: Player) -> bool {
        self.rule == Rule::Renju && player == Player::First
    }

    fn is_free(&self, player: Player, cell: u16, stone: &dyn Fn(u16) -> Option<Player>) -> bool {
        let on = |column: i32, row: i32| {
            let inside = self.board.has(column, row);
            inside.then(|| stone((self.width as i32 * row + column) as u16))
        };
        let (column, row) = self.place(cell.into());
        !self.forbids(player) || renju::is_free(on, [column as i32, row as i32])
    }

    fn stone(&self, pos: &InARowPosition, cell: u16) -> Option<Player> {
        InARow::stone(self, pos, cell.into())
    }
}

impl NullMove<InARowPosition> for InARow {
    fn exchanged(&self, pos: &InARowPosition) -> InARowPosition {
        let [black, white] = pos.stones;
        InARowPosition { stones: [white, black] }
    }
}
