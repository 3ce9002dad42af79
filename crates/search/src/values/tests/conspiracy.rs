//! Tests of the search by conspiracy numbers; the numbers themselves are counted in `growing/tests.rs`.

use super::*;
use crate::values::{Conspiracy, Growing, ValueSet};

type Search<'g> = Growing<TestSpace<'g>, Conspiracy>;

fn rule(round: usize) -> Conspiracy {
    Conspiracy::new([ValueSet::Nine, ValueSet::Three, ValueSet::Five][round % 3])
}

#[test]
fn graphs_are_solved_as_the_oracle_says() {
    let games = games(10_000, 411);
    let answers = agree::<Search<'_>>(&games, 412, 1 << 20, rule);
    println!("{} proved, {} disproved, {} unknown", answers[0], answers[1], answers[2]);
    assert!(answers[0] > 3500 && answers[1] > 3500 && answers[2] == 0, "{answers:?}");
}

#[test]
fn many_graphs_are_solved_as_the_oracle_says() {
    for part in 0..10 {
        let games = games(10_000, 420 + part);
        let answers = agree::<Search<'_>>(&games, 430 + part, 1 << 20, rule);
        println!("{} proved, {} disproved, {} unknown", answers[0], answers[1], answers[2]);
        assert!(answers[0] > 3500 && answers[1] > 3500 && answers[2] == 0, "{answers:?}");
    }
}

/// Little memory costs answers, never truth.
#[test]
fn a_small_tree_leaves_graphs_unknown() {
    let games = games(3000, 413);
    let answers = agree::<Search<'_>>(&games, 414, 700, rule);
    println!("{} proved, {} disproved, {} unknown", answers[0], answers[1], answers[2]);
    assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    resume::<Search<'_>>(&games(600, 415), 416, rule);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let games = games(9, 417);
    (0..9).for_each(|round| damaged::<Search<'_>>(&games[round], rule(round)));
}

#[test]
fn a_cyclic_space_is_refused() {
    let game = cyclic_game();
    (0..3).for_each(|round| cyclic::<Growing<_, Conspiracy>>(&game, rule(round)));
}
