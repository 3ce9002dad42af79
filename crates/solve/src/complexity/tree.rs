//! How many different games there are: Knuth's estimate of the size of a tree (1975).
//!
//! A random game chooses each move with equal chance. The product of the numbers of moves along it, down to
//! a depth, is a guess of how many move sequences of that length there are, and its expectation is just
//! that number. So the mean over many games is right on average, whatever the tree looks like.
//!
//! Its weakness is that few games with huge products may carry the sum. If none of these was played the
//! mean is too low and the interval too narrow, and nothing in the sample tells.

use quod_engine::OpenGame;
use quod_search::Random;

use super::Survey;
use super::statistics::{Spread, mean_log10};

/// The size of the whole tree of move sequences, decimal logarithms throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    /// Games to the end: the leaves.
    pub games: Spread,
    /// Move sequences of any length: all nodes.
    pub nodes: Spread,
    /// How many random games that took.
    pub sample: u64,
}

/// Estimates a game in which no position repeats, so that every game ends.
pub(super) fn estimate(game: &OpenGame, survey: Survey) -> Tree {
    let mut random = Random::new(survey.seed);
    let (mut leaves, mut all, mut spent) = (Vec::new(), Vec::new(), 0);
    while spent < survey.nodes || leaves.len() < 2 {
        let (mut pos, mut weight) = (game.start(), 0.0);
        let mut path = vec![weight];
        loop {
            let moves = game.legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            weight += (moves.len() as f64).log10();
            path.push(weight);
            pos = game.play(&pos, moves[random.below(moves.len())]);
        }
        spent += path.len() as u64;
        leaves.push(weight);
        // The sum of what the game says of each depth; the last one is the greatest.
        all.push(weight + path.iter().map(|it| 10f64.powf(it - weight)).sum::<f64>().log10());
    }
    Tree { games: mean_log10(&leaves), nodes: mean_log10(&all), sample: leaves.len() as u64 }
}
