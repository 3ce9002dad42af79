//! How long a move may take.
//!
//! A move's time runs from the moment its command was read. A margin is left for what happens between the two ends
//! of a pipe. Of a game's time a move takes one part in as many as moves are to come, and most of what the move
//! adds.

use std::time::Duration;

use super::command::Go;

/// Moves that are still to come, if nobody says how many.
const MOVES: u64 = 30;
/// The least and the most of the margin, in milliseconds.
const MARGIN: (u64, u64) = (5, 50);

/// How long a move may take; `None` where no clock runs.
pub fn time(go: &Go, mover: usize) -> Option<Duration> {
    if go.infinite {
        return None;
    }
    let with_margin = |time: u64| time - (time / 10).clamp(MARGIN.0, MARGIN.1).min(time / 2);
    let by_clock = go.left[mover].map(|left| {
        let moves = go.moves_to_go.filter(|it| *it > 0).unwrap_or(MOVES).min(MOVES);
        let share = (left / moves).saturating_add(go.more[mover] / 4 * 3);
        share.min(left.saturating_sub(MARGIN.1) / 2).max(left.min(MARGIN.0 * 2))
    });
    let least = match (go.move_time, by_clock) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    Some(Duration::from_millis(with_margin(least)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_ends_before_its_time() {
        let time = |go: Go| time(&go, 0).map(|it| it.as_millis());
        assert_eq!(time(Go::default()), None);
        let fixed = |move_time| time(Go { move_time: Some(move_time), ..Go::default() });
        assert_eq!([0, 4, 100, 1000].map(fixed), [Some(0), Some(2), Some(90), Some(950)]);
        let left = |left| time(Go { left: [Some(left), None], ..Go::default() }).unwrap();
        assert_eq!(left(60_000), 1950);
        assert!([0, 1, 20, 200, 5000].into_iter().all(|it| left(it) <= it as u128));
        let last = Go { left: [Some(10_000), None], moves_to_go: Some(1), ..Go::default() };
        assert_eq!(time(last), Some(4925));
        let infinite = Go { infinite: true, move_time: Some(5), ..Go::default() };
        assert_eq!(time(infinite), None);
    }
}
