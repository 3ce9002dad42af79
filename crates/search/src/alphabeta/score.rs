//! The exact score by null windows.
//!
//! Any order of questions finds it; the cheapest differs. A short win or loss is seen at once by a
//! window near the end of the range where it lies, so the questions come from the outside, one side
//! and the other in turn, as long as they are cheap. Then the sign is asked, and from zero outwards in
//! doubling steps.

use super::{AlphaBeta, Bounds, NullWindow};

/// Questions from the outside end when this many nodes are spent. (On the 1,000 positions of a
/// middle-game test set: 935 nodes a position for 4,678 with the sign first.)
const CHEAP: u64 = 50_000;

/// A search for the exact score of one position.
pub struct ScoreSearch {
    known: Bounds,
    alpha: Option<i32>,
    turn: u32,
    gallop: i32,
    spent: u64,
}

impl ScoreSearch {
    /// A search at its beginning.
    pub fn new<M: NullWindow>(search: &AlphaBeta<M>, root: &M::State) -> ScoreSearch {
        let known = search.game().limits(root);
        ScoreSearch { known, alpha: None, turn: 0, gallop: 1, spent: 0 }
    }

    /// What is known so far.
    pub fn bounds(&self) -> Bounds {
        self.known
    }

    /// The window to be asked; the same until [`ScoreSearch::learn`]. `None`: the score is known.
    pub fn window(&mut self) -> Option<i32> {
        if self.known.low == self.known.high {
            return None;
        }
        if self.alpha.is_none() {
            self.alpha = Some(self.next_window());
        }
        self.alpha
    }

    /// Counts nodes of a question not answered yet.
    pub fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The window's question was answered by this bound, and took so many nodes more.
    pub fn learn(&mut self, value: i32, nodes: u64) {
        self.spent += nodes;
        if let Some(alpha) = self.alpha.take() {
            match value > alpha {
                true => self.known.low = value,
                false => self.known.high = value,
            }
        }
    }

    /// Asks and searches until the score is known.
    pub fn run<M: NullWindow>(mut self, search: &mut AlphaBeta<M>, root: &M::State) -> i32 {
        while let Some(alpha) = self.window() {
            let before = search.game().nodes();
            search.ask(root, alpha);
            let value = search.step(u64::MAX).expect("no budget");
            self.learn(value, search.game().nodes() - before);
        }
        self.known.low
    }

    fn next_window(&mut self) -> i32 {
        let Bounds { low, high } = self.known;
        if self.spent <= CHEAP {
            self.turn += 1;
            let from_above = high > 0 && (self.turn % 2 == 1 || low >= 0);
            return match from_above {
                true => (high - 1).max(low).max(0.min(high - 1)),
                false => low.min(high - 1).min((-1).max(low)),
            };
        }
        if low < 0 && high > 0 {
            return if low == -1 { -1 } else { 0 };
        }
        self.gallop *= 2;
        match low >= 0 {
            true => (low + self.gallop / 2 - 1).min(high - 1),
            false => (high - self.gallop / 2).max(low),
        }
    }

    /// The state as words, for a checkpoint.
    pub fn to_words(&self) -> [u64; 6] {
        let alpha = self.alpha.map_or(i64::MAX, i64::from);
        let numbers = [self.known.low, self.known.high, self.turn as i32, self.gallop];
        let [low, high, turn, gallop] = numbers.map(|it| i64::from(it) as u64);
        [low, high, turn, gallop, alpha as u64, self.spent]
    }

    /// The state from [`ScoreSearch::to_words`].
    pub fn from_words(words: [u64; 6]) -> ScoreSearch {
        let [low, high, turn, gallop, alpha, spent] = words;
        ScoreSearch {
            known: Bounds { low: low as i32, high: high as i32 },
            alpha: (alpha != i64::MAX as u64).then_some(alpha as i32),
            turn: turn as u32,
            gallop: gallop as i32,
            spent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of `docs/algorithms/alpha-beta.md`.
    #[test]
    fn a_score_is_found_by_three_questions() {
        let [low, high] = [-18_i64, 18].map(|it| it as u64);
        let mut search = ScoreSearch::from_words([low, high, 0, 1, i64::MAX as u64, 0]);
        // The question, and the bound that answers it.
        for (alpha, bound) in [(17, 0), (-18, -2), (-2, -2)] {
            assert_eq!(search.window(), Some(alpha));
            search.learn(bound, 100);
        }
        assert_eq!(search.window(), None);
        assert_eq!((search.bounds().low, search.bounds().high), (-2, -2));
    }
}
