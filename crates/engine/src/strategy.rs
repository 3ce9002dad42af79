//! What a solved search says of how the claim is made true, position by position: what the second pass
//! follows.

use quod_cert::Evidence;
use quod_game::Move;
use quod_search::canonical;

use crate::{OpenGame, Pos, SolveError};

/// What the prover does where it is to move.
#[derive(Clone, Debug)]
pub enum Step {
    /// Evidence shows the claim from here.
    Evidence(Evidence),
    /// The prover plays this, and the position after it is settled, evident or an entry.
    Move(Move),
}

/// How the opponent's replies in one position are refuted by evidence.
#[derive(Clone, Debug, Default)]
pub struct Refutations {
    /// The evidence.
    pub items: Vec<Evidence>,
    /// For each reply, in the order of the legal moves, the item that refutes it; `None` asks for an
    /// entry. May be shorter than the list of replies.
    pub by: Vec<Option<usize>>,
}

/// A strategy that makes a claim true: what the second pass follows.
///
/// Positions handed in are canonical, lawful, unsettled under the claim, and such that the strategy
/// itself led to them. A strategy may search again where it has forgotten; it counts that work.
pub trait Strategy {
    /// What the prover does in `pos`, where it is to move.
    ///
    /// # Errors
    /// If the strategy does not know, which means that the search's answer cannot be certified.
    fn step(&mut self, pos: &Pos) -> Result<Step, SolveError>;

    /// Evidence that shows the claim in `pos`, where the opponent is to move, if the strategy has some.
    ///
    /// # Errors
    /// As [`Strategy::step`].
    fn evidence(&mut self, pos: &Pos) -> Result<Option<Evidence>, SolveError> {
        let _ = pos;
        Ok(None)
    }

    /// Evidence against the opponent's replies in `pos`; `replies` are all legal moves that lead to
    /// unsettled positions, with these.
    ///
    /// # Errors
    /// As [`Strategy::step`].
    fn refute(&mut self, pos: &Pos, replies: &[(Move, Pos)]) -> Result<Refutations, SolveError> {
        let _ = (pos, replies);
        Ok(Refutations::default())
    }

    /// The canonical form of a position and the symmetry that leads there. A strategy with a faster way
    /// than [`quod_search::canonical`] may choose another representative of the orbit; any choice is
    /// sound, since links compare positions under the map that they name.
    fn canonical(&self, game: &OpenGame, pos: &Pos) -> (Pos, u16) {
        canonical(&**game, pos)
    }
}
