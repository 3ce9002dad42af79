//! Threat sequences as results, and their replay against other positions.
//!
//! A sequence is the list of the attacker's moves; the defender's are forced and follow from the
//! board. **Why replay.** In a position where the *defender* is to move, look for a sequence as if it
//! were the attacker's turn (the null move). If there is one, it refutes nearly every reply as it
//! stands: playing it through costs some 40 ns a reply, searching anew some microseconds. Only replies
//! that take one of its cubes or gain a three in time need more. The same is tried with every further
//! sequence that turns up.
//!
//! The certificate's line threats are such lists, replayed by the checker with its own code.

use super::board::{Board, cells_of, cubes, through};

/// A winning threat sequence: threats in order, the last one double or the filling of a line.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    pub(super) moves: [u8; 32],
    pub(super) len: u8,
    /// The attacker's cubes, the forced replies, and the cubes that the last threat would fill.
    pub(super) cells: u64,
}

impl Sequence {
    pub(super) const EMPTY: Sequence = Sequence { moves: [0; 32], len: 0, cells: 0 };

    /// The attacker's moves in order; at least one.
    pub fn moves(&self) -> &[u8] {
        &self.moves[..usize::from(self.len)]
    }

    /// The cubes on which a stone of the defender could disturb the sequence found for `board`.
    ///
    /// They are the cubes of the sequence, and all cubes of lines that the defender could fill to
    /// three with a stone more: free of the attacker before, and with two stones of the defender's at
    /// the end. A stone elsewhere changes no line that the replay looks at.
    pub fn concerns(&self, board: &Board) -> u64 {
        let attacks = self.moves().iter().fold(0, |set, &cube| set | 1u64 << cube);
        let mut end = *board;
        cubes(self.cells & !attacks).for_each(|cube| end.defend(cube));
        (self.cells | cells_of(end.d2 & !board.a1, u64::MAX)) & board.empty()
    }
}

/// Whether the sequence wins for the attacker, who is to move; found elsewhere, perhaps, and with other
/// replies forced.
pub fn refutes(sequence: &Sequence, board: &Board) -> bool {
    let mut board = *board;
    let mut defender_wins = board.defender_wins();
    for &cube in sequence.moves() {
        let cube = u32::from(cube);
        let empty = board.empty();
        if empty >> cube & 1 == 0 {
            return false;
        }
        if board.a3 & !board.d1 & through(cube) != 0 {
            return true;
        }
        if defender_wins & !(1 << cube) != 0 {
            return false;
        }
        let threats = board.attacker_pairs() & through(cube);
        let block = cells_of(threats, empty) & !(1 << cube);
        if block == 0 {
            return false;
        }
        if block & (block - 1) != 0 {
            return true;
        }
        let block = block.trailing_zeros();
        board.attack(cube);
        let threes = board.defender_pairs() & through(block);
        board.defend(block);
        defender_wins = cells_of(threes, board.empty());
    }
    false
}
