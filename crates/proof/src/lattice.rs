//! The lattice of hexagons outside the checker: neighbours, borders, and the places at which parts of
//! connections lay their lemmas (section 4.7 of the format document).
//!
//! The checker has arithmetic of its own, so that nobody has to believe this.

use quod_cert::{Hexagon, Part};

/// A border as lemmas write it: an axis (0 column, 1 row, 2 minus their sum), and what all cells that touch it have
/// there.
pub type Border = (u8, i16);

/// From a cell to its neighbours.
pub const STEPS: [Hexagon; 6] = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

/// How many turns there are.
pub const TURNS: u8 = 12;

/// Which coordinate each coordinate of an image is.
const AXES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Column, row and minus their sum.
pub fn coordinates([column, row]: Hexagon) -> [i16; 3] {
    [column, row, -column - row]
}

/// A border of the rules, which name the sum of column and row, as lemmas write it.
pub fn written(border: &quod_game::Border) -> Border {
    (border.axis, if border.axis == 2 { -border.at } else { border.at })
}

/// Whether a cell touches a border.
pub fn touches(cell: Hexagon, (axis, at): Border) -> bool {
    coordinates(cell)[usize::from(axis)] == at
}

/// Whether two cells are neighbours.
pub fn are_neighbours(a: Hexagon, b: Hexagon) -> bool {
    STEPS.contains(&[b[0] - a[0], b[1] - a[1]])
}

/// A turn of the lattice and then a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The turn, below [`TURNS`].
    pub turn: u8,
    /// The step.
    pub by: Hexagon,
}

impl Placement {
    /// Where everything stays as it is.
    pub const NONE: Placement = Placement { turn: 0, by: [0, 0] };

    /// Where a part lays its lemma.
    pub fn of(part: &Part) -> Placement {
        Placement { turn: part.turn, by: part.by }
    }

    fn axes_and_sign(self) -> ([usize; 3], i16) {
        (AXES[usize::from(self.turn) % 6], if self.turn < 6 { 1 } else { -1 })
    }

    /// Where a cell goes.
    pub fn cell(self, cell: Hexagon) -> Hexagon {
        let ((axes, sign), from) = (self.axes_and_sign(), coordinates(cell));
        [0, 1].map(|it| sign * from[axes[it]] + self.by[it])
    }

    /// The border that the images of the cells touch which touch this one.
    pub fn border(self, (axis, at): Border) -> Border {
        let (axes, sign) = self.axes_and_sign();
        let image = axes.iter().position(|&it| it == usize::from(axis)).unwrap_or_default();
        (image as u8, sign * at + coordinates(self.by)[image])
    }

    /// First `first`, then this.
    #[must_use]
    pub fn after(self, first: Placement) -> Placement {
        Placement::like(|cell| self.cell(first.cell(cell)))
    }

    /// What takes this back.
    #[must_use]
    pub fn inverse(self) -> Placement {
        let turned = Placement { by: [0, 0], ..self };
        let undoes = |&turn: &u8| Placement { turn, by: [0, 0] }.after(turned) == Placement::NONE;
        let turn = (0..TURNS).find(undoes).unwrap_or_default();
        let by = Placement { turn, by: [0, 0] }.cell(self.by).map(|it| -it);
        Placement { turn, by }
    }

    /// The placement that takes the cell (0, 0) and its neighbours there; some placement does.
    fn like(image: impl Fn(Hexagon) -> Hexagon) -> Placement {
        let by = image([0, 0]);
        let agrees =
            |it: &Placement| [[1, 0], [0, 1]].iter().all(|&cell| it.cell(cell) == image(cell));
        let mut all = (0..TURNS).map(|turn| Placement { turn, by });
        all.find(agrees).unwrap_or(Placement { turn: 0, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_a_group_that_keeps_neighbours_and_borders() {
        let all = || (0..TURNS).map(|turn| Placement { turn, by: [i16::from(turn), -3] });
        let cells = [[0, 0], [1, 0], [0, 1], [4, -7], [-2, 5]];
        for a in all() {
            assert_eq!(
                (a.after(a.inverse()), a.inverse().after(a)),
                (Placement::NONE, Placement::NONE)
            );
            for b in all() {
                assert!(cells.iter().all(|&cell| a.after(b).cell(cell) == a.cell(b.cell(cell))));
            }
            for cell in cells {
                let next = STEPS.map(|step| [cell[0] + step[0], cell[1] + step[1]]);
                assert!(next.iter().all(|&it| are_neighbours(a.cell(cell), a.cell(it))));
                for axis in 0..3 {
                    let border = (axis, coordinates(cell)[usize::from(axis)]);
                    assert!(touches(cell, border) && touches(a.cell(cell), a.border(border)));
                }
            }
        }
    }
}
