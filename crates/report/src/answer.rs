//! Answers: what `quod solve --json` prints and a search's last snapshot holds.

use quod_solve::{Answer, MoveAnswer, SoundStep, Soundness};
use serde::Serialize;
use serde_json::{Value, json};

/// A legal move and what it leads to, in the unit of the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The move, as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who wins after it, `NAME-wins` or `draw`. Where the score was asked for, `score=N`. Where a mate was asked for, in how
    /// many moves, this one counted: `mate=N`, `mate>N` if that is all that is known, or `no mate` (`mated` if the other
    /// side mates). Of a claim about a number, the claim or its opposite. Null if it is not known.
    pub value: Option<String>,
    /// Where the score was asked for: that of the move, for the side that plays it; null otherwise.
    pub score: Option<i32>,
}

/// One of the attacker's moves along the line of a problem, and others in its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SoundMove {
    /// The position before the move.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// In how many moves it mates, this one counted.
    pub mate: u32,
    /// Other moves that mate, or may: without those that were proved not to. Where `mate` is 1 they are other ends of the
    /// problem, and no fault.
    pub others: Vec<MoveValue>,
}

/// Whether a problem has one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SoundReport {
    /// `sound` if no other move mates before the last, `cooked` if one mates as soon, `longer` if one mates, but later, and
    /// `unknown` if not every move was settled.
    pub verdict: &'static str,
    /// The attacker's moves.
    pub moves: Vec<SoundMove>,
    /// What the attacker holds where the line ends: names, and how many of each.
    pub left_in_hand: Vec<(String, u32)>,
}

impl SoundReport {
    /// As JSON has it.
    pub fn of(sound: &Soundness) -> SoundReport {
        let other = |it: &MoveAnswer| MoveValue {
            mv: it.mv.clone(),
            value: it.value.as_ref().map(quod_solve::MoveValue::text),
            score: None,
        };
        let step = |it: &SoundStep| SoundMove {
            position: it.position.clone(),
            mv: it.mv.clone(),
            mate: it.moves,
            others: it.others.iter().map(other).collect(),
        };
        SoundReport {
            verdict: sound.verdict().word(),
            moves: sound.steps.iter().map(step).collect(),
            left_in_hand: sound.left.clone(),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerReport {
    /// The game with all its keys.
    pub game: String,
    /// The position in the game's own notation.
    pub position: String,
    /// The claim that was answered.
    pub claim: String,
    /// `proved` or `disproved` only if a certificate of it passed the checker in this run; of `value` and `score`, `proved` means
    /// that both directions are. `unverified` if a search has an answer and there is no checked certificate, `unknown`
    /// otherwise; both with the reason.
    pub answer: &'static str,
    /// Whether a certificate of it passed the checker in this run.
    pub verified: bool,
    /// Who wins, `NAME-wins` or `draw`; `mate N` or `mated N` if it was asked in how many moves the side to
    /// move wins, or the other, and `no mate` if that side was proved not to win; null if that is not proved.
    pub value: Option<String>,
    /// The exact score for the side to move.
    pub score: Option<i32>,
    /// Where the score was asked for and is not known: the least and the greatest that it can be. Where a mate was
    /// asked for: null and the most moves that it can take, by the certificate.
    pub bounds: Option<[Option<i32>; 2]>,
    /// Where a mate was asked for and is not known: the most moves within which there is none, by the search alone, without a
    /// certificate.
    pub refuted: Option<u32>,
    /// Why the answer is unknown or unverified: `nodes`, `time`, `memory`, `interrupted`, ….
    pub reason: Option<String>,
    /// Where the answer is unknown and no tables were given: the command that builds tables that know the position, if the game
    /// has some and a usual machine can build them; null otherwise.
    pub tables: Option<String>,
    /// A move that keeps what was proved for the side to move.
    pub best_move: Option<String>,
    /// Why there is no best move though the value is known; null otherwise.
    pub no_best_move: Option<&'static str>,
    /// A line along the proof.
    pub pv: Vec<String>,
    /// Where the line has no end, as of a draw by endless play: the number of moves before those that repeat again and again,
    /// which are the rest of `pv`; null otherwise.
    pub pv_repeats: Option<usize>,
    /// The value of every legal move, if that was asked for.
    pub moves: Option<Vec<MoveValue>>,
    /// Whether a problem has one solution, if that was asked for.
    pub sound: Option<SoundReport>,
    /// The engine that worked.
    pub engine: String,
    /// Positions on which rules or an evaluator ran, the second pass included.
    pub nodes: u64,
    /// Positions whose moves were generated in the main search.
    pub expansions: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Seconds, to the millisecond.
    pub seconds: f64,
    /// Threads that worked.
    pub threads: u64,
    /// The highest private resident memory of the process, in bytes, where the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// What the proof rests on besides the rules: tables by name and digest.
    pub assumes: Vec<String>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
    /// The length of the certificate in bytes.
    pub certificate_bytes: Option<usize>,
    /// What the question was about: `game`. (A puzzle's answer has the same keys, and `puzzle` here.)
    pub kind: &'static str,
}

impl AnswerReport {
    /// The report of an answer that took so many seconds; what only the command line knows is null.
    pub fn new(answer: &Answer, seconds: f64) -> AnswerReport {
        AnswerReport {
            game: answer.game.clone(),
            position: answer.position.clone(),
            claim: answer.claim(),
            answer: answer.verdict.word(),
            verified: answer.verified,
            value: answer.value_text(),
            score: answer.score,
            bounds: answer.bounds,
            refuted: answer.refuted,
            reason: answer.reason.as_ref().map(ToString::to_string),
            tables: None,
            best_move: answer.best_move.clone(),
            no_best_move: answer.no_best_move(),
            pv: answer.pv.clone(),
            pv_repeats: answer.pv_repeats,
            moves: None,
            sound: None,
            engine: answer.engine.clone(),
            nodes: answer.effort.nodes,
            expansions: answer.effort.expansions,
            evaluations: answer.effort.evaluations,
            seconds: milliseconds(seconds),
            threads: answer.threads as u64,
            peak_memory_bytes: None,
            assumes: answer.assumes.clone(),
            certificate: None,
            certificate_bytes: answer.certificate.as_ref().map(Vec::len),
            kind: "game",
        }
    }
}

/// An answer of any kind as JSON: the keys are the same for all, and `kind` says of which it is.
pub fn told(answer: &dyn quod_ask::Answer, seconds: f64) -> Value {
    #[cfg(feature = "puzzles")]
    if let Some(answer) = answer.as_any().downcast_ref::<quod_puzzles::PuzzleAnswer>() {
        let (peak_memory, certificate, sweep) = (None, None, None);
        return crate::PuzzleReport { answer, seconds, peak_memory, certificate, sweep }.json();
    }
    let game = answer.as_any().downcast_ref::<Answer>();
    game.map_or(Value::Null, |it| json!(AnswerReport::new(it, seconds)))
}

/// Seconds to the millisecond: more digits would only pretend.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
