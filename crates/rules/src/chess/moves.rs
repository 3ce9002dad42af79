//! How the men move.

use quod_game::{Move, Player};

use super::{Chess, ChessGame, ChessPosition, ChessSquare, Man};

/// Files to the right and ranks up.
pub(crate) type Step = (i8, i8);
pub(crate) const STRAIGHT: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(crate) const SLANTWISE: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(crate) const JUMPS: [Step; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square some files and ranks away, if it is on the board.
fn beside(at: ChessSquare, (files, ranks): Step) -> Option<ChessSquare> {
    let (file, rank) = ((at % 8) as i8 + files, (at / 8) as i8 + ranks);
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| (8 * rank + file) as ChessSquare)
}

/// How many ranks a player's pawns go forward in a step.
pub(super) fn forward(player: Player) -> i8 {
    if player == Player::First { 1 } else { -1 }
}

/// The first square of a player's first rank.
pub(super) fn first_rank(player: Player) -> ChessSquare {
    if player == Player::First { 0 } else { 56 }
}

pub(super) fn code(from: ChessSquare, to: ChessSquare, becomes: u32) -> Move {
    Move(u32::from(from) + 64 * u32::from(to) + 4096 * becomes)
}

/// The squares of a move, from and to, and what a pawn becomes.
pub(super) fn parts(mv: Move) -> (ChessSquare, ChessSquare, Option<Man>) {
    let becomes = Man::ALL.get((mv.0 / 4096) as usize).filter(|man| **man != Man::Pawn);
    ((mv.0 % 64) as u8, (mv.0 / 64 % 64) as u8, becomes.copied())
}

/// The squares that a man on a square attacks: those it may go to if an opponent's man stands there.
fn attacked_from(
    pos: &ChessPosition,
    at: ChessSquare,
    player: Player,
    man: Man,
) -> Vec<ChessSquare> {
    let steps = |steps: &[Step]| steps.iter().filter_map(|&step| beside(at, step)).collect();
    let lines = |ways: &[Step]| {
        let mut seen = Vec::new();
        for &way in ways {
            let mut next = beside(at, way);
            while let Some(square) = next {
                seen.push(square);
                next = beside(square, way).filter(|_| pos.men[usize::from(square)].is_none());
            }
        }
        seen
    };
    match man {
        Man::Pawn => steps(&[(-1, forward(player)), (1, forward(player))]),
        Man::Knight => steps(&JUMPS),
        Man::Bishop => lines(&SLANTWISE),
        Man::Rook => lines(&STRAIGHT),
        Man::Queen => lines(&[STRAIGHT, SLANTWISE].concat()),
        Man::King => steps(&[STRAIGHT, SLANTWISE].concat()),
    }
}

/// Whether a man of the player's attacks the square: one does if a man of its sort, seen from the square,
/// attacks it. (A pawn attacks what the other side's pawn on the square would attack.)
fn is_attacked(pos: &ChessPosition, at: ChessSquare, by: Player) -> bool {
    let stands = |square: ChessSquare, man: Man| pos.men[usize::from(square)] == Some((by, man));
    Man::ALL.into_iter().any(|man| {
        attacked_from(pos, at, by.other(), man).into_iter().any(|square| stands(square, man))
    })
}

impl Chess {
    /// Whether a king of the player's is attacked, in a game with checks.
    pub fn in_check(&self, pos: &ChessPosition, player: Player) -> bool {
        let attacked = |king| is_attacked(pos, king, player.other());
        self.has_checks() && pos.squares(player, Man::King).any(attacked)
    }

    /// The legal moves in ascending order.
    pub(super) fn all_moves(&self, pos: &ChessPosition) -> Vec<Move> {
        let mut moves = self.open_moves(pos);
        moves.retain(|&mv| self.is_safe(pos, mv));
        if self.game != ChessGame::Chess && moves.iter().any(|&mv| self.captures(pos, mv)) {
            moves.retain(|&mv| self.captures(pos, mv));
        }
        moves.sort_unstable();
        moves
    }

