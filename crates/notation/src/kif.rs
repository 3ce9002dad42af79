//! Problems and games of shogi in the forms KIF, KI2 and CSA, for the game `tsume`.
//!
//! KIF and KI2 are the forms of Kakinoki's programs, which also print positions as pictures; CSA is that of the Computer Shogi
//! Association. All three are read as a position and moves from there, which the rules of the game judge. The side to move
//! at the beginning attacks. If a record does not speak of the defender's hand, it holds all that is left of the set, as
//! in most collections of problems; what a record says of it, `なし` too, holds.
//!
//! Written are pictures, KIF with variations, single moves as KI2 has them, and lines of moves in CSA.
//! [`crate::decoded`] reads the bytes of a file, which may be in Shift-JIS.

mod csa;
mod lines;
mod men;
mod moves;
mod names;
mod start;
mod write;

use quod_game::{Game, NotationError};

pub use csa::csa;
pub use write::{Branch, diagram, japanese, written};

use crate::Record;

/// Words that end the moves of a record.
const ENDS: [&str; 17] = [
    "中断",
    "投了",
    "詰",
    "詰み",
    "不詰",
    "不詰み",
    "持将棋",
    "千日手",
    "切れ負け",
    "時間切れ",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦勝",
    "不戦敗",
    "引き分け",
    "封じ手",
];

/// Whether a text ends the moves: one of the words, with a time behind it or without.
fn end_word(text: &str) -> bool {
    let word = text.split(|it: char| it.is_whitespace() || it == '(').next();
    word.is_some_and(|it| ENDS.contains(&it))
}

/// Whether a text is such a record, if it is of shogi.
pub(crate) fn is_record(text: &str) -> bool {
    text.chars().any(names::is_japanese)
        || text.trim_start().starts_with("#KIF")
        || csa::is_record(text)
}

/// The position with which a record begins, and the moves of its main line in the game's notation.
pub(crate) fn read<G: Game + ?Sized>(game: &G, text: &str) -> Result<Record, NotationError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let read = if csa::is_record(&text) { csa::read(&text) } else { lines::read(&text) };
    let (men, to_move, moves) = read?;
    let moves = moves::played(game, men.clone(), to_move, &moves)?;
    Ok(Record::Then(men.sfen(to_move), moves))
}

fn wrong(line: usize, expected: &str, got: impl ToString) -> NotationError {
    NotationError::new(format!("game record, line {line}"), expected, got.to_string())
}
