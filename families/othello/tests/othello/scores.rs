//! Scores against a plain search on the plain rules, and against known games.

use std::collections::HashMap;

use quod_game::testkit::Rng;
use quod_game::{Game, Move};
use quod_othello::{Board, Endgame, Exact, Question, Rest, rest_of};
use quod_rules::{EmptySquares, Othello, OthelloPosition};

fn game(size: usize, empty: EmptySquares) -> Othello {
    Othello::new(size, empty).unwrap()
}

/// The score by going through everything, for the side to move.
fn by_hand(
    game: &Othello,
    pos: &OthelloPosition,
    known: &mut HashMap<OthelloPosition, i32>,
) -> i32 {
    if let Some(&score) = known.get(pos) {
        return score;
    }
    let score = match game.outcome(pos) {
        Some(outcome) => outcome.score_of(pos.to_move) as i32,
        None => {
            let moves = game.legal_moves(pos);
            let scores = moves.into_iter().map(|mv| -by_hand(game, &game.play(pos, mv), known));
            scores.max().unwrap()
        }
    };
    known.insert(*pos, score);
    score
}

/// A random position with about so many empty squares; `None` if the game ended before.
fn random_position(game: &Othello, empties: u32, rng: &mut Rng) -> Option<OthelloPosition> {
    let mut pos = game.start();
    let area = (game.size * game.size) as u32;
    while area - (pos.discs[0] | pos.discs[1]).count_ones() > empties {
        let moves: Vec<Move> = game.legal_moves(&pos);
        if moves.is_empty() {
            return None;
        }
        pos = game.play(&pos, moves[rng.below(moves.len())]);
    }
    game.outcome(&pos).is_none().then_some(pos)
}

fn compare<const N: usize>(empty: EmptySquares, empties: u32, times: usize) {
    let game = game(N, empty);
    let mut rng = Rng::new(u64::from(empties));
    for _ in 0..times {
        let Some(pos) = random_position(&game, empties, &mut rng) else { continue };
        let expected = by_hand(&game, &pos, &mut HashMap::new());
        let board = Board::<N>::of(&pos);
        let guess = rng.below(9) as i32 - 4;
        let mut search = Exact::new(board, rest_of(&game), Question::Score(guess), 10).unwrap();
        assert_eq!(search.step(u64::MAX), Some(expected), "{}", game.position_text(&pos));
        assert_eq!(search.bounds(), (expected, expected));
        if let Some(square) = search.best() {
            let after = game.play(&pos, Board::<N>::rules_move(Some(square)));
            let reached = match game.outcome(&after) {
                Some(outcome) => outcome.score_of(pos.to_move) as i32,
                None => {
                    let score = by_hand(&game, &after, &mut HashMap::new());
                    if after.to_move == pos.to_move { score } else { -score }
                }
            };
            assert_eq!(reached, expected, "the best move at {}", game.position_text(&pos));
        }
    }
}

#[test]
fn scores_are_those_of_a_plain_search() {
    for empty in [EmptySquares::Nobody, EmptySquares::Winner] {
        compare::<4>(empty, 8, 40);
        for empties in [2, 4, 6] {
            compare::<6>(empty, empties, 40);
            compare::<8>(empty, empties, 40);
        }
        compare::<6>(empty, 8, 15);
        compare::<6>(empty, 9, 6);
    }
}

#[test]
fn the_small_board_is_lost_by_eight_or_ten() {
    for (rest, score) in [(Rest::Nobody, -8), (Rest::Winner, -10)] {
        let search = Exact::<4>::new(Board::start(), rest, Question::Score(0), 12);
        assert_eq!(search.unwrap().step(u64::MAX), Some(score));
    }
}

/// The perfect game that Feinstein gives for 6×6, with the names of the squares on a whole board.
const PERFECT: &str = "d3c5d6e3f5f4e2d2c2e6e7g5c4c3g4g3f3c7b5d7b7b3c6b6f7f6b4b2g6g7f2g2";

#[test]
fn the_perfect_game_of_the_middle_board_is_lost_by_four_all_along() {
    let game = game(6, EmptySquares::Nobody);
    let squares = PERFECT.as_bytes().chunks(2);
    let shifted: String =
        squares.flat_map(|it| [(it[0] - 1) as char, (it[1] - 1) as char]).collect();
    let end = game.parse_position(&shifted).unwrap();
    assert_eq!(game.outcome(&end).unwrap().score, -4);
    for plies in 16..32 {
        let pos = game.parse_position(&shifted[..2 * plies]).unwrap();
        let board = Board::<6>::of(&pos);
        let mut score = Exact::new(board, Rest::Nobody, Question::Score(0), 14).unwrap();
        let score = score.step(u64::MAX).unwrap();
        let black = if pos.to_move == quod_game::Player::First { score } else { -score };
        assert_eq!(black, -4, "after {plies} moves");
    }
}

#[test]
fn steps_change_nothing() {
    let game = game(6, EmptySquares::Nobody);
    let pos = random_position(&game, 16, &mut Rng::new(3)).unwrap();
    let board = Board::<6>::of(&pos);
    let run = |budget: u64| {
        let mut search = Endgame::<6>::new(12, Rest::Nobody).unwrap();
        search.ask(board, 0);
        let answer = loop {
            if let Some(answer) = search.step(budget) {
                break answer;
            }
        };
        (answer, search.nodes())
    };
    let whole = run(u64::MAX);
    assert!(whole.1 > 1_000, "{whole:?}");
    assert_eq!([run(1), run(100), run(777)], [whole; 3]);
}