    /// Whether there is a legal move: to force captures takes none away without leaving another.
    pub(super) fn can_move(&self, pos: &ChessPosition) -> bool {
        self.open_moves(pos).into_iter().any(|mv| self.is_safe(pos, mv))
    }

    /// Whether the move leaves its player's king in no check.
    fn is_safe(&self, pos: &ChessPosition, mv: Move) -> bool {
        !self.has_checks() || !self.in_check(&self.moved(pos, mv), pos.to_move)
    }

    /// Whether the move captures something.
    pub(super) fn captures(&self, pos: &ChessPosition, mv: Move) -> bool {
        let (from, to, _) = parts(mv);
        let [man, other] = [from, to].map(|at| pos.men[usize::from(at)]);
        let passing = pos.en_passant == Some(to) && man == Some((pos.to_move, Man::Pawn));
        passing || other.is_some_and(|(player, _)| player != pos.to_move)
    }

    /// All moves by the ways of the men, whether captures are forced and whether a king comes into check or not.
    fn open_moves(&self, pos: &ChessPosition) -> Vec<Move> {
        let mover = pos.to_move;
        let mut moves = Vec::new();
        for at in 0..64 {
            match pos.men[usize::from(at)] {
                Some((player, Man::Pawn)) if player == mover => {
                    self.pawn_moves(pos, at, &mut moves)
                }
                Some((player, man)) if player == mover => {
                    let free = |to: &ChessSquare| {
                        pos.men[usize::from(*to)].is_none_or(|(player, _)| player != mover)
                    };
                    let reached = attacked_from(pos, at, mover, man).into_iter().filter(free);
                    moves.extend(reached.map(|to| code(at, to, 0)));
                }
                _ => {}
            }
        }
        self.castlings(pos, &mut moves);
        moves
    }

    fn pawn_moves(&self, pos: &ChessPosition, at: ChessSquare, moves: &mut Vec<Move>) {
        let mover = pos.to_move;
        let way = (0, forward(mover));
        let empty = |to: &ChessSquare| pos.men[usize::from(*to)].is_none();
        let one = beside(at, way).filter(empty);
        let second_rank = (at ^ first_rank(mover)) / 8 == 1;
        let two = one.filter(|_| second_rank).and_then(|it| beside(it, way)).filter(empty);
        let takes = |to: &ChessSquare| {
            let other = pos.men[usize::from(*to)].is_some_and(|(player, _)| player != mover);
            other || pos.en_passant == Some(*to)
        };
        let captures = attacked_from(pos, at, mover, Man::Pawn).into_iter().filter(takes);
        for to in one.into_iter().chain(two).chain(captures) {
            match (to / 8 == 0 || to / 8 == 7, self.has_checks()) {
                (false, _) => moves.push(code(at, to, 0)),
                (true, with_checks) => {
                    moves.extend((1..if with_checks { 5 } else { 6 }).map(|it| code(at, to, it)));
                }
            }
        }
    }

    /// Castling: between the squares of king and rook and those they go to stands nobody else, and no square on
    /// the king's way is attacked.
    fn castlings(&self, pos: &ChessPosition, moves: &mut Vec<Move>) {
        let (mover, rank) = (pos.to_move, first_rank(pos.to_move));
        for (side, rook) in pos.castling[mover.index()].into_iter().enumerate() {
            let (Some(rook), Some(king)) = (rook, pos.squares(mover, Man::King).next()) else {
                continue;
            };
            let (rook, [king_to, rook_to]) = (rank + rook, castled(rank, side));
            let between = |a: ChessSquare, b: ChessSquare| a.min(b)..=a.max(b);
            let mut needed = between(king, king_to).chain(between(rook, rook_to));
            let clear =
                |at: ChessSquare| at == king || at == rook || pos.men[usize::from(at)].is_none();
            let attacked = |at: ChessSquare| is_attacked(pos, at, mover.other());
            if needed.all(clear) && !between(king, king_to).any(attacked) {
                moves.push(code(king, rook, 0));
            }
        }
    }

