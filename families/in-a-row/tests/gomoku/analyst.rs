//! What the analyst says of moves and replies is what threat searches and replays say one by one.

use quod_game::testkit::Rng;
use quod_in_a_row::gomoku::{Analyst, Board, Outlook, ThreatSearch};
use quod_rules::Rule;

use super::{gomoku, random_position, set_up};

#[test]
fn replies_left_are_those_that_no_sequence_refutes() {
    let mut rng = Rng::new(11);
    for rule in [Rule::Freestyle, Rule::Standard] {
        let game = gomoku(11, rule);
        let (mut analyst, mut search) = (Analyst::default(), ThreatSearch::default());
        let (mut threatened, mut left) = (0, 0);
        for _ in 0..150 {
            let (mut board, opponent) = set_up(&game, &random_position(&game, 14, &mut rng));
            let prover = opponent.other();
            if board.has_four(opponent) || board.has_four(prover) {
                continue;
            }
            let key = board.key();
            let answer = analyst.replies(&mut board, prover);
            assert_eq!(board.key(), key);
            assert_eq!(answer.lost, search.vct(&mut board, opponent).is_some());
            if answer.lost || answer.sequences.is_empty() {
                continue;
            }
            threatened += 1;
            for reply in board.empty().collect::<Vec<u16>>() {
                board.put(opponent, reply);
                let refuted = answer.sequences.iter().any(|it| it.wins(&mut board));
                // (A reply that is left may fall to a sequence that was found after it was looked at.)
                let is_left = answer.left.contains(&reply);
                assert!(refuted || is_left, "{rule:?} {reply}");
                if is_left {
                    left += 1;
                    assert!(search.vct(&mut board, prover).is_none());
                }
                board.take_back();
            }
        }
        assert!(threatened > 20 && left > 40, "{rule:?}: {threatened}, {left}");
    }
}

/// Moves come page by page, each once; one that wins comes alone; and what is counted in full agrees with the
/// replies of the position after it.
#[test]
fn pages_hold_every_move_once() {
    let game = gomoku(9, Rule::Freestyle);
    let (mut rng, mut analyst) = (Rng::new(12), Analyst::default());
    let (mut wins, mut counted) = (0, 0);
    for _ in 0..40 {
        let (mut board, prover) = set_up(&game, &random_position(&game, 10, &mut rng));
        if board.has_four(prover) || board.has_four(prover.other()) {
            continue;
        }
        let (mut from, mut moves, mut lost) = (Some(0), Vec::new(), 0);
        while let Some(page) = from {
            let (some, next) = analyst.prover_moves(&mut board, prover, &[], page);
            assert!(next.is_none_or(|next| next > page));
            lost += next.unwrap_or(board.empty().count()) - page - some.len();
            moves.extend(some);
            from = next;
        }
        if let [.., (cell, Outlook::Won)] = moves[..] {
            board.put(prover, cell);
            assert_eq!(analyst.opponent_to_move(&mut board, prover), Outlook::Won);
            wins += 1;
            continue;
        }
        let mut cells: Vec<u16> = moves.iter().map(|it| it.0).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), moves.len());
        assert_eq!(cells.len() + lost, board.empty().count());
        for (cell, outlook) in moves {
            board.put(prover, cell);
            let alone = analyst.opponent_to_move(&mut board, prover);
            match outlook {
                Outlook::Threat(_, None) => assert!(matches!(alone, Outlook::Threat(..))),
                outlook => {
                    counted += usize::from(matches!(outlook, Outlook::Threat(..)));
                    assert_eq!(alone, outlook);
                }
            }
            board.take_back();
        }
    }
    assert!(wins > 3 && counted > 40, "{wins}, {counted}");
}

#[test]
fn a_move_that_loses_is_no_move() {
    // Black's three is not answered: White's moves but for blocks and fours lose.
    let mut board = Board::new(15, Rule::Freestyle);
    let cell = |column: u16, row: u16| 15 * row + column;
    use quod_game::Player::{First, Second};
    (6..9).for_each(|column| board.put(First, cell(column, 7)));
    [cell(0, 0), cell(14, 0)].into_iter().for_each(|it| board.put(Second, it));
    let mut analyst = Analyst::default();
    let (mut from, mut found) = (Some(0), Vec::new());
    while let Some(page) = from {
        let (moves, next) = analyst.prover_moves(&mut board, Second, &[], page);
        found.extend(moves.into_iter().map(|it| it.0));
        from = next;
    }
    found.sort_unstable();
    // Beside the stones: two cells on from them a block comes too late.
    assert_eq!(found, [5, 9].map(|column| cell(column, 7)));
}
