//! The file of positions: one a line, with its known value if there is one.
//!
//! `#` starts a comment, empty lines count for nothing, bytes need not be text on lines that are left
//! out. The known value follows a tab. Where positions are written without spaces (that is, where the
//! game's own texts of the start and of positions up to two moves on have none) it may follow a space
//! instead: the last word of a line is the known value if what stands before it is a position in one
//! word and it is a known value itself. Hence `4 4` in Connect Four is the position `4` with the score 4,
//! and not two moves; `44` is two moves, `4 4 4` three.

use std::path::Path;

use anyhow::anyhow;
use quod_solve::{AnyGame, ExpectedValue};

/// A position of the file.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its line, from 1.
    pub line: usize,
    /// As it was written.
    pub text: String,
    /// The known value as it was written, and what it means.
    pub known: Option<(String, ExpectedValue)>,
}

/// A line that is not what it should be.
#[derive(Clone, Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// The place in the line, what was expected and what was there.
    pub problem: String,
}

/// What a file holds.
#[derive(Debug, Default)]
pub struct Positions {
    /// The lines that can be worked on.
    pub good: Vec<Position>,
    /// The others.
    pub bad: Vec<BadLine>,
}

/// Reads a file of positions for a question.
///
/// # Errors
/// If the file cannot be read.
pub fn read(game: &AnyGame, question: &str, path: &Path) -> anyhow::Result<Positions> {
    let bytes = std::fs::read(path).map_err(|error| {
        anyhow!("{}: expected a readable file of positions, got: {error}", path.display())
    })?;
    Ok(parse(game, question, &bytes))
}

fn parse(game: &AnyGame, question: &str, bytes: &[u8]) -> Positions {
    let spaced = writes_spaces(game);
    let mut positions = Positions::default();
    for (at, bytes) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let content = bytes.split(|&byte| byte == b'#').next().unwrap_or_default();
        if content.trim_ascii().is_empty() {
            continue;
        }
        let line = at + 1;
        let read = match std::str::from_utf8(content) {
            Ok(content) => parse_line(game, question, spaced, content.trim()),
            Err(_) => Err("expected text in UTF-8, got other bytes".to_string()),
        };
        match read {
            Ok((text, known)) => positions.good.push(Position { line, text, known }),
            Err(problem) => positions.bad.push(BadLine { line, problem }),
        }
    }
    positions
}

type Content = (String, Option<(String, ExpectedValue)>);

fn parse_line(game: &AnyGame, question: &str, spaced: bool, line: &str) -> Result<Content, String> {
    let known = |position: &str, value: &str| match game.expected(position, question, value) {
        Ok(known) => Ok((position.to_string(), Some((value.to_string(), known)))),
        Err(error) => Err(error.to_string()),
    };
    if let Some((position, value)) = line.split_once('\t') {
        return known(position.trim(), value.trim());
    }
    if let (false, Some((position, value))) = (spaced, line.rsplit_once(' ')) {
        let position = position.trim();
        let is_one_word = !position.contains(char::is_whitespace);
        if is_one_word && let Ok(content) = known(position, value) {
            return Ok(content);
        }
    }
    match game.position(line) {
        Ok(_) => Ok((line.to_string(), None)),
        Err(error) if spaced => Err(format!("{error} (a known value follows a tab)")),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether the game writes positions with spaces.
fn writes_spaces(game: &AnyGame) -> bool {
    let after = |position: &str| game.moves(position).unwrap_or_default().into_iter().next();
    let first = after("start").map(|(_, position)| position);
    let second = first.as_deref().and_then(after).map(|(_, position)| position);
    first.iter().chain(&second).any(|text| text.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_catalogue::Registry;

    /// The good lines as position and value, the numbers of the bad ones.
    fn read(game: &str, question: &str, text: &[u8]) -> (Vec<(String, String)>, Vec<usize>) {
        let game = Registry::builtin().open(game).unwrap();
        let positions = parse(&game, question, text);
        let value = |it: &Position| it.known.clone().map(|(text, _)| text).unwrap_or_default();
        let good = positions.good.iter().map(|it| (it.text.clone(), value(it)));
        (good.collect(), positions.bad.iter().map(|it| it.line).collect())
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    }

    #[test]
    fn a_value_follows_a_tab_where_moves_are_spaced() {
        let text = b"start\tdraw\n\n# nothing\n4 1 # X wins\n4 1\tX-wins\r\n4 1 draw\n4\tperhaps\n9\n\xff\n";
        let (good, bad) = read("tic-tac-toe", "value", text);
        assert_eq!(good, pairs(&[("start", "draw"), ("4 1", ""), ("4 1", "X-wins")]));
        assert_eq!(bad, [6, 7, 8, 9]);
    }

    #[test]
    fn a_value_follows_a_space_where_moves_stand_together() {
        let text = b"44 -2\n44\t1\n4 4 4\n444\n4 9\n48 1\n44 x\n";
        let (good, bad) = read("connect-four", "score", text);
        assert_eq!(
            good,
            pairs(&[("44", "-2"), ("44", "1"), ("4 4 4", ""), ("444", ""), ("4", "9")])
        );
        assert_eq!(bad, [6, 7]);
        let text = b"........./1 first-player-wins\n0 4\n0 draw\n";
        let (good, bad) = read("three-mens-morris", "value", text);
        let expected = [("........./1", "first-player-wins"), ("0 4", ""), ("0", "draw")];
        assert_eq!((good, bad), (pairs(&expected), vec![]));
    }
}
