//! What two rows of Domineering are worth by themselves, by thermographs.
//!
//! **The problem.** To count the moves that both players have left is to forget that dominoes get into each other's way. **The
//! idea.** If Vertical never lays a domino across certain lines between rows, the board falls into bands of two rows that
//! have nothing to do with each other. Vertical gives up moves and Horizontal none, so the board is worth at least the sum of the
//! bands; and a band is one of 65,536. For Horizontal it is the same with the board turned.
//!
//! **Sums.** A game has two stops for each temperature `t` (J. H. Conway, *On Numbers and Games*, 1976; E. R. Berlekamp, J. H. Conway and
//! R. K. Guy, *Winning Ways*, 1982, chapter 6): where play ends if every move costs `t` and the one player begins, or
//! the other. The stop of a sum with the opponent to begin is at least the sum of those stops. A player who answers every
//! move pays one `t` less than is gained back, so without costs the sum ends above 0 if that sum is above `t`, and the player has won.
//! A player who begins takes the band with the most between its two stops first, and pays no more than the opponent.
//!
//! **How to win.** Where a sum is above `t` there is a move, or an answer to every move, after which it is above the same `t` or a lower
//! one: in the band just moved in, or, if that has cooled down, in the band that cools down last. So what is said to be won is played by looking
//! one move ahead. For that temperatures go down to −1, where the moves of integers are counted.
//!
//! **What it is worth.** It steers the search alone: what it says to be won is played out in the certificate.

use std::sync::LazyLock;

use crate::twin::bits;

/// Values are counted in eighths of a move.
pub(crate) const MOVE: i32 = 8;

/// The temperatures whose stops are kept, in eighths: where bands cool down, as far as eighths tell.
const KEPT: [i32; 16] = [-8, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16];

/// The temperatures of thermographs in eighths, from −1 to 2. Below 0 they tell numbers apart.
const TEMPERATURES: std::ops::RangeInclusive<i32> = -MOVE..=2 * MOVE;

/// How many these are.
const STEPS: usize = 25;

/// The columns of a band.
const COLUMNS: u32 = 8;

/// Stops of one band for Vertical, by temperature.
#[derive(Clone, Copy, Debug, Default)]
struct Stops {
    /// If Vertical begins.
    first: [i8; KEPT.len()],
    /// If Horizontal begins.
    second: [i8; KEPT.len()],
}

/// By the cells of a band that are free: its lower row, and its upper row shifted by eight.
static BANDS: LazyLock<Vec<Stops>> = LazyLock::new(stops);

/// The walls of a thermograph, by temperature.
#[derive(Clone, Copy)]
struct Walls {
    first: [i16; STEPS],
    second: [i16; STEPS],
}

/// The walls of a game with these scaffolds: what Vertical can reach by one move at each temperature, and what Horizontal can.
fn walls(first: [i16; STEPS], second: [i16; STEPS]) -> Walls {
    // An integer is the simplest between the scaffolds at −1.
    let (low, high) = (first[0], second[0]);
    if low <= high {
        let up = |value: i16| value.div_euclid(MOVE as i16) * MOVE as i16;
        let integer = if low > 0 { -up(-low) } else { up(high.min(0)) };
        return Walls { first: [integer; STEPS], second: [integer; STEPS] };
    }
    // Where the scaffolds meet the mast begins.
    let Some(met) = (0..STEPS).find(|&at| first[at] <= second[at]) else {
        return Walls { first, second };
    };
    let mast = match () {
        () if first[met] == first[met - 1] => first[met],
        () if second[met] == second[met - 1] => second[met],
        () => (first[met] + second[met]).div_euclid(2),
    };
    let cut = |mut wall: [i16; STEPS]| {
        wall[met..].fill(mast);
        wall
    };
    Walls { first: cut(first), second: cut(second) }
}

