//! Tests of B*; bounds and plans themselves are tested in `growing/tests.rs`.

use super::*;
use crate::values::{BStar, Growing, Plan};

type Search<'g> = Growing<TestSpace<'g>, BStar>;

fn rule(round: usize) -> BStar {
    let plan = [Plan::Depths, Plan::ProveBest, Plan::DisproveRest][round % 3];
    BStar::new(plan, [2, 0, 50, 1000][round / 3 % 4])
}

#[test]
fn graphs_are_solved_as_the_oracle_says() {
    let games = games(10_000, 511);
    let answers = agree::<Search<'_>>(&games, 512, 1 << 20, rule);
    println!("{} proved, {} disproved, {} unknown", answers[0], answers[1], answers[2]);
    assert!(answers[0] > 3500 && answers[1] > 3500 && answers[2] == 0, "{answers:?}");
}

#[test]
fn many_graphs_are_solved_as_the_oracle_says() {
    for part in 0..10 {
        let games = games(10_000, 520 + part);
        let answers = agree::<Search<'_>>(&games, 530 + part, 1 << 20, rule);
        println!("{} proved, {} disproved, {} unknown", answers[0], answers[1], answers[2]);
        assert!(answers[0] > 3500 && answers[1] > 3500 && answers[2] == 0, "{answers:?}");
    }
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    resume::<Search<'_>>(&games(600, 515), 516, rule);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let games = games(12, 517);
    (0..12).for_each(|round| damaged::<Search<'_>>(&games[round], rule(round)));
}

#[test]
fn a_cyclic_space_is_refused() {
    let game = cyclic_game();
    (0..12).for_each(|round| cyclic::<Growing<_, BStar>>(&game, rule(round)));
}
