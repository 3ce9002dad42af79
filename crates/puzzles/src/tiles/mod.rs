//! Sliding tiles: the eight puzzle and the fifteen puzzle.
//!
//! A board of numbered tiles with one empty cell; a tile beside the empty cell slides into it. The goal
//! has the tiles in order, row by row, and the empty cell last.
//!
//! **Half of all boards cannot be solved.** A move swaps a tile with the empty cell, so it makes an odd
//! permutation of the cells' contents an even one and the other way round; it also moves the empty cell by
//! one step. So "odd permutation" and "the empty cell is an odd number of steps from its corner" change
//! together, and agree for ever if they agree in the goal.

mod described;
mod fast;
mod file;
mod pattern;
mod rank;
#[cfg(test)]
mod tests;

use quod_game::NotationError;

pub use fast::{Carried, Distance, Fast, Groups};

pub use described::Sliding;
pub use file::FileError;
pub use pattern::{Build, Partition, Patterns};

use crate::{Heuristic, Puzzle};

/// The most cells of a board.
pub const CELLS: usize = 16;

/// A board of a given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    width: usize,
    height: usize,
}

/// A position: four bits a cell, the first cell lowest, 0 for the empty one. Cells that the board does
/// not have hold 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board(u64);

impl Board {
    /// The tile on this cell, 0 for none.
    pub fn tile(self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    /// The empty cell.
    pub fn blank(self) -> usize {
        // A bit for each cell that holds something.
        let any = self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3;
        (!any & 0x1111_1111_1111_1111).trailing_zeros() as usize / 4
    }

    /// The board with these tiles, cell by cell.
    fn of(tiles: &[usize]) -> Board {
        let all = (0..CELLS).map(|cell| tiles.get(cell).map_or(15, |&it| it as u64) << (4 * cell));
        Board(all.sum())
    }
}

/// Where the empty cell goes; the tile there slides the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// To the row above.
    Up,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the row below.
    Down,
}

impl Step {
    /// All four. The opposite of a step stands at 3 less its place.
    pub const ALL: [Step; 4] = [Step::Up, Step::Left, Step::Right, Step::Down];

    /// The step that takes this one back.
    #[must_use]
    pub fn opposite(self) -> Step {
        Step::ALL[3 - self as usize]
    }
}

impl Tiles {
    /// The eight puzzle.
    pub const EIGHT: Tiles = Tiles { width: 3, height: 3 };
    /// The fifteen puzzle.
    pub const FIFTEEN: Tiles = Tiles { width: 4, height: 4 };

    /// A board of this size.
    ///
    /// # Errors
    /// If it has fewer than two rows or columns, or more than 16 cells.
    pub fn new(width: usize, height: usize) -> Result<Tiles, NotationError> {
        let small = (2..=8).contains(&width) && (2..=8).contains(&height);
        if small && width * height <= CELLS {
            return Ok(Tiles { width, height });
        }
        let expected = "two rows and columns or more and 16 cells or fewer";
        Err(NotationError::new("board", expected, format!("{width}×{height}")))
    }

    /// How many columns the board has.
    pub fn width(self) -> usize {
        self.width
    }

    /// How many cells the board has.
    pub fn cells(self) -> usize {
        self.width * self.height
    }

    /// The goal.
    pub fn goal(self) -> Board {
        let tiles: Vec<usize> = (1..self.cells()).chain([0]).collect();
        Board::of(&tiles)
    }

    /// The cell that the empty cell is on after this step, if there is one.
    pub fn neighbour(self, cell: usize, step: Step) -> Option<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        match step {
            Step::Up => (row > 0).then(|| cell - self.width),
            Step::Left => (column > 0).then(|| cell - 1),
            Step::Right => (column + 1 < self.width).then(|| cell + 1),
            Step::Down => (row + 1 < self.height).then(|| cell + self.width),
        }
    }

    /// How many steps there are between two cells.
    pub fn distance(self, one: usize, other: usize) -> usize {
        let rows = (one / self.width).abs_diff(other / self.width);
        rows + (one % self.width).abs_diff(other % self.width)
    }

    /// Whether the permutation that takes the goal's contents to the board's is odd, and how many steps
    /// the empty cell is away from its corner.
    pub fn parities(self, board: Board) -> (bool, usize) {
        let contents = |cell| (board.tile(cell) + self.cells() - 1) % self.cells();
        let mut seen = [false; CELLS];
        let mut odd = false;
        for first in 0..self.cells() {
            let mut cell = first;
            let mut length = 0;
            while !seen[cell] {
                seen[cell] = true;
                (cell, length) = (contents(cell), length + 1);
            }
            odd ^= length > 0 && length % 2 == 0;
        }
        (odd, self.distance(board.blank(), self.cells() - 1))
    }

    /// Whether the goal can be reached: see the top of this file.
    pub fn solvable(self, board: Board) -> bool {
        let (odd, away) = self.parities(board);
        odd == (away % 2 == 1)
    }
}

impl Puzzle for Tiles {
    type State = Board;
    type Move = Step;

    fn is_goal(&self, board: &Board) -> bool {
        *board == self.goal()
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        let blank = board.blank();
        moves.extend(Step::ALL.into_iter().filter(|it| self.neighbour(blank, *it).is_some()));
    }

    fn play(&self, board: &Board, step: Step) -> Board {
        let blank = board.blank();
        let Some(from) = self.neighbour(blank, step) else { return *board };
        let tile = board.tile(from) as u64;
        Board(board.0 ^ tile << (4 * from) ^ tile << (4 * blank))
    }

    fn undo(&self, step: Step) -> Option<Step> {
        Some(step.opposite())
    }
}

/// The sum of all tiles' distances from their cells: each move moves one tile by one step.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// By tile, then by cell; nothing for the empty one.
    distances: [[u8; CELLS]; CELLS],
    cells: usize,
}

impl Manhattan {
    /// The distances on this board.
    pub fn new(tiles: Tiles) -> Manhattan {
        let mut distances = [[0; CELLS]; CELLS];
        for (tile, row) in distances.iter_mut().enumerate().take(tiles.cells()).skip(1) {
            for (cell, it) in row.iter_mut().enumerate().take(tiles.cells()) {
                *it = tiles.distance(cell, tile - 1) as u8;
            }
        }
        Manhattan { distances, cells: tiles.cells() }
    }
}

impl Heuristic<Board> for Manhattan {
    fn estimate(&self, board: &Board) -> u32 {
        (0..self.cells).map(|cell| u32::from(self.distances[board.tile(cell)][cell])).sum()
    }
}
