//! Positions of two kinds of men as bytes: a set of cells for each, and the side to move.

use quod_game::{NotationError, Player};

/// The first player's cells and the second's as little-endian sets of `cells` bits in whole bytes, then the side to move, 0 or 1.
pub fn write_sets(men: [u128; 2], cells: usize, to_move: Player, out: &mut Vec<u8>) {
    for set in men {
        out.extend_from_slice(&set.to_le_bytes()[..cells.div_ceil(8)]);
    }
    out.push(to_move.index() as u8);
}

/// What [`write_sets`] wrote.
///
/// # Errors
/// If it has another length, a cell that is not on the board or in both sets, or no side to move.
pub fn read_sets(bytes: &[u8], cells: usize) -> Result<([u128; 2], Player), NotationError> {
    let bad = |expected| NotationError::new("position", expected, format!("{bytes:?}"));
    let length = cells.div_ceil(8);
    let Some((&side @ (0 | 1), sets)) = bytes.split_last() else {
        return Err(bad("sets of cells, and 0 or 1 for the side to move"));
    };
    if sets.len() != 2 * length {
        return Err(bad("two sets of the board's cells and the side to move"));
    }
    let set = |at: usize| {
        let mut set = [0; 16];
        set[..length].copy_from_slice(&sets[length * at..length * (at + 1)]);
        u128::from_le_bytes(set)
    };
    let men = [set(0), set(1)];
    let outside = !(u128::MAX >> (128 - cells));
    if (men[0] | men[1]) & outside != 0 || men[0] & men[1] != 0 {
        return Err(bad("one man at most on each cell of the board"));
    }
    Ok((men, Player::BOTH[usize::from(side)]))
}
