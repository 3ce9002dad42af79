//! How the men move on the small board.

use quod_game::{Move, Player};

use super::{SmallChess, SmallPosition};
use crate::chess::{JUMPS, Man, SLANTWISE, STRAIGHT, Step};

/// What a pawn becomes, in the order of the codes.
const BECOMES: [Man; 4] = [Man::Knight, Man::Bishop, Man::Rook, Man::Queen];

fn code(from: usize, to: usize, becomes: u32) -> Move {
    Move((128 * from + 8 * to) as u32 + becomes)
}

/// The squares of a move, from and to, and what a pawn becomes.
pub(super) fn parts(mv: Move) -> (usize, usize, Option<Man>) {
    let becomes = (mv.0 % 8).checked_sub(1).and_then(|at| BECOMES.get(at as usize));
    ((mv.0 / 128) as usize, (mv.0 / 8 % 16) as usize, becomes.copied())
}

/// How many ranks a player's pawns go up in a step.
fn up(player: Player) -> i8 {
    if player == Player::First { 1 } else { -1 }
}

impl SmallChess {
    /// The square some files and ranks away, if it is on the board.
    fn beside(&self, at: usize, (files, ranks): Step) -> Option<usize> {
        let (file, rank) = ((at % 3) as i8 + files, (at / 3) as i8 + ranks);
        let inside = (0..3).contains(&file) && (0..self.height as i8).contains(&rank);
        inside.then(|| (3 * rank + file) as usize)
    }

    /// The squares that the man on a square attacks, as a set: those it may go to if an opponent's man stands there.
    fn attacked(&self, pos: &SmallPosition, at: usize) -> u16 {
        let mut set = 0;
        let mut walk = |ways: &[Step], far: bool| {
            for &way in ways {
                let mut next = self.beside(at, way);
                while let Some(to) = next {
                    set |= 1 << to;
                    next = self.beside(to, way).filter(|_| far && pos.men[to].is_none());
                }
            }
        };
        match pos.men[at] {
            Some((player, Man::Pawn)) => walk(&[(-1, up(player)), (1, up(player))], false),
            Some((_, Man::Knight)) => walk(&JUMPS, false),
            Some((_, man @ (Man::Bishop | Man::Rook | Man::Queen | Man::King))) => {
                if man != Man::Rook {
                    walk(&SLANTWISE, man != Man::King);
                }
                if man != Man::Bishop {
                    walk(&STRAIGHT, man != Man::King);
                }
            }
            None => {}
        }
        set
    }

    fn belongs(pos: &SmallPosition, at: usize, player: Player) -> bool {
        pos.men[at].is_some_and(|man| man.0 == player)
    }

    /// Whether a player's king is attacked.
    pub(super) fn in_check(&self, pos: &SmallPosition, player: Player) -> bool {
        let attacks = |at: usize, king: usize| {
            SmallChess::belongs(pos, at, player.other()) && self.attacked(pos, at) >> king & 1 == 1
        };
        pos.king(player).is_some_and(|king| (0..self.squares()).any(|at| attacks(at, king)))
    }

    /// The squares to which the mover's man on a square may go, whether its king comes into check or not.
    fn reached(&self, pos: &SmallPosition, at: usize) -> u16 {
        let free = |to: &usize| !SmallChess::belongs(pos, *to, pos.to_move);
        let attacked = self.attacked(pos, at);
        let mut set: u16 = (0..self.squares()).filter(free).map(|to| attacked & 1 << to).sum();
        if pos.men[at] == Some((pos.to_move, Man::Pawn)) {
            let taken = |to: &usize| pos.men[*to].is_some();
            set = (0..self.squares()).filter(taken).map(|to| set & 1 << to).sum();
            let step = self.beside(at, (0, up(pos.to_move)));
            set |= step.filter(|to| pos.men[*to].is_none()).map_or(0, |to| 1 << to);
        }
        set
    }

    /// The legal moves in ascending order.
    pub(super) fn legal<'p>(&'p self, pos: &'p SmallPosition) -> impl Iterator<Item = Move> + 'p {
        let own = move |at: &usize| SmallChess::belongs(pos, *at, pos.to_move);
        let from = (0..self.squares()).filter(own).map(|at| (at, self.reached(pos, at)));
        let squares = from.flat_map(|(at, set)| {
            (0..self.squares()).filter(move |to| set >> to & 1 == 1).map(move |to| (at, to))
        });
        let moves = squares.flat_map(move |(from, to)| {
            let pawn = pos.men[from] == Some((pos.to_move, Man::Pawn));
            let last = pawn && self.steps(pos.to_move, to) == self.height - 1;
            (if last { 1..5 } else { 0..1 }).map(move |becomes| code(from, to, becomes))
        });
        moves.filter(move |&mv| !self.in_check(&self.after(pos, mv), pos.to_move))
    }

    /// Whether there is a legal move.
    pub(super) fn can_move(&self, pos: &SmallPosition) -> bool {
        self.legal(pos).next().is_some()
    }

    /// The position after a move.
    pub(super) fn after(&self, pos: &SmallPosition, mv: Move) -> SmallPosition {
        let (from, to, becomes) = parts(mv);
        let mut next = SmallPosition { to_move: pos.to_move.other(), ..*pos };
        let man = next.men[from].take();
        next.men[to] = becomes.map(|man| (pos.to_move, man)).or(man);
        next
    }
}
