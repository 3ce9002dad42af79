//! What the tutor says of moves, against brute force by the plain rules.

use crate::brute::{random, wins};
use hashbrown::HashMap;
use quod_chess::offer;
use quod_engine::Pos;
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Move, Player};
use quod_rules::{Chess, ChessGame, ChessPosition};

const CHESS: Chess = Chess { game: ChessGame::Chess, fifty: false };

fn within(player: Player, moves: i32) -> Claim {
    Claim { player, goal: Goal::WinsWithin(moves) }
}

/// What is said of a move that wins within so many.
fn remarks(game: Chess, pos: &ChessPosition, mv: Move, moves: i32) -> Vec<String> {
    let tutor = offer(game).tutor.expect("chess has words");
    tutor.remarks(&Pos::new(pos.clone()), mv, &within(pos.to_move, moves))
}

const NO_OTHER: &str = "No other move mates within 2 moves: each was tried.";
const ZUGZWANG: &str =
    "Zugzwang: if black could pass, there would be no mate within 1 move; every move loses.";

#[test]
fn remarks_say_what_a_move_threatens_or_that_it_waits() {
    let rows: [(&str, &str, i32, &[&str]); 5] = [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", "Ra6", 2, &[NO_OTHER, ZUGZWANG]),
        // In six moves others may do as well, and a longer threat is not looked for.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", "Ra6", 6, &[]),
        (
            "2k5/2N5/1PKP4/2P5/8/8/8/8 w - -",
            "Ne6",
            3,
            &["No other move mates within 3 moves: each was tried.", "It threatens mate in 2."],
        ),
        // Nobody passes in check, so nothing is threatened; nor is anything after mate.
        ("2b5/2N2p2/6p1/4k3/1B3p1r/Kp1Q4/n7/8 w - -", "Qd5+", 2, &[NO_OTHER]),
        (
            "6k1/5ppp/8/8/8/8/8/K2R4 w - -",
            "Rd8#",
            1,
            &["No other move mates within 1 move: each was tried."],
        ),
    ];
    for (fen, mv, moves, expected) in rows {
        let pos = CHESS.parse_position(fen).unwrap();
        let mv = CHESS.parse_move(&pos, mv).unwrap();
        assert_eq!(remarks(CHESS, &pos, mv, moves), expected, "{fen}");
    }
}

#[test]
fn one_legal_move_is_said_to_be_the_only_one() {
    let pos = CHESS.parse_position("7k/5K2/8/8/8/8/8/6R1 b - -").unwrap();
    let mv = CHESS.legal_moves(&pos)[0];
    let tutor = offer(CHESS).tutor.unwrap();
    let claim = Claim { player: Player::First, goal: Goal::DoesNotWinWithin(1) };
    assert_eq!(tutor.remarks(&Pos::new(pos), mv, &claim), ["It is the only legal move."]);
}

/// Whether the side that has just moved would win within so many moves if the other passed; nothing where the
/// other is in check.
fn after_a_pass(game: &Chess, after: &ChessPosition, moves: u16) -> Option<bool> {
    let attacker = after.to_move.other();
    let passed = ChessPosition { to_move: attacker, en_passant: None, ..after.clone() };
    let known = &mut HashMap::new();
    (!game.in_check(after, after.to_move)).then(|| wins(game, &passed, attacker, moves, known))
}

#[test]
fn remarks_are_those_of_brute_force() {
    let (mut rng, mut looked, mut counts) = (Rng::new(7), 0, [0; 3]);
    while looked < 300 {
        let Some(pos) = random(&CHESS, &mut rng) else { continue };
        let (attacker, left) = (pos.to_move, 1 + rng.below(2) as u16);
        if CHESS.outcome(&pos).is_some() {
            continue;
        }
        let legal = CHESS.legal_moves(&pos);
        let mut known = HashMap::new();
        let mut winning = legal.clone();
        winning.retain(|mv| wins(&CHESS, &CHESS.play(&pos, *mv), attacker, left - 1, &mut known));
        for &mv in &winning {
            let said = remarks(CHESS, &pos, mv, i32::from(left));
            let has = |words: &str| said.iter().any(|it| it.starts_with(words));
            let after = CHESS.play(&pos, mv);
            let fen = CHESS.position_text(&pos);
            assert_eq!(
                has("No other move"),
                winning.len() == 1 && legal.len() > 1,
                "{fen} {said:?}"
            );
            assert_eq!(has("It is the only"), legal.len() == 1, "{fen} {said:?}");
            let over = CHESS.outcome(&after).is_some() || left == 1;
            let passed = if over { None } else { after_a_pass(&CHESS, &after, 1) };
            assert_eq!(has("It threatens mate in 1."), passed == Some(true), "{fen} {said:?}");
            // A quiet move alone makes zugzwang: no capture, and no promotion.
            let men = |pos: &ChessPosition| pos.men.iter().flatten().count();
            let promotes = mv.0 >= 4096;
            let quiet = men(&pos) == men(&after) && !promotes;
            assert_eq!(has("Zugzwang"), passed == Some(false) && quiet, "{fen} {said:?}");
            counts[0] += usize::from(has("No other"));
            counts[1] += usize::from(has("It threatens"));
            counts[2] += usize::from(has("Zugzwang"));
            looked += 1;
        }
    }
    println!("only {}, threats {}, zugzwang {}", counts[0], counts[1], counts[2]);
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}
