//! Words for the moves of a proof.

use quod_game::{Claim, Move};

use crate::Pos;

/// Says in words what a proof's moves do. Whatever it says is shown by the rules, or by the proof that is said to
/// be there; where nothing is shown it says nothing.
pub trait Tutor: Send + Sync {
    /// A proved claim as a sentence.
    fn claim(&self, claim: &Claim) -> String;

    /// What a legal move does, in a few words each, the most telling first: `double check`.
    fn motifs(&self, pos: &Pos, mv: Move) -> Vec<String>;

    /// Sentences about a move of the prover's, in a position where `claim` is proved by this move.
    fn remarks(&self, pos: &Pos, mv: Move, claim: &Claim) -> Vec<String>;
}
