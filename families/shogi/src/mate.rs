//! Tsume-shogi for the search for mates (`quod-mates`).

use quod_engine::Pos;
use quod_game::Move;
use quod_mates::{Defence, MateGame};
use quod_rules::Tsume;

use crate::board::{Board, Laws};

impl MateGame for Laws {
    type Board = Board;

    fn board(&self, pos: &Pos) -> Board {
        Board::of(pos.of::<Tsume>())
    }

    fn only_own_moves_win(&self) -> bool {
        true
    }

    fn mover(&self, board: &Board) -> usize {
        board.mover()
    }

    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn legal_into(&self, board: &Board, moves: &mut Vec<Move>) {
        Laws::legal_into(self, board, moves);
    }

    fn play(&self, board: &Board, mv: Move) -> Board {
        Laws::play(self, board, mv)
    }

    fn outcome(&self, board: &Board) -> Option<Option<usize>> {
        Some(Laws::outcome(self, board)?.map(|winner| winner.index()))
    }

    /// An attacker without a check has no move.
    fn is_drawn(&self, _board: &Board) -> bool {
        false
    }

    fn defence(&self, board: &Board, attacker: usize) -> Defence {
        match self.count_replies(board) {
            0 if board.attacker() == attacker => Defence::Won,
            0 => Defence::Over,
            replies => Defence::Replies(replies),
        }
    }

    fn mates_at_once(
        &self,
        board: &Board,
        first: Option<Move>,
        moves: &mut Vec<Move>,
    ) -> Option<Move> {
        Laws::legal_into(self, board, moves);
        if let Some(at) = moves.iter().position(|&mv| Some(mv) == first) {
            moves.swap(0, at);
        }
        moves.iter().copied().find(|&mv| self.mates(board, mv))
    }

    fn mobility(&self, board: &Board) -> u32 {
        self.count_replies(board)
    }
}
