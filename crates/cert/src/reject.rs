//! Why a certificate is rejected, and where.

use std::fmt;

/// Where in a certificate something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this byte of the file.
    Byte(u64),
    /// In the header.
    Header,
    /// In the section with this index.
    Section(usize),
    /// In the entry with this index.
    Entry(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(at) => write!(f, "byte {at}"),
            Place::Header => write!(f, "header"),
            Place::Section(at) => write!(f, "section {at}"),
            Place::Entry(at) => write!(f, "entry {at}"),
        }
    }
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The reasons to reject a certificate, as section 5 of the format document lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason, in the document's order.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The reason's word in outputs.
            pub fn word(self) -> &'static str {
                match self { $(Reason::$name => $text,)* }
            }
        }
    };
}

reasons! {
    /// The magic is missing.
    NotACertificate = "not-a-certificate",
    /// A format version this reader does not know.
    Version = "version",
    /// The bytes end too early.
    Truncated = "truncated",
    /// A CRC-32 or the SHA-256 is wrong.
    Checksum = "checksum",
    /// No end mark where it must stand, or bytes after the end.
    EndMark = "end-mark",
    /// The stream breaks the grammar or a limit.
    Malformed = "malformed",
    /// No rules for this game and variant.
    UnknownGame = "unknown-game",
    /// Bytes that are no position, or a derivation that is not legal.
    BadPosition = "bad-position",
    /// A claim the game does not have.
    UnknownClaim = "unknown-claim",
    /// Two sections that are not the two halves of one value.
    SectionsDoNotMeet = "sections-do-not-meet",
    /// An entry whose position is over, settled or without moves.
    SettledEntry = "settled-entry",
    /// The same claim and position twice.
    DuplicateEntry = "duplicate-entry",
    /// A body for the other side to move.
    WrongSide = "wrong-side",
    /// A move the rules do not allow.
    IllegalMove = "illegal-move",
    /// A legal reply that nothing shows.
    MissingReply = "missing-reply",
    /// Said to be settled as claimed and is not.
    NotSettled = "not-settled",
    /// A link to an entry that does not exist.
    NoSuchEntry = "no-such-entry",
    /// A symmetry the game does not have.
    NoSuchMap = "no-such-map",
    /// The position shown, under the map, is not the entry's.
    LinkMismatch = "link-mismatch",
    /// The claim shown, under the map, is not the entry's.
    ClaimMismatch = "claim-mismatch",
    /// A link that does not go forward and is not excused by its class.
    BackwardLink = "backward-link",
    /// A move into an earlier conversion class.
    ClassOrder = "class-order",
    /// A named reply whose position is settled already.
    IdleName = "idle-name",
    /// An evidence kind that is not known.
    UnknownEvidence = "unknown-evidence",
    /// A kind that the game's traits, or the claim, do not allow.
    EvidenceTrait = "evidence-trait",
    /// Evidence that does not show what it should.
    EvidenceFails = "evidence-fails",
    /// More work than the limit; says nothing about the claim.
    WorkLimit = "work-limit",
    /// A true certificate of another game, position or claim than asked for.
    OtherStatement = "other-statement",
}

/// A rejection: one reason, one place, and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// The reason.
    pub reason: Reason,
    /// The place.
    pub place: Place,
    /// What was expected and what was there; may be empty.
    pub detail: String,
}

impl Reject {
    /// A rejection with a sentence for people.
    pub fn new(reason: Reason, place: Place, detail: impl Into<String>) -> Reject {
        Reject { reason, place, detail: detail.into() }
    }
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.reason.word(), self.place)
    }
}

impl std::error::Error for Reject {}

/// Why a certificate could not be read: wrong bytes, or no bytes.
#[derive(Debug)]
pub enum ReadError {
    /// The bytes are wrong.
    Reject(Reject),
    /// The bytes could not be read.
    Io(std::io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Reject(reject) => reject.fmt(f),
            ReadError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Reject> for ReadError {
    fn from(reject: Reject) -> ReadError {
        ReadError::Reject(reject)
    }
}
