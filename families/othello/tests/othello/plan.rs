//! The sizes of proofs, against a walk over everything that a proof can meet.

use std::collections::BTreeSet;

use quod_game::Game;
use quod_othello::{Board, Endgame, Layer, Node, Plan, Rest};
use quod_rules::{EmptySquares, Othello};
use quod_search::Watch;

fn layers(prover_to_move: bool, least: i32) -> Vec<Layer> {
    let root = Board::<4>::start();
    let mut search = Endgame::new(12, Rest::Nobody).unwrap();
    let Some(mut plan) = Plan::new(&mut search, root, prover_to_move, least, &Watch::default())
    else {
        return Vec::new();
    };
    std::iter::from_fn(|| plan.layer()).collect()
}

#[test]
fn what_is_not_so_has_no_proof() {
    assert!(layers(true, -7).is_empty() && layers(false, 9).is_empty());
}

#[test]
fn both_halves_of_the_small_board_s_value_have_one() {
    for (prover_to_move, least) in [(true, -8), (false, 8)] {
        let layers = layers(prover_to_move, least);
        assert_eq!(layers[0].empties, 12);
        assert_eq!(layers[0].prover + layers[0].opponent, 1);
        assert!(layers.len() > 8, "{layers:?}");
        assert!(layers.windows(2).all(|pair| pair[0].empties == pair[1].empties + 1));
        // A position is there because a link leads to it, from the layer before or, by a pass, from its own.
        let size = |layer: &Layer| layer.prover + layer.opponent;
        let links = |pair: &[Layer]| pair[0].links + pair[1].links;
        assert!(layers.windows(2).all(|pair| size(&pair[1]) <= links(pair)), "{layers:?}");
        assert_eq!(layers, self::layers(prover_to_move, least), "the same every time");
    }
}

#[test]
fn every_reply_is_met_and_every_move_keeps_the_claim() {
    let root = Board::<4>::start();
    let mut search = Endgame::new(12, Rest::Nobody).unwrap();
    let mut plan = Plan::new(&mut search, root, false, 8, &Watch::default()).unwrap();
    let mut met: BTreeSet<Node<4>> = plan.positions().collect();
    while plan.layer().is_some() {
        met.extend(plan.positions());
    }
    for node in &met {
        let moves = node.board.moves();
        assert!(moves != 0 || node.board.passed().moves() != 0, "the game is not over");
        let mut next = Vec::new();
        for square in quod_othello::each(moves) {
            next.push(node.board.play(square));
        }
        if moves == 0 {
            next.push(node.board.passed());
        }
        // Settled in the prover's favour, or met by the proof.
        let shown = next.iter().map(|board| {
            let safe = match node.prover {
                true => board.stable_of_other(),
                false => board.stable_of_own(),
            };
            let over = board.moves() == 0 && board.passed().moves() == 0;
            let lead = if node.prover { -board.lead() } else { board.lead() };
            let settled = 2 * safe.count_ones() as i32 - 16 >= 8 || over && lead >= 8;
            let met_passes = Node { prover: !node.prover, board: board.canonical().0 };
            settled || met.contains(&met_passes) || board.empties() == node.board.empties()
        });
        let shown: Vec<bool> = shown.collect();
        match node.prover {
            true => assert!(shown.contains(&true), "{node:?}"),
            false => assert!(!shown.contains(&false), "{node:?}"),
        }
    }
    assert!(met.len() > 30, "{}", met.len());
}

#[test]
fn a_move_that_ends_the_game_too_low_is_not_chosen() {
    // White has 4 by one of two moves; the other leaves neither side a move, and White lost.
    let game = Othello::new(6, EmptySquares::Nobody).unwrap();
    let pos = game.parse_position("XXXX-OXXXXXOXXXXOOXXXXOOXXXOOO-XOOOO O").unwrap();
    let board = Board::<6>::of(&pos);
    let mut search = Endgame::new(12, Rest::Nobody).unwrap();
    let mut plan = Plan::new(&mut search, board, true, 4, &Watch::default()).unwrap();
    while plan.layer().is_some() {}
    let written = plan.written(board, true).unwrap();
    assert_eq!(game.legal_moves(&pos).len(), 2);
    assert_eq!(written, [0], "the first of the two");
}
