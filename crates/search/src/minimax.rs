//! A game as minimax searches see it.
//!
//! A search for a *value* (principal variations, MTD(f), SSS*, B*, conspiracy numbers, …) wants less of
//! a game than one for a proof: positions, what each is worth, and the moves. [`Minimax`] is that and no
//! more. A search that can use more asks for an extension of it: [`crate::alphabeta::NullWindow`] is a
//! game that bounds its scores before it moves, [`crate::deepening::Deepen`] one in which play may
//! repeat.
//!
//! **Point of view.** Two sides alternate; a pass is a move. All values are for the side to move in the
//! position that they are of, so a move is worth the negative of the position that it leads to.

use quod_game::Move;

/// Won for certain for the side to move, in a game that knows of no greater or smaller wins.
pub const WIN: i32 = 1000;
/// Lost for certain.
pub const LOSS: i32 = -WIN;

/// What a game says of a position at once, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The value, whatever may follow: the position is terminal, it is not searched.
    Known(i32),
    /// A guess, strictly between [`LOSS`] and [`WIN`].
    Estimate(i32),
}

/// A game of two sides that alternate.
pub trait Minimax {
    /// A position, with the side to move.
    type State: Copy + Eq;

    /// What is known of a position at once.
    fn worth(&mut self, state: &Self::State) -> Worth;

    /// Appends the moves of a position that is not [`Worth::Known`], each with the position after it, in
    /// the order in which they are to be tried; there is one at least.
    fn moves(&mut self, state: &Self::State, moves: &mut Vec<(Move, Self::State)>);
}

/// The value of a position in which all lines end, by searching everything: what other searches are
/// tested against.
#[cfg(test)]
pub(crate) fn negamax<G: Minimax>(game: &mut G, state: &G::State) -> i32 {
    if let Worth::Known(value) = game.worth(state) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.iter().map(|(_, child)| -negamax(game, child));
    values.max().expect("a position that is not terminal has a move")
}
