//! From the plain rules to bit boards and back.

use quod_game::{Game, Move, NotationError, Player};
use quod_rules::{EmptySquares, Othello, OthelloPosition};

use crate::board::{Board, each};
use crate::score::Rest;

impl<const N: usize> Board<N> {
    /// The board of a position of the rules, seen by its side to move. The position is one of `N`×`N`.
    pub fn of(pos: &OthelloPosition) -> Board<N> {
        let set = |player: Player| {
            let cells = each(pos.discs[player.index()]);
            cells.fold(0, |set, cell| set | 1 << Self::square(cell))
        };
        Board { own: set(pos.to_move), other: set(pos.to_move.other()) }
    }

    /// The position of the rules, with this player to move.
    pub fn position(&self, to_move: Player) -> OthelloPosition {
        let cells = |set| each(set).fold(0, |cells, square| cells | 1 << Self::cell(square));
        let (own, other) = (cells(self.own), cells(self.other));
        let discs = if to_move == Player::First { [own, other] } else { [other, own] };
        OthelloPosition { discs, to_move }
    }

    /// The move of the rules on a square; a pass for none.
    pub fn rules_move(square: Option<u32>) -> Move {
        Move(square.map_or(Self::AREA as u32, Self::cell))
    }
}

/// The rule for empty squares of a game.
pub fn rest_of(game: &Othello) -> Rest {
    match game.empty {
        EmptySquares::Nobody => Rest::Nobody,
        EmptySquares::Winner => Rest::Winner,
    }
}

/// A board of any of the three sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBoard {
    /// 4×4.
    Small(Board<4>),
    /// 6×6.
    Middle(Board<6>),
    /// 8×8.
    Large(Board<8>),
}

impl AnyBoard {
    /// The board of a position of a game of the rules.
    ///
    /// # Errors
    /// If the game's size is none of the three.
    pub fn of(game: &Othello, pos: &OthelloPosition) -> Result<AnyBoard, NotationError> {
        match game.size {
            4 => Ok(AnyBoard::Small(Board::of(pos))),
            6 => Ok(AnyBoard::Middle(Board::of(pos))),
            8 => Ok(AnyBoard::Large(Board::of(pos))),
            _ => Err(NotationError::new("game", "a board of 4, 6 or 8 rows", game.name())),
        }
    }
}
