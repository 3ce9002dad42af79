//! Awari's fast boards in lockstep with the rules.

use quod_awari::{Board, index};
use quod_game::testkit::Rng;
use quod_game::{Game, Player};
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, Worth};

const RULES: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };

fn position(board: &Board, to_move: Player) -> AwariPosition {
    let mut houses = board.pits;
    houses.rotate_right(6 * to_move.index());
    AwariPosition { houses, captured: [0, 0], to_move }
}

#[test]
fn boards_move_and_are_numbered_as_the_rules_say() {
    let mut rng = Rng::new(11);
    for round in 0..20_000 {
        let stones = rng.below(48);
        let mut board = index::unrank(stones, rng.next_u64() % index::size(stones));
        if round % 3 == 0 {
            // Few pits with many stones each.
            board.pits.iter_mut().step_by(2).for_each(|pit| *pit = 0);
        }
        for player in Player::BOTH {
            let pos = position(&board, player);
            let expected: Vec<_> = RULES
                .legal_moves(&pos)
                .into_iter()
                .map(|mv| (mv.0 as usize % 6, RULES.play(&pos, mv)))
                .collect();
            let found: Vec<_> = board
                .moves()
                .map(|(pit, next, captured)| {
                    let mut next = position(&next, player.other());
                    next.captured[player.index()] = captured;
                    (pit, next)
                })
                .collect();
            assert_eq!(found, expected, "{board:?}");
            let rank = RULES.ranked().and_then(|it| it.rank(&pos));
            assert_eq!(rank, Some((board.stones(), index::rank(&board))));
        }
    }
}
