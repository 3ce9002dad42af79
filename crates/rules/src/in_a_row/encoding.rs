//! Positions of k in a row as bytes, and which of them are lawful.

use quod_game::{Game, NotationError, Player};

use super::{InARow, InARowPosition, Rule, opening};

impl InARow {
    /// Two bits a cell, four cells a byte, the first in the lowest bits: 0 empty, 1 Black, 2 White.
    pub(super) fn write_bytes(&self, pos: &InARowPosition, out: &mut Vec<u8>) {
        let first = out.len();
        out.resize(first + (self.width * self.height).div_ceil(4), 0);
        for (stones, code) in pos.stones.iter().zip([1, 2]) {
            for (column, row) in stones.cells() {
                let cell = self.width * row + column;
                out[first + cell / 4] |= code << (2 * (cell % 4));
            }
        }
    }

    /// Reads what [`InARow::write_bytes`] writes; nothing but the form is checked.
    pub(super) fn read_bytes(&self, bytes: &[u8]) -> Result<InARowPosition, NotationError> {
        let bad = |expected: String| NotationError::new("position", expected, format!("{bytes:?}"));
        let cells = self.width * self.height;
        if bytes.len() != cells.div_ceil(4) {
            return Err(bad(format!("{} bytes", cells.div_ceil(4))));
        }
        let mut pos = self.start();
        for cell in 0..4 * bytes.len() {
            match bytes[cell / 4] >> (2 * (cell % 4)) & 3 {
                0 => {}
                code @ (1 | 2) if cell < cells => {
                    let (column, row) = self.place(cell);
                    pos.stones[code as usize - 1].flip(column, row);
                }
                _ => return Err(bad(format!("0, 1 or 2 for each of {cells} cells"))),
            }
        }
        Ok(pos)
    }

    /// Whether players took turns and the game ended with the first row that wins, which one move
    /// made. Of disjoint sets of stones.
    ///
    /// In freestyle with a free opening that is all: before the last move no subset of the stones holds
    /// a row, so that they may have come in any order. Otherwise it is not asked whether the stones can
    /// be put down in an order that makes no exact row and no forbidden move on the way.
    pub(super) fn lawful(&self, pos: &InARowPosition) -> Result<(), NotationError> {
        let [black, white] = Player::BOTH.map(|player| self.count(pos, player));
        let bad = |expected: &str| {
            let got = format!("{black} black and {white} white stones");
            Err(NotationError::new("position", expected, got))
        };
        if black != white && black != white + 1 {
            return bad("as many white stones as black ones, or one less");
        }
        if self.professional && !opening::has_professional(pos, self.width) {
            return bad("the first stones where the opening has them");
        }
        let mover = self.to_move(pos);
        if self.wins(&pos.stones[mover.index()], mover) {
            return bad("no play after a win");
        }
        // A black row of more than five, which only a move that wins may make in renju.
        let overline = |player, stones: &super::Rows| {
            self.rule == Rule::Renju && player == Player::First && stones.has_run(6, false)
        };
        let last = mover.other();
        let stones = &pos.stones[last.index()];
        if self.wins(stones, last) {
            let made_all = |(column, row)| {
                let mut before = *stones;
                before.flip(column, row);
                !self.wins(&before, last) && !overline(last, &before)
            };
            if !stones.cells().any(made_all) {
                return bad("rows that one move has made");
            }
        } else if overline(last, stones) {
            return bad("no overline of Black's");
        }
        if overline(mover, &pos.stones[mover.index()]) {
            return bad("no overline of Black's");
        }
        Ok(())
    }
}
