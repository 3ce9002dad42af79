//! The order of moves: new threats first, most of all those that follow-up would give their owner.

use super::board::Geo;

/// What a threat is worth, and once more if follow-up gives the cell to its owner. (Without the
/// second part 31.2 M nodes for 29.2 M on 7×6.)
const THREAT: i32 = 16;
/// A move directly under a cell where either side wins.
const UNDER: i32 = -32;
/// A move that must be answered at once. (It is searched together with the answer.)
const FORCING: i32 = 16;

/// How good a move looks: `cell` the cell, `wins` the mover's winning cells after it, `good` the cells
/// that follow-up gives him, `forcing` and `under` as above.
#[inline(always)]
pub fn order<const W: usize, const H: usize>(
    cell: u64,
    wins: u64,
    good: u64,
    forcing: bool,
    under: bool,
) -> i32 {
    let threats = wins.count_ones() + (wins & good).count_ones();
    let lines = LINE * Lines::<W, H>::THROUGH[cell.trailing_zeros() as usize];
    THREAT * threats as i32 + lines + FORCING * i32::from(forcing) + UNDER * i32::from(under)
}

/// A line through the cell. (With 1 17.1 M nodes for 16.6 M on 7×6.)
const LINE: i32 = 2;

struct Lines<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Lines<W, H> {
    /// How many lines of four run through each cell, by bit.
    const THROUGH: [i32; 64] = {
        let mut through = [0; 64];
        let mut line = 0;
        while line < 4 * W * H {
            let (cell, direction) = (line / 4, line % 4);
            let (column, row) = ((cell / H) as i32, (cell % H) as i32);
            let (across, up) = [(0, 1), (1, 0), (1, 1), (1, -1)][direction];
            let (last, top) = (column + 3 * across, row + 3 * up);
            if last < W as i32 && top >= 0 && top < H as i32 {
                let mut at = 0;
                while at < 4 {
                    let (column, row) = (column + at * across, row + at * up);
                    through[(column * Geo::<W, H>::S as i32 + row) as usize] += 1;
                    at += 1;
                }
            }
            line += 1;
        }
        through
    };
}
