//! Lists of instructions, played out once more on the plain rules.

use std::collections::HashSet;

use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Move};
use quod_othello::lists::{Found, Instruction, Limits, Lists, bytes};
use quod_othello::{Board, Exact, NO_MOVE, Rest};
use quod_rules::{EmptySquares, Othello, OthelloPosition};

const LIMITS: Limits = Limits { bytes: 40, positions: 2_000, work: 100_000 };

fn code(mv: u8) -> Move {
    Board::<6>::rules_move((mv != NO_MOVE).then_some(mv.into()))
}

/// The move that the list gives by the text of the certificate's format.
fn given(
    game: &Othello,
    claim: &Claim,
    list: &[Instruction],
    pos: &OthelloPosition,
    last: Move,
) -> Option<Move> {
    let legal = game.legal_moves(pos);
    list.iter().find_map(|it| match *it {
        Instruction::Win => {
            let settled = |mv: &Move| game.settled(&game.play(pos, *mv), claim) == Some(true);
            legal.iter().copied().find(settled)
        }
        Instruction::Any => legal.first().copied(),
        Instruction::Play(mv) => Some(code(mv)).filter(|mv| legal.contains(mv)),
        Instruction::Reply(before, mv) => {
            Some(code(mv)).filter(|mv| code(before) == last && legal.contains(mv))
        }
    })
}

/// Whether the claim is fulfilled against every reply.
fn holds(game: &Othello, claim: &Claim, list: &[Instruction], root: OthelloPosition) -> bool {
    let mut met = HashSet::new();
    let mut todo = vec![root];
    while let Some(pos) = todo.pop() {
        for reply in game.legal_moves(&pos) {
            let ours = game.play(&pos, reply);
            if let Some(settled) = game.settled(&ours, claim) {
                if !settled {
                    return false;
                }
                continue;
            }
            let Some(mv) = given(game, claim, list, &ours, reply) else { return false };
            let next = game.play(&ours, mv);
            match game.settled(&next, claim) {
                Some(false) => return false,
                Some(true) => {}
                None if met.insert(next) => todo.push(next),
                None => {}
            }
        }
    }
    true
}

#[test]
fn a_list_holds_by_the_plain_rules() {
    let game = Othello::new(6, EmptySquares::Nobody).unwrap();
    let mut rng = Rng::new(6);
    let (mut found, mut long) = (0, 0);
    for _ in 0..80 {
        let mut pos = game.start();
        while (pos.discs[0] | pos.discs[1]).count_ones() < 27 && game.outcome(&pos).is_none() {
            let moves = game.legal_moves(&pos);
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        if game.outcome(&pos).is_some() {
            continue;
        }
        // The most that the player who is not to move has.
        let board = Board::<6>::of(&pos);
        let least = -Exact::new(board, Rest::Nobody, 0, 12).step(u64::MAX).unwrap();
        let claim = Claim { player: pos.to_move.other(), goal: Goal::ScoreAtLeast(least) };
        if game.settled(&pos, &claim).is_some() {
            continue;
        }
        let Some(Found { list, positions }) = Lists::new(least, Rest::Nobody).find(board, &LIMITS)
        else {
            continue;
        };
        assert!(bytes(&list) <= LIMITS.bytes && positions <= LIMITS.positions);
        assert!(holds(&game, &claim, &list, pos), "{list:?} at {}", game.position_text(&pos));
        found += 1;
        // No instruction is there in vain.
        for at in 0..list.len() {
            let mut shorter = list.clone();
            shorter.remove(at);
            assert!(
                !holds(&game, &claim, &shorter, pos),
                "{list:?} at {}",
                game.position_text(&pos)
            );
        }
        long += usize::from(list.len() > 2);
    }
    assert!(found > 20 && long > 5, "{found} lists, {long} of more than two instructions");
}

#[test]
fn limits_are_kept() {
    let board = Board::<4>::start();
    let none = Limits { work: 10, ..LIMITS };
    assert_eq!(Lists::new(8, Rest::Nobody).find(board, &none), None);
}
