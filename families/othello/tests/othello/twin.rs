//! Bit boards against the plain rules, in lockstep.

use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Player};
use quod_othello::{AnyBoard, Board};
use quod_rules::{EmptySquares, Othello, OthelloPosition};

/// Plays random games by the rules and shows every position.
fn plays(size: usize, times: usize, mut see: impl FnMut(&Othello, &OthelloPosition)) {
    let game = Othello::new(size, EmptySquares::Nobody).unwrap();
    let mut rng = Rng::new(size as u64);
    for _ in 0..times {
        let mut pos = game.start();
        loop {
            see(&game, &pos);
            let moves = game.legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
    }
}

fn lockstep<const N: usize>(times: usize) {
    plays(N, times, |game, pos| {
        let board = Board::<N>::of(pos);
        assert_eq!(board.position(pos.to_move), *pos);
        let mut moves: Vec<Option<u32>> = quod_othello::each(board.moves()).map(Some).collect();
        if moves.is_empty() && board.passed().moves() != 0 {
            moves.push(None);
        }
        let mut expected = game.legal_moves(pos);
        let mut found: Vec<_> = moves.iter().map(|&it| Board::<N>::rules_move(it)).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "moves at {}", game.position_text(pos));
        for mv in moves {
            let next = mv.map_or(board.passed(), |square| board.play(square));
            let played = game.play(pos, Board::<N>::rules_move(mv));
            assert_eq!(next, Board::of(&played), "after {mv:?} at {}", game.position_text(pos));
        }
        for square in quod_othello::each(board.empty() & !board.moves()) {
            assert_eq!(board.flips(square), 0, "what turns nothing is no move");
        }
        let symmetric = game.symmetric().unwrap();
        let images: Vec<Board<N>> = (0..8).map(|map| board.image(map)).collect();
        for (map, image) in (0..).zip(&images) {
            assert_eq!(*image, Board::of(&symmetric.map(map, pos)), "map {map}");
            assert_eq!(image.canonical().0, board.canonical().0, "one canonical form");
        }
        assert_eq!(images[board.canonical().1 as usize], board.canonical().0);
    });
}

#[test]
fn moves_flips_and_maps_are_those_of_the_rules() {
    lockstep::<4>(100);
    lockstep::<6>(40);
    lockstep::<8>(20);
}

/// The rules decide claims by stable discs alone, so their bounds tell how many the rules find.
fn stable_by_the_rules(game: &Othello, pos: &OthelloPosition, player: Player) -> i32 {
    let area = (game.size * game.size) as i32;
    let sure = |n: i32| {
        let claim = Claim { player, goal: Goal::ScoreAtLeast(n) };
        game.decided(pos, &claim) == Some(true)
    };
    (1..=area).rev().find(|&discs| sure(2 * discs - area)).unwrap_or(0)
}

fn stable<const N: usize>(times: usize) {
    let mut most = 0;
    plays(N, times, |game, pos| {
        let board = Board::<N>::of(pos);
        let found = [board.stable_of_own(), board.stable_of_other()].map(u64::count_ones);
        for (player, found) in [pos.to_move, pos.to_move.other()].into_iter().zip(found) {
            let expected = stable_by_the_rules(game, pos, player);
            assert_eq!(found as i32, expected, "{player:?} at {}", game.position_text(pos));
            most = most.max(found);
        }
    });
    assert!(most > (N * N / 3) as u32, "{most}");
}

#[test]
fn stable_discs_are_those_of_the_rules() {
    stable::<4>(60);
    stable::<6>(15);
    stable::<8>(6);
}

#[test]
fn counts_of_plays_are_the_known_ones() {
    fn count(board: Board<8>, plies: u32) -> u64 {
        match (plies, board.moves()) {
            (0, _) => 1,
            (_, 0) if board.passed().moves() == 0 => 0,
            (_, 0) => count(board.passed(), plies - 1),
            (_, moves) => {
                quod_othello::each(moves).map(|square| count(board.play(square), plies - 1)).sum()
            }
        }
    }
    let counts: Vec<u64> = (0..=9).map(|plies| count(Board::start(), plies)).collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
}

#[test]
fn every_size_has_its_board() {
    for size in [4, 6, 8] {
        let game = Othello::new(size, EmptySquares::Nobody).unwrap();
        let squares = match AnyBoard::of(&game, &game.start()).unwrap() {
            AnyBoard::Small(board) => (board == Board::start(), board.empties()),
            AnyBoard::Middle(board) => (board == Board::start(), board.empties()),
            AnyBoard::Large(board) => (board == Board::start(), board.empties()),
        };
        assert_eq!(squares, (true, (size * size) as u32 - 4));
    }
}
