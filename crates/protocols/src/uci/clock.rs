//! How long a move may take.

use std::time::Duration;

use super::command::Go;
use crate::clock::{Clock, without_margin};

/// How long a move may take; `None` where no clock runs.
pub fn time(go: &Go, mover: usize) -> Option<Duration> {
    if go.infinite {
        return None;
    }
    let clock = |left| Clock { left, more: go.more[mover], moves_to_go: go.moves_to_go };
    let by_clock = go.left[mover].map(|left| clock(left).share());
    let least = match (go.move_time, by_clock) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    Some(without_margin(least))
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
