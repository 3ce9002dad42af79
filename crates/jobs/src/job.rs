//! Jobs and results as bytes.
//!
//! A message is the eight bytes `quod-job`, the version of its form as two bytes (little-endian), the program's version
//! as a length of one byte and text, and the message itself in postcard's form. Nothing in it is code, so it can come
//! from anybody: what is no message of this version is refused.

use quod_search::{Numbers, ProofNumber};
use serde::{Deserialize, Serialize};

/// The version of the form.
pub const FORM: u16 = 2;
const MAGIC: &[u8; 8] = b"quod-job";
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// The most bytes of a message.
const MOST_BYTES: usize = 1 << 30;

/// Bytes that are no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// They do not begin as messages do, or do not hold what they should.
    #[error("bytes that are no message of Quod's")]
    NoMessage,
    /// They are of another version.
    #[error("a message of form {form} by Quod {program}; this is form {FORM}, Quod {PROGRAM}")]
    Version {
        /// The form's version.
        form: u16,
        /// The version of the program that wrote it.
        program: String,
    },
}

/// One position and claim with a budget. A worker needs nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// A number that comes back with the result.
    pub number: u64,
    /// The game with all its keys.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The claim, as it is written at the position.
    pub claim: String,
    /// The engine with its options.
    pub engine: String,
    /// Nodes that may be spent; the last expansion may overdraw them.
    pub nodes: u64,
    /// When the position's proof number or disproof number reaches these, the job is done. `u32::MAX` is no limit.
    pub limits: (u32, u32),
    /// Bytes that the search may take.
    pub memory: u64,
    /// What is known of other positions: whether the claim holds there. It steers the search and nothing else.
    pub known: Vec<(String, bool)>,
}

/// What came of a job's claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Nothing final: proof and disproof number.
    Open {
        /// The proof number, at least 1.
        proof: u32,
        /// The disproof number, at least 1.
        disproof: u32,
        /// The numbers of the positions after the legal moves, in their order, as far as the search has any; 0 and 0
        /// where it has none. What is solved among them is open to whoever has no proof of it.
        children: Vec<(u32, u32)>,
    },
    /// The claim holds; a certificate of it.
    Proved(Vec<u8>),
    /// It does not; a certificate of its complement.
    Disproved(Vec<u8>),
    /// The job could not be done, for this reason.
    Failed(String),
}

/// The answer to a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobResult {
    /// The job's number.
    pub number: u64,
    /// What came of it.
    pub outcome: Outcome,
    /// Nodes spent, those of the certificate among them.
    pub nodes: u64,
    /// Positions expanded.
    pub expansions: u64,
    /// Microseconds taken, if the worker has a clock.
    pub micros: u64,
}

impl Outcome {
    /// The numbers that it says.
    pub fn numbers(&self) -> Option<Numbers> {
        match self {
            Outcome::Open { proof, disproof, .. } if *proof > 0 && *disproof > 0 => {
                let [proof, disproof] = [*proof, *disproof].map(ProofNumber::new);
                Some(Numbers { proof, disproof })
            }
            Outcome::Proved(_) => Some(Numbers::PROVED),
            Outcome::Disproved(_) => Some(Numbers::DISPROVED),
            _ => None,
        }
    }
}

/// A message that begins with eight bytes, versions, and then its own.
pub fn written(magic: &[u8; 8], message: &impl Serialize) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(FORM.to_le_bytes());
    bytes.push(PROGRAM.len() as u8);
    bytes.extend(PROGRAM.as_bytes());
    // (Numbers, texts and lists of them: there is nothing that cannot be written.)
    bytes.extend(postcard::to_allocvec(message).unwrap_or_default());
    bytes
}

/// Reads [`written`].
///
/// # Errors
/// If the bytes are something else, or of another version.
pub fn read<'b, T: Deserialize<'b>>(begins: &[u8; 8], bytes: &'b [u8]) -> Result<T, Foul> {
    let take = |bytes: &'b [u8], n: usize| bytes.split_at_checked(n).ok_or(Foul::NoMessage);
    if bytes.len() > MOST_BYTES {
        return Err(Foul::NoMessage);
    }
    let (magic, rest) = take(bytes, begins.len())?;
    let (form, rest) = take(rest, 2)?;
    let (length, rest) = take(rest, 1)?;
    let (program, rest) = take(rest, length[0].into())?;
    if magic != begins {
        return Err(Foul::NoMessage);
    }
    let form = u16::from_le_bytes([form[0], form[1]]);
    let program = String::from_utf8_lossy(program);
    if form != FORM || program != PROGRAM {
        return Err(Foul::Version { form, program: program.into_owned() });
    }
    match postcard::take_from_bytes(rest) {
        Ok((message, [])) => Ok(message),
        _ => Err(Foul::NoMessage),
    }
}

impl Job {
    /// The job as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        written(MAGIC, self)
    }

    /// Reads [`Job::to_bytes`].
    ///
    /// # Errors
    /// If the bytes are something else, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Job, Foul> {
        read(MAGIC, bytes)
    }
}

impl JobResult {
    /// The result as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        written(MAGIC, self)
    }

    /// Reads [`JobResult::to_bytes`].
    ///
    /// # Errors
    /// If the bytes are something else, or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<JobResult, Foul> {
        read(MAGIC, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job {
            number: 7,
            game: "tic-tac-toe".into(),
            position: "start".into(),
            claim: "first-player-wins".into(),
            engine: "dfpn".into(),
            nodes: 1000,
            limits: (7, u32::MAX),
            memory: 1 << 20,
            known: vec![("x".into(), true)],
        }
    }

    #[test]
    fn messages_survive_the_way_and_nothing_else_does() {
        let bytes = job().to_bytes();
        assert_eq!(Job::from_bytes(&bytes), Ok(job()));
        for end in 0..bytes.len() {
            assert_eq!(Job::from_bytes(&bytes[..end]), Err(Foul::NoMessage), "{end}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Job::from_bytes(&longer), Err(Foul::NoMessage));
        let outcome = Outcome::Open { proof: 3, disproof: 4, children: vec![(1, 2)] };
        let result = JobResult { number: 7, outcome, nodes: 5, expansions: 2, micros: 0 };
        assert_eq!(JobResult::from_bytes(&result.to_bytes()), Ok(result));
    }

    #[test]
    fn another_version_is_refused_with_both_named() {
        let mut bytes = job().to_bytes();
        bytes[8] = 9;
        let foul = Job::from_bytes(&bytes).unwrap_err();
        assert_eq!(foul, Foul::Version { form: 9, program: PROGRAM.into() });
        let text = foul.to_string();
        assert!(text.contains("form 9") && text.contains(&format!("form {FORM}")));
    }

    #[test]
    fn numbers_of_what_is_open_are_never_those_of_a_proof() {
        let open = |proof, disproof| Outcome::Open { proof, disproof, children: Vec::new() };
        assert_eq!(open(0, 5).numbers(), None);
        assert_eq!(open(5, 0).numbers(), None);
        assert_eq!(open(u32::MAX, u32::MAX).numbers().map(Numbers::solved), Some(None));
    }
}
