//! The professional opening of Go-Moku (Allis 1994, §5.2.1): Black's first stone is in the centre,
//! White's first is one of the eight cells next to it, Black's second is outside the 5×5 cells around it.

use super::InARowPosition;
use super::rows::Rows;

/// The cells up to so many steps from the centre.
fn around_centre(size: usize, steps: usize) -> Rows {
    let mut cells = Rows::default();
    let (first, last) = (size / 2 - steps, size / 2 + steps);
    cells.0[first..=last].fill((2 << last) - (1 << first));
    cells
}

/// Of the empty cells those that the opening allows.
pub fn professional(pos: &InARowPosition, empty: &Rows, size: usize) -> Rows {
    let both = |a, b| a & b;
    match pos.stones.iter().map(Rows::count).sum::<u32>() {
        0 => empty.with(&around_centre(size, 0), both),
        1 => empty.with(&around_centre(size, 1), both),
        2 => empty.with(&around_centre(size, 2), |a, b| a & !b),
        _ => *empty,
    }
}

/// Whether the stones hold some that can have been the first three moves.
pub fn has_professional(pos: &InARowPosition, size: usize) -> bool {
    let [black, white] = &pos.stones;
    let meets = |stones: &Rows, cells: &Rows, inside: bool| {
        stones.with(cells, |a, b| if inside { a & b } else { a & !b }) != Rows::default()
    };
    (black.count() == 0 || meets(black, &around_centre(size, 0), true))
        && (white.count() == 0 || meets(white, &around_centre(size, 1), true))
        && (black.count() < 2 || meets(black, &around_centre(size, 2), false))
}
