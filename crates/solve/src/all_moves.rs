//! What every legal move leads to: what was asked of the position is asked of each move, in the same unit.
//!
//! A question about a move is one about the position after it, where it may be the other side's turn: scores change
//! their sign, and `mate` becomes `mated`. Where the game is over after the move nobody is to move, and questions
//! are the first player's.

use quod_engine::{Pos, SolveError};
use quod_game::{Claim, Goal, Player};
use quod_proof::Question;

use crate::{Answer, AnyGame, Value, Verdict};

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

impl MoveAnswer {
    /// How good the move is for the player who makes it, the best first: a class, and a number within it.
    pub fn rank(&self, mover: Player) -> (u8, i64) {
        match &self.value {
            Some(MoveValue::Score(score)) => (0, -i64::from(*score)),
            Some(MoveValue::Mate { own: true, moves }) => (1, i64::from(*moves)),
            Some(MoveValue::Value { value: Value(Some(winner)), .. }) if *winner == mover => (2, 0),
            Some(MoveValue::Claim { claim, .. }) if claim.prover() == mover => (2, 0),
            Some(MoveValue::Later(_)) => (3, 0),
            None => (4, 0),
            Some(MoveValue::Value { value: Value(None), .. } | MoveValue::NoMate) => (5, 0),
            Some(MoveValue::Mate { own: false, moves }) => (6, -i64::from(*moves)),
            Some(MoveValue::Value { .. } | MoveValue::Claim { .. }) => (6, 0),
        }
    }

    /// The value in one or two letters: `+` a win of the side to move, `=` neither, `-` a loss, `?` not known; a score,
    /// or the number of moves to mate.
    pub fn sign(&self, mover: Player) -> String {
        match (&self.value, self.rank(mover).0) {
            (None, _) => "?".to_string(),
            (Some(MoveValue::Score(score)), _) => score.to_string(),
            (Some(MoveValue::Mate { own: true, moves }), _) => moves.to_string(),
            (Some(_), 1..=3) => "+".to_string(),
            (Some(_), 6) => "-".to_string(),
            (Some(_), _) => "=".to_string(),
        }
    }
}

/// A question about a move.
#[derive(Clone, Debug)]
pub struct AskedOfMove<'a> {
    /// Which of the legal moves it is, from 0, and how many there are.
    pub at: [usize; 2],
    /// The move.
    pub mv: &'a str,
    /// The position after it.
    pub position: &'a str,
    /// What is asked there.
    pub question: &'a str,
    /// Which part of the move's answer it is, for a file's name; empty for the whole.
    pub part: &'static str,
    /// How many nodes are enough, where nobody said how many.
    pub nodes: Option<u64>,
}

/// Whoever answers such questions.
pub trait AnswersMoves {
    /// What can go wrong.
    type Error: From<SolveError>;

    /// Answers one; `None` if no more are to be asked.
    ///
    /// # Errors
    /// Whatever ends the questions without an answer.
    fn ask(&mut self, asked: &AskedOfMove<'_>) -> Result<Option<Answer>, Self::Error>;

    /// Hears that moves of another position of a line are asked about from now on, the so-manyth.
    fn follow(&mut self, _number: usize) {}

    /// Hears what is known so far, after each move.
    fn hear(&mut self, _known: &[MoveAnswer]) {}
}

/// Nodes for the soonest mate of a move that mates later than the best: as many as the answer took, so many times, and at
/// least so many. Without a bound the search for a mate that is not there has no end.
const LATER: (u64, u64) = (4, 100_000);

/// What every legal move of an answered position leads to.
///
/// # Errors
/// If the position is none of the game's, and what [`AnswersMoves::ask`] returns.
pub fn values_of_moves<A: AnswersMoves>(
    game: &AnyGame,
    answer: &Answer,
    by: &mut A,
) -> Result<Vec<MoveAnswer>, A::Error> {
    let rules = game.rules();
    let parse = |text: &str| game.parse(text).map_err(SolveError::from);
    let mover = rules.mover_at(&parse(&answer.position)?);
    // Who wins says more than whether somebody does.
    let question = match answer.asked {
        Question::Claim(Claim { goal: Goal::Wins | Goal::DoesNotLose, .. }) => Question::Value,
        asked => asked,
    };
    let moves = game.moves(&answer.position).map_err(SolveError::from)?;
    let mut answers = Vec::new();
    for (at, (mv, position)) in moves.iter().enumerate() {
        let pos = parse(position)?;
        let at = [at, moves.len()];
        let mut after = After { game, mv, position, pos, mover, at, by: &mut *by };
        let value = match question {
            Question::Value => after.value()?,
            Question::Score => after.score()?.map(MoveValue::Score),
            Question::Soonest(player) => after.soonest(player, answer)?,
            Question::Claim(claim) => after.claim(&claim)?.map(|holds| {
                let claim = if holds { claim } else { claim.complement() };
                MoveValue::Claim { claim, text: claim.text(&**rules, mover) }
            }),
        };
        answers.push(MoveAnswer { mv: mv.clone(), value });
        by.hear(&answers);
    }
    Ok(answers)
}

/// The position after a move, and who answers questions about it.
struct After<'a, A> {
    game: &'a AnyGame,
    mv: &'a str,
    position: &'a str,
    pos: Pos,
    /// Who played the move.
    mover: Player,
    at: [usize; 2],
    by: &'a mut A,
}

