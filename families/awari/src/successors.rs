//! All moves of a board at once, for searches.
//!
//! Sowing adds a constant that depends on the pit and its stones alone, so a board is taken as one
//! number with a byte a pit, and a move is one subtraction and one addition.

use super::Board;

/// What sowing adds, for each pit of the mover and each number of stones up to 48.
static SOWN: [[u128; 49]; 6] = sown();

/// The mover's pits.
const OWN: u128 = (1 << 48) - 1;

const fn sown() -> [[u128; 49]; 6] {
    let mut table = [[0; 49]; 6];
    let mut pit = 0;
    while pit < 6 {
        let (mut stones, mut at) = (1, pit);
        while stones < 49 {
            at = (at + 1) % 12;
            if at != pit {
                table[pit][stones] = table[pit][stones - 1] + (1 << (8 * at));
                stones += 1;
            }
        }
        pit += 1;
    }
    table
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The pit that is sown, 0 to 5.
    pub pit: u8,
    /// The stones captured.
    pub captured: u8,
    /// The board after it, seen by the opponent.
    pub board: Board,
}

/// The legal moves of a board.
#[derive(Clone, Copy, Debug)]
pub struct Successors {
    list: [Successor; 6],
    length: usize,
}

impl Successors {
    /// The moves as a slice, by pit.
    #[inline]
    pub fn as_slice(&self) -> &[Successor] {
        &self.list[..self.length]
    }

    /// Puts greater captures first and leaves moves with equal ones in the order of their pits.
    #[inline]
    pub fn captures_first(&mut self) {
        // Most boards have no capture, and then there is nothing to sort.
        if self.as_slice().iter().all(|it| it.captured == 0) {
            return;
        }
        self.list[..self.length].sort_by_key(|it| std::cmp::Reverse(it.captured));
    }
}

#[inline(always)]
fn number(board: &Board) -> u128 {
    let mut bytes = [0; 16];
    bytes[..12].copy_from_slice(&board.pits);
    u128::from_le_bytes(bytes)
}

#[inline(always)]
fn board(number: u128) -> Board {
    let mut pits = [0; 12];
    pits.copy_from_slice(&number.to_le_bytes()[..12]);
    Board { pits }
}

impl Board {
    /// Whether the side to move has no stones, which ends the game.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        number(self) & OWN == 0
    }

    /// The legal moves, by pit: those of [`Board::moves`].
    #[inline]
    pub fn successors(&self) -> Successors {
        let now = number(self);
        let none = Successor { pit: 0, captured: 0, board: *self };
        let mut all = Successors { list: [none; 6], length: 0 };
        let mut feeding = 0;
        for (pit, sown) in SOWN.iter().enumerate() {
            let stones = usize::from(self.pits[pit]);
            if stones == 0 {
                continue;
            }
            let mut next = (now & !(0xff << (8 * pit))) + sown[stones];
            // Every twelfth stone passes over the origin.
            let last = (pit + stones + (stones - 1) / 11) % 12;
            let (mut at, mut captured) = (last, 0);
            while at >= 6 {
                let there = (next >> (8 * at)) as u8;
                if !(2..=3).contains(&there) {
                    break;
                }
                captured += there;
                next &= !(0xff << (8 * at));
                at -= 1;
            }
            let turned = next >> 48 | (next & OWN) << 48;
            let feeds = turned & OWN != 0;
            // Moves that feed the opponent drive out those that do not.
            if feeds && feeding == 0 {
                all.length = 0;
            }
            feeding += u32::from(feeds);
            if feeds || feeding == 0 {
                all.list[all.length] = Successor { pit: pit as u8, captured, board: board(turned) };
                all.length += 1;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::Rng;

    #[test]
    fn all_moves_at_once_are_the_moves_one_at_a_time() {
        let mut rng = Rng::new(4);
        for round in 0..20_000 {
            let mut board = Board { pits: [0; 12] };
            // Few pits with many stones, and many with few.
            let spread = 1 + rng.below(12);
            (0..round % 49).for_each(|_| board.pits[(rng.below(spread) * 5) % 12] += 1);
            let slow: Vec<_> = board.moves().collect();
            let fast = board.successors();
            let fast: Vec<_> = fast
                .as_slice()
                .iter()
                .map(|it| (usize::from(it.pit), it.board, it.captured))
                .collect();
            assert_eq!(fast, slow, "{board:?}");
            assert_eq!(board.is_stuck(), slow.is_empty());
        }
    }
}
