//! Tsume-shogi for the search for mates (`quod-mates`).

use quod_engine::Pos;
use quod_game::Move;
use quod_mates::{Defence, MateGame};
use quod_rules::Tsume;

use crate::board::{Board, Laws};
use crate::men::parts;
use crate::tables::{GUARDS, SQUARES};

impl MateGame for Laws {
    type Board = Board;

    fn board(&self, pos: &Pos) -> Board {
        Board::of(pos.of::<Tsume>())
    }

    fn only_own_moves_win(&self) -> bool {
        true
    }

    fn any_number(&self) -> bool {
        true
    }

    fn mover(&self, board: &Board) -> usize {
        board.mover()
    }

    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    fn guards(&self) -> u32 {
        GUARDS
    }

    fn hand(&self, board: &Board) -> u32 {
        board.hand()
    }

    fn kept(&self, board: &Board) -> u32 {
        board.kept()
    }

    fn needed_for(&self, board: &Board, mv: Move, after: u32) -> u32 {
        Laws::needed_for(self, board, mv, after)
    }

    fn legal_into(&self, board: &Board, moves: &mut Vec<Move>) {
        self.search_into(board, moves);
    }

    fn play(&self, board: &Board, mv: Move) -> Board {
        self.search_play(board, mv)
    }

    /// Each move of a position is worth a thousand units of work, and drops are many.
    fn most_in_trees(&self) -> [usize; 2] {
        [1 << 12, 16]
    }

    fn counts(&self, board: &Board, mv: Move) -> bool {
        !self.is_back(board, mv)
    }

    fn may_go_uncounted(&self, board: &Board) -> bool {
        board.may_take_back()
    }

    /// Drops on one square.
    fn alike(&self, mv: Move) -> Option<u16> {
        let (from, to, _) = parts(mv.0);
        (from >= SQUARES).then_some(to as u16)
    }

    fn legal_by_rules(&self, board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        Laws::legal_into(self, board, &mut moves);
        moves
    }

    fn play_by_rules(&self, board: &Board, mv: Move) -> Board {
        Laws::play(self, board, mv)
    }

    fn ways(&self, board: &Board) -> Vec<Board> {
        Laws::ways(self, board)
    }

    fn said(&self, way: usize, mv: Move) -> Move {
        Laws::behind(way, mv)
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
