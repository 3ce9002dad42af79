//! Sliding tiles against brute force: every position of the eight puzzle and of smaller boards.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use quod_game::testkit::Rng;

use super::*;
use crate::search::{BestFirst, BreadthFirst, Deepening, Growth, Outcome, Search, Table};

const MEMORY: u64 = 1 << 28;

/// The distance of every position from the goal, by walking backwards: moves can be taken back.
fn distances(tiles: Tiles) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(tiles.goal(), 0)]);
    let mut queue = VecDeque::from([tiles.goal()]);
    let mut moves = Vec::new();
    while let Some(board) = queue.pop_front() {
        moves.clear();
        tiles.moves(&board, &mut moves);
        for &step in &moves {
            let next = tiles.play(&board, step);
            let distance = distances[&board] + 1;
            distances.entry(next).or_insert_with(|| {
                queue.push_back(next);
                distance
            });
        }
    }
    distances
}

/// Some of the boards, in an order that is the same every time.
fn some(distances: &HashMap<Board, u32>, every: usize) -> Vec<(Board, u32)> {
    let mut all: Vec<(Board, u32)> = distances.iter().map(|(board, &it)| (*board, it)).collect();
    all.sort_unstable_by_key(|(board, _)| board.0);
    all.into_iter().step_by(every).collect()
}

fn length(mut search: impl Search<Step>) -> usize {
    match search.step(u64::MAX) {
        Some(Outcome::Plan(plan)) => plan.len(),
        other => panic!("{other:?}"),
    }
}

fn small_patterns() -> Arc<Patterns> {
    let mut build = Patterns::build(Tiles::EIGHT, Partition::of(Tiles::EIGHT)[0]);
    Arc::new((0..100).find_map(|_| build.step()).expect("fewer than 100 levels"))
}

#[test]
fn half_of_all_boards_can_be_solved_and_the_parity_says_which() {
    for (width, height, longest, count) in [(2, 2, 6, 12), (3, 2, 21, 360), (3, 3, 31, 181_440)] {
        let tiles = Tiles::new(width, height).unwrap();
        let distances = distances(tiles);
        assert_eq!(distances.len(), count);
        assert_eq!(distances.values().max(), Some(&longest));
        assert!(distances.keys().all(|it| tiles.solvable(*it)));
        if count < 1_000 {
            let mut order: Vec<usize> = (0..tiles.cells()).collect();
            let mut rng = Rng::new(7);
            for _ in 0..500 {
                (1..order.len()).rev().for_each(|at| order.swap(at, rng.below(at + 1)));
                let board = Board::of(&order);
                assert_eq!(tiles.solvable(board), distances.contains_key(&board));
            }
        }
    }
    assert!(Tiles::new(1, 9).is_err() && Tiles::new(5, 4).is_err());
}

#[test]
fn estimates_of_the_whole_eight_puzzle_are_admissible() {
    let tiles = Tiles::EIGHT;
    let (manhattan, patterns) = (Manhattan::new(tiles), small_patterns());
    let (mut better, mut jumps, mut moves) = (0, 0, Vec::new());
    for (board, distance) in distances(tiles) {
        let [one, other] = [manhattan.estimate(&board), patterns.estimate(&board)];
        assert!(one <= other && other <= distance, "{board:?}: {one}, {other}, {distance}");
        better += u32::from(one < other);
        moves.clear();
        tiles.moves(&board, &mut moves);
        for &step in &moves {
            let next = tiles.play(&board, step);
            assert_eq!(tiles.play(&next, step.opposite()), board);
            jumps += u32::from(patterns.estimate(&next) + 1 < other);
            assert!(manhattan.estimate(&next).abs_diff(one) == 1);
        }
    }
    assert!(better > 100_000, "{better} boards on which patterns know more");
    // They forget where the empty cell is, so they are not consistent: A* has to open states again.
    assert!(jumps > 0);
}

#[test]
fn every_engine_finds_shortest_plans_of_the_eight_puzzle() {
    let tiles = Tiles::EIGHT;
    let (manhattan, patterns) = (Manhattan::new(tiles), small_patterns());
    let deepen = |table| (Growth::Deepen, table);
    let mut solved = 0;
    for (board, distance) in some(&distances(tiles), 1_511) {
        let distance = distance as usize;
        let whole = |table| BestFirst::new(tiles, manhattan.clone(), board, table, MEMORY);
        assert_eq!(length(whole(Table::On)), distance);
        assert_eq!(
            length(BestFirst::new(tiles, patterns.clone(), board, Table::Off, MEMORY)),
            distance
        );
        for table in [Table::On, Table::Off] {
            let how = deepen(table);
            let ida = Deepening::new(tiles, manhattan.clone(), board, how, MEMORY);
            assert_eq!(length(ida), distance);
        }
        assert_eq!(length(BreadthFirst::new(tiles, board, Table::On, MEMORY)), distance);
        assert_eq!(length(Fast::new(tiles, Distance::new(tiles), board)), distance);
        assert_eq!(length(Fast::new(tiles, Groups::new(patterns.clone()), board)), distance);
        solved += 1;
    }
    assert!(solved > 100);
}

