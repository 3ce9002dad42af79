//! Moves that need no thought.

/// A game as far as it has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game with all its keys, as its rules name it.
    pub game: String,
    /// The board's rows.
    pub size: usize,
    /// The cells in the order in which they were played on, Black's first: row by row from the top left, from 0.
    pub cells: Vec<u16>,
}

/// What knows the right move in some games, a proof for one. The brain asks it before it thinks.
pub trait Book {
    /// The move that is next in this game, an empty cell; `None` if the book says nothing.
    fn next(&mut self, record: &Record) -> Option<u16>;
}

/// A book with nothing in it.
impl Book for () {
    fn next(&mut self, _record: &Record) -> Option<u16> {
        None
    }
}
