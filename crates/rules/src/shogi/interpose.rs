//! Drops between the king and the man that checks it, where they are void: `interpose=void`.
//!
//! The rule: right after the defender has dropped a man between its king and the one man that checks it, the attacker
//! may take it *back* with that man, which may promote, if that gives check again. The man that was taken returns to the
//! defender's hand, the defender has to answer the new check, and neither the drop nor the capture counts as a move.
//!
//! Claims count every move of the attacker's, so taking back must not be a move of the attacker's here. Instead the
//! defender says, together with such a drop, what it would answer if the man were taken: a move that *waits*. If the
//! man that takes may promote or not, it says one answer for each; and if an answer is again such a drop, what it would
//! answer next. Then the attacker makes a move that counts: on the board after the drop, or on the board after any
//! of the answers that wait.
//!
//! This changes no value. Let b say that the attacker reaches its goal, with so many moves left, without taking the man
//! back, and f(r) that it does where it takes the man and the defender answers r; g(s) for the other way to take it. By
//! the rule the attacker reaches its goal if b, or f(r) for all r, or g(s) for all s. Here it does if for all r and all
//! s it has b or f(r) or g(s). These are the same, as neither of the three depends on what the others do, if there are
//! an r and an s. If there is none, taking the man back mates without a move that counts: the drop is as good for the
//! defender as being mated at once, and here it is no legal move.

use quod_game::{Move, Player};

use super::board::{SHOGI_SQUARES, ShogiBoard, dropped, parts};
use super::{Tsume, TsumePosition};

/// The code of an attacker's move behind a move that waits is so much more for each that was said before that one.
pub(super) const BEHIND: u32 = 1 << 14;

impl Tsume {
    /// The boards after a drop of the defender's on this square was taken back, at most two: the man that takes stays as
    /// it is, or it promotes. None if the defender is not in check by exactly one man.
    fn taken_back(&self, board: &ShogiBoard, defender: Player, at: usize) -> Vec<ShogiBoard> {
        let attacker = defender.other();
        let checkers: Vec<usize> = board.checkers(defender).filter(|_| self.void).collect();
        let [checker] = checkers[..] else { return Vec::new() };
        // The square is empty still, so that a capture that gives the man back is a move to it.
        let mut ways = board.open_moves_from(checker);
        ways.retain(|&mv| parts(mv).1 == at);
        ways.sort_unstable();
        let mut boards: Vec<ShogiBoard> =
            ways.iter().map(|&mv| board.after(attacker, mv)).collect();
        boards.retain(|next| !next.in_check(attacker) && next.in_check(defender));
        boards
    }

    /// The squares between the king and the only man that checks it on which a drop is no legal move, since taking it
    /// back mates.
    fn useless(&self, board: &ShogiBoard, defender: Player) -> Vec<usize> {
        let checker = board.checkers(defender).next();
        let mut between = checker.map_or(Vec::new(), |it| board.between(it, board.king(defender)));
        between.reverse();
        // Whether the defender is mated after a man on this square was taken back by one that is not promoted then,
        // and by one that is: how that came to the square makes no difference.
        let mut mated = [[false; SHOGI_SQUARES]; 2];
        let promoted = |board: &ShogiBoard, at: usize| {
            usize::from(board.men[at].is_some_and(|man| man.promoted))
        };
        let useless =
            |board: &ShogiBoard, squares: &[usize], mated: &[[bool; SHOGI_SQUARES]; 2]| {
                let mates = |&at: &usize| {
                    let mut boards = self.taken_back(board, defender, at).into_iter();
                    boards.any(|next| mated[promoted(&next, at)][at])
                };
                squares.iter().copied().filter(mates).collect::<Vec<usize>>()
            };
        // The nearest to the king first: after taking back only nearer ones are left for drops.
        for (nearer, &at) in between.iter().enumerate() {
            for next in self.taken_back(board, defender, at) {
                let useless = useless(&next, &between[..nearer], &mated);
                let answered =
                    next.legal_of(defender, |mv| !drops_on(&useless, mv)).next().is_some();
                mated[promoted(&next, at)][at] = !answered;
            }
        }
        useless(board, &between, &mated)
    }

    /// The defender's legal moves, in ascending order.
    pub(super) fn replies(&self, board: &ShogiBoard, defender: Player) -> Vec<Move> {
        let mut moves = board.legal(defender);
        if self.void {
            let useless = self.useless(board, defender);
            moves.retain(|&mv| !drops_on(&useless, mv));
        }
        moves
    }

    /// Whether it has one.
    pub(super) fn can_reply(&self, board: &ShogiBoard, defender: Player) -> bool {
        let mut on_board = board.legal_of(defender, |mv| dropped(mv).is_none());
        on_board.next().is_some() || !self.replies(board, defender).is_empty()
    }

    /// Plays moves of the defender's that are said in this order, the first of them on this board, and adds the board
    /// after each to `after`. If it has still to say one, the board on which it has.
    pub(super) fn say(
        &self,
        board: &ShogiBoard,
        defender: Player,
        said: &mut dyn Iterator<Item = Move>,
        after: &mut Vec<ShogiBoard>,
    ) -> Option<ShogiBoard> {
        let Some(mv) = said.next() else { return Some(board.clone()) };
        after.push(board.after(defender, mv));
        let taken = match dropped(mv) {
            Some(_) => self.taken_back(board, defender, parts(mv).1),
            None => Vec::new(),
        };
        taken.iter().find_map(|next| self.say(next, defender, said, after))
    }

    /// The boards on which the side to move may move: that on which the defender has still to say something, or those
    /// behind the moves that wait.
    pub(super) fn boards(&self, pos: &TsumePosition) -> Vec<ShogiBoard> {
        if pos.waiting.is_empty() {
            return vec![pos.board.clone()];
        }
        let (mut said, mut after) = (pos.waiting.iter().copied(), Vec::new());
        let open = self.say(&pos.board, pos.attacker.other(), &mut said, &mut after);
        open.map_or(after, |board| vec![board])
    }

    /// The position after a move of the defender's.
    pub(super) fn replied(&self, pos: &TsumePosition, mv: Move) -> TsumePosition {
        let mut next = pos.clone();
        next.waiting.push(mv);
        let (mut said, mut after) = (next.waiting.clone().into_iter(), Vec::new());
        if self.say(&pos.board, pos.attacker.other(), &mut said, &mut after).is_none() {
            next.to_move = pos.attacker;
            if let [board] = &after[..] {
                next.board = board.clone();
                next.waiting.clear();
            }
        }
        next
    }
}

/// Whether the move is a drop on one of these squares.
fn drops_on(squares: &[usize], mv: Move) -> bool {
    dropped(mv).is_some() && squares.contains(&parts(mv).1)
}
