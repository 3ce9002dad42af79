//! What is known before any search: by the rules where the game is over, and by the tables.

use quod_engine::Reason;
use quod_game::{Move, Outcome};
use quod_proof::Question;
use quod_search::table_outcome;

use super::Session;

impl Session {
    /// What is known of a score, or of the soonest win, before any search: by the tables, or since the game is over.
    pub(super) fn told_before(&self) -> Option<i32> {
        match self.case.question {
            Question::Score => i32::try_from(self.outcome_by_tables()?.score_of(self.mover())).ok(),
            Question::Soonest(player) => {
                let outcome = self.known_outcome()?;
                (outcome.winner == Some(player)).then_some(outcome.moves)
            }
            Question::Value | Question::Claim(_) => None,
        }
    }

    /// How best play from the root ends, if the game is over or the tables reach it.
    fn known_outcome(&self) -> Option<Outcome> {
        self.case.game.outcome(&self.case.root).or_else(|| self.outcome_by_tables())
    }

    /// Whether it is known that a player does not win, whose soonest win is asked for: before any search, or by the first.
    pub(super) fn never_wins(&self) -> bool {
        let Question::Soonest(player) = self.case.question else { return false };
        self.known_outcome().is_some_and(|outcome| outcome.winner != Some(player))
            || self.found.tried.iter().any(|it| it.reason == Some(Reason::Never))
    }

    /// How best play from the root ends, if the tables reach it.
    pub(super) fn outcome_by_tables(&self) -> Option<Outcome> {
        table_outcome(&*self.case.game, self.case.tables.as_deref()?, &self.case.root)
    }

    /// The move that is best by the tables, if they reach the root and with it all that follows.
    pub(super) fn move_by_tables(&self) -> Option<Move> {
        self.outcome_by_tables()?;
        let (game, mover) = (&self.case.game, self.mover());
        let merit = |mv: &Move| {
            let next = game.play(&self.case.root, *mv);
            let by_tables = || table_outcome(&**game, self.case.tables.as_deref()?, &next);
            let end = game.outcome(&next).or_else(by_tables)?;
            let won = end.winner.map_or(0, |winner| if winner == mover { 1 } else { -1 });
            // Of wins the sooner is better, of losses the later.
            Some((end.score_of(mover), won, -won * i64::from(end.moves)))
        };
        let all = game.legal_moves(&self.case.root).into_iter();
        let all: Option<Vec<_>> = all.map(|mv| Some((merit(&mv)?, mv))).collect();
        // Of equal ones the first.
        all?.into_iter().rev().max_by_key(|(merit, _)| *merit).map(|(_, mv)| mv)
    }
}
