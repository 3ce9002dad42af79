//! What a position is known to be worth, to compare answers with.

use quod_engine::OpenGame;
use quod_game::{Claim, Goal, NotationError, Outcome, Player};
use quod_proof::Question;

use crate::{Answer, Mate, Value, Verdict};

/// The answer that is known to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedValue {
    /// Who wins.
    Value(Value),
    /// The score for the side to move.
    Score(i32),
    /// In how many moves a side wins at the soonest.
    Mate(Mate),
    /// Whether the claim is true.
    Truth(bool),
}

/// What a text says of a position, whatever the question.
enum Fact {
    Winner(Option<Player>),
    Score(i32),
    Mate(Mate),
    Truth(bool),
}

impl ExpectedValue {
    /// What `text` says about a question: `NAME-wins` or `draw`; in a game with scores a number, the
    /// score for the side to move; where moves count `mate=N` or `mated=N`; about a claim also `true`,
    /// `false`, `proved`, `disproved`.
    ///
    /// A fact may answer another question than its own: a score's sign says who wins, and either
    /// decides the claims that speak of it.
    ///
    /// # Errors
    /// If the text is none of these, or does not answer the question.
    pub fn parse(
        game: &OpenGame,
        mover: Player,
        question: &Question,
        text: &str,
    ) -> Result<ExpectedValue, NotationError> {
        let useless = || {
            let [first, second] = game.player_names();
            let scores = if game.has_scores() { ", a score" } else { "" };
            let expected = match question {
                Question::Value => format!("{first}-wins, {second}-wins, draw{scores}"),
                Question::Score => "a score".to_string(),
                Question::Soonest(_) => "mate=N, mated=N".to_string(),
                Question::Claim(claim) => match claim.goal {
                    Goal::Wins | Goal::DoesNotLose => {
                        format!("true, false, {first}-wins, {second}-wins, draw{scores}")
                    }
                    Goal::ScoreAtLeast(_) | Goal::ScoreAtMost(_) => "true, false, a score".into(),
                    _ => "true, false".to_string(),
                },
            };
            NotationError::new("known value", expected, format!("\"{text}\""))
        };
        let fact = Fact::parse(game, mover, text).ok_or_else(useless)?;
        let known = match (question, fact) {
            (Question::Value, Fact::Winner(winner)) => ExpectedValue::Value(Value(winner)),
            (Question::Value, Fact::Score(score)) => {
                ExpectedValue::Value(Value(winner_of(mover, score)))
            }
            (Question::Score, Fact::Score(score)) => ExpectedValue::Score(score),
            (Question::Soonest(player), Fact::Mate(mate))
                if mate.by_mover == (*player == mover) =>
            {
                ExpectedValue::Mate(mate)
            }
            (Question::Claim(claim), Fact::Mate(mate)) if claim.counts_moves() => {
                let winner = if mate.by_mover { mover } else { mover.other() };
                let outcome = Outcome { moves: mate.moves as i32, ..Outcome::win(winner) };
                ExpectedValue::Truth(claim.holds_at(&outcome))
            }
            (Question::Claim(_), Fact::Truth(truth)) => ExpectedValue::Truth(truth),
            (Question::Claim(claim), Fact::Winner(winner)) if is_of_winning(claim) => {
                ExpectedValue::Truth(claim.holds_at(&Outcome { winner, ..Outcome::DRAW }))
            }
            (Question::Claim(claim), Fact::Score(score)) if !is_of_captures(claim) => {
                let winner = winner_of(mover, score);
                let score = if mover == Player::First { score } else { -score };
                ExpectedValue::Truth(claim.holds_at(&Outcome { winner, score, ..Outcome::DRAW }))
            }
            _ => return Err(useless()),
        };
        Ok(known)
    }

    /// Whether an answer is the right one; `None` if it answers nothing.
    pub fn agrees_with(&self, answer: &Answer) -> Option<bool> {
        match self {
            ExpectedValue::Value(value) => answer.value.map(|it| it == *value),
            ExpectedValue::Mate(mate) => answer.mate.map(|it| it == *mate),
            ExpectedValue::Score(score) => answer.score.map(|it| it == *score),
            ExpectedValue::Truth(truth) => match answer.verdict {
                Verdict::Proved => Some(*truth),
                Verdict::Disproved => Some(!truth),
                Verdict::Unverified | Verdict::Unknown => None,
            },
        }
    }
}

