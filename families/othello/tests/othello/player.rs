//! The player.

use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_othello::player::{choose, choose_move};
use quod_othello::{Board, Exact, Question, Rest};
use quod_rules::{EmptySquares, Othello};

/// Plays a game against random moves; the score as the player sees it.
fn against_random(game: &Othello, side: Player, rng: &mut Rng) -> i64 {
    let mut pos = game.start();
    loop {
        if let Some(outcome) = game.outcome(&pos) {
            return outcome.score_of(side);
        }
        let moves = game.legal_moves(&pos);
        let mv = match pos.to_move == side {
            true => choose_move(game, &pos, 500).unwrap().unwrap().0,
            false => moves[rng.below(moves.len())],
        };
        assert!(moves.contains(&mv), "{mv:?} at {}", game.position_text(&pos));
        pos = game.play(&pos, mv);
    }
}

#[test]
fn it_beats_random_moves_on_every_board() {
    let mut rng = Rng::new(5);
    for size in [4, 6, 8] {
        let game = Othello::new(size, EmptySquares::Winner).unwrap();
        let scores: Vec<i64> =
            (0..10).map(|at| against_random(&game, Player::BOTH[at % 2], &mut rng)).collect();
        assert!(scores.iter().filter(|&&score| score > 0).count() >= 8, "{size}: {scores:?}");
        assert!(scores.iter().sum::<i64>() > 0, "{size}: {scores:?}");
    }
}

#[test]
fn it_plays_the_end_exactly() {
    let game = Othello::new(6, EmptySquares::Nobody).unwrap();
    let mut rng = Rng::new(8);
    let mut exact = 0;
    for _ in 0..20 {
        let mut pos = game.start();
        while (pos.discs[0] | pos.discs[1]).count_ones() < 24 && game.outcome(&pos).is_none() {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        let board = Board::<6>::of(&pos);
        let Some(choice) = choose(&board, Rest::Nobody, 200_000) else { continue };
        let (Some(square), Some(score)) = (choice.square, choice.exact) else { continue };
        let scores = |board| Exact::new(board, Rest::Nobody, Question::Score(0), 12);
        let after = scores(board.play(square)).unwrap().step(u64::MAX);
        let whole = scores(board).unwrap().step(u64::MAX);
        assert_eq!((whole, after), (Some(score), Some(-score)), "{}", game.position_text(&pos));
        exact += 1;
    }
    assert!(exact >= 15, "{exact}");
}

#[test]
fn a_budget_is_kept_and_says_how_deep() {
    let board = Board::<8>::start();
    let small = choose(&board, Rest::Nobody, 1_000).unwrap();
    let large = choose(&board, Rest::Nobody, 50_000).unwrap();
    assert!(small.depth >= 1 && large.depth > small.depth, "{small:?} {large:?}");
    assert!(small.nodes <= 1_000 && large.nodes <= 50_000, "{small:?} {large:?}");
    assert_eq!(choose(&board, Rest::Nobody, 50_000), Some(large), "the same every time");
}

#[test]
fn it_passes_where_it_must_and_says_when_the_game_is_over() {
    let game = Othello::new(4, EmptySquares::Nobody).unwrap();
    let pos = game.parse_position("OXXO OXXO OXXO OOO- X").unwrap();
    let choice = choose(&Board::<4>::of(&pos), Rest::Nobody, 100).unwrap();
    assert_eq!(choice.square, None);
    let (pass, _) = choose_move(&game, &pos, 100).unwrap().unwrap();
    let next = game.play(&pos, pass);
    let (last, _) = choose_move(&game, &next, 100).unwrap().unwrap();
    assert_eq!(choose_move(&game, &game.play(&next, last), 100), Ok(None));
}
