//! All positions of a layer: what retrograde analysis asks of them.
//!
//! Who can jump must jump, and a jump leaves the layer. So a position with a jump is decided when it is opened, and no move of it
//! is ever undone: a step is undone only to positions without a jump. A man that becomes a king leaves the layer as well. What stays
//! is steps of kings, and of men before the last row.
//!
//! The numbers of positions with the same men stand next to each other, and a cursor keeps what they have in common. Keys are
//! the numbers.

use std::sync::Arc;

use crate::ground::{Pieces, each};
use crate::numbers::{Cursor, Numbers};

/// Positions of a part.
const PART: u64 = 1 << 16;

/// A layer.
pub struct Layer {
    numbers: Arc<Numbers>,
    layer: u32,
}

impl Layer {
    /// The layer with this number.
    pub fn new(numbers: Arc<Numbers>, layer: u32) -> Layer {
        Layer { numbers, layer }
    }

    /// The number of parts that [`Layer::open`] opens.
    pub fn parts(&self) -> u64 {
        self.numbers.size(self.layer).div_ceil(PART)
    }

    /// Hands each number of a part to `put`, with the best value of the moves that leave the layer and the number of those that stay.
    #[inline]
    pub fn open(&self, part: u64, lower: &[Vec<i8>], mut put: impl FnMut(u64, Option<i8>, u8)) {
        if self.layer == 0 {
            return put(0, Some(-1), 0);
        }
        let mut cursor = Cursor::default();
        let end = self.numbers.size(self.layer).min((part + 1) * PART);
        for number in part * PART..end {
            let (_, pieces) = cursor.position(&self.numbers, self.layer, number);
            let (best, inner) = self.opened(&pieces, lower);
            put(number, best, inner);
        }
    }

    #[inline(always)]
    fn opened(&self, pieces: &Pieces, lower: &[Vec<i8>]) -> (Option<i8>, u8) {
        let ground = &self.numbers.ground;
        let mut best = None;
        // 1. Jumps, if there are any.
        if ground.can_jump(pieces) {
            ground.captures(pieces, |_, after| {
                if best != Some(1) {
                    best = best.max(Some(self.after(after, lower)));
                }
            });
            return (best, 0);
        }
        // 2. Steps that stay in the layer are only counted.
        let empty = ground.all & !pieces.occupied();
        let down = |way| ground.step(way, pieces.of(0)) & empty;
        let crowned = |way| ground.step(way, pieces.men[0]) & empty & ground.last_row;
        let up = |way| ground.step(way, pieces.kings[0]) & empty;
        let steps = [down(0), down(1), up(2), up(3)].map(u32::count_ones).iter().sum::<u32>();
        let kings = [crowned(0), crowned(1)];
        // 3. Those of a man who becomes a king.
        for (way, to) in kings.into_iter().enumerate() {
            for to in each(to) {
                let from = ground.step(3 - way, 1 << to);
                let mut after = *pieces;
                after.men[0] &= !from;
                after.kings[0] |= 1 << to;
                best = best.max(Some(self.after(&after, lower)));
            }
        }
        let inner = steps - kings.map(u32::count_ones).iter().sum::<u32>();
        // 4. Without a move the game is lost.
        if steps == 0 {
            best = Some(-1);
        }
        (best, inner as u8)
    }

    /// What a position in a lower layer is worth to the side that has moved there.
    #[inline]
    fn after(&self, after: &Pieces, lower: &[Vec<i8>]) -> i8 {
        let numbers = &*self.numbers;
        match numbers.find(&numbers.ground.swapped(after)) {
            Some((layer, number)) => -lower[layer as usize][number as usize],
            None => unreachable!("a move leads to a layer"),
        }
    }

    /// Calls `hand_on` with the number of each position of the layer with a legal move to this one.
    #[inline]
    pub fn unmoves(&self, cursor: &mut Cursor, number: u64, mut hand_on: impl FnMut(u64)) {
        let Some(last) = self.numbers.orientations(self.layer).len().checked_sub(1) else { return };
        let numbers = &*self.numbers;
        let ground = &numbers.ground;
        let (at, pieces) = cursor.position(numbers, self.layer, number);
        // The same men with the other side to move.
        let before = &numbers.orientations(self.layer)[last - at];
        let pieces = ground.swapped(&pieces);
        let empty = ground.all & !pieces.occupied();
        for way in 0..4 {
            let movers = if way < 2 { pieces.of(0) } else { pieces.kings[0] };
            for from in each(ground.step(3 - way, movers) & empty) {
                let to = ground.step(way, 1 << from);
                let mut earlier = pieces;
                let sets =
                    if pieces.kings[0] & to != 0 { &mut earlier.kings } else { &mut earlier.men };
                sets[0] = sets[0] & !to | 1 << from;
                if !ground.can_jump(&earlier) {
                    hand_on(numbers.number(before, &earlier));
                }
            }
        }
    }
}
