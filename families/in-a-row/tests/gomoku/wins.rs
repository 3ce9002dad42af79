//! What the searches find stands, and what they miss is counted.

use quod_game::testkit::{Rng, share, whole};
use quod_game::{Game, Player};
use quod_in_a_row::gomoku::{
    Board, Flaw, Settings, ThreatSearch, Threats, plain_vcf, plain_vct, prove, replay,
};
use quod_rules::{InARow, InARowPosition, Rule};

use super::{gomoku, midgame, random_position, set_up, stands};

/// Every win by fours is found, none that is not there, and each stands on the rules.
fn fours_are_exact(game: &InARow, positions: &[InARowPosition]) -> usize {
    let mut search = ThreatSearch::default();
    let mut wins = 0;
    for pos in positions {
        let (mut board, mover) = set_up(game, pos);
        for player in Player::BOTH {
            let key = board.key();
            let found = search.vcf(&mut board, player);
            assert_eq!(board.key(), key);
            let expected = plain_vcf(&mut board, player);
            assert_eq!(found.is_some(), expected, "{player:?}\n{}", game.picture(pos, &[]));
            if let Some(found) = found.filter(|_| player == mover) {
                assert!(stands(game, pos, &found), "{found:?}\n{}", game.picture(pos, &[]));
                wins += 1;
            }
        }
    }
    wins
}

#[test]
fn no_win_by_fours_is_missed_on_mid_game_positions() {
    let positions = midgame();
    assert_eq!(positions.len(), 1000);
    let wins = fours_are_exact(&gomoku(15, Rule::Freestyle), &positions);
    assert!(wins > 70, "{wins}");
    let positions: Vec<InARowPosition> = {
        let game = gomoku(15, Rule::Standard);
        let standard = positions
            .iter()
            .map(|pos| game.parse_position(&gomoku(15, Rule::Freestyle).position_text(pos)));
        standard.filter_map(Result::ok).filter(|pos| game.outcome(pos).is_none()).collect()
    };
    assert!(fours_are_exact(&gomoku(15, Rule::Standard), &positions) > 50);
}

#[test]
fn no_win_by_fours_is_missed_on_random_positions() {
    let mut rng = Rng::new(1);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let mut wins = 0;
        for size in [5, 6, 7, 9, 12, 15, 20] {
            let game = gomoku(size, rule);
            let positions: Vec<InARowPosition> = (0..150)
                .map(|_| {
                    let stones = 8 + rng.below(25.min(size * size / 2));
                    random_position(&game, stones, &mut rng)
                })
                .collect();
            wins += fours_are_exact(&game, &positions);
        }
        assert!(wins > 150, "{wins}");
    }
}

#[test]
fn what_is_found_with_threes_stands_on_the_plain_rules() {
    let mut rng = Rng::new(2);
    let settings = Settings { category_reduction: false, ..Settings::default() };
    for (rule, least) in [(Rule::Freestyle, 30), (Rule::Standard, 30), (Rule::Renju, 10)] {
        let mut threes = 0;
        for (size, number) in [(6, 100), (8, 150), (11, 200), (15, 150)] {
            let game = gomoku(size, rule);
            for at in 0..share(number) {
                let stones = 6 + rng.below(24.min(size * size / 3));
                let pos = random_position(&game, stones, &mut rng);
                let (mut board, player) = set_up(&game, &pos);
                let settings = if at % 2 == 0 { settings } else { Settings::default() };
                let mut search = ThreatSearch::new(settings);
                if let Some(found) = search.vct(&mut board, player) {
                    assert!(stands(&game, &pos, &found), "{found:?}\n{}", game.picture(&pos, &[]));
                    threes += usize::from(search.vcf(&mut board, player).is_none());
                }
            }
        }
        assert!(threes > if whole() { least } else { 0 }, "{rule:?}: {threes}");
    }
}

#[test]
fn mid_game_wins_stand_and_few_are_missed() {
    let game = gomoku(15, Rule::Freestyle);
    let mut search = ThreatSearch::default();
    let (mut found, mut missed, mut open) = (0, 0, 0);
    let positions = midgame();
    for (at, pos) in positions.iter().enumerate().take(share(positions.len())) {
        let (mut board, player) = set_up(&game, pos);
        match search.vct(&mut board, player) {
            Some(sequence) => {
                assert!(stands(&game, pos, &sequence), "{sequence:?}\n{}", game.picture(pos, &[]));
                found += 1;
            }
            None if at % 10 == 0 => match plain_vct(&mut board, player, 2, 1_000) {
                Some(true) => missed += 1,
                Some(false) => {}
                None => open += 1,
            },
            None => {}
        }
    }
    assert!(found >= share(140) && missed <= 4, "{found} found, {missed} missed, {open} open");
}

