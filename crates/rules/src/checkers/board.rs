//! The board of checkers: its dark squares, and what is beside what.

use quod_game::Player;

/// The cells of a set, ascending.
pub fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// A board with `size` rows and columns, an even number up to 8. Cells are the dark squares, numbered from 0 row by row from the top,
/// and each row from the left; in the top row every second square is dark, beginning with the second.
#[derive(Clone, Debug)]
pub struct CheckersBoard {
    size: u32,
    /// For each cell the one beside it in each direction: down left, down right, up left, up right.
    steps: Vec<[Option<u32>; 4]>,
}

impl CheckersBoard {
    /// The board with so many rows.
    pub(super) fn new(size: u32) -> CheckersBoard {
        let mut board = CheckersBoard { size, steps: Vec::new() };
        let beside = |cell: u32| {
            let (column, row) = board.place(cell);
            let (left, right) = (column.checked_sub(1), Some(column + 1));
            let (up, down) = (row.checked_sub(1), Some(row + 1));
            [(left, down), (right, down), (left, up), (right, up)].map(|(column, row)| {
                let inside = |at: &u32| *at < size;
                Some(size / 2 * row.filter(inside)? + column.filter(inside)? / 2)
            })
        };
        board.steps = (0..board.cells()).map(beside).collect();
        board
    }

    /// The number of rows.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.size * self.size / 2
    }

    /// Column from the left and row from the top, from 0.
    pub fn place(&self, cell: u32) -> (u32, u32) {
        let (row, at) = (cell / (self.size / 2), cell % (self.size / 2));
        (2 * at + 1 - row % 2, row)
    }

    /// The cell beside a cell: direction 0 is down left, 1 down right, 2 up left, 3 up right.
    pub fn step(&self, cell: u32, way: usize) -> Option<u32> {
        self.steps[cell as usize][way]
    }

    /// The next two cells in a direction: the one that a jump goes over, and the one where it ends.
    pub fn jump(&self, cell: u32, way: usize) -> Option<(u32, u32)> {
        let over = self.step(cell, way)?;
        Some((over, self.step(over, way)?))
    }

    /// The cells on which the player's men become kings, as a set.
    pub fn last_row(&self, player: Player) -> u32 {
        let top = (1 << (self.size / 2)) - 1;
        match player {
            Player::First => self.turned(top),
            Player::Second => top,
        }
    }

    /// How many rows a player's man on a cell has left behind.
    pub(super) fn rows_gone(&self, player: Player, cell: u32) -> u32 {
        let row = self.place(cell).1;
        if player == Player::First { row } else { self.size - 1 - row }
    }

    /// A set after half a turn of the board.
    pub fn turned(&self, set: u32) -> u32 {
        set.reverse_bits() >> (32 - self.cells())
    }
}
