//! English checkers (draughts) on boards of 8×8, 6×6 and 4×4 squares.
//!
//! Black, who begins, has men at the top of the board and White at the bottom. Only dark squares are used. A man moves one step
//! diagonally forward to an empty square, a king one step in any diagonal direction. A piece jumps over an opponent's piece beside it,
//! in a direction in which it could move, if the square behind is empty; the piece jumped over is taken off the board when the
//! move ends. Who can jump must jump, and goes on with the same piece while it can; which way is free. A man that reaches
//! the last row becomes a king, and its move ends there. A player to move without a legal move has lost. Play that never ends
//! is a draw. (Rules of the American Checker Federation and of the English Draughts Association, without their rules on when
//! a game is given as drawn.)
//!
//! The dark squares are numbered from 1 as players do, row by row from the top and each from the left; square 1 is in the second
//! column. Sets of squares are numbers, in which square `s` is bit `s − 1`: **cells** count from 0. The four directions are 0
//! down left, 1 down right, 2 up left, 3 up right; Black's men go down. The code of a move is `64·path + 32·jump + from`: `from` is
//! the cell left, `jump` 1 for a move that jumps and else 0, and `path` the number whose digits to the base 4 are a 1 and then the
//! directions of the step or the jumps in their order.

mod board;
mod encoding;
mod index;
mod notation;
mod powers;
mod unmove;

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked, Symmetric, Unmove};

pub use board::CheckersBoard;
pub use index::CheckersSide;

use crate::{Family, KeySpec, Values, Variant};
use board::bits;

const SIZE: KeySpec = KeySpec {
    key: "size",
    values: Values::Words(&[
        ("4", "8 dark squares"),
        ("6", "18 dark squares"),
        ("8", "32 dark squares"),
    ]),
    default: "8",
    about: "The number of rows.",
};

const ROWS: KeySpec = KeySpec {
    key: "rows",
    values: Values::Words(&[
        ("full", "all rows but two"),
        ("1", "the last row alone"),
        ("2", "two rows, on 8×8 squares"),
    ]),
    default: "full",
    about: "The rows that each player's men fill at the start.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "checkers",
    summary: "English draughts: men step forward and must jump over others; positions can repeat",
    keys: &[SIZE, ROWS],
    examples: &["checkers:size=6", "checkers:rows=2"],
};

/// Checkers on one board.
#[derive(Clone, Debug)]
pub struct Checkers {
    /// The board.
    pub board: CheckersBoard,
    /// The rows of men that each player has at the start.
    pub rows: u32,
    /// What the players have, layer by layer; layer 0 has nothing of that.
    layers: Vec<[CheckersSide; 2]>,
}

/// The pieces on the board, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckersPosition {
    /// Black's men and White's, as sets of cells.
    pub men: [u32; 2],
    /// Black's kings and White's.
    pub kings: [u32; 2],
    /// Who is to move; when the game is over, who would be.
    pub to_move: Player,
}

impl CheckersPosition {
    /// All of a player's pieces.
    pub fn pieces(&self, player: Player) -> u32 {
        self.men[player.index()] | self.kings[player.index()]
    }

    fn occupied(&self) -> u32 {
        self.pieces(Player::First) | self.pieces(Player::Second)
    }
}

/// A move's code: the cell left, whether it jumps, and its path as the module's first lines say it.
fn code(from: u32, jumps: bool, path: u32) -> Move {
    Move(64 * path + 32 * u32::from(jumps) + from)
}

/// The cell that a move leaves.
fn origin(mv: Move) -> u32 {
    mv.0 % 32
}

/// Whether a move jumps.
fn jumps(mv: Move) -> bool {
    mv.0 / 32 % 2 == 1
}

/// The directions of a move, the first one first.
fn ways(mv: Move) -> impl Iterator<Item = usize> {
    let path = mv.0 / 64;
    let length = path.checked_ilog(4).unwrap_or(0);
    (0..length).rev().map(move |at| (path >> (2 * at) & 3) as usize)
}

/// A jumping piece under way.
#[derive(Clone, Copy)]
struct Jump {
    at: u32,
    king: bool,
    /// The pieces jumped over.
    taken: u32,
    path: u32,
}

impl Checkers {
    /// The game that a variant's keys say.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's, or the men would fill more rows than all but two.
    pub fn variant(mut variant: Variant) -> Result<Checkers, NotationError> {
        let size = variant.take_word(&SIZE, &[4, 6, 8])?;
        let full = size / 2 - 1;
        let rows = variant.take_word(&ROWS, &[full, 1, 2])?;
        variant.finish(&FAMILY.all_keys())?;
        if rows > full {
            let expected = format!("at most {full} on a board of {size} rows");
            return Err(NotationError::new("game, key rows", expected, rows.to_string()));
        }
        let layers = index::layers(size, (rows * size / 2) as u8);
        Ok(Checkers { board: CheckersBoard::new(size), rows, layers })
    }

    /// The cells that a move passes, from the one that it leaves to the one where it ends.
    pub fn cells(&self, mv: Move) -> Vec<u32> {
        let mut cells = vec![origin(mv)];
        for way in ways(mv) {
            let step = |at| self.board.step(at, way);
            let next = step(cells[cells.len() - 1]);
            cells.extend(if jumps(mv) { next.and_then(step) } else { next });
        }
        cells
    }

    /// The pieces that each player has at the start.
    pub fn pieces(&self) -> u32 {
        self.rows * self.board.size() / 2
    }

