//! Books: moves for positions, as data.
//!
//! A book is a text. A line is a position, a colon and moves, the best first; lines that begin with `#` and
//! empty lines say nothing. Positions and moves are written as the game writes them. A book is read
//! strictly: a line that cannot be read, a position that stands twice or is over, a move that is not legal or
//! stands twice, and a book without positions are errors.

use hashbrown::HashMap;
use quod_game::{Move, NotationError};

use crate::{OpenGame, Pos, SolveError};

/// Moves for positions of one game.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: HashMap<Pos, Vec<Move>>,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// [`SolveError::Line`] for the first line that is wrong, [`SolveError::Notation`] if there is no
    /// position.
    pub fn parse(game: &OpenGame, text: &str) -> Result<Book, SolveError> {
        let mut book = Book::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if says_nothing(game, line) {
                continue;
            }
            let (pos, moves) = read(game, line).map_err(|(expected, got)| SolveError::Line {
                line: at + 1,
                expected,
                got,
            })?;
            if book.moves.contains_key(&pos) {
                let expected = "a position that the book has not yet".to_string();
                let got = format!("\"{}\" again", game.position_text(&pos));
                return Err(SolveError::Line { line: at + 1, expected, got });
            }
            book.moves.insert(pos, moves);
        }
        match book.moves.is_empty() {
            true => Err(NotationError::new("book", "a position with its moves", "none").into()),
            false => Ok(book),
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.moves.len()
    }

    /// The move for a position or one that is symmetric to it: the first, or the first that does not lead to
    /// an earlier position, if there is such a one.
    pub fn find(&self, game: &OpenGame, pos: &Pos, earlier: &[Pos]) -> Option<Move> {
        let found = self.moves.get(pos).cloned().or_else(|| self.find_symmetric(game, pos));
        let found = found?;
        let fresh = |mv: &&Move| !earlier.contains(&game.play(pos, **mv));
        found.iter().find(fresh).or(found.first()).copied()
    }

    fn find_symmetric(&self, game: &OpenGame, pos: &Pos) -> Option<Vec<Move>> {
        let symmetric = game.symmetric()?;
        let legal = game.legal_moves(pos);
        (0..symmetric.order()).find_map(|map| {
            let moves = self.moves.get(&symmetric.map(map, pos))?;
            let back =
                |mv: &Move| legal.iter().copied().find(|own| symmetric.map_move(map, *own) == *mv);
            moves.iter().map(back).collect()
        })
    }
}

/// Whether a line of a file of positions with moves says nothing: it is empty, or begins with `#`. (A position of
/// Amazons may begin so too, with a burnt cell: what is a position of the game, a colon and something more, is no remark.)
pub fn says_nothing(game: &OpenGame, line: &str) -> bool {
    let position = |line: &str| {
        line.rsplit_once(':').is_some_and(|it| game.parse_position(it.0.trim()).is_ok())
    };
    line.is_empty() || line.starts_with('#') && !position(line)
}

/// The position and the moves of a line, or what was expected and what was there.
fn read(game: &OpenGame, line: &str) -> Result<(Pos, Vec<Move>), (String, String)> {
    // (A game record has colons of its own.)
    let Some((pos, texts)) = line.rsplit_once(':') else {
        return Err(("a position, a colon and moves".to_string(), format!("\"{line}\"")));
    };
    let wrong = |it: NotationError| (it.expected, it.got);
    let pos = game.parse_position(pos.trim()).map_err(wrong)?;
    if game.outcome(&pos).is_some() {
        let got = format!("\"{}\"", game.position_text(&pos));
        return Err(("a position that is not over".to_string(), got));
    }
    let legal = game.legal_moves(&pos);
    let mut moves = Vec::new();
    for text in texts.split_whitespace() {
        let mv = game.parse_move(&pos, text).map_err(wrong)?;
        if !legal.contains(&mv) {
            return Err(("a legal move".to_string(), format!("\"{text}\"")));
        }
        if moves.contains(&mv) {
            return Err(("a move once".to_string(), format!("\"{text}\" again")));
        }
        moves.push(mv);
    }
    match moves.is_empty() {
        true => Err(("a move after the colon".to_string(), format!("\"{line}\""))),
        false => Ok((pos, moves)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_rules::{Amazons, Awari, GrandSlam, Rest, TicTacToe, Worth};

    fn tic_tac_toe() -> OpenGame {
        OpenGame::new(TicTacToe::new())
    }

    #[test]
    fn a_position_that_begins_like_a_remark_is_none() {
        let game = OpenGame::new(Amazons::new(3, 3).expect("a board"));
        let text = "# o##/.##/x##:o: none\n#..: a1-b1/a1\n##o/##./##x:o: c3-c2/c3\n";
        let book = Book::parse(&game, text).expect("a book");
        let pos = game.parse_position("##o/##./##x:o").expect("a position");
        let found = book.find(&game, &pos, &[]).map(|mv| game.move_text(&pos, mv));
        assert_eq!((book.positions(), found.as_deref()), (1, Some("c3-c2/c3")));
    }

    #[test]
    fn a_book_serves_symmetric_positions_and_prefers_what_was_not_there() {
        let game = tic_tac_toe();
        let book = Book::parse(&game, "# answers\n\nstart: b2 a1\na1: b2\n").expect("a book");
        assert_eq!(book.positions(), 2);
        let text = |position: &str, earlier: &[Pos]| {
            let pos = game.parse_position(position).expect("a position");
            book.find(&game, &pos, earlier).map(|mv| game.move_text(&pos, mv))
        };
        assert_eq!(text("start", &[]).as_deref(), Some("b2"));
        let after = game.parse_position("b2").expect("a position");
        assert_eq!(text("start", &[after]).as_deref(), Some("a1"));
        assert_eq!(text("c3", &[]).as_deref(), Some("b2"));
        assert_eq!(text("b1", &[]), None);
    }

    #[test]
    fn every_mistake_in_a_book_is_told_with_its_line() {
        let told = |text: &str| match Book::parse(&tic_tac_toe(), text) {
            Err(error) => error.to_string(),
            Ok(book) => panic!("{text:?} has {} positions", book.positions()),
        };
        let all = [
            ("", "book: expected a position with its moves, got none"),
            ("# nothing\n", "book: expected a position with its moves, got none"),
            ("start b2\n", "line 1: expected a position, a colon and moves, got \"start b2\""),
            ("start:\n", "line 1: expected a move after the colon, got \"start:\""),
            ("start: b2 b2\n", "line 1: expected a move once, got \"b2\" again"),
            ("start: b2\n\na1 a2: a1\n", "line 3: expected an empty cell, got \"a1\""),
        ];
        for (text, error) in all {
            assert_eq!(told(text), error);
        }
        assert!(told("start: b2\nstart: a1\n").starts_with("line 2: expected a position that"));
        assert!(
            told("a1 a2 b1 b2 c1: c3\n").starts_with("line 1: expected a position that is not")
        );
        assert!(told("a1 a1: c3\n").starts_with("line 1: expected an empty cell"));
        assert!(told("nowhere: c3\n").starts_with("line 1: expected"));
    }

    #[test]
    fn positions_may_have_colons() {
        let (grand_slam, rest, worth) = (GrandSlam::Allowed, Rest::Opponent, Worth::Game);
        let game = OpenGame::new(Awari { grand_slam, rest, worth });
        let line = "4,4,4,4,4,4/0,5,5,5,5,4/0:0/south: F4\n";
        assert_eq!(Book::parse(&game, line).expect("a book").positions(), 1);
    }
}
