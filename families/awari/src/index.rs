//! The perfect index of awari's boards with a given number of stones, version 1.
//!
//! With `n` stones and `s_k = h_0 + … + h_{k−1}`, the numbers `b_k = s_k + k − 1` for k = 1 … 11 ascend
//! strictly, and `Σ C(b_k, k)` is the place of that set among all sets of 11 numbers (the combinatorial
//! number system): a number below `C(n + 11, 11)`, another one for each board.

use super::Board;

/// The version that table files name.
pub const VERSION: u32 = 1;

/// `C(s + k − 1, k)` at `[k][s]`: what a sum of `s` stones in the first `k` pits adds to an index.
pub(super) static TERMS: [[u64; 49]; 13] = terms();

const fn terms() -> [[u64; 49]; 13] {
    let mut terms = [[0; 49]; 13];
    let mut k = 0;
    while k < 13 {
        let mut s = 0;
        while s < 49 {
            terms[k][s] = match (k, s) {
                (0, _) => 1,
                (_, 0) => 0,
                // C(s + k − 1, k) = C(s + k − 2, k − 1) + C(s + k − 2, k)
                _ => terms[k - 1][s] + terms[k][s - 1],
            };
            s += 1;
        }
        k += 1;
    }
    terms
}

/// The number of boards with `stones` stones, `C(stones + 11, 11)`; at most 47 stones.
pub fn size(stones: usize) -> u64 {
    TERMS[11][stones + 1]
}

/// The index of a board among those with as many stones.
pub fn rank(board: &Board) -> u64 {
    let mut sum = 0;
    (1..12)
        .map(|k| {
            sum += usize::from(board.pits[k - 1]);
            TERMS[k][sum]
        })
        .sum()
}

/// The board with `stones` stones and this index, which is less than their [`size`].
pub fn unrank(stones: usize, index: u64) -> Board {
    let (mut board, mut rest, mut above) = (Board { pits: [0; 12] }, index, stones);
    for k in (1..12).rev() {
        let sum = TERMS[k][..=above].partition_point(|&term| term <= rest) - 1;
        rest -= TERMS[k][sum];
        board.pits[k] = (above - sum) as u8;
        above = sum;
    }
    board.pits[0] = above as u8;
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_one_board() {
        for stones in 0..=5 {
            for index in 0..size(stones) {
                let board = unrank(stones, index);
                assert_eq!(board.stones() as usize, stones);
                assert_eq!(rank(&board), index);
            }
        }
    }

    #[test]
    fn sizes_and_the_ends_of_a_large_layer() {
        assert_eq!((size(0), size(1), size(17)), (1, 12, 21_474_180));
        assert_eq!(size(24), 417_225_900);
        for index in [0, 1, size(47) / 3, size(47) - 1] {
            assert_eq!(rank(&unrank(47, index)), index);
        }
    }
}
