//! A small opening book.

use std::collections::HashMap;

use quod_game::{Game, NotationError};
use quod_rules::{Awari, GrandSlam, Rest, Worth};

use super::Node;

/// Moves for positions, both seen by the side to move: South's part serves North as well.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: HashMap<Node, u8>,
}

/// What `quod-bench awari book` has written.
pub(crate) const TEXT: &str = include_str!("book.txt");

impl Book {
    /// No book.
    pub fn empty() -> Book {
        Book::default()
    }

    /// Quod's book.
    pub fn of_quod() -> Book {
        Book::parse(TEXT).expect("the book is tested")
    }

    /// Reads a book: a line has a position with South to move, a colon, a blank, and the move; lines that
    /// begin with `#` say something. It is the form of every player's book (`quod_engine::Book`), with
    /// one move a position.
    ///
    /// # Errors
    /// If a line is neither.
    pub fn parse(text: &str) -> Result<Book, NotationError> {
        let game =
            Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::Game };
        let mut book = Book::empty();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, mv) = line.rsplit_once(": ").ok_or_else(|| {
                NotationError::new(
                    "book",
                    "a position, a colon, a blank and a move",
                    format!("\"{line}\""),
                )
            })?;
            let pos = game.parse_position(position)?;
            let mv = game.parse_move(&pos, mv)?;
            book.moves.insert(Node::new(&pos, pos.to_move), (mv.0 % 6) as u8);
        }
        Ok(book)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The pit to sow in a position whose side to move is the prover.
    pub fn find(&self, node: &Node) -> Option<u8> {
        self.moves.get(node).copied()
    }
}