impl Fact {
    fn parse(game: &OpenGame, mover: Player, text: &str) -> Option<Fact> {
        match text {
            "draw" | "value=draw" => return Some(Fact::Winner(None)),
            "true" | "proved" => return Some(Fact::Truth(true)),
            "false" | "disproved" => return Some(Fact::Truth(false)),
            _ => {}
        }
        for (word, by_mover) in [("mate=", true), ("mated=", false)] {
            if let Some(moves) = text.strip_prefix(word) {
                return moves.parse().ok().map(|moves| Fact::Mate(Mate { moves, by_mover }));
            }
        }
        let number = text.strip_prefix("score=").unwrap_or(text).parse::<i32>().ok();
        // The least number of 32 bits has no opposite.
        match number.filter(|&it| it > i32::MIN && game.has_scores()) {
            Some(score) => Some(Fact::Score(score)),
            None => match Claim::parse(&**game, mover, text).ok()? {
                Claim { player, goal: Goal::Wins } => Some(Fact::Winner(Some(player))),
                _ => None,
            },
        }
    }
}

/// Who wins with this score for the side to move.
fn winner_of(mover: Player, score: i32) -> Option<Player> {
    match score.signum() {
        1 => Some(mover),
        -1 => Some(mover.other()),
        _ => None,
    }
}

fn is_of_winning(claim: &Claim) -> bool {
    matches!(claim.goal, Goal::Wins | Goal::DoesNotLose)
}

fn is_of_captures(claim: &Claim) -> bool {
    matches!(claim.goal, Goal::CapturesAtLeast(_) | Goal::CapturesLessThan(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quod_game::Game;
    use quod_rules::{ConnectFour, TicTacToe};

    fn known<G: Game + Clone + 'static>(
        game: &G,
        mover: Player,
        question: &str,
        text: &str,
    ) -> Option<ExpectedValue> {
        let game = OpenGame::new(game.clone());
        let question = Question::parse(&game, mover, question).unwrap();
        ExpectedValue::parse(&game, mover, &question, text).ok()
    }

    #[test]
    fn a_value_is_a_winner_or_a_draw() {
        let said = |text| known(&TicTacToe::new(), Player::First, "value", text);
        for text in ["X-wins", "first-player-wins"] {
            assert_eq!(said(text), Some(ExpectedValue::Value(Value(Some(Player::First)))));
        }
        assert_eq!(said("draw"), Some(ExpectedValue::Value(Value(None))));
        for text in ["1", "true", "win", "X-does-not-lose", ""] {
            assert_eq!(said(text), None, "{text}");
        }
    }

    #[test]
    fn a_score_is_the_movers_and_its_sign_says_who_wins() {
        let game = ConnectFour::new(7, 6).unwrap();
        let said = |question, text| known(&game, Player::Second, question, text);
        let value = |winner| Some(ExpectedValue::Value(Value(winner)));
        assert_eq!(said("score", "-3"), Some(ExpectedValue::Score(-3)));
        assert_eq!(said("value", "-3"), value(Some(Player::First)));
        assert_eq!(said("value", "2"), value(Some(Player::Second)));
        assert_eq!(said("value", "0"), value(None));
        assert_eq!(said("score>=-3", "-3"), Some(ExpectedValue::Truth(true)));
        assert_eq!(said("score>=-2", "-3"), Some(ExpectedValue::Truth(false)));
        assert_eq!(said("first-player-does-not-lose", "-3"), Some(ExpectedValue::Truth(true)));
        assert_eq!(said("score", "draw"), None);
        assert_eq!(said("score>=0", "first-player-wins"), None);
    }

    #[test]
    fn a_claim_is_true_or_false_or_follows_from_the_value() {
        let said = |text| known(&TicTacToe::new(), Player::First, "O-does-not-lose", text);
        for (text, truth) in
            [("true", true), ("disproved", false), ("draw", true), ("X-wins", false)]
        {
            assert_eq!(said(text), Some(ExpectedValue::Truth(truth)), "{text}");
        }
    }
}
