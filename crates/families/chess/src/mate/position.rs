//! What a position says of mates by itself.

use quod_game::Move;

use crate::board::{Board, Laws};

/// What is known of a defender's position from its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The attacker has won.
    Won,
    /// The attacker does not win: the game is over otherwise.
    Over,
    /// So many replies, or about so many.
    Replies(u32),
}

/// The defence after a move of the attacker's. With `exact` replies are counted, else guessed where there are
/// many of them.
pub fn defence(laws: &Laws, board: &Board, attacker: usize, exact: bool) -> Defence {
    if laws.chess && !exact && !board.in_check(laws, board.mover()) {
        let mobility = board.mobility();
        // With some moves to choose from a legal one is among them, or nearly always: expansion looks.
        if mobility > 6 {
            return if board.is_drawn(laws) { Defence::Over } else { Defence::Replies(mobility) };
        }
    }
    match board.outcome(laws) {
        Some(winner) if winner == Some(attacker) => Defence::Won,
        Some(_) => Defence::Over,
        None => Defence::Replies(board.legal_moves(laws).len() as u32),
    }
}

/// The move by which the side to move, the attacker, wins at once, if there is one: the first of them in order.
/// In chess only checks are tried, since a mate is a check.
pub fn mates_at_once(laws: &Laws, board: &Board, nodes: &mut u64) -> Option<Move> {
    let attacker = board.mover();
    let mut moves = Vec::with_capacity(64);
    if laws.forced {
        moves = board.legal_moves(laws);
    } else {
        board.open_moves(laws, &mut moves);
    }
    let wins = |mv: &Move| {
        let next = board.play(laws, *mv);
        if laws.chess {
            let check = next.in_check(laws, next.mover());
            if !check || next.in_check(laws, attacker) {
                return false;
            }
            return !next.can_move(laws);
        }
        next.outcome(laws) == Some(Some(attacker))
    };
    *nodes += 1;
    moves.into_iter().filter(wins).min()
}
