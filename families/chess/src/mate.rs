//! Chess for the search for mates (`quod-mates`).
//!
//! With one move left only a check can mate, so checks alone are tried.

use quod_engine::Pos;
use quod_game::Move;
pub use quod_mates::{Defence, Found, MateGame, MateSearch, Narrowing};
use quod_rules::Chess;

use crate::board::{Board, Laws};

/// The defence after a move of the attacker's.
pub fn defence(laws: &Laws, board: &Board, attacker: usize) -> Defence {
    if let Some(guard) = board.guard(laws).filter(|_| laws.chess) {
        let replies = board.replies(&guard);
        // Castling and captures in passing are not counted, so none is said by the moves themselves.
        return match replies > 0 || board.can_move(laws) {
            true if board.is_drawn(laws) => Defence::Over,
            true => Defence::Replies(replies.max(1)),
            false if guard.in_check() => Defence::Won,
            false => Defence::Over,
        };
    }
    match board.outcome(laws) {
        Some(winner) if winner == Some(attacker) => Defence::Won,
        Some(_) => Defence::Over,
        None => Defence::Replies(board.legal_moves(laws).len() as u32),
    }
}

/// A move by which the side to move, the attacker, wins at once, if there is one; `first` is tried before others.
/// In chess only checks are tried, since a mate is a check. `moves` is a list to work in.
pub fn mates_at_once(
    laws: &Laws,
    board: &Board,
    first: Option<Move>,
    moves: &mut Vec<Move>,
) -> Option<Move> {
    if !laws.chess {
        board.legal_into(laws, moves);
        let attacker = Some(Some(board.mover()));
        return moves.iter().copied().find(|&mv| board.play(laws, mv).outcome(laws) == attacker);
    }
    let checks = board.checks()?;
    moves.clear();
    board.open_moves(laws, moves);
    moves.retain(|&mv| board.may_check(&checks, mv));
    if let Some(at) = moves.iter().position(|&mv| Some(mv) == first) {
        moves.swap(0, at);
    }
    let guard = board.guard(laws);
    let mates = |&mv: &Move| {
        guard.is_none_or(|guard| board.is_guarded(laws, &guard, mv))
            && board.checked_by(laws, mv).is_some_and(|(next, guard)| next.is_mated(laws, &guard))
    };
    moves.iter().copied().find(mates)
}

impl MateGame for Laws {
    type Board = Board;

    fn board(&self, pos: &Pos) -> Board {
        Board::of(pos.of::<Chess>())
    }

    fn only_own_moves_win(&self) -> bool {
        self.chess
    }

    fn mover(&self, board: &Board) -> usize {
        board.mover()
    }

    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn legal_into(&self, board: &Board, moves: &mut Vec<Move>) {
        board.legal_into(self, moves);
    }

    fn play(&self, board: &Board, mv: Move) -> Board {
        board.play(self, mv)
    }

    fn outcome(&self, board: &Board) -> Option<Option<usize>> {
        board.outcome(self)
    }

    fn is_drawn(&self, board: &Board) -> bool {
        board.is_drawn(self)
    }

    fn defence(&self, board: &Board, attacker: usize) -> Defence {
        defence(self, board, attacker)
    }

    fn mates_at_once(
        &self,
        board: &Board,
        first: Option<Move>,
        moves: &mut Vec<Move>,
    ) -> Option<Move> {
        mates_at_once(self, board, first, moves)
    }

    fn mobility(&self, board: &Board) -> u32 {
        board.mobility()
    }
}
