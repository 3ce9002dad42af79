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
    /// Is this claim true?
    Claim(Claim),
}

impl Question {
    /// Reads `value`, `score` or a claim.
    ///
    /// # Errors
    /// If the text is none of these, or asks for something the game does not have.
    pub fn parse(game: &OpenGame, mover: Player, text: &str) -> Result<Question, NotationError> {
        match text {
            "value" => Ok(Question::Value),
            "score" if game.has_scores() => Ok(Question::Score),
            _ => Claim::parse(&**game, mover, text).map(Question::Claim).map_err(|error| {
                let scores = if game.has_scores() { "score, " } else { "" };
                NotationError { expected: format!("value, {scores}{}", error.expected), ..error }
            }),
        }
    }
}
