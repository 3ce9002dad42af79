//! Ratios with intervals. Neighbouring positions come from one game and are alike, so intervals are
//! over blocks of neighbours, not over single positions.

use std::collections::BTreeMap;
use std::fmt;

use quod_game::testkit::Rng;

/// Positions of a block.
const BLOCK: usize = 25;
const ROUNDS: usize = 10_000;

/// A ratio with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low == self.high {
            true => write!(f, "{:.1}", self.value),
            false => write!(f, "{:.1} ({:.1}–{:.1})", self.value, self.low, self.high),
        }
    }
}

/// Sums over the blocks of neighbouring positions.
fn blocks<const N: usize>(places: &[usize], terms: impl Fn(usize) -> [f64; N]) -> Vec<[f64; N]> {
    let mut blocks: BTreeMap<usize, [f64; N]> = BTreeMap::new();
    for (at, place) in places.iter().enumerate() {
        let block = blocks.entry(place / BLOCK).or_insert([0.0; N]);
        block.iter_mut().zip(terms(at)).for_each(|(sum, term)| *sum += term);
    }
    blocks.into_values().collect()
}

/// A value of sums with the interval of resampled blocks.
fn resampled<const N: usize>(blocks: &[[f64; N]], value: impl Fn([f64; N]) -> f64) -> Interval {
    let sum = |list: &mut dyn Iterator<Item = [f64; N]>| {
        list.fold([0.0; N], |sums, block| std::array::from_fn(|at| sums[at] + block[at]))
    };
    let mut rng = Rng::new(1);
    let mut round = || {
        let mut picks = (0..blocks.len()).map(|_| blocks[rng.below(blocks.len())]);
        value(sum(&mut picks))
    };
    let mut rounds: Vec<f64> = (0..ROUNDS).map(|_| round()).collect();
    rounds.sort_by(f64::total_cmp);
    let value = value(sum(&mut blocks.iter().copied()));
    Interval { value, low: rounds[ROUNDS / 40], high: rounds[ROUNDS - 1 - ROUNDS / 40] }
}

/// The ratio of the sums.
pub fn bootstrap(above: &[f64], below: &[f64], places: &[usize]) -> Interval {
    resampled(&blocks(places, |at| [above[at], below[at]]), |[above, below]| above / below)
}

/// The ratio of the geometric means.
pub fn geometric(above: &[f64], below: &[f64], places: &[usize]) -> Interval {
    let blocks = blocks(places, |at| [(above[at] / below[at]).ln(), 1.0]);
    resampled(&blocks, |[sum, count]| (sum / count).exp())
}
