//! Small chess: chess on a board three files wide (K. Kryukov 2004, 3×3; 2009, 3×4).
//!
//! The men move as in chess, and who mates has won. Pawns go one step, never two, so nothing is captured in passing,
//! and there is no castling. A pawn becomes a queen, rook, bishop or knight on its last rank; it may stand on any other
//! rank, its first too. Who has no move and is in no check has drawn, and so has play that never ends. No other position
//! is a draw by itself: two kings and a knight can be a mate here.
//!
//! Every position in which each side has one king and the side not to move is in no check is a position of the game. That
//! from which a game starts is this program's choice, for there is no usual one.
//!
//! Key: `height` is the number of ranks, 3 (unless given) or 4.
//!
//! Squares are numbered `3·rank + file`, both from 0: a1 is 0, b1 is 1, a2 is 3. The code of a move is
//! `128·from + 8·to + p`; `p` is the man that a pawn becomes (1 knight, 2 bishop, 3 rook, 4 queen), else 0.

mod index;
mod moves;
mod notation;
#[cfg(test)]
mod tests;

use quod_game::{Cyclic, Game, Move, NotationError, Outcome, Player, Ranked};

use crate::chess::Man;
use crate::{Family, KeySpec, Values, Variant};

const HEIGHT: KeySpec = KeySpec {
    key: "height",
    values: Values::Number { least: 3, most: 4 },
    default: "3",
    about: "The number of ranks.",
};

/// What lists say of the game.
pub(crate) const FAMILY: Family = Family {
    name: "small-chess",
    summary: "chess on three files and three ranks, or four; positions can repeat",
    keys: &[HEIGHT],
    examples: &["small-chess:height=4"],
};

/// The most squares that a board has.
const MOST_SQUARES: usize = 12;

/// The game on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallChess {
    /// The number of ranks, 3 or 4.
    pub height: usize,
}

/// The men on the board and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SmallPosition {
    /// The man on each square, `3·rank + file`. On three ranks the last three are always empty.
    pub men: [Option<(Player, Man)>; MOST_SQUARES],
    /// Who is to move.
    pub to_move: Player,
}

impl SmallPosition {
    /// The square of a player's king, if there is one.
    fn king(&self, player: Player) -> Option<usize> {
        self.men.iter().position(|man| *man == Some((player, Man::King)))
    }
}

impl SmallChess {
    /// The game with these variant keys.
    ///
    /// # Errors
    /// If a key or its value is not one of the game's.
    pub fn variant(mut variant: Variant) -> Result<SmallChess, NotationError> {
        let height = variant.take_number(&HEIGHT)?;
        variant.finish(&FAMILY.all_keys())?;
        Ok(SmallChess { height })
    }

    /// The number of squares.
    fn squares(&self) -> usize {
        3 * self.height
    }

    /// How many steps a pawn on a square has behind it, from the first rank on; those on the last rank are pawns no more.
    fn steps(&self, player: Player, at: usize) -> usize {
        if player == Player::First { at / 3 } else { self.height - 1 - at / 3 }
    }

    /// Whether this is a position of the game, though play may not lead to it.
    fn lawful(&self, pos: &SmallPosition) -> Result<(), NotationError> {
        let bad = |what: &str| Err(NotationError::new("position", what, self.write_fen(pos)));
        let ready = |at: usize| match pos.men[at] {
            Some((player, Man::Pawn)) => self.steps(player, at) == self.height - 1,
            _ => false,
        };
        if (0..self.squares()).any(ready) {
            return bad("no pawns on their last rank");
        }
        let kings = |player| pos.men.iter().filter(|it| **it == Some((player, Man::King))).count();
        if Player::BOTH.into_iter().any(|player| kings(player) != 1) {
            return bad("one king of each side");
        }
        if self.in_check(pos, pos.to_move.other()) {
            return bad("no check to the side that has just moved");
        }
        Ok(())
    }
}

impl Game for SmallChess {
    type Position = SmallPosition;

    fn name(&self) -> String {
        FAMILY.full_name(&[&self.height])
    }

