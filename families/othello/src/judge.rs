//! Othello as the general player sees it: bit boards, the estimate, the exact search near the end.
//!
//! A position is restless while the side to move can take a corner: that is what changes an estimate at one
//! stroke.

use std::sync::Arc;

use quod_engine::{Exact, GameJudge, Judges, Pos};
use quod_game::Move;
use quod_rules::Othello;
use quod_search::Words;
use quod_search::playing::{Judge, Unrest, WIN, Worth};

use crate::board::{Board, each};
use crate::player::exact_move;
use crate::score::Rest;
use crate::twin::rest_of;

/// Estimates are hundredths of a disc, roughly; this is a corner with what usually comes with it, or some moves
/// more.
const MARGIN: i32 = 400;

/// The discs of the side to move, and the other's.
type State = Words<2>;

struct DiscJudge<const N: usize> {
    rest: Rest,
}

/// Judges of a board of 4, 6 or 8 rows; `None` for other boards.
pub(crate) fn judges(game: &Othello) -> Option<Judges> {
    let (rest, size) = (rest_of(game), game.size);
    [4, 6, 8].contains(&size).then(|| {
        Judges::Words2(Arc::new(move |_| match size {
            4 => Box::new(DiscJudge::<4> { rest }) as _,
            6 => Box::new(DiscJudge::<6> { rest }) as _,
            _ => Box::new(DiscJudge::<8> { rest }) as _,
        }))
    })
}

fn board<const N: usize>(&Words([own, other]): &State) -> Board<N> {
    Board { own, other }
}

fn state<const N: usize>(board: &Board<N>) -> State {
    Words([board.own, board.other])
}

/// What a score is worth.
fn worth(score: i32) -> i32 {
    score.signum() * WIN / 2 + score
}

impl<const N: usize> Judge for DiscJudge<N> {
    type State = State;

    fn worth(&mut self, state: &State) -> Worth {
        let board = board::<N>(state);
        match board.moves() | board.passed().moves() {
            0 => Worth::Known(worth(self.rest.score(board.lead(), board.empties() as i32))),
            _ => Worth::Estimate(board.estimate()),
        }
    }

    fn moves(&mut self, at: &State, moves: &mut Vec<(Move, State)>) {
        let board = board::<N>(at);
        let all = board.moves();
        if all == 0 {
            return moves.push((Board::<N>::rules_move(None), state(&board.passed())));
        }
        let first = moves.len();
        let play = |square| (Board::<N>::rules_move(Some(square)), state(&board.play(square)));
        moves.extend(each(all).map(play));
        // Corners first, then what leaves few replies.
        moves[first..].sort_by_cached_key(|(_, next)| {
            let corner = (board.own ^ next.0[1]) & !board.other & Board::<N>::CORNERS != 0;
            (!corner, self::board::<N>(next).moves().count_ones())
        });
    }

    fn unrest(&mut self, at: &State) -> Unrest {
        match board::<N>(at).moves() & Board::<N>::CORNERS {
            0 => Unrest::Quiet,
            _ => Unrest::Loud,
        }
    }

    fn is_loud(&mut self, at: &State, _mv: Move, next: &State) -> bool {
        let taken = |Words([own, other]): &State| own | other;
        (taken(at) ^ taken(next)) & Board::<N>::CORNERS != 0
    }

    fn margin(&self) -> i32 {
        MARGIN
    }
}

impl<const N: usize> GameJudge for DiscJudge<N> {
    fn state_of(&self, pos: &Pos) -> State {
        state(&Board::<N>::of(pos.of::<Othello>()))
    }

    fn exact(&mut self, pos: &Pos, nodes: u64) -> Option<Exact> {
        let board = Board::<N>::of(pos.of::<Othello>());
        let (found, nodes) = exact_move(&board, self.rest, nodes);
        let found =
            found.map(|(square, score)| (Board::<N>::rules_move(Some(square)), worth(score)));
        Some(Exact { found, nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_engine::{OpenGame, known};
    use quod_game::testkit::Rng;
    use quod_rules::EmptySquares;

    #[test]
    fn judges_follow_the_rules_to_the_end() {
        for size in [4, 6, 8] {
            let game = Othello::new(size, EmptySquares::Winner).unwrap();
            let open = OpenGame::new(game.clone());
            let Some(Judges::Words2(judges)) = judges(&game) else { panic!("words") };
            let (mut judge, mut rng) = (judges(None), Rng::new(2));
            for _ in 0..20 {
                let mut pos = open.start();
                let mut mover = open.to_move(&pos);
                while open.outcome(&pos).is_none() {
                    mover = open.to_move(&pos);
                    let state = judge.state_of(&pos);
                    assert!(
                        matches!(judge.worth(&state), Worth::Estimate(it) if it.abs() < WIN / 2)
                    );
                    let mut moves = Vec::new();
                    judge.moves(&state, &mut moves);
                    let mut legal = open.legal_moves(&pos);
                    for (mv, next) in &moves {
                        let after = open.play(&pos, *mv);
                        // (A position that is over has no side to move in the rules.)
                        if open.outcome(&after).is_none() {
                            assert_eq!(judge.state_of(&after), *next);
                        }
                    }
                    let mut told: Vec<Move> = moves.iter().map(|it| it.0).collect();
                    told.sort_unstable_by_key(|it| it.0);
                    legal.sort_unstable_by_key(|it| it.0);
                    assert_eq!(told, legal);
                    let (mv, next) = moves[rng.below(moves.len())];
                    pos = open.play(&pos, mv);
                    if let Some(outcome) = open.outcome(&pos) {
                        let value = known(&open, &outcome, mover.other());
                        assert_eq!(judge.worth(&next), Worth::Known(value));
                    }
                }
                assert!(open.legal_moves(&pos).is_empty() && mover != mover.other());
            }
        }
    }
}
