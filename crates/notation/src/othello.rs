//! Records of Othello: GGF as servers keep games, SGF, and lines of problem files.
//!
//! **GGF**, the generic game format of the server GGS: `(;GM[Othello]TY[8]BO[8 ---…--- *]B[F5//2.44]W[D6/0.00];)`. `BO` has the
//! size, the squares from a1 row by row and the side to move; without it the game begins at the start. A move is its
//! square, with an estimate and seconds behind `/`; `PA` is a pass. Before a record may stand how many games a file has.
//!
//! **SGF**: `(;GM[2]SZ[8];B[d3];W[c5])`, squares as names or as two letters; discs set up by `AB` and `AW`, and who is to move by
//! `PL`. A side that moves twice in turn has the pass between that the record leaves out.
//!
//! **Problem files** have a position a line: the squares, the side to move, and behind `;` or `%` what is known of it
//! (`A8:+10;`), which is passed over, as a question and not an answer is wanted. Moves may stand behind the side instead.

use std::collections::BTreeMap;

use quod_game::{NotationError, Player};

use crate::sgf::{self, properties};
use crate::{Record, keys, moves};

/// The board of a game of Othello.
pub(crate) struct Othello {
    size: usize,
}

/// How the rules write a pass.
const PASS: &str = "--";

/// Which letters are squares: empty, Black's discs, White's.
const LETTERS: [&str; 3] = ["-._", "Xx*Bb", "OoWw"];

/// The fewest letters that are taken for a board and not for moves: no move has so many.
const BOARD: usize = 9;

impl Othello {
    /// The game with this name, if it is one of Othello.
    pub(crate) fn of(name: &str) -> Option<Othello> {
        let size = keys::number(name, "size", 8)?;
        (keys::family(name) == "othello").then_some(Othello { size })
    }

    /// What the text says, if it is a record or a board.
    pub(crate) fn read(&self, text: &str) -> Option<Result<Record, NotationError>> {
        let record = text.trim_start_matches(|it: char| it.is_ascii_digit()).trim_start();
        if sgf::is_record(record) {
            return Some(self.record(record));
        }
        self.problem(text).transpose()
    }

    /// A board with something behind it.
    fn problem(&self, text: &str) -> Result<Option<Record>, NotationError> {
        // The words of discs, and where they end: the board, and a side to move beside it.
        let (mut discs, mut end) = (String::new(), 0);
        for word in text.split_inclusive(char::is_whitespace) {
            let squares = word.trim().trim_end_matches([';', '%']);
            let whole = discs.len() > self.squares();
            if whole || !squares.chars().all(|it| LETTERS.concat().contains(it)) {
                break;
            }
            discs += squares;
            end += word.find([';', '%']).unwrap_or(word.len());
            if squares.len() < word.trim().len() {
                break;
            }
        }
        if discs.len() < BOARD {
            return Ok(None);
        }
        let behind = text[end..].trim();
        let bad = |expected: String| {
            let got = format!("{} of them, \"{text}\"", discs.len());
            NotationError::new("position, squares and side to move", expected, got)
        };
        let squares = self.squares();
        match discs.len() {
            it if it == squares + 1 => {}
            it if it == squares => {
                let expected = "X or O behind the squares";
                let got =
                    if behind.is_empty() { "nothing".into() } else { format!("\"{behind}\"") };
                return Err(NotationError::new("position, side to move", expected, got));
            }
            _ => return Err(bad(format!("{squares} squares and X or O"))),
        }
        let told = behind.split([';', '%', '#']).next().unwrap_or_default();
        if told.split_whitespace().next().is_some_and(moves::is_number) {
            return moves::listed("othello", &discs, told).map(Some);
        }
        let moves = told.split_whitespace().map(String::from).collect();
        Ok(Some(Record::Then(discs, moves)))
    }

    fn squares(&self) -> usize {
        self.size * self.size
    }

    fn record(&self, text: &str) -> Result<Record, NotationError> {
        let mut game = Game {
            othello: self,
            board: None,
            discs: BTreeMap::new(),
            side: None,
            moves: Vec::new(),
        };
        for (name, values) in properties(text)? {
            let value = values.first().map_or("", String::as_str);
            let place = format!("game record, after {} moves", game.moves.len());
            game.property(&name, value, &values).map_err(|expected| {
                NotationError::new(place, expected, format!("{name}[{value}]"))
            })?;
        }
        Ok(game.said())
    }

