//! The eight and the fifteen puzzle as people ask about them.

use std::sync::Arc;

use quod_board::BoardPicture;
use quod_game::NotationError;
use quod_variant::{Family, Variant};

use super::fast::{Distance, Fast, Groups};
use super::{Board, FileError, Manhattan, Partition, Patterns, Step, Tiles};
use crate::any::board_of_texts;
use crate::engines::{AnySearch, Described};
use crate::{AnyHeuristic, Puzzle, any};

/// A puzzle of sliding tiles, with a pattern database if one was loaded.
#[derive(Clone, Debug)]
pub struct Sliding {
    tiles: Tiles,
    patterns: Option<Arc<Patterns>>,
}

impl Sliding {
    /// The eight puzzle.
    pub const EIGHT: Family = Family {
        name: "eight-puzzle",
        summary: "slide the tiles of a 3×3 board into order",
        keys: &[],
        examples: &[],
    };

    /// The fifteen puzzle.
    pub const FIFTEEN: Family = Family {
        name: "fifteen-puzzle",
        summary: "slide the tiles of a 4×4 board into order",
        keys: &[],
        examples: &[],
    };

    /// One of the two.
    ///
    /// # Errors
    /// If keys are given; there are none.
    pub fn new(fifteen: bool, variant: Variant) -> Result<Sliding, NotationError> {
        variant.finish("")?;
        let tiles = if fifteen { Tiles::FIFTEEN } else { Tiles::EIGHT };
        Ok(Sliding { tiles, patterns: None })
    }

    /// They are 31 and 59 moves away from the goal.
    fn start(&self) -> &'static str {
        match self.tiles {
            Tiles::EIGHT => "8 6 7 2 5 4 3 0 1",
            _ => "14 4 13 8 15 12 5 9 3 10 1 0 7 11 6 2",
        }
    }
}

impl Puzzle for Sliding {
    type State = Board;
    type Move = Step;

    fn is_goal(&self, board: &Board) -> bool {
        self.tiles.is_goal(board)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        self.tiles.moves(board, moves);
    }

    fn play(&self, board: &Board, step: Step) -> Board {
        self.tiles.play(board, step)
    }

    fn undo(&self, step: Step) -> Option<Step> {
        self.tiles.undo(step)
    }
}

