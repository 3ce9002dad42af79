//! Lists of moves as games of every kind are kept: with numbers, tags, comments and a result (`1. d6 d2 2. f4 b4`), and behind a
//! position.
//!
//! What [`crate::pgn`] reads as a game of chess is read so for all games. A position stands before the first number, or in the
//! tag `FEN`. Numbers are passed over: some count each move and some each pair. The tags `Variant` and `GameType`, where they
//! stand, must name the game.
//!
//! The word `moves` (`startpos moves e2e4`, as the protocol UCI has it) stands between a position and moves without numbers.

use quod_game::NotationError;

use crate::{Record, pgn};

/// A position and moves, with the word `moves` between them; `position`, `fen` and `startpos` may be said.
///
/// Looked for before the rules are asked, since those of chess pass over what stands behind a position.
pub(crate) fn after_the_word(text: &str) -> Option<Record> {
    let text = text.trim();
    let word = "moves";
    let alone = |at: &usize| {
        let around = [text[..*at].chars().next_back(), text[at + word.len()..].chars().next()];
        around.iter().flatten().all(|it| it.is_whitespace())
    };
    let at = text.match_indices(word).map(|it| it.0).find(alone);
    let (mut position, moves) = match at {
        Some(at) => (text[..at].trim(), &text[at + word.len()..]),
        None => (text, ""),
    };
    for said in ["position", "fen", "startpos"] {
        let behind = position
            .strip_prefix(said)
            .filter(|it| !it.starts_with(|it: char| !it.is_whitespace()));
        position = behind.unwrap_or(position).trim();
    }
    // In comments and names the word is one like others.
    if position == text || position.contains(['(', '[', '{', ';']) {
        return None;
    }
    // The words alone name no position.
    if matches!(text, "moves" | "position" | "fen" | "position fen") {
        return None;
    }
    let position = Some(position.to_string()).filter(|it| !matches!(it.as_str(), "" | "start"));
    Some(Record::Again(position, moves.split_whitespace().map(String::from).collect()))
}

/// The list, if the text is one.
pub(crate) fn read(family: &str, text: &str) -> Option<Result<Record, NotationError>> {
    let start = if has_tags(text) { 0 } else { first_number(text)? };
    let (before, list) = text.split_at(start);
    Some(listed(family, before.trim(), list))
}

pub(crate) fn listed(family: &str, before: &str, list: &str) -> Result<Record, NotationError> {
    let words = match family {
        "connect-four" | "tic-tac-toe" | "qubic" => pgn::Words { numbers: true, results: false },
        "three-mens-morris" => pgn::Words { numbers: true, results: true },
        _ => pgn::Words::default(),
    };
    let game = pgn::first(list, words)?;
    for (tag, fits, expected) in [
        ("GameType", is_english as fn(&str, &str) -> bool, "21, English checkers"),
        ("Variant", is_variant, "this game"),
    ] {
        if let Some(told) = game.tag(tag).filter(|it| !fits(family, it)) {
            let place = format!("game record, {tag}");
            return Err(NotationError::new(place, expected, format!("\"{told}\"")));
        }
    }
    let position = game.tag("FEN").or(Some(before)).filter(|it| !matches!(*it, "" | "start"));
    let moves = (game.moves.iter())
        // Signs of praise say nothing; a word of nothing else is no move.
        .map(|(word, _)| word.trim_end_matches(['!', '?']).to_string())
        .collect();
    Ok(Record::Again(position.map(String::from), moves))
}

fn is_english(family: &str, told: &str) -> bool {
    family != "checkers" || told.split(',').next() == Some("21")
}

/// Whether a game of chess says that it is the one that is asked about. Chess960 has the same rules.
fn is_variant(family: &str, told: &str) -> bool {
    let told: String = told.to_lowercase().chars().filter(|it| it.is_alphanumeric()).collect();
    match family {
        "chess" => {
            let same = ["chess", "standard", "normal", "fromposition", "chess960", "fischerandom"];
            same.contains(&told.as_str())
        }
        "antichess" | "giveaway" | "losers" => told.contains(family),
        _ => true,
    }
}

/// Whether a text begins with a tag, `[Name "value"]`.
fn has_tags(text: &str) -> bool {
    let name = text.strip_prefix('[').and_then(|it| it.split_once('"')).map(|it| it.0.trim());
    name.is_some_and(|it| {
        !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
    }) || text.starts_with('{') && text.contains('}') && first_number(text).is_some()
}

/// Where the first move number stands.
fn first_number(text: &str) -> Option<usize> {
    text.split_whitespace().find(|it| is_number(it)).map(|word| place_of(word, text))
}

/// Where a word of a text begins in it.
pub(crate) fn place_of(word: &str, text: &str) -> usize {
    word.as_ptr() as usize - text.as_ptr() as usize
}

/// Whether a word is a move number, with a move behind it or not: `1.`, `12...`, `1.e4`. `1.x` is a part of a board.
pub(crate) fn is_number(word: &str) -> bool {
    let behind = word.trim_start_matches(|it: char| it.is_ascii_digit());
    let mv = behind.trim_start_matches(['.', '…']);
    let has_both = behind.len() < word.len() && mv.len() < behind.len();
    let board =
        mv.contains('/') && mv.chars().all(|it| "xo.#/:".contains(it) || it.is_ascii_digit());
    let says = |it: char| it.is_ascii_digit() || it.is_ascii_uppercase() || "+#-".contains(it);
    has_both && (mv.is_empty() || !board && mv.contains(says))
}
