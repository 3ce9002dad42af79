//! The board of an autotree: sets of cells, and what is next to what.

use quod_cert::Hexagon;
use quod_proof::lattice::STEPS;

use super::{Border, Cell};

/// A set of cells, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells([u64; 4]);

impl Cells {
    pub fn of(cell: Cell) -> Cells {
        let mut it = Cells::default();
        it.insert(cell);
        it
    }

    pub fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell.0) / 64] |= 1 << (cell.0 % 64);
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.0[usize::from(cell.0) / 64] >> (cell.0 % 64) & 1 == 1
    }

    fn with(self, other: Cells, both: impl Fn(u64, u64) -> u64) -> Cells {
        Cells(std::array::from_fn(|at| both(self.0[at], other.0[at])))
    }

    pub fn and(self, other: Cells) -> Cells {
        self.with(other, |a, b| a & b)
    }

    pub fn or(self, other: Cells) -> Cells {
        self.with(other, |a, b| a | b)
    }

    pub fn minus(self, other: Cells) -> Cells {
        self.with(other, |a, b| a & !b)
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn within(&self, other: &Cells) -> bool {
        self.minus(*other).is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// The cells, ascending.
    pub fn each(self) -> impl Iterator<Item = Cell> {
        (0..4).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as u16)?;
                left &= left - 1;
                Some(Cell(word as u16 * 64 + bit))
            })
        })
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Cells {
        let mut all = Cells::default();
        cells.into_iter().for_each(|it| all.insert(it));
        all
    }
}

/// A board of hexagons with four borders.
pub struct Board {
    pub columns: u16,
    pub rows: u16,
    /// For each cell those next to it.
    around: Vec<Cells>,
    /// The cells that touch each border, by its number.
    touching: [Cells; 4],
}

impl Board {
    pub fn new(columns: u16, rows: u16) -> Board {
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let cell = |[column, row]: [u16; 2]| Cell::new(column, row, columns);
        let beside = |[column, row]: [u16; 2]| {
            let next = STEPS.iter().filter_map(|&[across, down]| {
                let at = [column.checked_add_signed(across)?, row.checked_add_signed(down)?];
                (at[0] < columns && at[1] < rows).then(|| cell(at))
            });
            next.collect()
        };
        let touching = Border::ALL.map(|border| {
            let at = |it: &[u16; 2]| match border {
                Border::TopLeft => it[0] == 0,
                Border::BottomRight => it[0] == columns - 1,
                Border::TopRight => it[1] == 0,
                Border::BottomLeft => it[1] == rows - 1,
            };
            places().filter(at).map(cell).collect()
        });
        Board { columns, rows, around: places().map(beside).collect(), touching }
    }

    /// Those next to a cell.
    pub fn around(&self, cell: Cell) -> Cells {
        self.around[usize::from(cell.0)]
    }

    /// All cells next to some of these.
    pub fn near(&self, cells: Cells) -> Cells {
        cells.each().fold(Cells::default(), |all, it| all.or(self.around(it)))
    }

    pub fn touches(&self, cell: Cell, border: Border) -> bool {
        self.touching[border as usize].has(cell)
    }

    /// Column and row.
    pub fn hexagon(&self, cell: Cell) -> Hexagon {
        [(cell.0 % self.columns) as i16, (cell.0 / self.columns) as i16]
    }

    pub fn name(&self, cell: Cell) -> String {
        cell.name(self.columns)
    }

    /// Names of cells, with spaces between them.
    pub fn names(&self, cells: Cells) -> String {
        cells.each().map(|it| self.name(it)).collect::<Vec<_>>().join(" ")
    }
}
