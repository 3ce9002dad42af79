//! Positions of tsume-shogi, fast: the men, and the moves of the defender's that wait.
//!
//! The rules of drops that may be taken back are those of `quod_rules::Tsume`, over [`Men`]: the defender says beforehand what
//! it would answer, and the attacker chooses. A search does better with a move of the attacker's that takes the man back
//! and is not counted, since all drops on one square come to the same position then. What can be forced is the same
//! (`docs/trust.md`, section 16), so the search plays that game, and [`Laws::ways`] leads from the one to the other.

use quod_game::{Move, Player};
use quod_rules::TsumePosition;

use crate::men::{Men, parts};
use crate::tables::{SQUARES, each, mixed};

/// The code of an attacker's move behind a move that waits is so much more for each that was said before that one.
const BEHIND: u32 = 1 << 14;

/// The square of no drop.
const NO_DROP: u8 = SQUARES as u8;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The men. While moves wait, as they stood before the first of them.
    men: Men,
    to_move: u8,
    attacker: u8,
    /// The moves that wait, in the order in which they were said.
    waiting: Vec<u16>,
    /// In the search: the square of the defender's drop that the attacker may take back; else [`NO_DROP`].
    dropped: u8,
}

/// Whether the move is a drop on one of the squares.
fn drops_on(squares: u128, mv: u32) -> bool {
    let (from, to, _) = parts(mv);
    from >= SQUARES && squares >> to & 1 == 1
}

impl Board {
    /// The same position as the rules have it.
    pub fn of(pos: &TsumePosition) -> Board {
        Board {
            men: Men::of(&pos.board),
            to_move: pos.to_move.index() as u8,
            attacker: pos.attacker.index() as u8,
            waiting: pos.waiting.iter().map(|mv| mv.0 as u16).collect(),
            dropped: NO_DROP,
        }
    }

    /// Men without anything that waits.
    fn plain(&self, men: Men, to_move: u8) -> Board {
        Board { men, to_move, attacker: self.attacker, waiting: Vec::new(), dropped: NO_DROP }
    }

    /// Who is to move: 0 is Black.
    #[inline]
    pub fn mover(&self) -> usize {
        usize::from(self.to_move)
    }

    /// Who attacks.
    #[inline]
    pub fn attacker(&self) -> usize {
        usize::from(self.attacker)
    }

    /// The attacker's hand, packed.
    pub fn hand(&self) -> u32 {
        self.men.hand(self.attacker())
    }

    /// The part of the attacker's hand without which the defender, to move, could have more answers.
    pub fn kept(&self) -> u32 {
        match self.waiting.is_empty() {
            true => self.men.kept(self.attacker()),
            false => self.hand(),
        }
    }

    /// Whether the attacker may take a drop back, in the search.
    pub fn may_take_back(&self) -> bool {
        self.dropped != NO_DROP
    }

    fn defender(&self) -> usize {
        1 - self.attacker()
    }

    /// A hash of the position but for the attacker's hand: the defender has all men that are neither there nor on the board.
    pub fn hash(&self) -> u64 {
        let sides = mixed(1 << 30 | u64::from(self.to_move) << 1 | u64::from(self.attacker));
        let said = |hash: u64, mv: &u16| mixed(hash.rotate_left(7) ^ u64::from(*mv));
        let waiting = if self.waiting.is_empty() { 0 } else { self.waiting.iter().fold(1, said) };
        let dropped =
            if self.dropped == NO_DROP { 0 } else { mixed(2 << 30 | u64::from(self.dropped)) };
        self.men.hash() ^ sides ^ waiting ^ dropped
    }
}

/// The rules, over boards.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// Whether drops between may be taken back.
    pub void: bool,
}

impl Laws {
    /// The moves that take a drop on a square back, at most two, on the men before the drop, and the men after each.
    fn taking_back(&self, men: &Men, defender: usize, at: usize) -> Vec<(Move, Men)> {
        let (attacker, checkers) = (1 - defender, men.checkers(defender));
        if !self.void || !checkers.is_power_of_two() {
            return Vec::new();
        }
        let mut ways = Vec::new();
        men.moves_between(checkers.trailing_zeros() as usize, at, &mut ways);
        let after = ways.into_iter().map(|mv| (mv, men.after(attacker, mv.0)));
        after.filter(|(_, next)| !next.in_check(attacker) && next.in_check(defender)).collect()
    }

    /// The men after a drop on a square was taken back.
    fn taken_back(
        &self,
        men: &Men,
        defender: usize,
        at: usize,
    ) -> impl Iterator<Item = Men> + use<> {
        self.taking_back(men, defender, at).into_iter().map(|(_, next)| next)
    }

