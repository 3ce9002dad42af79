//! Tests of SSS*.

use super::tree::Tree;
use super::*;
use crate::values::{DepthFirst, DepthFirstOptions, Guess, Procedure, SssOptions, SssStar};

fn options(round: usize) -> SssOptions {
    SssOptions { deepening: round & 1 == 0, ordered: round & 2 == 0 }
}

/// Plaat, Schaeffer, Pijls and de Bruin 1996: SSS* is a special case of null-window search with memory.
#[test]
fn both_forms_look_at_the_same_leaves_in_the_same_order() {
    let mut rng = Rng::new(311);
    let (mut leaves, mut all) = (0, 0);
    for round in 0..2000 {
        let (width, depth) = [(2, 6), (3, 4), (4, 3), (3, 5)][round % 4];
        let (most, alternating) = ([1, 4, 900][rng.below(3)], rng.chance(3, 4));
        let mut plain = Tree::uniform(&mut rng, width, depth, most, alternating);
        if rng.chance(1, 3) {
            plain.decide_some(&mut rng, 3);
        }
        let (mut listed, mut windowed) = (plain.clone(), plain.clone());
        let options = SssOptions { deepening: true, ordered: false };
        let search = SssStar::new(&mut listed, large_table(), PLENTY, options);
        let value = search.expect("no cycles").value_at(depth as u32);
        let procedure = Procedure::Mtd(Guess::Best);
        let options = DepthFirstOptions { procedure, deepening: true, table: true, ordered: false };
        let search = DepthFirst::new(&mut windowed, large_table(), PLENTY, options);
        let (same, _) = search.expect("no cycles").value_at(depth as u32);
        assert_eq!([value, same], [plain.minimax(0, depth).0; 2], "{plain:?}");
        assert_eq!(listed.leaves, windowed.leaves, "{plain:?}");
        leaves += listed.leaves.len();
        all += width.pow(depth as u32);
    }
    assert!(leaves > 20_000 && leaves < all / 2, "{leaves} of {all}");
}

#[test]
fn graphs_are_solved_as_the_oracle_says() {
    let games = games(10_000, 313);
    let answers = agree::<SssStar<_>>(&games, 314, 1 << 20, options);
    assert!(answers[0] > 3000 && answers[1] > 3000 && answers[2] < 1000, "{answers:?}");
}

#[test]
fn many_graphs_are_solved_as_the_oracle_says() {
    for part in 0..10 {
        let games = games(10_000, 320 + part);
        let answers = agree::<SssStar<_>>(&games, 330 + part, 1 << 20, options);
        assert!(answers[0] > 3000 && answers[1] > 3000 && answers[2] < 1000, "{answers:?}");
    }
}

#[test]
fn resumed_searches_continue_with_the_same_nodes() {
    resume::<SssStar<_>>(&games(600, 315), 316, options);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let games = games(8, 317);
    (0..8).for_each(|round| damaged::<SssStar<_>>(&games[round], options(round)));
}

#[test]
fn a_cyclic_space_is_refused() {
    let game = cyclic_game();
    (0..4).for_each(|round| cyclic::<SssStar<_>>(&game, options(round)));
}
