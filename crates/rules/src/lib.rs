//! The rules of every game, plain and readable, one file a game.
//!
//! These rules are trusted: a certificate is checked with them and with nothing else, so they are
//! written to be compared with a rule book and not to be fast. The fast twins that searches play on
//! live in the crates of the families and are tested equal to these. `docs/formats/games.md` fixes each game's
//! encoding, move codes and symmetry numbers for other people's checkers.
//!
//! To add a game, copy `tic_tac_toe.rs`, change it, name its module and its types here, and add a line to `games!`.
#![forbid(unsafe_code)]

mod amazons;
mod atari_go;
mod awari;
mod board_text;
mod breakthrough;
mod checkers;
mod chess;
mod clobber;
mod connect_four;
mod coordinates;
mod domineering;
mod dots_and_boxes;
mod hex;
mod in_a_row;
mod line_rules;
mod lines_of_action;
mod morris;
mod nim;
mod othello;
mod qubic;
mod score_four;
mod shogi;
mod small_chess;
mod square;
mod three_mens_morris;
mod tic_tac_toe;
mod two_sets;

use quod_game::{Game, NotationError};

pub use amazons::{Amazons, AmazonsPosition};
pub use atari_go::{AtariGo, AtariGoPosition};
pub use awari::{Awari, AwariPosition, GrandSlam, Rest, Worth};
pub use breakthrough::{Breakthrough, BreakthroughPosition};
pub use checkers::{Checkers, CheckersBoard, CheckersPosition, CheckersSide};
pub use chess::{
    ANTICHESS_ENDINGS, CHESS_ENDINGS, Chess, ChessEnding, ChessGame, ChessPosition, ChessSquare,
    Man,
};
pub use clobber::{Clobber, ClobberPosition};
pub use connect_four::{ConnectFour, ConnectFourPosition};
pub use domineering::{Domineering, DomineeringPosition};
pub use dots_and_boxes::{DotsAndBoxes, DotsAndBoxesPosition};
pub use hex::{Hex, HexBoard, HexPosition};
pub use in_a_row::{Forbidden, InARow, InARowPosition, Rule, free_for_black};
pub use lines_of_action::{LinesOfAction, LinesPosition};
pub use morris::{MillPosition, Morris, MorrisBoard, MorrisSide};
pub use nim::{Nim, NimPosition};
pub use othello::{EmptySquares, Othello, OthelloPosition};
pub use qubic::{Qubic, QubicPosition};
pub use quod_variant::{Family, KeySpec, Values, Variant, unknown_game};
pub use score_four::{ScoreFour, ScoreFourPosition};
pub use shogi::{SHOGI_SQUARES, ShogiBoard, ShogiKind, ShogiMan, Tsume, TsumePosition};
pub use small_chess::{SmallChess, SmallPosition};
pub use three_mens_morris::{MorrisPosition, ThreeMensMorris};
pub use tic_tac_toe::{TicTacToe, TicTacToePosition};

/// Their names.
pub const GAMES: &[&str] = &{
    let mut names = [""; FAMILIES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = FAMILIES[at].name;
        at += 1;
    }
    names
};

/// Something to do with a game whose type is known only when its name has been read.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + 'static>(self, game: G) -> Self::Output;
}

/// Opens the game with this name and these variant keys and hands it to the visitor.
///
/// # Errors
/// If there is no such game, or no such variant of it.
pub fn open<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, NotationError> {
    open_variant(Variant::parse(name)?, visitor)
}

/// Each game: what lists say of it, and the type of its rules. Lists and doors are made from this alone.
macro_rules! games {
    ($($family:path => $rules:ident;)+) => {
        /// The games of this crate with their keys.
        pub const FAMILIES: &[Family] = &[$($family),+];

        /// [`open`] for a name that was parsed already.
        ///
        /// # Errors
        /// As [`open`].
        pub fn open_variant<V: Visitor>(
            variant: Variant,
            visitor: V,
        ) -> Result<V::Output, NotationError> {
            $(if variant.name == $family.name {
                return Ok(visitor.visit($rules::variant(variant)?));
            })+
            Err(unknown_game(GAMES, &variant.name))
        }
    };
}

games! {
    tic_tac_toe::FAMILY => TicTacToe;
    qubic::FAMILY => Qubic;
    score_four::FAMILY => ScoreFour;
    three_mens_morris::FAMILY => ThreeMensMorris;
    morris::SIX => Morris;
    morris::NINE => Morris;
    morris::LASKER => Morris;
    connect_four::FAMILY => ConnectFour;
    atari_go::FAMILY => AtariGo;
    in_a_row::GOMOKU => InARow;
    in_a_row::MNK => InARow;
    hex::HEX => Hex;
    hex::Y => Hex;
    awari::FAMILY => Awari;
    othello::FAMILY => Othello;
    domineering::FAMILY => Domineering;
    clobber::FAMILY => Clobber;
    breakthrough::FAMILY => Breakthrough;
    amazons::FAMILY => Amazons;
    dots_and_boxes::FAMILY => DotsAndBoxes;
    nim::FAMILY => Nim;
    lines_of_action::FAMILY => LinesOfAction;
    checkers::FAMILY => Checkers;
    chess::CHESS => Chess;
    chess::ANTICHESS => Chess;
    chess::GIVEAWAY => Chess;
    chess::LOSERS => Chess;
    small_chess::FAMILY => SmallChess;
    shogi::FAMILY => Tsume;
}

#[cfg(test)]
mod tests;