    /// Squares of the line of check on which a drop is no legal move, since taking it back mates.
    fn useless(&self, men: &Men, defender: usize) -> u128 {
        let line = men.line_of_check(defender);
        if !self.void || line == 0 {
            return 0;
        }
        let checker = men.checkers(defender).trailing_zeros() as usize;
        let mut between: Vec<usize> = each(line).collect();
        // The nearest to the king first: the farthest from the man that checks.
        let far = |at: &usize| std::cmp::Reverse(checker.abs_diff(*at));
        between.sort_by_key(far);
        let mut mated = [[false; SQUARES]; 2];
        let useless = |men: &Men, squares: &[usize], mated: &[[bool; SQUARES]; 2]| {
            let mates = |at: &usize| {
                let mut taken = self.taken_back(men, defender, *at);
                taken.any(|next| mated[usize::from(next.is_promoted(*at))][*at])
            };
            squares.iter().filter(|at| mates(at)).fold(0_u128, |set, &at| set | 1 << at)
        };
        for (nearer, &at) in between.iter().enumerate() {
            for next in self.taken_back(men, defender, at) {
                let (on_board, drops) = next.count_answers(defender);
                let answered = on_board > 0
                    || drops > 0 && {
                        let useless = useless(&next, &between[..nearer], &mated);
                        let mut moves = Vec::new();
                        next.legal(defender, &mut moves);
                        moves.iter().any(|mv| !drops_on(useless, mv.0))
                    };
                mated[usize::from(next.is_promoted(at))][at] = !answered;
            }
        }
        useless(men, &between, &mated)
    }

    /// Adds the defender's legal moves, in ascending order.
    fn replies(&self, men: &Men, defender: usize, moves: &mut Vec<Move>) {
        men.legal(defender, moves);
        let useless = self.useless(men, defender);
        moves.retain(|mv| !drops_on(useless, mv.0));
        moves.sort_unstable();
    }

    /// Whether the defender, in check, has no legal move.
    fn is_mated(&self, men: &Men, defender: usize) -> bool {
        let (on_board, drops) = men.count_answers(defender);
        if on_board > 0 {
            return false;
        }
        let mut moves = Vec::new();
        if drops > 0 {
            self.replies(men, defender, &mut moves);
        }
        moves.is_empty()
    }

    /// Plays moves that are said in this order, and adds the men after each to `after`. If one is still to be said, the
    /// men among whom it is.
    fn say(
        &self,
        men: &Men,
        defender: usize,
        said: &mut dyn Iterator<Item = u16>,
        after: &mut Vec<Men>,
    ) -> Option<Men> {
        let Some(mv) = said.next() else { return Some(men.clone()) };
        let mv = u32::from(mv);
        after.push(men.after(defender, mv));
        let (from, to, _) = parts(mv);
        if from < SQUARES {
            return None;
        }
        self.taken_back(men, defender, to).find_map(|next| self.say(&next, defender, said, after))
    }

    /// Where the side to move may move: among the men with whom the defender has still to say something, or behind the
    /// moves that wait.
    fn all_men(&self, board: &Board) -> Vec<Men> {
        let (mut said, mut after) = (board.waiting.iter().copied(), Vec::new());
        let open = self.say(&board.men, board.defender(), &mut said, &mut after);
        open.map_or(after, |men| vec![men])
    }

    /// Replaces the list by the legal moves, in ascending order.
    pub fn legal_into(&self, board: &Board, moves: &mut Vec<Move>) {
        moves.clear();
        let many;
        let all = if board.waiting.is_empty() {
            std::slice::from_ref(&board.men)
        } else {
            many = self.all_men(board);
            &many
        };
        for (behind, men) in (0..).zip(all) {
            if board.to_move != board.attacker {
                self.replies(men, board.defender(), moves);
                continue;
            }
            let begin = moves.len();
            men.checks(board.attacker(), moves);
            moves[begin..].sort_unstable();
            moves[begin..].iter_mut().for_each(|mv| mv.0 += BEHIND * behind);
        }
    }

    /// The position after a legal move.
    pub fn play(&self, board: &Board, mv: Move) -> Board {
        let attacker = board.attacker;
        if board.to_move == board.attacker {
            let men = if board.waiting.is_empty() {
                board.men.after(board.attacker(), mv.0)
            } else {
                let all = self.all_men(board);
                all[(mv.0 / BEHIND) as usize].after(board.attacker(), mv.0 % BEHIND)
            };
            return board.plain(men, 1 - attacker);
        }
        let defender = board.defender();
        let (from, to, _) = parts(mv.0);
        // (Most moves need no list.)
        let plain = board.waiting.is_empty()
            && (from < SQUARES || self.taking_back(&board.men, defender, to).is_empty());
        if plain {
            return board.plain(board.men.after(defender, mv.0), attacker);
        }
        let mut next = board.clone();
        next.waiting.push(mv.0 as u16);
        let (mut said, mut after) = (next.waiting.iter().copied(), Vec::new());
        if self.say(&next.men, defender, &mut said, &mut after).is_none() {
            next.to_move = attacker;
            if after.len() == 1 {
                next.men = after.swap_remove(0);
                next.waiting.clear();
            }
        }
        next
    }

