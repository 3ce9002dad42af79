//! What the tree of first moves expects ([`super::frontier`]): a model, its numbers, and the data they come from.
//!
//! The numbers are nodes of threat searches unless it is told otherwise. Nothing rests on them but how long a search takes.
//! They were chosen on 15×15, by freestyle (`docs/algorithms/gomoku-proof.md`). What came of some others, there and on boards
//! that they were not chosen on, is in `bench/runs/2026-11-27-simulation.md` and `bench/runs/2026-11-27-one-part.md`.

use quod_search::Numbers;

/// Stones on the board after a third move.
const THIRD: u32 = 5;

/// How much work is expected to be left where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    /// Nodes of a leaf's first slice.
    pub slice: u64,
    /// A leaf that is expected to take so many nodes, or has taken them, becomes a node.
    pub large: u64,
    /// What is left to do at a leaf, for each unit of the square of its proof number. Of thirty positions after three
    /// moves those with proof numbers of 50, 100 and 180 took 0.4, 1 and 3 million nodes; those above 240, where no move
    /// that threatens is as good as a quiet one, were not proved in 12 million.
    pub squared: u64,
    /// How far above says nothing, so more than this is not expected.
    pub quiet: u64,
    /// The first guess for the hardest reply where all replies are left, to third moves and those before, and later.
    pub near: [u64; 2],
    /// The first guess for the easiest.
    pub far: [u64; 2],
    /// After how many replies the difference is halved.
    pub halved: u64,
    /// The first guess for each unit of a proof number.
    pub unit: u64,
    /// How many times dearer moves are on the next page.
    pub page: u64,
    /// How many times dearer on the next page after one of hints.
    pub hint: u64,
    /// What is left to do at a node of the prover's is at least what was done there divided by this: however promising
    /// its next move looks, those before it did so too.
    pub tried: u64,
    /// The same in the first positions: with less, all second moves are followed equally far.
    pub tried_first: u64,
    /// What the replies to a move are expected to take, other than the hardest, is divided by this and added: most of
    /// what refutes them is found on the way. With sums a move that leaves thirty easy replies looked dearer than a move that
    /// leaves a single reply nothing is known against, which was never tried.
    pub shared: u64,
    /// A move of which few replies are left is tried before a move that may leave as much behind each of many: its work
    /// counts by the replies left, up to so many.
    pub left: usize,
    /// And so many replies more.
    pub left_more: u64,
    /// Of what is spent at an opponent's node a part goes to the easiest replies, one in so many: they tell what wins there,
    /// which is tried first after the hard ones ([`Model::favoured`]), and how many of those there are.
    pub easy: u64,
    /// But not before so much was spent: after second moves, and later.
    pub easy_from: [u64; 2],
    /// How many times dearer a move counts at most that wins after no other reply than one that wins after many.
    pub favoured: u64,
    /// Every second move leaves a reply that takes long, and until it falls that reply says nothing. What all other
    /// replies took and are expected to take tells the moves apart, once so much was spent on them.
    pub measured: u64,
    /// Second moves that were measured stand in that order, and each counts as so many times dearer than the one before
    /// it, a numerator and a denominator.
    pub rank: [u64; 2],
    /// But no move counts as if more than so many stood before it.
    pub ranks: u32,
    /// So many replies to an early move get a slice each before any of them gets more: what the hardest take then tells
    /// the moves apart, of which all are alike at first.
    pub probed: usize,
    /// After so many other replies a proof is looked for that holds after this one ([`super::simulation`]).
    pub similar: usize,
}

impl Model {
    /// The model chosen on 15×15.
    pub const FIFTEEN: Model = Model {
        slice: 100_000,
        large: 5_000_000,
        squared: 100,
        quiet: 10_000_000,
        near: [1_000_000, 200_000],
        far: [50_000, 5_000],
        halved: 4,
        unit: 50_000,
        page: 6,
        hint: 10,
        tried: 2,
        tried_first: 10,
        shared: 2,
        left: 10,
        left_more: 3,
        easy: 3,
        easy_from: [20_000_000, 1_000_000],
        favoured: 4,
        measured: 20_000_000,
        rank: [3, 2],
        ranks: 6,
        probed: 16,
        similar: 4,
    };

    /// What a search's numbers say is left to do; `u64::MAX` where that has no end.
    pub fn left_by(&self, numbers: Numbers) -> u64 {
        match numbers.solved() {
            Some(true) => 0,
            Some(false) => u64::MAX,
            None => {
                let proof = u64::from(numbers.proof.get());
                self.squared.saturating_mul(proof.pow(2)).min(self.quiet)
            }
        }
    }

    /// The first guess for a reply to a move with so many stones on the board, after so many replies that build and block
    /// more, where all replies are left.
    pub fn first_guess(&self, stones: u32, before: usize) -> u64 {
        let later = usize::from(stones > THIRD);
        let (near, far) = (self.near[later], self.far[later]);
        far + (near - far) * self.halved / (self.halved + before as u64)
    }

    /// The work at a move that wins after so many other replies, as it compares with that at others, of which the best wins
    /// after `most`: dearer with the square root, so that a move which wins after a few is not far behind.
    pub fn by_answers(&self, work: u64, own: u64, most: u64) -> u64 {
        const UNIT: u64 = 8;
        let dearer = (UNIT * UNIT * (most + 1) / (own + 1)).isqrt().min(UNIT * self.favoured);
        u64::try_from(u128::from(work) * u128::from(dearer) / u128::from(UNIT)).unwrap_or(u64::MAX)
    }

    /// The work at a second move, as it compares with that at others, where so many are expected to be better.
    pub fn by_rank(&self, work: u64, better: usize) -> u64 {
        let [up, down] = self.rank;
        let ranks = self.ranks.min(better as u32);
        let dearer = u128::from(work) * u128::from(up).pow(ranks) / u128::from(down).pow(ranks);
        u64::try_from(dearer).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Second moves get dearer by a half from one to the next, but not without end.
    #[test]
    fn moves_get_dearer_by_rank() {
        let dearer = |better| Model::FIFTEEN.by_rank(64, better);
        assert_eq!([0, 1, 2, 6, 7, 300].map(dearer), [64, 96, 144, 729, 729, 729]);
        assert_eq!(Model::FIFTEEN.by_rank(u64::MAX, 1), u64::MAX);
    }

    /// Moves are dearer that win after fewer other replies, but not without end.
    #[test]
    fn moves_get_dearer_that_win_less_often() {
        let dearer = |own| Model::FIFTEEN.by_answers(80, own, 99);
        assert_eq!([99, 24, 10, 0].map(dearer), [80, 160, 240, 320]);
        assert_eq!(Model::FIFTEEN.by_answers(80, 0, 0), 80);
        assert_eq!(Model::FIFTEEN.by_answers(u64::MAX, 0, 99), u64::MAX);
    }

    /// Replies in order, to early moves and to later ones.
    #[test]
    fn the_first_guess_falls_from_near_to_far() {
        let guess = |stones, before| Model::FIFTEEN.first_guess(stones, before);
        assert_eq!([3, 5, 7].map(|stones| guess(stones, 0)), [1_000_000, 1_000_000, 200_000]);
        assert_eq!([4, 12].map(|before| guess(5, before)), [525_000, 287_500]);
        assert!((50_000..60_000).contains(&guess(5, 1_000)));
    }
}
