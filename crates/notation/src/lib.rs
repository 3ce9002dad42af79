//! Positions as people and programs keep them, read by a game's rules.
//!
//! The rules of a game are trusted, so they read what they write and little else. What other programs and
//! people write of a game is read here, outside the trusted part: [`position`] asks the rules first, and what they do
//! not understand it says again in their own notation, as a position and moves behind it. The rules
//! judge that as if it had been typed: a mistake in this crate can give the wrong question, which the answer
//! repeats, but no wrong answer.
//!
//! What says nothing is passed over: move numbers, comments, names, times, counters that no rule looks at, brackets
//! around rows. What says something must agree with the game, such as the size of the board, the side to move, the
//! variant; what cannot be understood is an error with its place and a short excerpt.
//!
//! [`pgn`] reads whole games of chess, for studies of how people play; lists of moves of all games are read by it.
//! [`kif`] reads and writes records of shogi. [`decoded`] makes a text of a file's bytes.
#![forbid(unsafe_code)]

mod board;
mod bytes;
mod excerpt;
mod fen;
mod hex;
mod keys;
pub mod kif;
mod moves;
mod othello;
mod pdn;
pub mod pgn;
mod psq;
mod rows;
mod sgf;

use quod_game::{Game, NotationError, Player};

use board::Board;
pub use bytes::decoded;
use excerpt::shortened;
use hex::HexGame;
use othello::Othello;

/// What a text says: a position and moves from there.
#[derive(Debug, PartialEq, Eq)]
enum Record {
    /// A position or moves from the start, in the game's own notation.
    Plain(String),
    /// A position in the game's own notation, and moves behind it.
    Then(String, Vec<String>),
    /// The same with a position that has still to be read, and is shorter than the text; no position is the start.
    Again(Option<String>, Vec<String>),
}

/// The position that a text says: in the game's own notation, or as a record of a kind that is known for this game.
///
/// # Errors
/// If the text is neither, with the place and what stands there in at most a line.
pub fn position<G: Game + ?Sized>(game: &G, text: &str) -> Result<G::Position, NotationError> {
    read_position(game, text).map_err(shortened)
}

fn read_position<G: Game + ?Sized>(game: &G, text: &str) -> Result<G::Position, NotationError> {
    let family = || keys::family(&game.name()).to_string();
    // What the rules would pass over comes first.
    let records = kif::is_record(text) && family() == "tsume";
    let behind = match records {
        true => Some(kif::read(game, text)),
        false => moves::after_the_word(text).map(Ok).or_else(|| fen::with_moves(family, text)),
    };
    let record = match behind {
        Some(record) => record?,
        None => {
            let error = match game.parse_position(text) {
                Ok(pos) => return Ok(pos),
                Err(error) => error,
            };
            let record = read(&game.name(), text)?;
            record.or_else(|| behind_a_word(game, text)).ok_or(error)?
        }
    };
    let (pos, moves) = match record {
        Record::Plain(plain) => return game.parse_position(&plain),
        Record::Then(plain, moves) => (game.parse_position(&plain)?, moves),
        // From the start the rules read the moves themselves: they may know shorter ways to write them.
        Record::Again(None, moves) => return game.parse_position(&moves.join(" ")),
        Record::Again(Some(text), moves) => (read_position(game, &text)?, moves),
    };
    moves.iter().enumerate().try_fold(pos, |pos, (at, word)| {
        let place = format!("position, move {}", at + 1);
        let mv = game.parse_move(&pos, word).map_err(|error| NotationError { place, ..error })?;
        Ok(game.play(&pos, mv))
    })
}

/// A position of one word and moves behind it.
fn behind_a_word<G: Game + ?Sized>(game: &G, text: &str) -> Option<Record> {
    let (word, moves) = text.trim().split_once(char::is_whitespace)?;
    let is_move = || game.parse_move(&game.start(), word).is_ok();
    let known = word.contains(['/', ':']) && game.parse_position(word).is_ok() && !is_move();
    let moves = || moves.split_whitespace().map(String::from).collect();
    known.then(|| Record::Then(word.to_string(), moves()))
}

/// What the text says, if it is a record of a kind that is known for this game. `name` is the game's name with its keys, as
/// [`Game::name`] says it.
fn read(name: &str, text: &str) -> Result<Option<Record>, NotationError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let family = keys::family(name);
    if let Some(hex) = HexGame::of(name).filter(|_| HexGame::is_record(text)) {
        return hex.read(text).map(Record::Plain).map(Some);
    }
    if let Some(othello) = Othello::of(name)
        && let Some(record) = othello.read(text)
    {
        return record.map(Some);
    }
    if let Some(board) = Board::of(name) {
        if psq::is_record(text) {
            return psq::read(&board, text).map(Record::Plain).map(Some);
        }
        if sgf::is_record(text) {
            return sgf::read(&board, text).map(Record::Plain).map(Some);
        }
    }
    if sgf::is_record(text) {
        let expected = "a position or moves of this game, which has no records in SGF";
        return Err(NotationError::new("position", expected, format!("\"{text}\"")));
    }
    if let Some(record) = moves::read(family, text) {
        return record.map(Some);
    }
    if family == "checkers" && text.contains(':') {
        return pdn::read(text).map(Some);
    }
    if let Some(record) = fen::read(family, text) {
        return Ok(Some(record));
    }
    rows::read(family, text)
}

/// A game of Hex as SGF, as HexGui writes it: the columns and rows of the board, and the moves, each with its player and
/// its name, `d5`, `swap-pieces` or `resign`.
pub fn hex_record([width, height]: [usize; 2], moves: &[(Player, String)]) -> String {
    hex::write([width, height], moves)
}
