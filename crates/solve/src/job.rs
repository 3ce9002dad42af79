//! What the solver answers: plain data. What it is asked is a job, as of every subject ([`quod_ask::Job`]).
//!
//! The outer crates own time, threads, files, interruption and output.

use quod_check::{Statement, Verified};
use quod_engine::{Reason, SolveError};
use quod_game::Player;
use quod_proof::Question;
use quod_search::Effort;

use crate::session::store::{damaged, get_bytes, opened, put_bytes, sealed};

/// The answer's kind, as the last line of output says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds; for `value` and `score`: the whole answer is known.
    Proved,
    /// The complementary claim holds.
    Disproved,
    /// A search has an answer, and there is no certificate of it that the checker accepted: [`Answer::reason`] says why.
    Unverified,
    /// Not known.
    Unknown,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Disproved => "disproved",
            Verdict::Unverified => "unverified",
            Verdict::Unknown => "unknown",
        }
    }
}

/// Who wins; `None` is a draw. Absolute, not seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(pub Option<Player>);

impl Value {
    /// `NAME-wins` with the name of the player who wins, or `draw`.
    pub fn text(self, players: &[&str; 2]) -> String {
        match self.0 {
            Some(player) => format!("{}-wins", players[player.index()]),
            None => "draw".to_string(),
        }
    }
}

/// In how many of its own moves a side wins at the soonest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The number of moves.
    pub moves: u32,
    /// Whether the side to move at the root is the one that wins.
    pub by_mover: bool,
}

impl Mate {
    /// `mate 3`, or `mated 3` where the other side wins.
    pub fn text(self) -> String {
        format!("{} {}", if self.by_mover { "mate" } else { "mated" }, self.moves)
    }
}

/// The answer to a job.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The game with all its keys.
    pub game: String,
    /// The position in canonical notation.
    pub position: String,
    /// The question as understood.
    pub asked: Question,
    /// The same in words.
    pub question: String,
    /// What was found.
    pub verdict: Verdict,
    /// Whether a certificate for it passed the checker: just where it is `Proved` or `Disproved`.
    pub verified: bool,
    /// Why the answer is unknown or unverified.
    pub reason: Option<Reason>,
    /// Names of the first and the second player.
    pub players: [&'static str; 2],
    /// Who wins, if that is known.
    pub value: Option<Value>,
    /// In how many moves a side wins at the soonest; if asked for and known.
    pub mate: Option<Mate>,
    /// The exact score for the side to move; if asked for and known.
    pub score: Option<i32>,
    /// Where the score for the side to move was asked for and is not known: the least and the greatest
    /// that it can be, as far as certificates that passed the checker and the rules tell. Where the soonest win was
    /// asked for: the most moves that it can take; then the answer has the certificate of that.
    pub bounds: Option<[Option<i32>; 2]>,
    /// Where the soonest win was asked for and is not known: the most moves within which there is none, by the search alone. No
    /// certificate shows it.
    pub refuted: Option<u32>,
    /// A move that keeps what was proved for the side to move, if there is one.
    pub best_move: Option<String>,
    /// A line along the proof.
    pub pv: Vec<String>,
    /// Where the line has no end: the number of moves before those that repeat again and again, which are the rest of it.
    pub pv_repeats: Option<usize>,
    /// The engine that worked, with `auto` replaced by what it took.
    pub engine: String,
    /// The whole work, certificate included.
    pub effort: Effort,
    /// Most threads that worked at once.
    pub threads: usize,
    /// The most nodes that one of the searches held at once; 0 if none holds any.
    pub largest_tree: u64,
    /// What the proof rests on beside the rules (names and digests of tables).
    pub assumes: Vec<String>,
    /// The checked statement; if there is a certificate.
    pub statement: Option<Statement>,
    /// The certificate's bytes; if there is one.
    pub certificate: Option<Vec<u8>>,
    /// The bytes of a certificate that the checker did not accept; for a report of the defect.
    pub refused: Option<Vec<u8>>,
    /// Number of the certificate's entries.
    pub entries: usize,
}

impl Answer {
    /// Whether it is proved or disproved, and a certificate passed the checker.
    pub fn is_checked(&self) -> bool {
        matches!(self.verdict, Verdict::Proved | Verdict::Disproved)
    }

    /// Whether it shows a defect, of the searches or of the rules: there is an answer, and no budget and nobody kept its
    /// certificate from being accepted.
    pub fn is_defect(&self) -> bool {
        let reason = self.reason.as_ref();
        self.verdict == Verdict::Unverified && reason.is_none_or(Reason::is_defect)
    }

    /// Why there is no best move though the value is known; `None` if there is one, or no value.
    pub fn no_best_move(&self) -> Option<&'static str> {
        if self.best_move.is_some() || !self.verified {
            return None;
        }
        match self.verdict {
            Verdict::Unknown | Verdict::Unverified => None,
            _ if self.pv.is_empty() => Some("the game is over, or decided whatever is played"),
            // A proof of the other side's answers every move alike; it does not say which lasts longest.
            _ => Some("the proof is the other player's: it answers every move"),
        }
    }

    /// Who wins, in words, or in how many moves; `no mate` where that was asked and the side was proved not to win.
    pub fn value_text(&self) -> Option<String> {
        let value = self.value.map(|value| value.text(&self.players));
        let mate = self.mate.map(Mate::text).or(value);
        let asked = matches!(self.asked, Question::Soonest(_));
        mate.or_else(|| (asked && self.is_checked()).then(|| "no mate".to_string()))
    }

    /// The claim that was answered. A question for a value is answered by the statement that was proved;
    /// a claim that was asked about stays what it was.
    pub fn claim(&self) -> String {
        let open = !matches!(self.asked, Question::Claim(_));
        match (&self.statement, &self.value, self.score) {
            _ if !open || !self.is_checked() => self.question.clone(),
            (Some(statement), _, _) => statement.claim.clone(),
            (None, _, Some(score)) => format!("score={score}"),
            (None, Some(Value(None)), None) => "value=draw".to_string(),
            (None, Some(value), None) => value.text(&self.players),
            (None, None, None) => self.question.clone(),
        }
    }
}

/// States that searches proved, for searches from other positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProvedStates {
    /// The game with all its keys, and the claim: only searches of the same name can use them.
    pub name: String,
    /// The states, as their engine writes them.
    pub states: Vec<u8>,
}

impl ProvedStates {
    const MAGIC: &[u8; 8] = b"QUODPRV1";

    /// The bytes of a file: magic, the length of the name in eight bytes, name, states, SHA-256.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Self::MAGIC.to_vec();
        put_bytes(&mut bytes, self.name.as_bytes());
        bytes.extend(&self.states);
        sealed(bytes)
    }

    /// What [`ProvedStates::to_bytes`] wrote.
    ///
    /// # Errors
    /// If they are of another version or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<ProvedStates, SolveError> {
        let other = "bytes that are no proved states of this version";
        let mut states = opened(bytes, Self::MAGIC, other)?;
        let name = get_bytes(&mut states).ok_or_else(damaged)?;
        let name = String::from_utf8(name.to_vec()).map_err(|_| damaged())?;
        Ok(ProvedStates { name, states: states.to_vec() })
    }
}

/// What a checked certificate says.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Game, claim and position.
    pub statement: Statement,
    /// Entries, work, and what it rests on.
    pub verified: Verified,
}
