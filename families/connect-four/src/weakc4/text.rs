//! WeakC4's two files, in text and in JSON.

use quod_engine::SolveError;
use quod_game::{Game, Move, Player};
use quod_proof::set_rank;
use quod_rules::{ConnectFour, ConnectFourPosition};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashSet};

use super::{Advice, HEIGHT, WIDTH};

/// What is said of each position, the first player to move, in the order of the branches.
type Said = Vec<(ConnectFourPosition, Advice)>;

/// What stands in `branches` in JSON after a position: a column, or the place of a diagram.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Branch {
    Column(String),
    Diagram(usize),
}

/// Reads both files in either form.
pub(super) fn read(game: &ConnectFour, diagrams: &str, branches: &str) -> Result<Said, SolveError> {
    match branches.trim_start().starts_with('{') {
        true => read_json(game, diagrams, branches),
        false => read_text(game, diagrams, branches),
    }
}

fn wrong(line: usize, expected: &str, got: &str) -> SolveError {
    let got = got.chars().take(60).collect::<String>();
    SolveError::Line { line, expected: expected.to_string(), got: format!("\"{got}\"") }
}

fn parsed<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, SolveError> {
    serde_json::from_str(text).map_err(|error| wrong(error.line(), expected, &error.to_string()))
}

fn read_json(game: &ConnectFour, diagrams: &str, branches: &str) -> Result<Said, SolveError> {
    let diagrams: Vec<Vec<String>> = parsed(diagrams, "diagrams: lists of six rows of digits")?;
    let branches: BTreeMap<String, Branch> =
        parsed(branches, "branches: positions with a column in quotes, or the place of a diagram")?;
    let mut said = Said::new();
    for (moves, branch) in branches {
        let pos = played(game, &moves).ok_or_else(|| {
            wrong(0, "branches: moves to a position with the first player to move", &moves)
        })?;
        let advice = match branch {
            Branch::Column(text) => column(&text),
            Branch::Diagram(at) => diagrams.get(at).and_then(|rows| digits(rows)),
        };
        let advice = advice.ok_or_else(|| {
            wrong(
                0,
                "branches: a column from 1 to 7, or a diagram of six rows of seven digits",
                &moves,
            )
        })?;
        said.push((pos, advice));
    }
    Ok(said)
}

/// A column as it is written, from 1.
fn column(text: &str) -> Option<Advice> {
    let column: u32 = text.trim().parse().ok()?;
    (1..=WIDTH).contains(&column).then(|| Advice::Column(column - 1))
}

/// The position after moves written as columns, if the first player is to move there.
fn played(game: &ConnectFour, moves: &str) -> Option<ConnectFourPosition> {
    let mut pos = game.start();
    for letter in moves.chars() {
        let column = letter.to_digit(10)?.checked_sub(1)?;
        game.outcome(&pos).is_none().then_some(())?;
        let mv = game.legal_moves(&pos).into_iter().find(|mv| mv.0 / HEIGHT == column)?;
        pos = game.play(&pos, mv);
    }
    let open = game.outcome(&pos).is_none() && game.to_move(&pos) == Player::First;
    open.then_some(pos)
}

/// The cell of a column and a row that is counted from the top.
fn cell(column: usize, from_top: usize) -> Move {
    Move(HEIGHT * column as u32 + HEIGHT - 1 - from_top as u32)
}

/// A diagram in digits: how urgent each cell is, 0 most of all.
fn digits(rows: &[String]) -> Option<Advice> {
    let mut ranks = [0; 32];
    (rows.len() == HEIGHT as usize).then_some(())?;
    for (from_top, row) in rows.iter().enumerate() {
        (row.len() == WIDTH as usize).then_some(())?;
        for (column, letter) in row.chars().enumerate() {
            set_rank(&mut ranks, cell(column, from_top), 1 + letter.to_digit(10)? as u8);
        }
    }
    Some(Advice::Diagram(ranks))
}

fn read_text(game: &ConnectFour, diagrams: &str, branches: &str) -> Result<Said, SolveError> {
    let mut said = Said::new();
    for (at, line) in branches.lines().enumerate().filter(|it| !it.1.trim().is_empty()) {
        let parts = line
            .split_once("->")
            .and_then(|(moves, text)| Some((played(game, moves.trim())?, column(text)?)));
        let expected =
            "branches: moves to a position with the first player to move, `->`, a column";
        said.push(parts.ok_or_else(|| wrong(at + 1, expected, line))?);
    }
    let lines: Vec<(usize, &str)> =
        diagrams.lines().enumerate().filter(|it| !it.1.trim().is_empty()).collect();
    for rows in lines.chunks(HEIGHT as usize) {
        let (at, first) = rows[0];
        let rows: Vec<&str> = rows.iter().map(|it| it.1.trim()).collect();
        let expected =
            "diagrams: six rows of seven of the letters . | ! @ + = - 1 2, stones as in play";
        said.push(letters(game, &rows).ok_or_else(|| wrong(at + 1, expected, first))?);
    }
    Ok(said)
}

/// A diagram in letters, and the position whose stones stand in it.
fn letters(game: &ConnectFour, rows: &[&str]) -> Option<(ConnectFourPosition, Advice)> {
    let (mut ranks, mut stones) = ([0; 32], [Vec::new(), Vec::new()]);
    (rows.len() == HEIGHT as usize).then_some(())?;
    for (from_top, row) in rows.iter().enumerate() {
        (row.len() == WIDTH as usize).then_some(())?;
        for (column, letter) in row.chars().enumerate() {
            let cell = cell(column, from_top);
            // (A claim is one level: an odd row's is written with a bar, an even row's with a dot.)
            let odd = (HEIGHT as usize - from_top) % 2 == 1;
            let rank = match letter {
                '1' | '2' => {
                    stones[usize::from(letter == '2')].push(cell);
                    0
                }
                '!' => 1,
                '@' => 2,
                '|' => 3 * u8::from(odd),
                '.' => 3 * u8::from(!odd),
                '+' => 4,
                '=' => 5,
                '-' => 6,
                _ => return None,
            };
            set_rank(&mut ranks, cell, rank);
        }
    }
    Some((with_stones(game, stones)?, Advice::Diagram(ranks)))
}

/// A position of such stones that play can reach and where it goes on, if there is one. Each position on the way is
/// looked at once: in other orders of the moves the same stones are left.
fn with_stones(game: &ConnectFour, stones: [Vec<Move>; 2]) -> Option<ConnectFourPosition> {
    let all: usize = stones.iter().map(Vec::len).sum();
    let (mut seen, mut open) = (HashSet::new(), vec![game.start()]);
    while let Some(pos) = open.pop() {
        if game.outcome(&pos).is_some() || !seen.insert(pos) {
            continue;
        }
        let mover = game.to_move(&pos);
        if super::count(&pos) as usize == all {
            return (mover == Player::First).then_some(pos);
        }
        let own =
            game.legal_moves(&pos).into_iter().filter(|mv| stones[mover.index()].contains(mv));
        open.extend(own.map(|mv| game.play(&pos, mv)));
    }
    None
}
