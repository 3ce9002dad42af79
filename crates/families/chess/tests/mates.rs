//! The search for mates against brute force on random positions of few men.

mod brute;

use brute::{random, wins};
use hashbrown::HashMap;
use quod_chess::board::{Board, Laws};
use quod_chess::mate::MateSearch;
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{Chess, ChessGame};

/// Compares so many positions; how many were wins, and how many not.
fn compare(positions: usize, game: ChessGame, seed: u64) -> [usize; 2] {
    let mut rng = Rng::new(seed);
    let mut counts = [0; 2];
    while counts.iter().sum::<usize>() < positions {
        // By the rule of fifty moves at times, with few plies left.
        let game = Chess { game, fifty: game == ChessGame::Chess && rng.chance(1, 4) };
        let Some(mut pos) = random(&game, &mut rng) else { continue };
        pos.clock = if game.fifty { 94 + rng.below(6) as u8 } else { 0 };
        let (attacker, left) = (Player::BOTH[rng.below(2)], 1 + rng.below(3) as u16);
        let truth = wins(&game, &pos, attacker, left, &mut HashMap::new());
        let (laws, board) = (Laws::of(&game), Board::of(&pos));
        let mut search =
            MateSearch::new(laws, attacker.index(), board, left, 1 << 12).expect("memory");
        // At times with restricted trees from the tenth node on, which would else begin after a million.
        if rng.chance(1, 2) {
            search = search.in_turns(1 + rng.below(10) as u64);
        }
        let found = search.solve(board, left);
        let fen = game.position_text(&pos);
        assert_eq!(found, truth, "{game:?} {attacker:?} within {left}: {fen}");
        counts[usize::from(found)] += 1;
        if pos.to_move == attacker && game.outcome(&pos).is_none() && rng.chance(1, 8) {
            let mut known = HashMap::new();
            let mut truth = game.legal_moves(&pos);
            truth.retain(|mv| wins(&game, &game.play(&pos, *mv), attacker, left - 1, &mut known));
            assert_eq!(search.first_moves(board, left), truth, "{fen}");
        }
    }
    counts
}

#[test]
fn mates_are_those_of_brute_force() {
    let [not, won] = compare(10_000, ChessGame::Chess, 1);
    let [not_losers, won_losers] = compare(400, ChessGame::Losers, 2);
    println!("chess {won} and {not}, losers {won_losers} and {not_losers}");
    assert!(won > 1_000 && not > 3_000 && won_losers > 50 && not_losers > 50);
}

#[test]
fn mates_are_those_of_brute_force_in_very_many_positions() {
    let [not, won] = compare(100_000, ChessGame::Chess, 3);
    println!("{won} wins, {not} not");
    assert!(won > 10_000);
}

#[test]
fn morphys_problem_is_solved_as_the_page_says() {
    let game = Chess { game: ChessGame::Chess, fifty: false };
    let pos = game.parse_position("kbK5/pp6/1P6/8/8/8/8/R7 w - -").unwrap();
    let (laws, board) = (Laws::of(&game), Board::of(&pos));
    assert_eq!(board.legal_moves(&laws).len(), 16);
    let mut search = MateSearch::new(laws, 0, board, 1, 1 << 12).unwrap();
    assert!(!search.solve(board, 1) && search.solve(board, 2));
    let key = game.parse_move(&pos, "Ra6").unwrap();
    assert_eq!(search.best(&board), Some(key));
    let replies = board.play(&laws, key).legal_moves(&laws);
    let after = game.play(&pos, key);
    let texts: Vec<String> = replies.iter().map(|mv| game.move_text(&after, *mv)).collect();
    assert!(
        texts.contains(&"bxa6".to_string())
            && texts.iter().filter(|it| it.starts_with('B')).count() + 1 == texts.len()
    );
}
