//! The lines of a square board: rows, columns and both kinds of diagonals in full length.

use std::sync::OnceLock;

/// Where a cell lies on one of its four lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub line: u8,
    pub at: u8,
    /// The line's windows, once more.
    pub windows: u32,
}

/// A board's lines, at most 118.
#[derive(Debug)]
pub(super) struct Geometry {
    pub size: usize,
    /// The cells of each line in order, 20 at most.
    pub lines: Vec<Vec<u16>>,
    /// For each line the first places of its windows of five cells, as bits.
    pub windows: Vec<u32>,
    /// The four lines through each cell.
    pub places: Vec<[Place; 4]>,
}

impl Geometry {
    /// The board of so many rows, 5 to 20.
    pub fn of(size: usize) -> &'static Geometry {
        static BOARDS: [OnceLock<Geometry>; 16] = [const { OnceLock::new() }; 16];
        BOARDS[size - 5].get_or_init(|| Geometry::new(size))
    }

    fn new(size: usize) -> Geometry {
        // The number of a line: in its direction, the column, the row, their sum or their difference.
        let numbers = |column: usize, row: usize| {
            [row, size + column, 2 * size + column + row, 5 * size - 2 + column - row]
        };
        let mut lines = vec![Vec::new(); 6 * size - 2];
        let mut places = vec![[Place::default(); 4]; size * size];
        for row in 0..size {
            for column in 0..size {
                let cell = size * row + column;
                for (direction, line) in numbers(column, row).into_iter().enumerate() {
                    let at = lines[line].len();
                    places[cell][direction] = Place { line: line as u8, at: at as u8, windows: 0 };
                    lines[line].push(cell as u16);
                }
            }
        }
        let windows: Vec<u32> =
            lines.iter().map(|line: &Vec<u16>| ((1 << line.len()) - 1) >> 4).collect();
        for place in places.iter_mut().flatten() {
            place.windows = windows[usize::from(place.line)];
        }
        Geometry { size, lines, windows, places }
    }
}
