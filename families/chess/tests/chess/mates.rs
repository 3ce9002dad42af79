//! The search for mates against brute force on random positions of few men.

use crate::brute::{random, wins};
use hashbrown::HashMap;
use quod_chess::board::{Board, Laws};
use quod_chess::mate::{Found, MateSearch, Narrowing};
use quod_game::testkit::{Rng, share, whole};
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
            let mut found = board.legal_moves(&laws);
            found.retain(|&mv| search.solve(board.play(&laws, mv), left - 1));
            assert_eq!(found, truth, "{fen}");
        }
    }
    counts
}

#[test]
fn mates_are_those_of_brute_force() {
    let [not, won] = compare(share(10_000), ChessGame::Chess, 1);
    let [not_losers, won_losers] = compare(share(400), ChessGame::Losers, 2);
    println!("chess {won} and {not}, losers {won_losers} and {not_losers}");
    assert!(won > share(1_000) && not > share(3_000));
    assert!(won_losers > share(50) && not_losers > share(50));
}

#[test]
fn the_soonest_mate_is_that_of_brute_force() {
    const MOST: u16 = 3;
    let (mut rng, mut counts) = (Rng::new(4), [0; MOST as usize + 1]);
    let mut from_above = 0;
    while counts.iter().sum::<usize>() < share(300) {
        let game = Chess { game: ChessGame::Chess, fifty: rng.chance(1, 4) };
        let Some(mut pos) = random(&game, &mut rng) else { continue };
        pos.clock = if game.fifty { 94 + rng.below(6) as u8 } else { 0 };
        let attacker = Player::BOTH[rng.below(2)];
        if game.outcome(&pos).is_some() {
            continue;
        }
        let mut known = HashMap::new();
        let truth = (1..=MOST).find(|&left| wins(&game, &pos, attacker, left, &mut known));
        // Most positions have no mate so soon; few of them will do.
        if truth.is_none() && rng.chance(7, 8) {
            continue;
        }
        let (laws, board) = (Laws::of(&game), Board::of(&pos));
        let mut search =
            MateSearch::new(laws, attacker.index(), board, 1, 1 << 12).expect("memory");
        // Short turns, so that both sides have some.
        let mut narrowing = Narrowing::new(board, MOST).in_turns(1);
        let fen = game.position_text(&pos);
        let found = loop {
            let found = narrowing.step(&mut search, 1 + rng.below(20) as u64);
            let (least, most) = (narrowing.not_within(), narrowing.within());
            from_above += usize::from(found == Found::Nothing && most.is_some());
            assert!(
                most.is_none_or(|most| Some(most) >= truth && truth.is_some()),
                "{fen}: {most:?}"
            );
            assert!(truth.is_none_or(|truth| least < truth), "{fen}: not within {least}");
            if found != Found::Nothing {
                break found;
            }
        };
        assert_eq!((found == Found::Won).then(|| narrowing.soonest()).flatten(), truth, "{fen}");
        counts[usize::from(truth.unwrap_or(0))] += 1;
    }
    println!("none and in 1, 2, 3 moves: {counts:?}; {from_above} bounds from above");
    assert!(counts.iter().all(|it| *it > share(20)) && (from_above > 2 || !whole()));
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