/// The stops of all bands, each from those with two cells less.
fn stops() -> Vec<Stops> {
    let across = 0x7f7f;
    let mut all: Vec<Walls> = Vec::with_capacity(1 << (2 * COLUMNS));
    for free in 0..1_u64 << (2 * COLUMNS) {
        let mut first = [i16::MIN / 2; STEPS];
        for low in bits(free & free >> COLUMNS) {
            let next = &all[(free & !(1 << low | 1 << (low + COLUMNS))) as usize].second;
            first.iter_mut().zip(next).for_each(|(best, &stop)| *best = stop.max(*best));
        }
        let mut second = [i16::MAX / 2; STEPS];
        for low in bits(free & free >> 1 & across) {
            let next = &all[(free & !(3 << low)) as usize].first;
            second.iter_mut().zip(next).for_each(|(best, &stop)| *best = stop.min(*best));
        }
        for (at, cost) in TEMPERATURES.enumerate() {
            first[at] -= cost as i16;
            second[at] += cost as i16;
        }
        all.push(walls(first, second));
    }
    let kept = |wall: &[i16; STEPS]| KEPT.map(|it| wall[(it + MOVE) as usize] as i8);
    all.iter().map(|it| Stops { first: kept(&it.first), second: kept(&it.second) }).collect()
}

/// What Vertical surely has on a board of rows of at most eight cells, beyond what is needed to win, in eighths of a move:
/// above 0 Vertical has won. `sure` are moves beside the board, `begins` says who is to move. The lines between rows are chosen as suits
/// Vertical, for each temperature: rows stand alone or in pairs.
pub(crate) fn margin(rows: &[u64], sure: i32, begins: bool) -> i32 {
    // What the rows below are worth at the best, and what they are if Vertical begins in one of their bands.
    let mut below = [[[0; 2]; KEPT.len()]; 2];
    let mut last = 0;
    for &row in rows {
        let single = &BANDS[row as usize];
        let pair = &BANDS[(last | row << COLUMNS) as usize];
        let mut now = [[0; 2]; KEPT.len()];
        for at in 0..KEPT.len() {
            let on_top = |[sum, begun]: [i32; 2], stops: &Stops| {
                let [first, second] = [stops.first[at], stops.second[at]].map(i32::from);
                [sum + second, (sum + first).max(begun + second)]
            };
            let [alone, paired] = [on_top(below[1][at], single), on_top(below[0][at], pair)];
            now[at] = [alone[0].max(paired[0]), alone[1].max(paired[1])];
        }
        below = [below[1], now];
        last = row;
    }
    let margins = (0..KEPT.len()).map(|at| match (below[1][at], begins) {
        ([_, begun], true) => begun,
        ([sum, _], false) => sum - KEPT[at],
    });
    MOVE * sure + margins.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thermographs from the literature: 2×1, 2×2 (±1), 2×3 ({2 | −1/2}), and what one player alone can cover.
    #[test]
    fn small_bands_have_their_published_stops() {
        // At temperatures 0, 1/2, 1 and 3/2.
        let of = |lower: usize, upper: usize| {
            let stops = BANDS[lower | upper << COLUMNS];
            [stops.first, stops.second].map(|it| [4, 8, 12, 14].map(|at| it[at]))
        };
        assert_eq!(of(1, 1), [[8; 4]; 2]);
        assert_eq!(of(3, 3), [[8, 4, 0, 0], [-8, -4, 0, 0]]);
        assert_eq!(of(7, 7), [[16, 12, 8, 6], [-4, 0, 4, 6]]);
        assert_eq!([of(7, 0)[0], of(15, 0)[1]], [[-8; 4], [-16; 4]]);
        // An L of three cells: either player lays one domino and it is over.
        assert_eq!(of(3, 1), [[0; 4]; 2]);
    }

    #[test]
    fn a_margin_is_what_is_left_after_the_opponents_best_move() {
        // Two columns of two cells far from each other: two moves for sure, and one more as Horizontal has to begin.
        assert_eq!(margin(&[0b1001, 0b1001], 0, false), 24);
        assert_eq!(margin(&[0b1001, 0b1001], -2, false), 8);
        assert_eq!(margin(&[0b1001, 0b1001], -2, true), 0);
        // ±1 for who begins.
        assert!(margin(&[3, 3], 0, true) > 0);
        assert!(margin(&[3, 3], 0, false) <= 0);
        // With three rows the upper two may be the better band.
        assert_eq!(margin(&[0, 1, 1], 0, true), 8);
    }
}