    /// The directions in which a piece of the player's moves.
    fn ways(player: Player, king: bool) -> std::ops::Range<usize> {
        match (king, player) {
            (true, _) => 0..4,
            (false, Player::First) => 0..2,
            (false, Player::Second) => 2..4,
        }
    }

    /// Appends the moves in which the piece that left `from` goes on from where it is and jumps as long as it can.
    fn jump_on(&self, pos: &CheckersPosition, from: u32, jump: Jump, moves: &mut Vec<Move>) {
        let victims = pos.pieces(pos.to_move.other()) & !jump.taken;
        let occupied = pos.occupied() & !(1 << from);
        let mut ended = true;
        for way in Checkers::ways(pos.to_move, jump.king) {
            let Some((over, to)) = self.board.jump(jump.at, way) else { continue };
            if victims >> over & 1 == 0 || occupied >> to & 1 == 1 {
                continue;
            }
            ended = false;
            let path = 4 * jump.path + way as u32;
            if !jump.king && self.board.last_row(pos.to_move) >> to & 1 == 1 {
                moves.push(code(from, true, path));
            } else {
                let next = Jump { at: to, taken: jump.taken | 1 << over, path, ..jump };
                self.jump_on(pos, from, next, moves);
            }
        }
        if ended && jump.taken != 0 {
            moves.push(code(from, true, jump.path));
        }
    }

    /// All legal moves, in no order.
    fn all_moves(&self, pos: &CheckersPosition) -> Vec<Move> {
        let mut moves = Vec::new();
        let king = |cell: u32| pos.kings[pos.to_move.index()] >> cell & 1 == 1;
        for from in bits(pos.pieces(pos.to_move)) {
            let jump = Jump { at: from, king: king(from), taken: 0, path: 1 };
            self.jump_on(pos, from, jump, &mut moves);
        }
        if !moves.is_empty() {
            return moves;
        }
        for from in bits(pos.pieces(pos.to_move)) {
            for way in Checkers::ways(pos.to_move, king(from)) {
                if self.board.step(from, way).is_some_and(|to| pos.occupied() >> to & 1 == 0) {
                    moves.push(code(from, false, 4 + way as u32));
                }
            }
        }
        moves
    }
}

impl Game for Checkers {
    type Position = CheckersPosition;

    fn name(&self) -> String {
        let full = self.rows == self.board.size() / 2 - 1;
        let rows = if full { "full".to_string() } else { self.rows.to_string() };
        FAMILY.full_name(&[&self.board.size(), &rows])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`; or the side to move and the squares of both sides' pieces with `K` before a king, as portable draughts notation has it: `W:W21,22:B1,2,K3`; or the moves from the start, or behind such a position: `11-15 23-19 8-11 22-17`, a capture `22x15`, with all its squares if others begin and end there: `1x10x19`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["black", "white"]
    }

    fn start(&self) -> CheckersPosition {
        let men = (1 << self.pieces()) - 1;
        let men = [men, men << (self.board.cells() - self.pieces())];
        CheckersPosition { men, kings: [0; 2], to_move: Player::First }
    }

    fn to_move(&self, pos: &CheckersPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &CheckersPosition) -> Option<Outcome> {
        self.all_moves(pos).is_empty().then(|| Outcome::win(pos.to_move.other()))
    }

    fn moves(&self, pos: &CheckersPosition, moves: &mut Vec<Move>) {
        let mut all = self.all_moves(pos);
        all.sort_unstable();
        moves.extend(all);
    }

    fn play(&self, pos: &CheckersPosition, mv: Move) -> CheckersPosition {
        let (own, other) = (pos.to_move.index(), pos.to_move.other().index());
        let from = origin(mv);
        let (mut next, mut at) = (*pos, from);
        let king = pos.kings[own] >> from & 1 == 1;
        next.men[own] &= !(1 << from);
        next.kings[own] &= !(1 << from);
        for way in ways(mv) {
            let step = |at| self.board.step(at, way).expect("a legal move stays on the board");
            at = step(at);
            if jumps(mv) {
                next.men[other] &= !(1 << at);
                next.kings[other] &= !(1 << at);
                at = step(at);
            }
        }
        let crowned = self.board.last_row(pos.to_move) >> at & 1 == 1;
        let sets = if king || crowned { &mut next.kings } else { &mut next.men };
        sets[own] |= 1 << at;
        next.to_move = pos.to_move.other();
        next
    }

    fn encode(&self, pos: &CheckersPosition, out: &mut Vec<u8>) {
        self.write_bytes(pos, out);
    }

    fn decode(&self, bytes: &[u8]) -> Result<CheckersPosition, NotationError> {
        let pos = self.read_bytes(bytes)?;
        self.lawful(&pos).map(|()| pos)
    }

    fn move_text(&self, pos: &CheckersPosition, mv: Move) -> String {
        self.write_move(pos, mv)
    }

    fn parse_move(&self, pos: &CheckersPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &CheckersPosition) -> String {
        self.write_position(pos)
    }

    fn parse_position(&self, text: &str) -> Result<CheckersPosition, NotationError> {
        self.read_position(text.trim())
    }

    fn picture(&self, pos: &CheckersPosition, _numbered: &[Move]) -> String {
        self.draw(pos)
    }

    fn symmetric(&self) -> Option<&dyn Symmetric<CheckersPosition>> {
        Some(self)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<CheckersPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<CheckersPosition>> {
        Some(self)
    }

    fn unmove(&self) -> Option<&dyn Unmove<CheckersPosition>> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;
