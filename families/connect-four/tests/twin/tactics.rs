//! What is seen without search, and a plain search over it, against minimax.

use quod_connect_four::{Compiled, Geometry, Grid, Position, Tactics};
use quod_game::testkit::Rng;

use crate::{Truth, cells, random_positions};

/// A bound of the score that answers whether it is above `alpha`, without a table. `after`: look after
/// moves, too.
fn null_window(
    tactics: &Tactics<impl Geometry>,
    pos: &Position,
    alpha: i32,
    looked: bool,
    after: bool,
) -> i32 {
    let mut moves = Vec::new();
    let mut sight = tactics.look(pos, alpha, &mut moves);
    if sight.low > alpha {
        return sight.low;
    }
    if sight.high > alpha && !looked {
        sight.high = sight.high.min(tactics.look_before(pos, alpha));
    }
    if sight.high <= alpha {
        return sight.high;
    }
    moves.sort_by_key(|it| -it.order);
    let mut best = sight.low;
    for it in &moves {
        let bound = if after && !it.answered { tactics.look_after(&it.pos, alpha) } else { None };
        let value = match (it.answered, bound) {
            (_, Some(bound)) if bound > alpha => bound,
            (true, _) => null_window(tactics, &it.pos, alpha, false, after),
            (false, _) => -null_window(tactics, &it.pos, -alpha - 1, bound.is_some(), after),
        };
        if value > alpha {
            return value.min(sight.high);
        }
        best = best.max(value);
    }
    best
}

fn windows(geo: impl Geometry, count: usize, least: usize) {
    let mut rng = Rng::new(41);
    let (tactics, mut truth) = (Tactics::new(geo), Truth::of(geo));
    for pos in random_positions(geo, &mut rng, count, least) {
        let score = truth.score(&pos);
        let (low, high) = tactics.limits(pos.stones() as i32);
        assert!(low <= score && score <= high, "{geo:?} {pos:x?}: {score} in {low}..={high}");
        for alpha in low..high {
            for after in [false, true] {
                let bound = null_window(&tactics, &pos, alpha, false, after);
                let right = if bound > alpha { bound <= score } else { bound >= score };
                assert!(right, "{geo:?} {pos:x?}: above {alpha}? {bound}, it is {score}");
            }
        }
    }
}

#[test]
fn every_window_of_late_positions_is_answered_as_minimax_does() {
    windows(Grid::new(4, 4), 400, 2);
    windows(Grid::new(5, 4), 150, 8);
    windows(Grid::new(4, 5), 150, 8);
    windows(Compiled::<5, 5>, 100, 13);
    windows(Grid::new(6, 4), 100, 12);
    windows(Grid::new(5, 6), 60, 18);
}

/// Everything that is said of a position, for all questions.
fn sights(geo: impl Geometry, count: usize, least: usize) {
    let mut rng = Rng::new(42);
    let (tactics, mut truth) = (Tactics::new(geo), Truth::of(geo));
    for pos in random_positions(geo, &mut rng, count, least) {
        let score = truth.score(&pos);
        let (low, high) = tactics.limits(pos.stones() as i32);
        for alpha in low..high {
            let mut moves = Vec::new();
            let sight = tactics.look(&pos, alpha, &mut moves);
            let context = format!("{geo:?} {pos:x?}, above {alpha}? {sight:?}, it is {score}");
            assert!(sight.low <= score && score <= sight.high, "{context}");
            assert!(score <= tactics.look_before(&pos, alpha), "{context}");
            if sight.low > alpha || sight.high <= alpha {
                continue;
            }
            // The moves left out are no better than the best of those that are shown.
            let mut best = i32::MIN;
            for it in &moves {
                let value = truth.score(&it.pos);
                if it.answered {
                    answered(geo, &mut truth, &pos, &it.pos);
                } else {
                    assert_eq!((it.pos.opp() & pos.me, it.pos.me), (pos.me, pos.opp()));
                    assert_eq!(it.pos.stones(), pos.stones() + 1);
                    if let Some(bound) = tactics.look_after(&it.pos, alpha) {
                        assert!(bound <= -value, "{context} {it:?}");
                    }
                }
                best = best.max(if it.answered { value } else { -value });
            }
            assert_eq!(best, score, "{context} {moves:x?}");
        }
    }
}

/// A move and the only answer to its threat: the side to move is the same, and the score.
fn answered(geo: impl Geometry, truth: &mut Truth, pos: &Position, after: &Position) {
    let (cell, answer) = (after.me & !pos.me, after.opp() & !pos.opp());
    assert_eq!((cell.count_ones(), answer.count_ones()), (1, 1));
    assert_eq!(after.stones(), pos.stones() + 2);
    let between = pos.play(cell);
    assert_eq!(between.play(answer), *after);
    let threats = geo.winning_cells(after.me, between.all);
    assert_eq!(threats & geo.playable(between.all), answer);
    assert_eq!(truth.score(&between), -truth.score(after));
}

#[test]
fn bounds_are_true_and_the_best_move_is_among_those_shown() {
    sights(Grid::new(4, 4), 400, 2);
    sights(Grid::new(5, 4), 200, 8);
    sights(Grid::new(4, 5), 200, 8);
    sights(Compiled::<5, 5>, 150, 13);
    sights(Grid::new(6, 4), 150, 12);
    sights(Grid::new(5, 6), 80, 18);
    sights(Grid::new(7, 5), 60, 23);
}

/// The score of the first move of a game that ends with each stone, from both ends of the scale.
#[test]
fn the_scale_counts_stones_that_are_left() {
    let [even, odd] = [Grid::new(7, 6), Grid::new(5, 5)].map(Tactics::new);
    assert_eq!((even.win_at(6), even.win_at(7)), (18, 18));
    assert_eq!((even.win_at(40), even.win_at(41)), (1, 1));
    assert_eq!((odd.win_at(24), odd.limits(24)), (1, (0, 1)));
    assert_eq!(cells(Grid::new(5, 5).upper()).len(), 15);
}
