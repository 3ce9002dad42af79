//! Discs that nobody can turn any more.
//!
//! A disc is *stable* if along each of the four axes through it the line is full, or beside it is no
//! square, or beside it is a stable disc of its own colour. (`docs/formats/games.md` says the same of the
//! plain rules, and proves it.) It is a bound: a side without empty lines and corners may have more.
//!
//! **Cost.** A few dozen operations on words for the full lines, once, then a few for each round; nothing
//! where no corner and no line is taken, which is most of the game.

use crate::board::Board;

/// The left column and the right column of 8×8.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = 0x8080_8080_8080_8080;

/// The four axes as a shift and the squares from which that shift leaves 8×8 sideways.
const AXES: [(u32, u64, u64); 4] =
    [(1, RIGHT, LEFT), (7, LEFT, RIGHT), (8, 0, 0), (9, RIGHT, LEFT)];

/// The squares that `shift` reaches from `set` upwards and downwards, with the ones outside of 8×8 taken as
/// members of the set.
#[inline]
fn beside(set: u64, axis: usize) -> (u64, u64) {
    let (step, leaves_up, leaves_down) = AXES[axis];
    // A square's upper neighbour is `step` further up, so its membership comes down by a right shift.
    let above = set >> step & !leaves_up | leaves_up | !(u64::MAX >> step);
    let below = set << step & !leaves_down | leaves_down | !(u64::MAX << step);
    (above, below)
}

impl<const N: usize> Board<N> {
    /// The stable discs of the other side.
    pub fn stable_of_other(&self) -> u64 {
        stable::<N>(self.other, self.own)
    }

    /// The stable discs of the side to move.
    pub fn stable_of_own(&self) -> u64 {
        stable::<N>(self.own, self.other)
    }
}

/// The stable discs among `mine`.
fn stable<const N: usize>(mine: u64, theirs: u64) -> u64 {
    let outside = !Board::<N>::SQUARES;
    let occupied = mine | theirs | outside;
    let full: [u64; 4] = std::array::from_fn(|axis| {
        let (mut up, mut down) = (occupied, occupied);
        // Whatever is between a square and the rim of 8×8 must be occupied, on both sides.
        for _ in 0..N - 1 {
            up &= beside(up, axis).0;
            down &= beside(down, axis).1;
        }
        up & down
    });
    let mut safe = 0;
    loop {
        let held = safe | outside;
        let mut next = mine;
        for (axis, full) in full.iter().enumerate() {
            let (above, below) = beside(held, axis);
            next &= full | above | below;
        }
        if next == safe {
            return safe;
        }
        safe = next;
    }
}
