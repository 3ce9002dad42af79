//! All boards of few stones, solved with the plain rules: an oracle for tables of awari.
//!
//! Layer by layer, a threshold at a time: the boards from which the side to move can force `t` stones
//! more than the opponent, and those from which he cannot avoid `t` fewer. Both sets are least fixed
//! points, grown from nothing: play that never ends leaves the rest divided evenly, so that it gives
//! neither.

use quod_game::testkit::{Oracle, Rng};
use quod_game::{Claim, Game, Goal, Player, Ranked};
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, Worth};

const AWARI: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };

/// Where a move leads, seen by the side to move.
enum Step {
    /// Out of the layer, to this many stones more than the opponent in the end.
    Worth(i32),
    /// To a board of the layer.
    Board(usize),
}

/// The values of all boards with up to `stones` stones, by layer and index.
fn tables(game: &Awari, stones: u32) -> Vec<Vec<i32>> {
    let mut tables: Vec<Vec<i32>> = Vec::new();
    for layer in 0..=stones {
        let positions = (0..game.size(layer)).map(|index| game.unrank(layer, index).unwrap());
        let steps = positions.map(|pos| steps(game, &pos, layer, &tables)).collect::<Vec<_>>();
        tables.push(values(&steps, layer as i32));
    }
    tables
}

fn steps(game: &Awari, pos: &AwariPosition, layer: u32, lower: &[Vec<i32>]) -> Vec<Step> {
    if let Some(outcome) = game.outcome(pos) {
        return vec![Step::Worth(outcome.score)];
    }
    let step = |mv| {
        let next = game.play(pos, mv);
        let (next_layer, index) = game.rank(&next).unwrap();
        match next_layer == layer {
            true => Step::Board(index as usize),
            false => {
                let captured = i32::from(next.captured[0]);
                Step::Worth(captured - lower[next_layer as usize][index as usize])
            }
        }
    };
    game.legal_moves(pos).into_iter().map(step).collect()
}

fn values(steps: &[Vec<Step>], stones: i32) -> Vec<i32> {
    let mut values = vec![0; steps.len()];
    for threshold in 1..=stones {
        let mut wins = vec![false; steps.len()];
        let mut loses = vec![false; steps.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (at, steps) in steps.iter().enumerate() {
                let win = |step: &Step| match *step {
                    Step::Worth(worth) => worth >= threshold,
                    Step::Board(next) => loses[next],
                };
                let loss = |step: &Step| match *step {
                    Step::Worth(worth) => worth <= -threshold,
                    Step::Board(next) => wins[next],
                };
                let now = (steps.iter().any(win), steps.iter().all(loss));
                changed |= now != (wins[at], loses[at]);
                (wins[at], loses[at]) = now;
            }
        }
        for (at, value) in values.iter_mut().enumerate() {
            assert!(!(wins[at] && loses[at]));
            if wins[at] {
                *value = threshold;
            } else if loses[at] {
                *value = -threshold;
            }
        }
    }
    values
}

#[test]
fn wins_draws_and_losses_are_the_known_numbers() {
    let known = [
        [5, 0, 7],
        [25, 13, 40],
        [123, 63, 178],
        [580, 143, 642],
        [2165, 0, 2203],
        [5698, 1548, 5130],
        [14921, 4487, 12416],
    ];
    let tables = tables(&AWARI, known.len() as u32);
    for (layer, known) in tables[1..].iter().zip(known) {
        let count = |sign| layer.iter().filter(|value| value.signum() == sign).count();
        assert_eq!([count(1), count(0), count(-1)], known);
    }
}

/// The game's own claims, of positions with captured stones and either side to move, follow from the
/// value of the board: endless play in it mixes classes of all captured counts.
#[test]
fn claims_follow_from_the_value_of_the_board_and_what_was_captured() {
    let tables = tables(&AWARI, 4);
    let mut rng = Rng::new(1);
    for worth in [Worth::Game, Worth::ToCome] {
        let game = Awari { worth, ..AWARI };
        for _ in 0..12 {
            let layer = 1 + rng.below(4) as u32;
            let index = rng.below(game.size(layer) as usize) as u64;
            let mut pos = game.unrank(layer, index).unwrap();
            // Near the middle, where wins are not decided by what was captured.
            let south = 18 + rng.below(13) as u8 - layer as u8;
            pos.captured = [south, 48 - layer as u8 - south];
            if rng.chance(1, 2) {
                pos = game.symmetric().unwrap().map(1, &pos);
            }
            let value = tables[layer as usize][index as usize];
            let outcome = game.worth(&pos, value).unwrap();
            for player in Player::BOTH {
                let score = outcome.score_of(player) as i32;
                let captures = outcome.captures[player.index()];
                let mut goals = vec![Goal::Wins, Goal::DoesNotLose];
                goals.extend([Goal::ScoreAtLeast(score), Goal::ScoreAtLeast(score + 1)]);
                if game.has_captures() {
                    goals.extend([captures, captures + 1].map(Goal::CapturesAtLeast));
                }
                for goal in goals {
                    let claim = Claim { player, goal };
                    let truth = Oracle::new(&game, &pos, &claim).holds(&pos);
                    assert_eq!(claim.holds_at(&outcome), truth, "{claim:?} at {pos:?}");
                }
            }
        }
    }
}
