//! Which move is searched next, by expected work (Randall, Müller, Wei and Hayward 2024).
//!
//! **The problem.** Proof numbers count what is left to prove and do not ask whether it can be proved. **The idea**: each
//! position has two estimates, the *odds* that its mover wins, and the *work* of finding out, in positions. Moves
//! are tried one after the other until one wins. With the chance `q` that a move wins and its work `w`, the work of the position is
//! `w₁ + (1 − q₁)·w₂ + (1 − q₁)(1 − q₂)·w₃ + …`, which is least if moves are tried in the order of `w / q`. The first in
//! that order is searched, until what is found there, or what becomes of it further up, makes another the first.
//!
//! The odds of a position not searched yet come from the currents of both players' connections, its work from the number of moves that
//! must be answered. A position's odds are those of its best move. Only the best quarter of the moves counts, as in the search by
//! proof numbers. Estimates only choose what is searched; every result is a derivation all the same.

/// What is expected of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// That its mover wins, above 0 and below 1.
    pub odds: f32,
    /// Positions still to be looked at, at least 1.
    pub work: f32,
}

/// Odds are kept this far from certainty.
const LEAST: f32 = 0.01;

/// How many times the work grows with each move more that must be answered.
const GROWTH: f32 = 1.7;

/// How much surer a move is of winning than the next one, before either is looked at.
const DECAY: f32 = 0.9;

/// A move under search stays until it is this much worse than the best other.
const PATIENCE: f32 = 2.0;

impl Estimate {
    fn new(odds: f32, work: f32) -> Estimate {
        Estimate { odds: odds.clamp(LEAST, 1.0 - LEAST), work: work.max(1.0) }
    }

    /// Of a position seen for the first time, by how well the mover's connections and the opponent's conduct, and by
    /// the number of moves.
    pub fn first(mover: f32, opponent: f32, moves: u32) -> Estimate {
        Estimate::new(mover / (mover + opponent).max(f32::MIN_POSITIVE), GROWTH.powi(moves as i32))
    }

    /// Of the position after the `nth` best move, which nobody has looked at, of a position with this estimate.
    pub fn after(self, nth: usize) -> Estimate {
        Estimate::new(1.0 - self.odds * DECAY.powi(nth as i32), self.work)
    }

    /// The work of a move to this position for each chance that it wins.
    fn price(self) -> f32 {
        self.work / (1.0 - self.odds)
    }
}

/// Which move to search, and what is expected of a position with moves to positions of which this is expected. `now` is the
/// move under search.
pub(crate) fn choose(moves: &[Estimate], now: Option<usize>) -> (usize, Estimate) {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|&a, &b| moves[a].price().total_cmp(&moves[b].price()));
    let (mut work, mut left, mut odds) = (1.0, 1.0, 0.0f32);
    for &at in &order {
        let wins = 1.0 - moves[at].odds;
        work += left * moves[at].work;
        left *= 1.0 - wins;
        odds = odds.max(wins);
    }
    let stays = now.filter(|&at| moves[at].price() <= PATIENCE * moves[order[0]].price());
    (stays.unwrap_or(order[0]), Estimate::new(odds, work))
}

#[cfg(test)]
mod tests {
    use super::{Estimate, choose};

    #[test]
    fn the_cheapest_chance_comes_first_and_the_work_is_that_of_trying_in_this_order() {
        // A sure move with much work, a fair one with little, and a poor one.
        let moves = [(0.1, 90.0), (0.5, 20.0), (0.9, 30.0)];
        let moves = moves.map(|(odds, work)| Estimate { odds, work });
        let (first, whole) = choose(&moves, None);
        assert_eq!(first, 1);
        assert!((whole.work - (1.0 + 20.0 + 0.5 * (90.0 + 0.1 * 30.0))).abs() < 1e-3);
        assert!((whole.odds - 0.9).abs() < 1e-6);
        // A move under search is left when it is clearly worse.
        assert_eq!(choose(&moves, Some(0)).0, 1);
        let near = [Estimate { odds: 0.5, work: 24.0 }, moves[1]];
        assert_eq!(choose(&near, Some(0)).0, 0);
    }
}
