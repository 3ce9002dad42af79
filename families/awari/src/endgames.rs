//! What is known of boards with few stones.

use super::{Board, index};

/// The exact values of all boards with at most so many stones: how many more the side to move captures
/// from there than the opponent, a repeated position splitting what is left.
pub trait Endgames {
    /// The most stones of a board whose value is known.
    fn most_stones(&self) -> u32;

    /// The value of a board with at most so many stones.
    fn value(&self, board: &Board) -> i8;
}

/// Nothing is known but that an empty board is worth nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoEndgames;

impl Endgames for NoEndgames {
    fn most_stones(&self) -> u32 {
        0
    }

    fn value(&self, _board: &Board) -> i8 {
        0
    }
}

/// Values held in memory, a byte a board.
#[derive(Clone, Debug)]
pub struct Values {
    layers: Vec<Vec<i8>>,
}

impl Values {
    /// From the values of all boards with 0, 1, 2, … stones in the order of the index.
    ///
    /// # Panics
    /// If there is no layer, or one has not as many values as boards.
    pub fn new(layers: Vec<Vec<i8>>) -> Values {
        assert!(!layers.is_empty(), "a layer for the empty board");
        for (stones, layer) in layers.iter().enumerate() {
            assert_eq!(layer.len() as u64, index::size(stones), "values for {stones} stones");
        }
        Values { layers }
    }
}

impl Endgames for Values {
    fn most_stones(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    #[inline]
    fn value(&self, board: &Board) -> i8 {
        self.layers[board.stones() as usize][index::rank(board) as usize]
    }
}

impl<E: Endgames + ?Sized> Endgames for &E {
    fn most_stones(&self) -> u32 {
        (**self).most_stones()
    }

    #[inline]
    fn value(&self, board: &Board) -> i8 {
        (**self).value(board)
    }
}
