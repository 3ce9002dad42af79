//! What two plies decide: captures, double ataris, moves that lose at once.
//!
//! The problem: most moves of a position lose to the next one, and a search that plays them meets as
//! many positions again. The idea: the liberties of all groups before a move tell what it does to
//! them. Let M be the side to move; a group with one liberty is *in atari*.
//!
//! * An opponent's group in atari is captured: M wins.
//! * Two of M's groups in atari at different points: a stone on one of them does nothing for the group
//!   at the other, as that has no liberty there. M loses. One such point is M's only move.
//! * A move after which its own group is in atari loses.
//! * Any other move leaves the opponent nothing to capture. Where it takes a liberty of groups that had
//!   two, their last ones are *urgent*. If two points are urgent the opponent loses, as above; if one
//!   is, he must play there, and loses if even so the group has at most one liberty.
//!
//! What remains is for a search. Everything follows from play by the rules, two plies deep, which is
//! how a certificate shows it. A look costs about as much as [`Board::outlook`]; `space.rs` uses it.
//! Dropped: first numbers by the fewest liberties of a group instead of the moves left open (6×6 from
//! the crosscut 11,041 expansions for 12,222, 5×5 from the empty board 35,342 for 25,376), or both
//! multiplied (12,763 and 26,439).

use super::{Board, Points, Stones};

/// What is seen of a position that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight<P = u64> {
    /// The side to move wins, by this move.
    Wins(u32),
    /// The opponent wins.
    Loses,
    /// Neither is seen. These moves remain; the others lose at once.
    Open(P),
}

impl<P: Points> Board<P> {
    /// Looks at a position, which is not over by a capture, two plies deep.
    pub fn sight(&self, stones: Stones<P>) -> Sight<P> {
        let empty = self.all & !stones.occupied();
        let mover = stones.to_move();
        let own = stones.0[mover.index()];
        let theirs = stones.0[mover.other().index()];
        let mut winning = P::NONE;
        let mut room = P::NO_GROUPS;
        let (pairs, mut weak) = (room.as_mut(), 0);
        self.groups(theirs, empty, |_, liberties| match liberties.count() {
            1 => winning |= liberties,
            2 => {
                pairs[weak] = liberties;
                weak += 1;
            }
            _ => {}
        });
        if !winning.is_none() {
            return Sight::Wins(winning.first());
        }
        let (mut threatened, mut strong) = (P::NONE, P::NONE);
        self.groups(own, empty, |group, liberties| match liberties.is_one() {
            true => threatened |= liberties,
            false => strong |= group,
        });
        let mut rest = empty & self.neighbours(empty | strong);
        if !threatened.is_none() {
            rest &= threatened;
            if !threatened.is_one() {
                return Sight::Loses;
            }
        }
        let mut open = P::NONE;
        for stone in rest.each() {
            if self.liberties_after(stone, own, empty) < 2 {
                continue;
            }
            let mut urgent = P::NONE;
            for &pair in &pairs[..weak] {
                if !(pair & stone).is_none() {
                    urgent |= pair ^ stone;
                }
            }
            if !urgent.is_none()
                && (!urgent.is_one() || self.liberties_after(urgent, theirs, empty ^ stone) < 2)
            {
                return Sight::Wins(stone.first());
            }
            open |= stone;
        }
        match open.is_none() {
            true => Sight::Loses,
            false => Sight::Open(open),
        }
    }

