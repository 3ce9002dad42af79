//! Tests of the depth-first procedures.

use super::tree::Tree;
use super::*;
use crate::values::{DepthFirst, DepthFirstOptions, Guess, Procedure};

const PROCEDURES: [Procedure; 7] = [
    Procedure::Minimax,
    Procedure::AlphaBeta,
    Procedure::Pvs,
    Procedure::Mtd(Guess::Last),
    Procedure::Mtd(Guess::Older),
    Procedure::Mtd(Guess::Zero),
    Procedure::Mtd(Guess::Best),
];

/// Every procedure in turn with every setting.
fn options(round: usize) -> DepthFirstOptions {
    let procedure = PROCEDURES[round % PROCEDURES.len()];
    let flag = |bit: usize| ((round / PROCEDURES.len()) >> bit) & 1 == 0;
    DepthFirstOptions { procedure, deepening: flag(0), table: flag(1), ordered: flag(2) }
}

#[test]
fn every_procedure_finds_the_value_and_a_best_move_of_trees_of_many_values() {
    let mut rng = Rng::new(211);
    let mut moves = 0;
    for round in 0..2800 {
        let alternating = rng.chance(1, 2);
        let most = [1, 3, 900][rng.below(3)];
        let mut tree = match rng.chance(1, 2) {
            true => Tree::uniform(&mut rng, 2 + round % 2, 4, most, alternating),
            false => Tree::uneven(&mut rng, 60, most, alternating),
        };
        if rng.chance(1, 2) {
            tree.decide_some(&mut rng, 3);
        }
        let plain = tree.clone();
        let options = DepthFirstOptions { deepening: true, ..options(round) };
        let mut search =
            DepthFirst::new(&mut tree, any_table(&mut rng)(), PLENTY, options).expect("no cycles");
        for depth in 1..7 {
            let (value, best) = search.value_at(depth);
            let (expected, _) = plain.minimax(0, depth as usize);
            assert_eq!(value, expected, "{options:?} to depth {depth}: {plain:?}");
            if let (Some(mv), false) = (best, plain.nodes[0].children.is_empty()) {
                let child = plain.nodes[0].children[mv.0 as usize];
                let (value, _) = plain.minimax(child, depth as usize - 1);
                assert_eq!(value, expected, "{options:?}");
                moves += 1;
            }
        }
    }
    assert!(moves > 14_000, "{moves}");
}

/// Knuth and Moore: alpha-beta visits no leaf that minimax does not, and the narrower windows none that
/// alpha-beta's wide window leaves out.
#[test]
fn windows_save_leaves() {
    let mut rng = Rng::new(212);
    let mut sums = [0; 3];
    for _ in 0..300 {
        let plain = Tree::uniform(&mut rng, 3, 5, 100, true);
        let leaves = [Procedure::Minimax, Procedure::AlphaBeta, Procedure::Mtd(Guess::Best)];
        let leaves = leaves.map(|procedure| {
            let mut tree = plain.clone();
            let options =
                DepthFirstOptions { procedure, deepening: true, table: true, ordered: false };
            let search = DepthFirst::new(&mut tree, large_table(), PLENTY, options);
            search.expect("no cycles").value_at(5);
            tree.leaves
        });
        assert_eq!(leaves[0].len(), 243);
        for better in 1..3 {
            assert!(leaves[better].iter().all(|leaf| leaves[better - 1].contains(leaf)));
        }
        (0..3).for_each(|at| sums[at] += leaves[at].len());
    }
    assert!(sums[0] > 2 * sums[1] && sums[1] > sums[2], "{sums:?}");
}

#[test]
fn graphs_are_solved_as_the_oracle_says() {
    let games = games(10_000, 213);
    let answers = agree::<DepthFirst<_>>(&games, 214, PLENTY, options);
    assert!(answers[0] > 3000 && answers[1] > 3000 && answers[2] == 0, "{answers:?}");
}

#[test]
fn many_graphs_are_solved_as_the_oracle_says() {
    for part in 0..10 {
        let games = games(10_000, 220 + part);
        let answers = agree::<DepthFirst<_>>(&games, 230 + part, PLENTY, options);
        assert!(answers[0] > 3000 && answers[1] > 3000 && answers[2] == 0, "{answers:?}");
    }
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    resume::<DepthFirst<_>>(&games(1400, 215), 216, options);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let games = games(14, 217);
    (0..56).for_each(|round| damaged::<DepthFirst<_>>(&games[round % 14], options(round)));
}

#[test]
fn a_cyclic_space_is_refused() {
    let game = cyclic_game();
    (0..56).for_each(|round| cyclic::<DepthFirst<_>>(&game, options(round)));
}
