//! The twin and the rules play in lockstep.

use crate::positions::random;
use quod_game::Game;
use quod_game::testkit::{Rng, share};
use quod_rules::Tsume;
use quod_shogi::board::{Board, Laws};

#[test]
fn moves_and_positions_are_those_of_the_rules() {
    let mut rng = Rng::new(1);
    let (mut positions, mut waiting, mut over, mut promoted) = (0, 0, 0, 0);
    while positions < share(20_000) {
        let game = Tsume { void: rng.chance(1, 2) };
        let laws = Laws { void: game.void };
        let Some(mut pos) = random(&game, &mut rng) else { continue };
        for _ in 0..8 {
            positions += 1;
            let board = Board::of(&pos);
            let text = game.position_text(&pos);
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            game.moves(&pos, &mut expected);
            laws.legal_into(&board, &mut found);
            assert_eq!(found, expected, "{game:?} {text}");
            let winner = game.outcome(&pos).map(|it| it.winner);
            assert_eq!(laws.outcome(&board), winner, "{game:?} {text}");
            if board.mover() != board.attacker() {
                let replies = laws.count_replies(&board);
                assert_eq!(replies == 0, expected.is_empty(), "{game:?} {text}");
            }
            if expected.is_empty() {
                over += 1;
                break;
            }
            // (Drops are many and alike; a few of all moves will do.)
            for _ in 0..expected.len().min(6) {
                let mv = expected[rng.below(expected.len())];
                let next = game.play(&pos, mv);
                let played = laws.play(&board, mv);
                let made = Board::of(&next);
                assert_eq!(played, made, "{game:?} {text} {}", game.move_text(&pos, mv));
                assert_eq!((played.hash(), played.hand()), (made.hash(), made.hand()));
                let mates = board.mover() == board.attacker()
                    && game.outcome(&next).is_some_and(|it| it.winner.is_some());
                if board.mover() == board.attacker() {
                    assert_eq!(laws.mates(&board, mv), mates, "{game:?} {text}");
                }
            }
            promoted += usize::from(expected.iter().any(|mv| mv.0 % (1 << 14) >= 7128));
            waiting += usize::from(!pos.waiting.is_empty());
            pos = game.play(&pos, expected[rng.below(expected.len())]);
        }
    }
    println!(
        "{positions} positions, {waiting} with moves that wait, {over} over, {promoted} with promotions"
    );
    assert!(waiting > share(200) && over > share(1_000) && promoted > share(1_000));
}
