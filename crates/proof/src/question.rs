//! Questions: what `solve` is asked about a position.

use quod_engine::OpenGame;
use quod_game::{Claim, NotationError, Player};

/// A question about a root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins, or is it a draw?
    Value,
    /// What is the exact score for the side to move?
    Score,
    /// In how many of its own moves does this player win at the soonest?
    Soonest(Player),
    /// Is this claim true?
    Claim(Claim),
}

impl Question {
    /// Whether its claims count moves.
    pub fn counts_moves(&self) -> bool {
        match self {
            Question::Soonest(_) => true,
            Question::Claim(claim) => claim.counts_moves(),
            Question::Value | Question::Score => false,
        }
    }

    /// Reads `value`, `score`, `mate`, `mated`, `no-mate` or a claim. `mate` is about the side to move, `mated` about
    /// the other; `no-mate` says that the side to move never wins.
    ///
    /// # Errors
    /// If the text is none of these, or asks for something the game does not have.
    pub fn parse(game: &OpenGame, mover: Player, text: &str) -> Result<Question, NotationError> {
        match text {
            "value" => Ok(Question::Value),
            "score" if game.has_scores() => Ok(Question::Score),
            "mate" if game.has_mates() => Ok(Question::Soonest(mover)),
            "mated" if game.has_mates() => Ok(Question::Soonest(mover.other())),
            "no-mate" if game.has_mates() => {
                Ok(Question::Claim(Claim::does_not_lose(mover.other())))
            }
            _ => Claim::parse(&**game, mover, text).map(Question::Claim).map_err(|error| {
                let scores = if game.has_scores() { "score, " } else { "" };
                let mates = if game.has_mates() { "mate, mated, no-mate, " } else { "" };
                let expected = format!("value, {scores}{mates}{}", error.expected);
                NotationError { expected, ..error }
            }),
        }
    }
}
