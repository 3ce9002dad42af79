//! Why a question has no answer, or an answer no certificate.

use std::fmt;

/// Why a question has no answer, or an answer no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The nodes that the job allows are spent.
    Nodes,
    /// The time is up.
    Time,
    /// The search or the proof does not fit the memory that the job allows.
    Memory,
    /// Somebody stopped it.
    Interrupted,
    /// A value rests on repetitions that did not stand examination.
    Repetition,
    /// Play comes back to a position, in a game that has no rule for it.
    Cycle,
    /// Disproved only with fewer moves than the game allows, so nothing is known.
    Restricted,
    /// A position has more moves than the search can hold.
    Breadth,
    /// There is no win in any number of moves, so there is no number.
    Never,
    /// Not finished yet.
    Unfinished,
    /// No search gave an answer, for no reason of its own.
    NoAnswer,
    /// There is an answer and no certificate of it.
    NoCertificate,
    /// What went wrong with the certificate, in words.
    Certificate(String),
}

impl Reason {
    /// The word for a reason, as the last line of output has it; what went wrong in words.
    pub fn word(&self) -> &str {
        match self {
            Reason::Nodes => "nodes",
            Reason::Time => "time",
            Reason::Memory => "memory",
            Reason::Interrupted => "interrupted",
            Reason::Repetition => "repetition",
            Reason::Cycle => "cycle",
            Reason::Restricted => "restricted",
            Reason::Breadth => "breadth",
            Reason::Never => "never",
            Reason::Unfinished => "unfinished",
            Reason::NoAnswer => "no-answer",
            Reason::NoCertificate => "no-certificate",
            Reason::Certificate(what) => what,
        }
    }

    /// Whether it tells of a defect, if it is why an answer has no certificate that was checked: neither a budget nor
    /// somebody who stopped the work.
    pub fn is_defect(&self) -> bool {
        !matches!(self, Reason::Nodes | Reason::Time | Reason::Memory | Reason::Interrupted)
    }

    /// The reason that this word stands for.
    pub fn of_word(word: &str) -> Reason {
        let known = [
            Reason::Nodes,
            Reason::Time,
            Reason::Memory,
            Reason::Interrupted,
            Reason::Repetition,
            Reason::Cycle,
            Reason::Restricted,
            Reason::Breadth,
            Reason::Never,
            Reason::Unfinished,
            Reason::NoAnswer,
            Reason::NoCertificate,
        ];
        let same = known.into_iter().find(|it| it.word() == word);
        same.unwrap_or_else(|| Reason::Certificate(word.to_string()))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