impl<A: AnswersMoves> After<'_, A> {
    fn ask(
        &mut self,
        question: &str,
        part: &'static str,
        nodes: Option<u64>,
    ) -> Result<Option<Answer>, A::Error> {
        let (at, mv, position) = (self.at, self.mv, self.position);
        self.by.ask(&AskedOfMove { at, mv, position, question, part, nodes })
    }

    /// Who wins.
    fn value(&mut self) -> Result<Option<MoveValue>, A::Error> {
        let Some(found) = self.ask("value", "", None)? else { return Ok(None) };
        let known = found.value.zip(found.value_text()).filter(|_| found.verified);
        Ok(known.map(|(value, text)| MoveValue::Value { value, text }))
    }

    /// The score for the side that plays the move.
    fn score(&mut self) -> Result<Option<i32>, A::Error> {
        let Some(found) = self.ask("score", "", None)? else { return Ok(None) };
        let same = self.game.rules().mover_at(&self.pos) == self.mover;
        let score = found.score.filter(|_| found.verified);
        Ok(score.map(|score| if same { score } else { -score }))
    }

    /// Whether a claim holds; `None` if that is not known.
    fn claim(&mut self, claim: &Claim) -> Result<Option<bool>, A::Error> {
        if claim.player == self.mover && claim.moves_left() == Some(0) {
            // The move would be one too many.
            return Ok(Some(claim.prover() != claim.player));
        }
        let question = claim.after(self.mover).text_at(&**self.game.rules(), &self.pos);
        let found = self.ask(&question, "", None)?;
        Ok(match found.map(|it| it.verdict) {
            Some(Verdict::Proved) => Some(true),
            Some(Verdict::Disproved) => Some(false),
            Some(Verdict::Unverified | Verdict::Unknown) | None => None,
        })
    }

    /// In how many moves a player wins, this one counted. What is not known of a move is at least that it mates later than
    /// the best.
    fn soonest(&mut self, player: Player, answer: &Answer) -> Result<Option<MoveValue>, A::Error> {
        let own = player == self.mover;
        let mut at_least = None;
        if let (Some(best), true) = (answer.mate, own) {
            let claim = Claim { player, goal: Goal::WinsWithin(best.moves as i32) };
            match self.claim(&claim)? {
                // Sooner than the best it cannot be.
                Some(true) => return Ok(Some(MoveValue::Mate { own, moves: best.moves })),
                Some(false) => at_least = Some(MoveValue::Later(best.moves)),
                None => return Ok(None),
            }
        }
        let question =
            if self.game.rules().mover_at(&self.pos) == player { "mate" } else { "mated" };
        let nodes = (answer.effort.nodes.saturating_mul(LATER.0)).max(LATER.1);
        let Some(found) = self.ask(question, "-soonest", Some(nodes))? else {
            return Ok(at_least);
        };
        Ok(match found.mate {
            _ if !found.is_checked() => at_least,
            Some(mate) => Some(MoveValue::Mate { own, moves: mate.moves + u32::from(own) }),
            None => Some(MoveValue::NoMate),
        })
    }
}
