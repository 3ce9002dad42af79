//! Checks: what `quod check --json` prints and the explorer answers.

use quod_cert::Reject;
use quod_solve::Checked;
use serde::Serialize;

use crate::milliseconds;

/// Why a certificate was rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RejectReport {
    /// The word of the format document.
    pub reason: String,
    /// Where: `header`, `entry 4711`, `section 0`.
    pub at: String,
    /// What was found there.
    pub detail: String,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// Whether the certificate proves what it states.
    pub verified: bool,
    /// The game with all its keys.
    pub game: Option<String>,
    /// The position in the game's own notation.
    pub position: Option<String>,
    /// The claim.
    pub claim: Option<String>,
    /// What the proof rests on besides the rules.
    pub assumes: Vec<String>,
    /// The number of entries.
    pub entries: Option<usize>,
    /// The work done, in moves played by the rules.
    pub work: Option<u64>,
    /// The kinds of evidence that showed something, besides moves and entries.
    pub evidence: Vec<String>,
    /// Seconds, to the millisecond.
    pub seconds: f64,
    /// Why not, if it does not.
    pub reject: Option<RejectReport>,
}

impl CheckReport {
    /// The report of a check that took so many seconds.
    pub fn new(judged: Result<&Checked, &Reject>, seconds: f64) -> CheckReport {
        match judged {
            Ok(it) => CheckReport {
                verified: true,
                game: Some(it.statement.game.clone()),
                position: Some(it.statement.position.clone()),
                claim: Some(it.statement.claim.clone()),
                assumes: it.verified.assumes.clone(),
                entries: Some(it.verified.entries),
                work: Some(it.verified.work),
                evidence: it.verified.kinds.iter().map(|it| it.word().to_string()).collect(),
                seconds: milliseconds(seconds),
                reject: None,
            },
            Err(reject) => CheckReport::rejected(
                RejectReport {
                    reason: reject.reason.word().to_string(),
                    at: reject.place.to_string(),
                    detail: reject.detail.clone(),
                },
                seconds,
            ),
        }
    }

    /// The report of a proof that was read and judged without a certificate, by `reader`.
    pub fn read([game, claim, position]: [&str; 3], reader: &str, seconds: f64) -> CheckReport {
        let [game, claim, position] = [game, claim, position].map(|it| Some(it.to_string()));
        CheckReport {
            verified: true,
            game,
            position,
            claim,
            assumes: vec![reader.to_string()],
            entries: None,
            work: None,
            evidence: Vec::new(),
            seconds: milliseconds(seconds),
            reject: None,
        }
    }

    /// The report of a certificate that was rejected.
    pub fn rejected(reject: RejectReport, seconds: f64) -> CheckReport {
        CheckReport {
            verified: false,
            game: None,
            position: None,
            claim: None,
            assumes: Vec::new(),
            entries: None,
            work: None,
            evidence: Vec::new(),
            seconds: milliseconds(seconds),
            reject: Some(reject),
        }
    }
}
