//! The order of moves: new threats first, most of all those that follow-up would give their owner.

use super::board::Geometry;

/// What a threat is worth, and once more if follow-up gives the cell to its owner. (Without the
/// second part 31.2 M nodes for 29.2 M on 7×6.)
const THREAT: i32 = 16;
/// A move directly under a cell where either side wins.
const UNDER: i32 = -32;
/// A move that must be answered at once. (It is searched together with the answer.)
const FORCING: i32 = 16;

/// How good a move looks: `lines` the lines through its cell, `wins` the mover's winning cells after it,
/// `good` the cells that follow-up gives him, `forcing` and `under` as above.
#[inline(always)]
pub fn order(lines: i32, wins: u64, good: u64, forcing: bool, under: bool) -> i32 {
    let threats = wins.count_ones() + (wins & good).count_ones();
    let (lines, threats) = (LINE * lines, THREAT * threats as i32);
    threats + lines + FORCING * i32::from(forcing) + UNDER * i32::from(under)
}

/// A line through the cell. (With 1 17.1 M nodes for 16.6 M on 7×6.)
const LINE: i32 = 2;

/// How many lines of four run through each cell, by bit.
pub fn lines_through(geo: impl Geometry) -> [i32; 64] {
    let mut through = [0; 64];
    for first in 0..64 {
        for distance in geo.directions() {
            let cells = [0, 1, 2, 3].map(|at| first + at * distance);
            if cells.iter().all(|&cell| cell < 64 && geo.board() >> cell & 1 == 1) {
                cells.iter().for_each(|&cell| through[cell as usize] += 1);
            }
        }
    }
    through
}