    /// The moves of the search's game, which takes drops back.
    pub fn search_into(&self, board: &Board, moves: &mut Vec<Move>) {
        self.legal_into(board, moves);
        if board.may_take_back() {
            let (defender, at) = (board.defender(), usize::from(board.dropped));
            let back = self.taking_back(&board.men.undropped(defender, at), defender, at);
            moves.extend(back.into_iter().map(|(mv, _)| Move(mv.0 + BEHIND)));
        }
    }

    /// Whether a move of the attacker's in the search's game takes a drop back, which does not count.
    pub fn is_back(&self, board: &Board, mv: Move) -> bool {
        board.may_take_back() && mv.0 >= BEHIND
    }

    /// The hand that the attacker needs for a move of the search's game, if it needs this one after it.
    pub fn needed_for(&self, board: &Board, mv: Move, after: u32) -> u32 {
        if !board.waiting.is_empty() {
            return board.hand();
        }
        if self.is_back(board, mv) {
            // The square is empty once the drop is taken back.
            return after;
        }
        board.men.needed_for(mv.0, after)
    }

    /// The position after a move of the search's game.
    pub fn search_play(&self, board: &Board, mv: Move) -> Board {
        if self.is_back(board, mv) {
            let before = board.men.undropped(board.defender(), usize::from(board.dropped));
            let men = before.after(board.attacker(), mv.0 - BEHIND);
            return board.plain(men, 1 - board.attacker);
        }
        let (from, to, _) = parts(mv.0);
        let drops = board.to_move != board.attacker && from >= SQUARES && board.waiting.is_empty();
        if !drops {
            return self.play(board, mv);
        }
        let defender = board.defender();
        let back = self.taking_back(&board.men, defender, to);
        let dropped = if back.is_empty() { NO_DROP } else { to as u8 };
        Board { dropped, ..board.plain(board.men.after(defender, mv.0), board.attacker) }
    }

    /// Positions of the search's game of which the attacker must win one, to win this.
    pub fn ways(&self, board: &Board) -> Vec<Board> {
        let mut ways = Vec::new();
        if board.waiting.is_empty() {
            ways.push(board.clone());
        } else {
            self.ways_on(board, &board.men, &mut board.waiting.iter().copied(), &mut ways);
        }
        ways
    }

    /// The same, of what is said from these men on.
    fn ways_on(
        &self,
        board: &Board,
        men: &Men,
        said: &mut dyn Iterator<Item = u16>,
        ways: &mut Vec<Board>,
    ) {
        let defender = board.defender();
        let Some(mv) = said.next() else {
            ways.push(board.plain(men.clone(), 1 - board.attacker));
            return;
        };
        let mv = u32::from(mv);
        ways.push(board.plain(men.after(defender, mv), board.attacker));
        let (from, to, _) = parts(mv);
        if from >= SQUARES {
            for next in self.taken_back(men, defender, to) {
                self.ways_on(board, &next, said, ways);
            }
        }
    }

    /// The attacker's move that is meant by a move in one of the [`Laws::ways`].
    pub fn behind(way: usize, mv: Move) -> Move {
        Move(mv.0 + BEHIND * way as u32)
    }

    /// Whether the attacker's move, which gives check, leaves the defender without a legal move.
    pub fn mates(&self, board: &Board, mv: Move) -> bool {
        self.is_mated(&self.play(board, mv).men, board.defender())
    }

    /// About how many replies the defender has, drops on one square counted once; 0 if it is mated.
    pub fn count_replies(&self, board: &Board) -> u32 {
        if !board.waiting.is_empty() {
            let mut moves = Vec::new();
            self.legal_into(board, &mut moves);
            return moves.len() as u32;
        }
        let defender = board.defender();
        if !board.men.in_check(defender) {
            let mut moves = Vec::new();
            board.men.legal(defender, &mut moves);
            return moves.len() as u32;
        }
        let (on_board, drops) = board.men.count_answers(defender);
        if on_board == 0 && self.is_mated(&board.men, defender) {
            0
        } else {
            (on_board + drops).max(1)
        }
    }

    /// Who has won, or nobody, if the game is over.
    pub fn outcome(&self, board: &Board) -> Option<Option<Player>> {
        let mut moves = Vec::new();
        self.legal_into(board, &mut moves);
        let winner = Player::BOTH[board.attacker()];
        let won = board.to_move != board.attacker;
        moves.is_empty().then_some(won.then_some(winner))
    }
}
