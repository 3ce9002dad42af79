//! Placements of a few tiles, numbered without gaps.
//!
//! A placement of k tiles on n cells is a sequence of k different cells. The first of them is one of n,
//! the second one of the n − 1 that are left, and so on: with the number of smaller cells that are taken
//! subtracted from each, the sequence is a number of mixed base. There are n!/(n − k)! of them.

use super::CELLS;

/// How many placements there are of `tiles` tiles on `cells` cells.
pub fn placements(cells: usize, tiles: usize) -> usize {
    (0..tiles).map(|it| cells - it).product()
}

/// The number of a placement.
pub fn rank(cells: usize, placement: impl IntoIterator<Item = usize>) -> usize {
    let (mut number, mut taken, mut left) = (0, 0u32, cells);
    for cell in placement {
        let below = (taken & ((1 << cell) - 1)).count_ones() as usize;
        number = number * left + cell - below;
        taken |= 1 << cell;
        left -= 1;
    }
    number
}

/// The placement with this number, into the beginning of `placement`.
pub fn unrank(cells: usize, tiles: usize, mut number: usize, placement: &mut [u8; CELLS]) {
    let mut digits = [0; CELLS];
    for at in (0..tiles).rev() {
        digits[at] = number % (cells - at);
        number /= cells - at;
    }
    let mut free: u32 = (1 << cells) - 1;
    for at in 0..tiles {
        let mut rest = free;
        for _ in 0..digits[at] {
            rest &= rest - 1;
        }
        placement[at] = rest.trailing_zeros() as u8;
        free &= !(rest & rest.wrapping_neg());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_are_one_to_one() {
        let mut placement = [0; CELLS];
        for (cells, tiles) in [(4, 3), (6, 2), (9, 4), (16, 3)] {
            for number in 0..placements(cells, tiles) {
                unrank(cells, tiles, number, &mut placement);
                let cells_of = placement[..tiles].iter().map(|&it| usize::from(it));
                assert_eq!(rank(cells, cells_of), number);
            }
        }
        assert_eq!(placements(16, 6), 5_765_760);
    }
}