/// The fast search does what the plain one does, node by node, however it is interrupted.
#[test]
fn the_fast_search_is_the_plain_one() {
    let patterns = small_patterns();
    let mut compared = 0;
    for (board, _) in some(&distances(Tiles::EIGHT), 7_001) {
        let how = (Growth::Deepen, Table::Off);
        let manhattan = Manhattan::new(Tiles::EIGHT);
        let mut plain = Deepening::new(Tiles::EIGHT, manhattan, board, how, MEMORY);
        let mut fast = Fast::new(Tiles::EIGHT, Distance::new(Tiles::EIGHT), board);
        let expected = plain.step(u64::MAX);
        let found = (0..1_000_000).find_map(|_| fast.step(13));
        assert_eq!(found, expected);
        assert_eq!(fast.counts().nodes, plain.counts().nodes);
        assert_eq!(fast.counts().expansions, plain.counts().expansions);
        let mut plain = Deepening::new(Tiles::EIGHT, patterns.clone(), board, how, MEMORY);
        let mut fast = Fast::new(Tiles::EIGHT, Groups::new(patterns.clone()), board);
        assert_eq!(plain.step(u64::MAX), fast.step(u64::MAX));
        assert_eq!(fast.counts().nodes, plain.counts().nodes);
        compared += 1;
    }
    assert!(compared > 20);
}

#[test]
fn a_longest_board_of_eight_cells_fits_the_fast_search() {
    // 2×4: the farthest positions are 36 moves away.
    let tiles = Tiles::new(4, 2).unwrap();
    let all = distances(tiles);
    let (board, distance) = some(&all, 1).into_iter().max_by_key(|it| (it.1, it.0.0)).unwrap();
    assert_eq!(distance, 36);
    assert_eq!(length(Fast::new(tiles, Distance::new(tiles), board)), 36);
}

#[test]
fn a_board_of_the_other_half_is_searched_to_the_end() {
    let tiles = Tiles::new(3, 2).unwrap();
    let board = Board::of(&[2, 1, 3, 4, 5, 0]);
    let how = (Growth::Deepen, Table::On);
    let mut ends: Vec<Box<dyn Search<Step>>> = vec![
        Box::new(BreadthFirst::new(tiles, board, Table::On, MEMORY)),
        Box::new(BestFirst::new(tiles, Manhattan::new(tiles), board, Table::On, MEMORY)),
        Box::new(Deepening::new(tiles, Manhattan::new(tiles), board, how, MEMORY)),
        Box::new(Deepening::new(tiles, crate::Blind, board, how, MEMORY)),
    ];
    for search in &mut ends {
        assert_eq!(search.step(u64::MAX), Some(Outcome::Exhausted));
    }
    assert_eq!(ends[0].counts().expansions, 360);
}

#[test]
fn a_file_of_patterns_is_read_back_or_refused() {
    let patterns = small_patterns();
    let bytes = patterns.bytes().to_vec();
    let again = Patterns::read(Tiles::EIGHT, bytes.clone()).unwrap();
    assert_eq!(again.partition(), patterns.partition());
    assert_eq!(again.histograms(), patterns.histograms());
    let error = |tiles, bytes: Vec<u8>| Patterns::read(tiles, bytes).unwrap_err();
    assert_eq!(error(Tiles::FIFTEEN, bytes.clone()), FileError::Board(3, 3));
    assert_eq!(error(Tiles::EIGHT, b"QUODTBL".to_vec()), FileError::Magic);
    assert_eq!(error(Tiles::EIGHT, Vec::new()), FileError::Magic);
    let mut other = bytes.clone();
    other[12] = 2;
    assert_eq!(error(Tiles::EIGHT, other), FileError::Groups);
    let short = bytes[..bytes.len() - 1].to_vec();
    assert_eq!(error(Tiles::EIGHT, short), FileError::Length(bytes.len(), bytes.len() - 1));
    for at in [bytes.len() - 1, bytes.len() / 2, 30] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(error(Tiles::EIGHT, damaged), FileError::Sum);
    }
}

/// The worked example of `docs/algorithms/single-agent.md`.
#[test]
fn the_example_of_the_page() {
    let board = Board::of(&[1, 2, 3, 4, 5, 6, 0, 7, 8]);
    let how = (Growth::Deepen, Table::Off);
    let manhattan = Manhattan::new(Tiles::EIGHT);
    let mut search = Deepening::new(Tiles::EIGHT, manhattan, board, how, MEMORY);
    assert_eq!(search.step(100), Some(Outcome::Plan(vec![Step::Right, Step::Right])));
    assert_eq!(search.counts().nodes, 5);
}