#[test]
fn a_stone_where_it_does_not_matter_changes_nothing() {
    let game = gomoku(15, Rule::Freestyle);
    let mut search = ThreatSearch::default();
    let mut tried = 0;
    for pos in midgame().iter().step_by(3) {
        let (mut board, player) = set_up(&game, pos);
        let Some(found) = search.vct(&mut board, player) else { continue };
        let squares = found.squares(&board);
        let cells: Vec<u16> = board.empty().filter(|&cell| !squares.has(cell)).collect();
        for cell in cells {
            board.put(player.other(), cell);
            assert!(found.wins(&mut board), "{found:?} {cell}\n{}", game.picture(pos, &[]));
            board.take_back();
            tried += 1;
        }
    }
    assert!(tried > 2_000, "{tried}");
}

#[test]
fn in_renju_what_is_proved_stands_and_uses_no_forbidden_move() {
    let game = gomoku(15, Rule::Renju);
    let mut rng = Rng::new(3);
    let mut wins = [0; 2];
    for _ in 0..share(400) {
        let stones = 8 + rng.below(20);
        let pos = random_position(&game, stones, &mut rng);
        if prove(&game, &pos, Threats::FoursAndThrees).is_some() {
            wins[game.to_move(&pos).index()] += 1;
        }
    }
    assert!(wins.iter().all(|&it| it > share(10)), "{wins:?}");
    // Black h8 would win with a double four, which is forbidden; White may.
    let freestyle = gomoku(15, Rule::Freestyle);
    let black = "h5 a1 h6 a3 h7 a5 e8 a7 f8 a9 g8 a11";
    let pos = game.parse_position(black).unwrap();
    let h8 = game.parse_move(&freestyle.start(), "h8").unwrap();
    assert!(game.forbidden(&pos, h8.0 as usize).is_some());
    let proved = prove(&game, &pos, Threats::Fours);
    assert!(proved.is_none_or(|moves| !moves.contains(&h8)));
}

#[test]
fn a_board_of_a_lost_cause_is_left_as_it_was() {
    let game = gomoku(15, Rule::Freestyle);
    // White has two fives to come: nothing of Black's is in time.
    let pos = game.parse_position("a1 e5 a2 f5 a3 g5 a15 h5").unwrap();
    let mut board = Board::set_up(&game, &pos);
    let before = board.key();
    let mut search = ThreatSearch::default();
    assert!(search.vct(&mut board, Player::First).is_none());
    assert!(search.vct(&mut board, Player::Second).is_some());
    assert_eq!(board.key(), before);
}

#[test]
fn sequences_that_do_not_win_are_refused() {
    let game = gomoku(15, Rule::Freestyle);
    let result = |moves: &str, sequence: &str| {
        let pos = game.parse_position(moves).unwrap();
        let cells = sequence.split_whitespace();
        let parsed: Vec<_> =
            cells.map(|cell| game.parse_move(&game.start(), cell).unwrap()).collect();
        replay(&game, &pos, &parsed)
    };
    // A double three wins against two threes of White's that are closed and do not meet,
    let apart = "c4 d4 h10 e4 i10 f4 j8 l1 j9 l2 a15 l3";
    assert_eq!(result(apart, "j10"), Ok(()));
    // but not if they cross in one cell, where he makes a double four.
    let crossing = "c4 d4 h10 e4 i10 f4 j8 g1 j9 g2 a15 g3";
    assert_eq!(result(crossing, "j10"), Err(Flaw::DefenderFills));
    let (mut board, player) = set_up(&game, &game.parse_position(crossing).unwrap());
    assert!(ThreatSearch::default().vct(&mut board, player).is_none());
    // One three is no win, a stone elsewhere no threat, a taken cell no move.
    let quiet = "c4 d4 h10 e4 i10 a1 a15 o1";
    assert_eq!(result(quiet, "j10"), Err(Flaw::ListEnds));
    assert_eq!(result(quiet, "o15 j10"), Err(Flaw::NothingThreatened));
    assert_eq!(result(quiet, "e4"), Err(Flaw::Illegal));
    assert_eq!(result(quiet, ""), Err(Flaw::ListEnds));
    assert_eq!(result("a1 h1 a2 h2 a3 h3 a4 h4 a5", "b1"), Err(Flaw::Over));
    // A five of White's to come must be blocked, and the block need not be in the list.
    let four = "h10 d4 i10 e4 j8 f4 j9 g4 c4 a1";
    assert_eq!(result(four, "j10"), Err(Flaw::NothingThreatened));
}
