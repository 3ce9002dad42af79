//! The exact score, by one question after the other.
//!
//! Where the score is unknown the first question is at a guess; each answer is a bound, and the next
//! question is asked right beside it (Plaat et al. 1996: MTD(f)). The questions share a table, so a second
//! one costs a fraction of the first.

use crate::board::Board;
use crate::endgame::Endgame;
use crate::score::Rest;
use crate::table::NO_MOVE;

/// A search for the score of one position.
pub struct Exact<const N: usize> {
    search: Endgame<N>,
    root: Board<N>,
    low: i32,
    high: i32,
}

impl<const N: usize> Exact<N> {
    /// The search for the score of a position for its side to move; `guess` is where it is looked for first,
    /// the table has 2 to the `bits` entries.
    pub fn new(root: Board<N>, rest: Rest, guess: i32, bits: u32) -> Exact<N> {
        let area = Board::<N>::AREA;
        let mut search = Endgame::new(bits, rest);
        search.ask(root, guess.clamp(1 - area, area) - 1);
        Exact { search, root, low: -area, high: area }
    }

    /// Searches on until the score is known or about `budget` more positions are counted.
    pub fn step(&mut self, budget: u64) -> Option<i32> {
        let until = self.nodes().saturating_add(budget);
        while self.low < self.high {
            let left = until.saturating_sub(self.nodes());
            let answer = self.search.step(left)?;
            match answer > self.search.alpha() {
                true => self.low = self.low.max(answer),
                false => self.high = self.high.min(answer),
            }
            if self.low < self.high {
                // After a lower bound the question is whether there is more, after an upper one whether that is
                // reached.
                let alpha = if answer > self.search.alpha() { self.low } else { self.high - 1 };
                self.search.ask(self.root, alpha);
            }
        }
        Some(self.low)
    }

    /// The bounds known so far.
    pub fn bounds(&self) -> (i32, i32) {
        (self.low, self.high)
    }

    /// A move of the position searched that has its score, once that is known; `None` for a pass, or if the
    /// table has forgotten the position or never met it, as it does not near the end.
    pub fn best(&self) -> Option<u32> {
        let known = self.search.known(&self.root)?;
        let oriented = crate::endgame::oriented(self.root) == self.root;
        (oriented && known.best != NO_MOVE).then_some(u32::from(known.best))
    }

    /// Positions met so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}
