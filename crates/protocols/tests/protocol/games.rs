//! Whole games through the protocol, with noise between the moves.

use quod_game::testkit::Rng;
use quod_game::{Game, Move, Outcome, Player};
use quod_rules::{InARow, Rule};

use crate::manager::Manager;

/// What has an answer that is no move and changes nothing.
const NOISE: [&str; 14] = [
    "ABOUT",
    "TURN 99,99",
    "TURN",
    "TURN 3,",
    "BEGI",
    "DONE",
    "7,7,1",
    "TAKEBACK 20,20",
    "START 3",
    "START",
    "RECTSTART 9,10",
    "BOARD\n1,1,1\n1,1,2\nDONE",
    "SWAP2BOARD\n1,1\nDONE",
    "PLAY x",
];

/// Plays a game against chance, or against the most obvious moves; the outcome.
fn play(size: usize, number: u32, rule: Rule, own: Player, random: bool, rng: &mut Rng) -> Outcome {
    let game = InARow::gomoku(size, rule, false).unwrap();
    let mut manager = Manager::playing(size, number, 150);
    let (mut pos, mut ask) = (game.start(), "BEGIN".to_string());
    loop {
        if let Some(outcome) = game.outcome(&pos) {
            manager.send("END");
            assert!(manager.ended().is_empty());
            return outcome;
        }
        let legal = game.legal_moves(&pos);
        let cell = if game.to_move(&pos) == own {
            let noise = NOISE[rng.below(NOISE.len())];
            let answer = manager.ask(noise);
            let change = ["OK", "SWAP"].contains(&answer.as_str());
            assert!(!change && crate::manager::place(&answer).is_none(), "{noise}: {answer}");
            manager.send("\r\nINFO time_left 2147483647\r\nINFO evaluate 1,1");
            let (x, y) = manager.ask_move(&ask);
            y * size + x
        } else {
            let near = |it: &&Move| {
                let around = [1, size - 1, size, size + 1];
                let cell = it.0 as usize;
                let cells = around.iter().flat_map(|&it| [cell.checked_sub(it), Some(cell + it)]);
                cells
                    .flatten()
                    .filter(|&it| it < size * size)
                    .any(|it| game.stone(&pos, it).is_some())
            };
            let close: Vec<&Move> = legal.iter().filter(near).collect();
            let mv = match close.is_empty() || random {
                true => legal[rng.below(legal.len())],
                false => *close[rng.below(close.len())],
            };
            ask = format!("TURN {},{}", mv.0 as usize % size, mv.0 as usize / size);
            mv.0 as usize
        };
        let mv = Move(cell as u32);
        assert!(legal.contains(&mv), "{size} {rule:?} {own:?}: cell {cell}");
        pos = game.play(&pos, mv);
    }
}

#[test]
fn whole_games_are_legal_and_won_against_chance() {
    let mut rng = Rng::new(11);
    for (size, number, rule) in [
        (15, 0, Rule::Freestyle),
        (15, 1, Rule::Standard),
        (15, 4, Rule::Renju),
        (20, 0, Rule::Freestyle),
        (20, 5, Rule::Renju),
        (9, 1, Rule::Standard),
    ] {
        for own in Player::BOTH {
            for random in [true, false] {
                let outcome = play(size, number, rule, own, random, &mut rng);
                assert_eq!(outcome, Outcome::win(own), "{size} {rule:?} {own:?} {random}");
            }
        }
    }
}

#[test]
fn small_boards_are_filled_to_the_end() {
    let mut rng = Rng::new(12);
    for (number, rule) in [(0, Rule::Freestyle), (1, Rule::Standard), (4, Rule::Renju)] {
        for own in Player::BOTH {
            play(5, number, rule, own, true, &mut rng);
        }
    }
}
