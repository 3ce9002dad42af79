//! What strategies of searches over a table have in common: a space beside the search, which tells what it
//! settles by itself and which real move leads to a state.

use quod_cert::Evidence;
use quod_game::Move;
use quod_search::dfpn::Choice;

use crate::bridge::{AnySpace, Shape};
use crate::{OpenGame, Pos, Refutations, SolveError};

/// A space that shows one value of its claim.
pub(super) struct Evident<S: Shape> {
    pub(super) space: AnySpace<S>,
    /// Whether the claim was proved; disproved otherwise.
    pub(super) proved: bool,
}

impl<S: Shape> Evident<S> {
    pub(super) fn evidence(&mut self, pos: &Pos) -> Option<Evidence> {
        self.space.evidence(pos, self.proved)
    }

    pub(super) fn refutations(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Refutations {
        let moves: Vec<Move> = replies.iter().map(|it| it.0).collect();
        self.space.refutations(pos, &moves, self.proved)
    }

    /// The real move that the search's choice stands for.
    pub(super) fn step(
        &mut self,
        game: &OpenGame,
        pos: &Pos,
        choice: &Choice<S>,
    ) -> Result<Move, SolveError> {
        let mv = match choice {
            Choice::Move(mv, child) => self.space.real_move(game, pos, &(*mv, child.clone())),
            Choice::Settled => self.space.evident_move(game, pos, self.proved),
        };
        mv.ok_or_else(super::no_move)
    }
}