    /// Liberties that the group of a stone put among `own` has, as far as two.
    #[inline]
    fn liberties_after(&self, stone: P, own: P, empty: P) -> u32 {
        let empty = empty & !stone;
        let mut group = stone;
        loop {
            let around = self.neighbours(group);
            let liberties = (around & empty).count();
            let grown = group | around & own;
            if liberties >= 2 || grown == group {
                return liberties;
            }
            group = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::testkit::{Oracle, Rng, reachable};
    use quod_game::{Claim, Game, Move, Outcome, Player};
    use quod_rules::{AtariGo, AtariGoPosition};

    /// Whether the side to move has a move that ends the game, which it then wins.
    fn wins_at_once(game: &AtariGo, pos: &AtariGoPosition) -> bool {
        let over = |mv| game.outcome(&game.play(pos, mv)).is_some();
        game.legal_moves(pos).into_iter().any(over)
    }

    /// Whether whatever the side to move does loses to the next move, or it has no move.
    fn loses_at_once(game: &AtariGo, pos: &AtariGoPosition) -> bool {
        let lost = |next| game.outcome(&next).is_none() && wins_at_once(game, &next);
        game.legal_moves(pos).into_iter().all(|mv| lost(game.play(pos, mv)))
    }

    /// What is seen, by the rules.
    fn is_right<P: Points>(game: &AtariGo, board: &Board<P>, pos: &AtariGoPosition) {
        let captures = board.outlook(Stones::of(game, pos)).winning;
        match board.sight(Stones::of(game, pos)) {
            Sight::Wins(point) => {
                let next = game.play(pos, Move(point));
                assert!(game.legal_moves(pos).contains(&Move(point)), "{pos:?}");
                let won = game.outcome(&next) == Some(Outcome::win(game.to_move(pos)));
                assert!(won || loses_at_once(game, &next), "{point} {pos:?}");
                assert!(won || captures.is_none(), "{point} {pos:?}");
            }
            Sight::Loses => assert!(loses_at_once(game, pos), "{pos:?}"),
            Sight::Open(open) => {
                assert!(captures.is_none(), "{pos:?}");
                for mv in game.legal_moves(pos) {
                    let lost = || wins_at_once(game, &game.play(pos, mv));
                    assert!(open.has(mv.0) || lost(), "{mv:?} {pos:?}");
                }
            }
        }
    }

    #[test]
    fn two_plies_by_the_rules_say_the_same() {
        for (size, crosscut) in [(2, false), (4, true), (5, false), (6, true), (8, false)] {
            lockstep::<u64>(size, crosscut, 10);
        }
        for (size, crosscut) in [(8, true), (9, false)] {
            lockstep::<u128>(size, crosscut, 2);
        }
    }

    fn lockstep<P: Points>(size: usize, crosscut: bool, plays: usize) {
        let mut rng = Rng::new(1);
        let game = AtariGo::new(size, crosscut).unwrap();
        let board = Board::<P>::new(&game).unwrap();
        for _ in 0..plays {
            let mut pos = game.start();
            while game.outcome(&pos).is_none() {
                is_right(&game, &board, &pos);
                // Captures end a play early, so mostly what remains open is played.
                let mut moves = game.legal_moves(&pos);
                if let Sight::Open(open) = board.sight(Stones::of(&game, &pos))
                    && !rng.chance(1, 8)
                {
                    moves.retain(|mv| open.has(mv.0));
                }
                pos = game.play(&pos, moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn what_is_seen_on_3_by_3_is_true() {
        let game = AtariGo::new(3, false).unwrap();
        let board = Board::<u64>::new(&game).unwrap();
        let oracle = Oracle::new(&game, &game.start(), &Claim::wins(Player::First));
        let (mut seen, mut open) = (0, 0);
        for pos in reachable(&game, &game.start()) {
            if game.outcome(&pos).is_some() {
                continue;
            }
            let first = game.to_move(&pos) == Player::First;
            match board.sight(Stones::of(&game, &pos)) {
                Sight::Wins(_) => assert_eq!(oracle.holds(&pos), first, "{pos:?}"),
                Sight::Loses => assert_eq!(oracle.holds(&pos), !first, "{pos:?}"),
                Sight::Open(_) => open += 1,
            }
            seen += 1;
            is_right(&game, &board, &pos);
        }
        assert!(seen > 2 * open, "{seen} {open}");
    }
}