    fn summary(&self) -> &'static str {
        FAMILY.summary
    }

    fn notation(&self) -> &'static str {
        "`start`, moves from the start (`Qb1xb3 Ka3xb3`, or by squares alone, `b1b3 a3b3`), or the ranks from the top as in a FEN \
         and the side to move: `2k/P2/K2 w`"
    }

    fn player_names(&self) -> [&'static str; 2] {
        ["white", "black"]
    }

    fn has_mates(&self) -> bool {
        true
    }

    /// Nobody is mated by a move of his own.
    fn only_own_moves_win(&self) -> bool {
        true
    }

    fn start(&self) -> SmallPosition {
        let mut pos = SmallPosition { men: [None; MOST_SQUARES], to_move: Player::First };
        let top = self.squares() - 3;
        for (file, man) in [Man::King, Man::Queen, Man::Rook].into_iter().enumerate() {
            pos.men[file] = Some((Player::First, man));
            pos.men[top + file] = Some((Player::Second, man));
            if self.height > 3 {
                pos.men[3 + file] = Some((Player::First, Man::Pawn));
                pos.men[top - 3 + file] = Some((Player::Second, Man::Pawn));
            }
        }
        pos
    }

    fn to_move(&self, pos: &SmallPosition) -> Player {
        pos.to_move
    }

    fn outcome(&self, pos: &SmallPosition) -> Option<Outcome> {
        if self.can_move(pos) {
            return None;
        }
        let mated = self.in_check(pos, pos.to_move);
        Some(if mated { Outcome::win(pos.to_move.other()) } else { Outcome::DRAW })
    }

    fn moves(&self, pos: &SmallPosition, moves: &mut Vec<Move>) {
        moves.extend(self.legal(pos));
    }

    fn play(&self, pos: &SmallPosition, mv: Move) -> SmallPosition {
        self.after(pos, mv)
    }

    /// A byte a square, 0 if it is empty, else the man's number from 1 for a pawn to 6 for a king, and 8 more
    /// if it is Black's; then who is to move, 0 or 1.
    fn encode(&self, pos: &SmallPosition, out: &mut Vec<u8>) {
        let byte = |(player, man): (Player, Man)| 1 + man as u8 + 8 * player.index() as u8;
        out.extend(pos.men[..self.squares()].iter().map(|man| man.map_or(0, byte)));
        out.push(pos.to_move.index() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Result<SmallPosition, NotationError> {
        let bad = || {
            let expected =
                format!("a man's byte for each of {} squares, and 0 or 1", self.squares());
            NotationError::new("encoding", expected, format!("{bytes:?}"))
        };
        let (&side, squares) = bytes.split_last().ok_or_else(bad)?;
        let to_move = *Player::BOTH.get(usize::from(side)).ok_or_else(bad)?;
        if squares.len() != self.squares() {
            return Err(bad());
        }
        let mut pos = SmallPosition { men: [None; MOST_SQUARES], to_move };
        for (place, &byte) in pos.men.iter_mut().zip(squares).filter(|(_, byte)| **byte != 0) {
            let player = Player::BOTH.get(usize::from(byte / 8)).ok_or_else(bad)?;
            let man = Man::ALL.get(usize::from(byte % 8).wrapping_sub(1)).ok_or_else(bad)?;
            *place = Some((*player, *man));
        }
        self.lawful(&pos)?;
        Ok(pos)
    }

    fn move_text(&self, pos: &SmallPosition, mv: Move) -> String {
        self.write_move(pos, mv)
    }

    fn parse_move(&self, pos: &SmallPosition, text: &str) -> Result<Move, NotationError> {
        self.read_move(pos, text)
    }

    fn position_text(&self, pos: &SmallPosition) -> String {
        if *pos == self.start() { "start".to_string() } else { self.write_fen(pos) }
    }

    fn parse_position(&self, text: &str) -> Result<SmallPosition, NotationError> {
        let text = text.trim();
        if text.contains('/') { self.read_fen(text) } else { quod_game::parse_moves(self, text) }
    }

    fn picture(&self, pos: &SmallPosition, _numbered: &[Move]) -> String {
        self.drawn(pos)
    }

    fn cyclic(&self) -> Option<&dyn Cyclic<SmallPosition>> {
        Some(self)
    }

    fn ranked(&self) -> Option<&dyn Ranked<SmallPosition>> {
        if self.height == 3 { Some(&index::INDEX) } else { None }
    }
}

/// A class begins with every capture, promotion and pawn's move.
impl Cyclic<SmallPosition> for SmallChess {
    fn class(&self, pos: &SmallPosition) -> u64 {
        let (mut men, mut pawns, mut steps) = (0, 0, 0);
        for (at, man) in pos.men.iter().enumerate() {
            let Some((player, man)) = *man else { continue };
            men += 1;
            if man == Man::Pawn {
                pawns += 1;
                steps += self.steps(player, at);
            }
        }
        let lost = [MOST_SQUARES - men, MOST_SQUARES - pawns, steps];
        lost.into_iter().fold(0, |class, part| class << 8 | part as u64)
    }

    fn infinite_play(&self, _class: u64) -> Outcome {
        Outcome::DRAW
    }
}