    /// The square of a name like `f5`, or of two letters, `fe`: from a1 row by row.
    fn square(&self, name: &str) -> Option<usize> {
        let [column, row] = *name.as_bytes() else { return None };
        let column = column.to_ascii_lowercase().checked_sub(b'a')?;
        let row = match row.is_ascii_digit() {
            true => row.checked_sub(b'1')?,
            false => row.to_ascii_lowercase().checked_sub(b'a')?,
        };
        let (column, row) = (usize::from(column), usize::from(row));
        (column < self.size && row < self.size).then_some(self.size * row + column)
    }

    fn name(&self, square: usize) -> String {
        format!("{}{}", char::from(b'a' + (square % self.size) as u8), square / self.size + 1)
    }
}

/// What is read so far of a record.
struct Game<'o> {
    othello: &'o Othello,
    /// The board that is given whole, with the side to move.
    board: Option<String>,
    /// Discs set up one by one.
    discs: BTreeMap<usize, Player>,
    side: Option<Player>,
    moves: Vec<(Player, String)>,
}

impl Game<'_> {
    /// Takes one property in; what would have been right if it is wrong.
    fn property(&mut self, name: &str, value: &str, values: &[String]) -> Result<(), String> {
        let player = Player::BOTH[usize::from(name.ends_with('W'))];
        let size = self.othello.size;
        match name {
            "GM" if value != "2" && !value.eq_ignore_ascii_case("othello") => {
                Err("GM[Othello] or GM[2], Othello".to_string())
            }
            "TY" if value.contains(['a', 'A']) => Err("a game in which more discs win".to_string()),
            "SZ" if sgf::extent(value) != Some([size; 2]) => Err(format!("SZ[{size}], this board")),
            "BO" => {
                let (told, discs) =
                    value.trim().split_once(char::is_whitespace).unwrap_or(("", ""));
                let discs: String = discs.split_whitespace().collect();
                let fits = told == size.to_string() && discs.len() == self.othello.squares() + 1;
                if !fits || !self.moves.is_empty() {
                    return Err(format!("BO[{size}, its squares and * or O], before any move"));
                }
                self.board = Some(discs);
                Ok(())
            }
            "AB" | "AW" | "AE" if self.moves.is_empty() => values.iter().try_for_each(|value| {
                let square =
                    self.othello.square(value).ok_or("squares of the board, such as d5")?;
                self.discs.remove(&square);
                if name != "AE" {
                    self.discs.insert(square, player);
                }
                Ok(())
            }),
            "AB" | "AW" | "AE" => Err("set-up discs before any move".to_string()),
            "PL" => {
                self.side =
                    Some(Player::BOTH[usize::from(value.starts_with(['W', 'w', 'O', 'o']))]);
                Ok(())
            }
            "B" | "W" => self.play(player, value),
            _ => Ok(()),
        }
    }

    fn play(&mut self, player: Player, value: &str) -> Result<(), String> {
        let square = value.split('/').next().unwrap_or_default().trim();
        let word = match square.to_ascii_lowercase().as_str() {
            "pa" | "ps" | "pass" | PASS | "" => PASS.to_string(),
            _ => {
                let square = self.othello.square(square);
                self.othello.name(square.ok_or("a square of the board, such as d5, or PA")?)
            }
        };
        if self.moves.last().is_some_and(|it| it.0 == player) {
            self.moves.push((player.other(), PASS.to_string()));
        }
        self.moves.push((player, word));
        Ok(())
    }

    fn said(self) -> Record {
        let begins = self.moves.first().map(|it| it.0);
        let moves = self.moves.into_iter().map(|it| it.1).collect();
        if let Some(board) = self.board {
            return Record::Then(board, moves);
        }
        if self.discs.is_empty() {
            return Record::Again(None, moves);
        }
        let letter = |player: Option<&Player>| player.map_or('-', |it| ['X', 'O'][it.index()]);
        let squares = 0..self.othello.squares();
        let board: String = squares.map(|it| letter(self.discs.get(&it))).collect();
        let side = self.side.or(begins).unwrap_or(Player::First);
        Record::Then(format!("{board} {}", letter(Some(&side))), moves)
    }
}
