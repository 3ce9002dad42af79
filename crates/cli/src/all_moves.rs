//! `--all-moves`: what was asked of the position is asked of each legal move, in the same unit.
//!
//! A question about a move is one about the position after it, where it may be the other side's turn: scores change
//! their sign, and `mate` becomes `mated`. Where the game is over after the move nobody is to move, and questions
//! are the first player's.

use quod_engine::Pos;
use quod_game::{Claim, Goal, Player};
use quod_solve::{Answer, Question, Value, Verdict};

use crate::solve::Work;

/// A legal move and what was found of it.
#[derive(Clone, Debug)]
pub struct MoveAnswer {
    /// The move.
    pub mv: String,
    /// What it leads to, in the unit of the question; `None` if that is not known.
    pub value: Option<MoveValue>,
}

/// What a move leads to, for the side that plays it.
#[derive(Clone, Debug)]
pub enum MoveValue {
    /// This is the value after it.
    Value {
        /// The value.
        value: Value,
        /// In words.
        text: String,
    },
    /// The score.
    Score(i32),
    /// The side, or else the other one, wins in so many moves at the soonest.
    Mate {
        /// Whether the side that plays the move wins.
        own: bool,
        /// The moves, this one counted.
        moves: u32,
    },
    /// The side wins in more moves than so many, if at all.
    Later(u32),
    /// Whoever was asked about does not win.
    NoMate,
    /// This claim holds.
    Claim {
        /// The claim.
        claim: Claim,
        /// In words.
        text: String,
    },
}

impl MoveValue {
    /// As people and scripts read it.
    pub fn text(&self) -> String {
        match self {
            MoveValue::Value { text, .. } | MoveValue::Claim { text, .. } => text.clone(),
            MoveValue::Score(score) => format!("score={score}"),
            MoveValue::Mate { own: true, moves } => format!("mate={moves}"),
            MoveValue::Mate { own: false, moves } => format!("mated={moves}"),
            MoveValue::Later(moves) => format!("mate>{moves}"),
            MoveValue::NoMate => "no mate".to_string(),
        }
    }
}

/// A certificate of what a move leads to.
pub struct Kept {
    /// Which of the moves it is.
    pub at: usize,
    /// Which part of its answer, for a file's name; empty for the whole.
    pub part: &'static str,
    /// The bytes.
    pub certificate: Vec<u8>,
}

/// Nodes for the soonest mate of a move that mates later than the best: as many as the answer took, so many times, and at
/// least so many. Without a bound the search for a mate that is not there has no end.
const LATER: (u64, u64) = (4, 100_000);

impl Work<'_> {
    /// What every legal move leads to. Whatever stops one session stops the ones after it.
    pub(crate) fn moves(&mut self, answer: &Answer) -> anyhow::Result<Vec<MoveAnswer>> {
        let game = self.game;
        let rules = game.rules();
        let root = game.parse(&answer.position)?;
        let mover = rules.mover_at(&root);
        // Who wins says more than whether somebody does.
        let asked = match answer.asked {
            Question::Claim(Claim { goal: Goal::Wins | Goal::DoesNotLose, .. }) => Question::Value,
            asked => asked,
        };
        let moves = game.moves(&answer.position)?;
        let mut answers = Vec::new();
        for (at, (mv, position)) in moves.iter().enumerate() {
            let mut told = MoveAnswer { mv: mv.clone(), value: None };
            if self.driver.stopped().is_none() {
                self.driver.progress.begin(&format!("move {mv} ({} of {})  ", at + 1, moves.len()));
                let after = After { position, pos: game.parse(position)?, mover, at };
                told.value = match asked {
                    Question::Value => {
                        let found = self.ask_after(&after, "value", "", None)?;
                        let known = found.value.zip(found.value_text()).filter(|_| found.verified);
                        known.map(|(value, text)| MoveValue::Value { value, text })
                    }
                    Question::Score => self.score_after(&after)?.map(MoveValue::Score),
                    Question::Soonest(player) => self.soonest_after(&after, player, answer)?,
                    Question::Claim(claim) => self.claim_after(&after, &claim)?.map(|holds| {
                        let claim = if holds { claim } else { claim.complement() };
                        MoveValue::Claim { claim, text: claim.text(&**rules, mover) }
                    }),
                };
            }
            answers.push(told);
        }
        Ok(answers)
    }

    /// Asks something of the position after a move; `nodes` where nobody said how many.
    fn ask_after(
        &mut self,
        after: &After<'_>,
        question: &str,
        part: &'static str,
        nodes: Option<u64>,
    ) -> anyhow::Result<Answer> {
        let name = format!("move-{}{part}", after.at);
        let answer = self.answer(after.position, question, &name, self.args.nodes.or(nodes))?;
        if let (true, Some(bytes)) = (self.keeps, &answer.certificate) {
            self.kept.push(Kept { at: after.at, part, certificate: bytes.clone() });
        }
        Ok(answer)
    }

    /// The score of a move for the side that plays it.
    fn score_after(&mut self, after: &After<'_>) -> anyhow::Result<Option<i32>> {
        let found = self.ask_after(after, "score", "", None)?;
        let same = self.game.rules().mover_at(&after.pos) == after.mover;
        let score = found.score.filter(|_| found.verified);
        Ok(score.map(|score| if same { score } else { -score }))
    }

    /// Whether a claim holds after a move; `None` if that is not known.
    fn claim_after(&mut self, after: &After<'_>, claim: &Claim) -> anyhow::Result<Option<bool>> {
        if claim.player == after.mover && claim.moves_left() == Some(0) {
            // The move would be one too many.
            return Ok(Some(claim.prover() != claim.player));
        }
        let question = claim.after(after.mover).text_at(&**self.game.rules(), &after.pos);
        let found = self.ask_after(after, &question, "", None)?;
        Ok(match found.verdict {
            Verdict::Proved => Some(true),
            Verdict::Disproved => Some(false),
            Verdict::Unverified | Verdict::Unknown => None,
        })
    }

    /// In how many moves a player wins after a move, this one counted. What is not known of a move is at least that it
    /// mates later than the best.
    fn soonest_after(
        &mut self,
        after: &After<'_>,
        player: Player,
        answer: &Answer,
    ) -> anyhow::Result<Option<MoveValue>> {
        let own = player == after.mover;
        let mut at_least = None;
        if let (Some(best), true) = (answer.mate, own) {
            let claim = Claim { player, goal: Goal::WinsWithin(best.moves as i32) };
            match self.claim_after(after, &claim)? {
                // Sooner than the best it cannot be.
                Some(true) => return Ok(Some(MoveValue::Mate { own, moves: best.moves })),
                Some(false) => at_least = Some(MoveValue::Later(best.moves)),
                None => return Ok(None),
            }
        }
        let question =
            if self.game.rules().mover_at(&after.pos) == player { "mate" } else { "mated" };
        let nodes = (answer.effort.nodes.saturating_mul(LATER.0)).max(LATER.1);
        let found = self.ask_after(after, question, "-soonest", Some(nodes))?;
        Ok(match found.mate {
            _ if !found.is_checked() => at_least,
            Some(mate) => Some(MoveValue::Mate { own, moves: mate.moves + u32::from(own) }),
            None => Some(MoveValue::NoMate),
        })
    }
}

/// The position after a move.
struct After<'a> {
    position: &'a str,
    pos: Pos,
    /// Who played the move.
    mover: Player,
    /// Which of the moves it is.
    at: usize,
}