impl Described for Sliding {
    fn family(&self) -> &'static Family {
        if self.tiles == Tiles::EIGHT { &Sliding::EIGHT } else { &Sliding::FIFTEEN }
    }

    fn name(&self) -> String {
        self.family().name.to_string()
    }

    fn notation(&self) -> &'static str {
        match self.tiles {
            Tiles::EIGHT => {
                "the tiles row by row, 0 for the empty cell, separated by spaces or commas, rows in brackets or not: `1 2 3 4 5 6 7 0 8`; the goal is `1 2 3 4 5 6 7 8 0`; `start` is as far from it as can be; a move is the tile that slides"
            }
            _ => {
                "the tiles row by row, 0 for the empty cell, separated by spaces or commas, rows in brackets or not: `1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15`; the goal has 0 last; `start` is a hard position; a move is the tile that slides"
            }
        }
    }

    fn read(&self, text: &str) -> Result<Board, NotationError> {
        let text = if text.trim() == "start" { self.start() } else { text };
        let most = self.tiles.cells() - 1;
        // Where a row ends is known, so whatever stands between numbers says nothing.
        let between = |it: char| it.is_whitespace() || ",;/|[](){}".contains(it);
        let words: Vec<&str> = text.split(between).filter(|it| !it.is_empty()).collect();
        if words.len() != most + 1 {
            let expected = format!("{} numbers", most + 1);
            return Err(NotationError::new("position", expected, words.len().to_string()));
        }
        let mut tiles = Vec::new();
        for (cell, word) in words.iter().enumerate() {
            let place = || format!("position, cell {}", cell + 1);
            let tile = word.parse().ok().filter(|it| *it <= most);
            let tile = tile.ok_or_else(|| {
                let got: String = word.chars().take(20).collect();
                NotationError::new(place(), format!("0 to {most}"), format!("\"{got}\""))
            })?;
            if let Some(before) = tiles.iter().position(|it| *it == tile) {
                let got = format!("{tile}, which is on cell {} too", before + 1);
                return Err(NotationError::new(place(), "each number once", got));
            }
            tiles.push(tile);
        }
        Ok(Board::of(&tiles))
    }

    fn write(&self, board: &Board) -> String {
        let tiles = (0..self.tiles.cells()).map(|cell| board.tile(cell).to_string());
        tiles.collect::<Vec<String>>().join(" ")
    }

    fn move_text(&self, board: &Board, step: Step) -> String {
        let from = self.tiles.neighbour(board.blank(), step);
        from.map_or(0, |it| board.tile(it)).to_string()
    }

    fn picture(&self, board: &Board) -> BoardPicture {
        let tile = |cell| match board.tile(cell) {
            0 => String::new(),
            tile => tile.to_string(),
        };
        let texts: Vec<String> = (0..self.tiles.cells()).map(tile).collect();
        board_of_texts(self.tiles.width(), &texts)
    }

    fn hopeless(&self, board: &Board) -> Option<String> {
        let (odd, away) = self.tiles.parities(*board);
        let parity = |odd: bool| if odd { "odd" } else { "even" };
        (!self.tiles.solvable(*board)).then(|| {
            format!(
                "its cells are an {} permutation of the goal's and the empty cell is {away} steps from \
                 its corner, an {} number; every move changes both parities, and in the goal both are even",
                parity(odd),
                parity(away % 2 == 1)
            )
        })
    }

    fn heuristics(&self) -> &'static [&'static str] {
        &["manhattan", "pattern"]
    }

    fn heuristic(&self, name: &str) -> Option<AnyHeuristic<Board>> {
        match name {
            "manhattan" => Some(Box::new(Manhattan::new(self.tiles))),
            _ => self.patterns.clone().map(|it| Box::new(it) as AnyHeuristic<Board>),
        }
    }

    fn best_heuristic(&self) -> &'static str {
        if self.patterns.is_some() { "pattern" } else { "manhattan" }
    }

    fn auto(&self) -> &'static str {
        if self.tiles == Tiles::EIGHT { "a-star" } else { "ida-star" }
    }

    fn fast(&self, heuristic: &str, board: &Board) -> Option<AnySearch<Sliding>> {
        match (heuristic, &self.patterns) {
            ("manhattan", _) => {
                Some(Box::new(Fast::new(self.tiles, Distance::new(self.tiles), *board)))
            }
            ("pattern", Some(patterns)) => {
                Some(Box::new(Fast::new(self.tiles, Groups::new(patterns.clone()), *board)))
            }
            _ => None,
        }
    }

    fn patterns(&self) -> Option<any::Patterns> {
        Some(any::Patterns { tiles: self.tiles, partitions: Partition::of(self.tiles) })
    }

    fn with_patterns(&self, bytes: Vec<u8>) -> Result<Sliding, FileError> {
        let patterns = Patterns::read(self.tiles, bytes)?;
        Ok(Sliding { tiles: self.tiles, patterns: Some(Arc::new(patterns)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_programs_and_people_write_them() {
        let puzzle = Sliding { tiles: Tiles::EIGHT, patterns: None };
        let board = puzzle.read("1 2 3 4 5 6 7 0 8").unwrap();
        for text in [
            "1,2,3,4,5,6,7,0,8",
            "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]",
            "[1,2,3] [4,5,6] [7,0,8]",
            "((1, 2, 3), (4, 5, 6), (7, 0, 8))",
            "1 2 3\n4 5 6\n7 0 8\n",
            "1 2 3 / 4 5 6 / 7 0 8",
        ] {
            assert_eq!(puzzle.read(text), Ok(board), "{text}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let puzzle = Sliding { tiles: Tiles::EIGHT, patterns: None };
        for (text, told) in [
            ("[[1, 2, 3], [4, 5, 6], [7, 0]]", "position: expected 9 numbers, got 8"),
            ("1 2 3 4 5 6 7 0 8 2", "position: expected 9 numbers, got 10"),
            ("[1 2 3 4 5 6 7 0 9]", "position, cell 9: expected 0 to 8, got \"9\""),
            ("1 2 3 4 5 6 7 0 b", "position, cell 9: expected 0 to 8, got \"b\""),
            (
                "1 2 3 4 5 6 7 0 1",
                "position, cell 9: expected each number once, got 1, which is on cell 1 too",
            ),
        ] {
            assert_eq!(puzzle.read(text).unwrap_err().to_string(), told);
        }
    }
}
