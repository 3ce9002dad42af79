//! Complexities of small games, against numbers that were counted otherwise.

use quod_catalogue::Registry;
use quod_solve::complexity::{Bound, Complexity, Method, Survey, complexity};

fn survey(game: &str, nodes: u64, seed: u64) -> Complexity {
    let game = Registry::builtin().open(game).unwrap();
    complexity(&game, Survey { nodes, seed }).unwrap()
}

/// Games whose positions are counted in a moment, with their number: Allis's for tic-tac-toe (1994, section
/// 6.2.4), Tromp's for Connect Four, and for the others the sums of `golden/perft.txt`.
const SMALL: &[(&str, u64)] = &[
    ("tic-tac-toe", 5478),
    ("mnk", 5478),
    ("connect-four:width=4,height=4", 161_029),
    ("atari-go:size=2,start=empty", 33),
    ("atari-go:size=3,start=empty", 5172),
    ("hex:width=3,height=3", 5514),
    ("hex:width=3,height=3,swap=on", 11027),
    ("y:size=3", 257),
];

#[test]
fn small_games_are_counted_exactly() {
    for &(game, positions) in SMALL {
        let states = survey(game, 200_000, 1).states;
        assert_eq!((states.method, states.bound), (Method::Enumeration, Bound::Exact), "{game}");
        assert_eq!(states.enumerated, positions, "{game}");
    }
}

/// The estimates of these games, made with a budget that does not enumerate them, are compared with their
/// number. Of 60 intervals of 95 %, three are expected to miss it.
#[test]
fn intervals_of_supersets_hold_the_number() {
    let (mut held, mut all) = (0, 0);
    for (game, positions) in [
        ("tic-tac-toe", 5478u64),
        ("connect-four:width=4,height=4", 161_029),
        ("atari-go:size=3,start=empty", 5172),
    ] {
        for seed in 0..20 {
            let states = survey(game, 4000, seed).states;
            assert_eq!((states.method, states.bound), (Method::Superset, Bound::Estimate));
            let number = (positions as f64).log10();
            held += u32::from(states.interval.low <= number && number <= states.interval.high);
            all += 1;
        }
    }
    assert!(held >= 54 && all == 60, "{held} of {all}");
}

/// Bounds are bounds: 6×6 boards have no more positions than their upper bound, and the number of 4×4,
/// enumerated with a larger budget, lies between the bounds that a small budget gives.
#[test]
fn bounds_of_othello_and_awari_are_bounds() {
    let exact = survey("othello:size=4", 200_000, 1).states;
    assert_eq!(exact.bound, Bound::Exact);
    let states = survey("othello:size=4", 20_000, 1).states;
    let number = (exact.enumerated as f64).log10();
    assert_eq!(states.method, Method::Superset);
    assert!(states.interval.low <= number && number <= states.interval.high, "{states:?}");
    assert!(states.drawn.unwrap().reached > 0);
    let awari = survey("awari", 2000, 1).states;
    assert_eq!(awari.bound, Bound::Upper);
    // The boards of at most 48 stones: 60 choose 12.
    assert!((awari.estimate.unwrap() - 1.399_358_844_975e12f64.log10()).abs() < 1e-9);
}

#[test]
fn knuths_estimate_holds_the_games_of_tic_tac_toe() {
    let tree = survey("tic-tac-toe", 20_000, 1).tree.unwrap();
    for (spread, number) in [(tree.games, 255_168f64), (tree.nodes, 549_946.0)] {
        let number = number.log10();
        assert!(spread.interval.low <= number && number <= spread.interval.high, "{spread:?}");
    }
    assert!(survey("three-mens-morris", 1000, 1).tree.is_none());
}

#[test]
fn the_same_survey_gives_the_same_figures() {
    for game in ["connect-four", "gomoku", "othello", "three-mens-morris"] {
        let once = survey(game, 3000, 7);
        assert_eq!(once, survey(game, 3000, 7), "{game}");
        assert_ne!(once, survey(game, 3000, 8), "{game}");
    }
}
