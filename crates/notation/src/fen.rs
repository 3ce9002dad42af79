//! Positions of chess and of its kin as programs write them where the rules want less.
//!
//! In antichess and giveaway there is no castling; programs that know only chess, and old files of these games, write
//! `KQkq` nevertheless.
//!
//! The rules pass over what stands behind the four fields of a position, as it may be counts or the operations of EPD
//! (`bm Qg6; id "3";`). Moves behind a position would be passed over with them and the question be another one, so these are
//! looked for first.

use quod_game::NotationError;

use crate::Record;
use crate::moves;

/// Positions and the moves behind them, with numbers or without. Operations have names of small letters and end with `;`.
pub(crate) fn with_moves(
    family: impl Fn() -> String,
    text: &str,
) -> Option<Result<Record, NotationError>> {
    let mut words = text.split_whitespace();
    if !words.next()?.contains('/') {
        return None;
    }
    let first = words.skip(3).find(|it| it.parse::<u32>().is_err())?;
    let (position, list) = text.split_at(moves::place_of(first, text));
    let chess =
        |family: String| matches!(family.as_str(), "chess" | "antichess" | "giveaway" | "losers");
    let listed = moves::is_number(first) || is_move(first) && !list.contains([';', '"']);
    (listed && chess(family())).then(|| moves::listed(&family(), position.trim(), list))
}

/// Whether a word is a move of chess: one that names a square, or castles.
fn is_move(word: &str) -> bool {
    let square = |it: &[u8]| matches!(it, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).any(square) || word.starts_with("O-O") || word.starts_with("0-0")
}

/// The position without rights to castle, if that is what the rules cannot read.
pub(crate) fn read(family: &str, text: &str) -> Option<Record> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let [_, _, rights, ..] = &mut fields[..] else { return None };
    let told = *rights != "-" && rights.chars().all(|it| "KQkqABCDEFGHabcdefgh".contains(it));
    if !told || !matches!(family, "antichess" | "giveaway") {
        return None;
    }
    *rights = "-";
    Some(Record::Plain(fields.join(" ")))
}
