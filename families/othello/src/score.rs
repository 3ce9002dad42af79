//! What the score counts, and what claims ask of it.

use quod_game::{Claim, Outcome, Player};

/// Who gets the squares that are empty when neither side can move: the rules' key `empty`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// Nobody: discs are counted as they are.
    #[default]
    Nobody,
    /// The side with more discs.
    Winner,
}

impl Rest {
    /// The score of a side that has `lead` discs more in the end, `empties` squares being empty.
    #[inline]
    pub fn score(self, lead: i32, empties: i32) -> i32 {
        match self {
            Rest::Nobody => lead,
            Rest::Winner => lead + lead.signum() * empties,
        }
    }
}

/// Whether a claim holds where this player has this score in the end.
pub fn holds(claim: &Claim, score: i32, player: Player) -> bool {
    let winner = match score {
        0 => None,
        1.. => Some(player),
        _ => Some(player.other()),
    };
    let score = if player == Player::First { score } else { -score };
    claim.holds_at(&Outcome { winner, score, ..Outcome::DRAW })
}

/// The least score of the prover's with which a claim holds on a board of so many squares; more than there
/// is if none will do.
pub fn least(claim: &Claim, area: i32) -> i32 {
    (-area..=area).find(|&score| holds(claim, score, claim.prover())).unwrap_or(area + 1)
}
