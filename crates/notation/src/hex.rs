//! Records of Hex: SGF as HexGui writes it, and the links of HexWorld.
//!
//! In SGF (`(;FF[4]GM[11]SZ[11];B[d5];W[swap-pieces];B[f6])`) cells have names, `a1` at the upper left; the size is `SZ[11]` or
//! `SZ[11:9]` with the columns first. `AB` and `AW` set stones up, `AE` takes them off, `PL` says who is to move; a move may
//! be `swap-pieces` or `resign`. What else a record tells is passed over, and of variations the first is followed.
//!
//! Little Golem writes a cell as two letters, the column and the row, `aa` at the upper left, an exchange as `swap`, and calls the
//! player who begins, and who joins top and bottom, `W`: `(;SZ[13];W[mf];B[swap];W[kj])`. So in a record whose moves are two
//! letters the colours are those by turns, whoever begins.
//!
//! A link (`https://hexworld.org/board/#11c1,d5:sf6`) has the size behind the `#`, perhaps settings for the
//! drawing, and after a comma the moves one behind the other, up to a second comma. `:s` is an exchange.
//!
//! A record of moves by turns, Black's first, becomes these moves; any other the stones at its end. An exchange in a
//! variant without one becomes its result.

use std::collections::BTreeMap;

use quod_game::{NotationError, Player};

use crate::keys;
use crate::sgf::{self, properties};

/// What a game of Hex is, as far as records go.
pub(crate) struct HexGame {
    width: usize,
    height: usize,
    /// Whether White may exchange.
    swap: bool,
}

/// A cell: row and column, both from 0.
type Cell = (usize, usize);

/// What is read so far.
struct Record<'g> {
    game: &'g HexGame,
    stones: BTreeMap<Cell, Player>,
    to_move: Player,
    /// The moves as the game writes them, as long as it can play them from its start.
    moves: Option<Vec<String>>,
    played: usize,
    /// Which player `B` and `W` are.
    colours: [Player; 2],
    /// Whether cells are two letters.
    letters: bool,
}

impl HexGame {
    /// The game with this name, if it is one of Hex.
    pub(crate) fn of(game: &str) -> Option<HexGame> {
        if keys::family(game) != "hex" {
            return None;
        }
        Some(HexGame {
            width: keys::number(game, "width", 11)?,
            height: keys::number(game, "height", 11)?,
            swap: keys::value(game, "swap") == Some("on"),
        })
    }

    /// Whether a text is a record that is read here.
    pub(crate) fn is_record(text: &str) -> bool {
        text.trim_start().starts_with('(') || text.contains('#')
    }

    /// The record in the game's own notation.
    pub(crate) fn read(&self, text: &str) -> Result<String, NotationError> {
        let mut record = Record {
            game: self,
            stones: BTreeMap::new(),
            to_move: Player::First,
            moves: Some(Vec::new()),
            played: 0,
            colours: Player::BOTH,
            letters: false,
        };
        match text.trim_start().starts_with('(') {
            true => record.sgf(text)?,
            false => record.link(text)?,
        }
        Ok(record.text())
    }

    /// The cell of a name like `d5`; `D5` will do.
    fn cell(&self, name: &str) -> Option<Cell> {
        let (first, digits) = name.split_at_checked(1)?;
        let letter = first.as_bytes()[0].to_ascii_lowercase();
        let column = usize::from(letter.checked_sub(b'a')?);
        let number: usize = digits.parse().ok().filter(|_| !digits.starts_with(['+', '0']))?;
        let row = number.checked_sub(1)?;
        (column < self.width && row < self.height).then_some((row, column))
    }

    /// The cell of two letters like `ie`.
    fn lettered_cell(&self, name: &str) -> Option<Cell> {
        let [column, row] = *name.as_bytes() else { return None };
        let [column, row] = [column, row].map(|it| it.checked_sub(b'a').map(usize::from));
        let (column, row) = (column?, row?);
        (column < self.width && row < self.height).then_some((row, column))
    }

