//! Records of games as people keep them, turned into the games' own notation.
//!
//! The rules of a game are trusted, so they read what they write and little else. What other programs and
//! people write of a game is read here, outside the trusted part: [`plain`] looks whether a text is a
//! record, and if so says the same as moves, or as rows of stones, that the rules understand. They
//! judge it as if it had been typed: a mistake in this crate can give the wrong question, which the answer
//! repeats, but no wrong answer.
//!
//! [`pgn`] reads whole games of chess, for studies of how people play; games of checkers are read by it as well.
#![forbid(unsafe_code)]

mod board;
mod hex;
mod pdn;
pub mod pgn;
mod sgf;

use std::borrow::Cow;

use quod_game::{NotationError, Player};

use board::Board;
use hex::HexGame;

/// The text in the game's own notation: rewritten if it is a record of a kind that is known for this game,
/// else as it is. `game` is the game's name with its keys, as [`quod_game::Game::name`] says it.
///
/// # Errors
/// If the text begins as a record and is none of this game, with the place.
pub fn plain<'t>(game: &str, text: &'t str) -> Result<Cow<'t, str>, NotationError> {
    if let Some(hex) = HexGame::of(game).filter(|_| HexGame::is_record(text)) {
        return hex.read(text).map(Cow::Owned);
    }
    if is_checkers(game) && pdn::is_record(text) {
        return pdn::read(text).map(Cow::Owned);
    }
    match Board::of(game) {
        Some(board) if text.trim_start().starts_with('(') => {
            sgf::read(&board, text).map(Cow::Owned)
        }
        _ => Ok(Cow::Borrowed(text)),
    }
}

/// A game of Hex as SGF, as HexGui writes it: the columns and rows of the board, and the moves, each with its player and
/// its name, `d5`, `swap-pieces` or `resign`.
pub fn hex_record([width, height]: [usize; 2], moves: &[(Player, String)]) -> String {
    hex::write([width, height], moves)
}

/// The records that [`plain`] reads for this game, for people; `None` if there are none.
pub fn about(game: &str) -> Option<&'static str> {
    match HexGame::of(game) {
        Some(_) => Some("a game record in SGF, or a link of HexWorld"),
        None if is_checkers(game) => Some("a game record in PDN"),
        None => Board::of(game).map(|_| "a game record in SGF"),
    }
}

fn is_checkers(game: &str) -> bool {
    game.split(':').next() == Some("checkers")
}