    /// Whether the move castles: the king goes onto its own rook.
    pub(super) fn castles(&self, pos: &ChessPosition, mv: Move) -> bool {
        let (from, to, _) = parts(mv);
        let own = |at: ChessSquare, man| pos.men[usize::from(at)] == Some((pos.to_move, man));
        own(from, Man::King) && own(to, Man::Rook)
    }

    /// The men after a move, the other side to move; all else is as it was.
    fn moved(&self, pos: &ChessPosition, mv: Move) -> ChessPosition {
        let (from, to, becomes) = parts(mv);
        let mut next = ChessPosition { to_move: pos.to_move.other(), ..pos.clone() };
        let man = next.men[usize::from(from)].take();
        if self.castles(pos, mv) {
            next.men[usize::from(to)] = None;
            let [king, rook] = castled(first_rank(pos.to_move), usize::from(to > from));
            next.men[usize::from(king)] = Some((pos.to_move, Man::King));
            next.men[usize::from(rook)] = Some((pos.to_move, Man::Rook));
            return next;
        }
        next.men[usize::from(to)] = match becomes {
            Some(becomes) => Some((pos.to_move, becomes)),
            None => man,
        };
        if pos.en_passant == Some(to) && man == Some((pos.to_move, Man::Pawn)) {
            let passed = beside(to, (0, -forward(pos.to_move)));
            next.men[usize::from(passed.expect("a pawn passed there"))] = None;
        }
        next
    }

    /// The position after a legal move.
    pub(super) fn after(&self, pos: &ChessPosition, mv: Move) -> ChessPosition {
        let (mover, (from, to, _)) = (pos.to_move, parts(mv));
        let man = pos.men[usize::from(from)].map(|(_, man)| man);
        let mut next = self.moved(pos, mv);
        let quiet = man != Some(Man::Pawn) && !self.captures(pos, mv);
        next.clock = if self.fifty && quiet { pos.clock + 1 } else { 0 };
        if man == Some(Man::King) {
            next.castling[mover.index()] = [None; 2];
        }
        for player in Player::BOTH {
            for rook in &mut next.castling[player.index()] {
                let touched = |file: &u8| [from, to].contains(&(first_rank(player) + file));
                *rook = rook.filter(|file| !touched(file));
            }
        }
        let passed = (from.abs_diff(to) == 16 && man == Some(Man::Pawn)).then_some((from + to) / 2);
        next.en_passant = passed.filter(|_| self.game != ChessGame::Giveaway);
        next.en_passant = next.en_passant.filter(|_| self.may_pass(&next));
        next
    }

    /// Whether a pawn may legally capture in passing where the position says so.
    pub(super) fn may_pass(&self, pos: &ChessPosition) -> bool {
        let passing = |mv: &Move| {
            let (from, to, _) = parts(*mv);
            let pawn = pos.men[usize::from(from)] == Some((pos.to_move, Man::Pawn));
            pawn && pos.en_passant == Some(to)
        };
        self.open_moves(pos).iter().any(|mv| passing(mv) && self.is_safe(pos, *mv))
    }
}

/// Where king and rook stand after castling: on the side of the a file (0) or of the h file (1).
pub(super) fn castled(rank: ChessSquare, side: usize) -> [ChessSquare; 2] {
    let files = [[2, 3], [6, 5]][side];
    files.map(|file| rank + file)
}

/// How many lines of so many plies there are, whether a draw has ended the game before or not.
#[cfg(test)]
pub(super) fn perft(game: &Chess, pos: &ChessPosition, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |mv: Move| perft(game, &game.after(pos, mv), depth - 1);
    game.all_moves(pos).into_iter().map(after).sum()
}