    /// Columns and rows.
    fn extent(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// The size as SGF says it.
    fn size(&self) -> String {
        match self.width == self.height {
            true => self.width.to_string(),
            false => format!("{}:{}", self.width, self.height),
        }
    }
}

/// The record of a game.
pub(crate) fn write([width, height]: [usize; 2], moves: &[(Player, String)]) -> String {
    let size = HexGame { width, height, swap: false }.size();
    let node =
        |(player, name): &(Player, String)| format!(";{}[{name}]", ["B", "W"][player.index()]);
    format!("(;FF[4]GM[11]SZ[{size}]{})", moves.iter().map(node).collect::<String>())
}

/// Whether a move is written as two letters.
fn is_lettered(value: &str) -> bool {
    value.len() == 2 && value.bytes().all(|it| it.is_ascii_lowercase())
}

fn name((row, column): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Record<'_> {
    fn sgf(&mut self, text: &str) -> Result<(), NotationError> {
        let properties = properties(text)?;
        let first = properties.iter().find(|it| matches!(it.0.as_str(), "B" | "W"));
        if let Some((name, values)) = first
            && values.first().is_some_and(|value| is_lettered(value))
        {
            self.letters = true;
            if name == "W" {
                self.colours.reverse();
            }
        }
        for (name, values) in properties {
            let value = values.first().map_or("", String::as_str);
            let place = format!("game record, after {} moves", self.played);
            self.property(&name, value, &values).map_err(|expected| {
                NotationError::new(place, expected, format!("{name}[{value}]"))
            })?;
        }
        Ok(())
    }

    /// Takes one property in; what would have been right if it is wrong.
    fn property(&mut self, name: &str, value: &str, values: &[String]) -> Result<(), String> {
        let player = self.colours[usize::from(name.ends_with('W'))];
        match name {
            "GM" if value != "11" => Err("GM[11], Hex".to_string()),
            "SZ" if sgf::extent(value) != Some(self.game.extent()) => {
                Err(format!("SZ[{}], this board", self.game.size()))
            }
            "PL" => {
                let white = value.starts_with(['W', 'w']);
                self.set_mover(self.colours[usize::from(white)]);
                Ok(())
            }
            "AB" | "AW" | "AE" => {
                self.moves = None;
                values.iter().try_for_each(|value| {
                    let cell = self.game.cell(value).ok_or("cells of the board, such as d5")?;
                    self.stones.remove(&cell);
                    if name != "AE" {
                        self.stones.insert(cell, player);
                    }
                    Ok(())
                })
            }
            "B" | "W" => self.play(player, value),
            _ => Ok(()),
        }
    }

    fn set_mover(&mut self, player: Player) {
        if player != self.to_move {
            self.moves = None;
        }
        self.to_move = player;
    }

    fn play(&mut self, player: Player, value: &str) -> Result<(), String> {
        match value {
            "resign" | "forfeit" => return Ok(()),
            "swap-pieces" | "swap" => {
                self.exchange(player)?;
                if !self.game.swap {
                    self.moves = None;
                }
            }
            _ => {
                self.set_mover(player);
                let cell = match self.letters {
                    true => {
                        self.game.lettered_cell(value).ok_or("a cell of the board, such as de")?
                    }
                    false => self.game.cell(value).ok_or("a cell of the board, such as d5")?,
                };
                if self.stones.insert(cell, player).is_some() {
                    return Err("an empty cell, each cell once".to_string());
                }
                self.moves.iter_mut().for_each(|moves| moves.push(name(cell)));
            }
        }
        self.played += 1;
        self.to_move = player.other();
        Ok(())
    }

    /// White takes Black's one stone over, mirrored.
    fn exchange(&mut self, player: Player) -> Result<(), String> {
        let stones: Vec<(Cell, Player)> = self.stones.iter().map(|it| (*it.0, *it.1)).collect();
        let [((row, column), Player::First)] = stones[..] else {
            return Err("an exchange of Black's first stone".to_string());
        };
        if player != Player::Second || self.game.width != self.game.height {
            return Err("an exchange by White, on a square board".to_string());
        }
        self.set_mover(player);
        self.stones = BTreeMap::from([((column, row), Player::Second)]);
        self.moves.iter_mut().for_each(|moves| moves.push("swap".to_string()));
        Ok(())
    }

    fn link(&mut self, text: &str) -> Result<(), NotationError> {
        let bad = |expected: String, got: &str| {
            Err(NotationError::new("link", expected, format!("\"{got}\"")))
        };
        let told = text.trim().split_once('#').map_or("", |it| it.1);
        let (settings, moves) = told.split_once(',').unwrap_or((told, ""));
        let (numbers, _) = split_after(settings, |it| it.is_ascii_digit() || it == 'x');
        let size = match self.game.width == self.game.height {
            true => self.game.width.to_string(),
            false => format!("{}x{}", self.game.width, self.game.height),
        };
        if numbers != size {
            return bad(format!("#{size}, this board"), numbers);
        }
        let mut rest = moves.split(',').next().unwrap_or_default();
        while !rest.is_empty() {
            let word = match rest.strip_prefix(":s") {
                Some(after) => {
                    rest = after;
                    "swap"
                }
                None => {
                    let digits = |it: &str| split_after(it, |it| it.is_ascii_digit()).0.len();
                    let letter = rest.chars().next().map_or(0, char::len_utf8);
                    let (cell, after) = rest.split_at(letter + digits(&rest[letter..]));
                    rest = after;
                    cell
                }
            };
            if let Err(expected) = self.play(self.to_move, word) {
                return bad(expected, word);
            }
        }
        Ok(())
    }

    /// In the game's own notation.
    fn text(&self) -> String {
        if let Some(moves) = &self.moves {
            return moves.join(" ");
        }
        let stones = |player| {
            let own = self.stones.iter().filter(|it| *it.1 == player);
            own.map(|it| name(*it.0)).collect::<Vec<String>>().join(",")
        };
        let [black, white] = Player::BOTH.map(stones);
        let side = ["black", "white"][self.to_move.index()];
        format!("black:{black} white:{white} {side}-to-move")
    }
}

/// The first letters for which something holds, and the rest.
fn split_after(text: &str, holds: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|it| !holds(it)).unwrap_or(text.len()))
}
