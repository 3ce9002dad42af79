//! Coordinates of the boards that are numbered from the top: `b2`, and in a cube `3b2`.
//!
//! Such a board has one layer or several, each a square of `size` rows; its cells have the numbers
//! `size²·layer + size·row + column`, rows from the top. Players name a cell by its column's letter and
//! its row, counted from the bottom as on a chess board; in a cube the layer stands first. So
//! `a1` is the cell at the lower left of a picture, and cell 0 of a board of three rows is `a3`.

use quod_game::Move;

/// A board of squares one behind the other.
#[derive(Clone, Copy)]
pub struct Coordinates {
    /// The number of squares.
    pub layers: u16,
    /// The rows of a square, and its columns; at most 9.
    pub size: u16,
}

impl Coordinates {
    fn cells(&self) -> u16 {
        self.layers * self.size * self.size
    }

    /// A column of a layer as its cells' names begin.
    fn column(&self, layer: u16, column: u16) -> String {
        let letter = char::from(b'a' + column as u8);
        if self.layers == 1 { letter.to_string() } else { format!("{}{letter}", layer + 1) }
    }

    /// The name of a cell.
    pub fn name(&self, cell: u16) -> String {
        let size = self.size;
        let (layer, row, column) = (cell / (size * size), cell / size % size, cell % size);
        format!("{}{}", self.column(layer, column), size - row)
    }

    /// The names of the least cell and the greatest, as people count.
    pub fn corners(&self) -> [String; 2] {
        let square = self.size * self.size;
        [self.name(square - self.size), self.name(self.cells() - square + self.size - 1)]
    }

    /// The cell of this name. Capital letters will do, and so will its number.
    pub fn cell(&self, text: &str) -> Option<u16> {
        let name = text.to_ascii_lowercase();
        (0..self.cells()).find(|&cell| self.name(cell) == name || cell.to_string() == name)
    }

    /// The layers side by side with their coordinates; each cell is a dot, or what `stone` puts there,
    /// or the number of a numbered move.
    pub fn picture(&self, stone: impl Fn(u16) -> Option<char>, numbered: &[Move]) -> String {
        let cell = |cell: u16| {
            let at = numbered.iter().position(|mv| mv.0 == u32::from(cell));
            match (stone(cell), at) {
                (None, Some(at)) => (at + 1).to_string(),
                (stone, _) => stone.unwrap_or('.').to_string(),
            }
        };
        let line = |label: &str, word: &dyn Fn(u16, u16) -> String| {
            let layer = |layer| {
                let words = (0..self.size).map(|column| format!("{:>3}", word(layer, column)));
                words.collect::<String>()
            };
            let layers: Vec<String> = (0..self.layers).map(layer).collect();
            format!("{label:>2}{}", layers.join("   "))
        };
        let row = |row: u16| {
            let first = self.size * row;
            let square = self.size * self.size;
            line(&(self.size - row).to_string(), &|layer, column| {
                cell(square * layer + first + column)
            })
        };
        let mut lines: Vec<String> = (0..self.size).map(row).collect();
        lines.push(line("", &|layer, column| self.column(layer, column)));
        lines.join("\n")
    }
}

/// All lines of `k` cells in a box of so many layers, rows and columns, cells numbered in that order: from every cell along each
/// of the 13 directions that stays in the box.
pub fn box_lines(sizes: [usize; 3], k: usize) -> Vec<Vec<u16>> {
    let [layers, rows, columns] = sizes;
    let mut lines = Vec::new();
    for start in 0..layers * rows * columns {
        let at = [start / (rows * columns), start / columns % rows, start % columns];
        for direction in 0..27 {
            let step = [direction / 9, direction / 3 % 3, direction % 3].map(|it| it - 1);
            // Each line is walked once: its first step that is not zero goes up.
            if step.into_iter().find(|&it| it != 0) != Some(1) {
                continue;
            }
            let place = |axis: usize, n: i32| at[axis] as i32 + n * step[axis];
            let inside = |axis| (0..sizes[axis] as i32).contains(&place(axis, k as i32 - 1));
            if [0, 1, 2].into_iter().all(inside) {
                let cell = |n| {
                    let [layer, row, column] = [0, 1, 2].map(|axis| place(axis, n) as usize);
                    ((rows * layer + row) * columns + column) as u16
                };
                lines.push((0..k as i32).map(cell).collect());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: Coordinates = Coordinates { layers: 1, size: 3 };
    const CUBE: Coordinates = Coordinates { layers: 4, size: 4 };

    #[test]
    fn cells_have_the_names_that_the_picture_shows() {
        let names: Vec<String> = (0..9).map(|cell| SQUARE.name(cell)).collect();
        assert_eq!(names, ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]);
        for (cell, name) in [(0, "1a4"), (12, "1a1"), (21, "2b3"), (60, "4a1"), (51, "4d4")] {
            assert_eq!(CUBE.name(cell), name);
        }
        let stone = |cell| [(6, 'x'), (5, 'o')].iter().find(|it| it.0 == cell).map(|it| it.1);
        let picture = SQUARE.picture(stone, &[Move(1), Move(6)]);
        assert_eq!(picture, " 3  .  1  .\n 2  .  .  o\n 1  x  .  .\n    a  b  c");
    }

    #[test]
    fn names_and_numbers_are_read_and_nothing_else() {
        for board in [SQUARE, CUBE] {
            for cell in 0..board.cells() {
                let name = board.name(cell);
                for text in [&name, &name.to_uppercase(), &cell.to_string()] {
                    assert_eq!(board.cell(text), Some(cell), "{text}");
                }
            }
            for bad in
                ["", "a", "a0", "1e1", "5a1", "0a1", "1a5", "a1 ", "01", "+1", "64", "-1", "é"]
            {
                assert_eq!(board.cell(bad), None, "{bad}");
            }
        }
        assert_eq!((SQUARE.cell("9"), SQUARE.cell("d1"), CUBE.cell("a1")), (None, None, None));
    }
}
