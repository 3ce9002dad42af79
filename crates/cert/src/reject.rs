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
    ($($name:ident $word:literal $meaning:literal)*) => {
        /// The reasons to reject a certificate, as section 5 of the format document lists them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reason { $(#[doc = $meaning] $name,)* }

        impl Reason {
            /// Every reason, in the document's order.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The reason's word in outputs.
            pub fn word(self) -> &'static str {
                match self { $(Reason::$name => $word,)* }
            }
        }
    };
}

reasons! {
    NotACertificate "not-a-certificate" "The magic is missing."
    Version "version" "A format version this reader does not know."
    Truncated "truncated" "The bytes end too early."
    Checksum "checksum" "A CRC-32 or the SHA-256 is wrong."
    EndMark "end-mark" "No end mark where it must stand, or bytes after the end."
    Malformed "malformed" "The stream breaks the grammar or a limit."
    UnknownGame "unknown-game" "No rules for this game and variant."
    BadPosition "bad-position" "Bytes that are no position, or a derivation that is not legal."
    UnknownClaim "unknown-claim" "A claim the game does not have."
    SectionsDoNotMeet "sections-do-not-meet" "Two sections that are not the two halves of one value."
    SettledEntry "settled-entry" "An entry whose position is over, settled or without moves."
    DuplicateEntry "duplicate-entry" "The same claim and position twice."
    WrongSide "wrong-side" "A body for the other side to move."
    IllegalMove "illegal-move" "A move the rules do not allow."
    MissingReply "missing-reply" "A legal reply that nothing shows."
    NotSettled "not-settled" "Said to be settled as claimed and is not."
    NoSuchEntry "no-such-entry" "A link to an entry that does not exist."
    NoSuchMap "no-such-map" "A symmetry the game does not have."
    LinkMismatch "link-mismatch" "The position shown, under the map, is not the entry's."
    ClaimMismatch "claim-mismatch" "The claim shown, under the map, is not the entry's."
    BackwardLink "backward-link" "A link that does not go forward and is not excused by its class."
    ClassOrder "class-order" "A move into an earlier conversion class."
    IdleName "idle-name" "A named reply whose position is settled already."
    UnknownEvidence "unknown-evidence" "An evidence kind that is not known."
    EvidenceTrait "evidence-trait" "A kind that the game's traits, or the claim, do not allow."
    EvidenceFails "evidence-fails" "Evidence that does not show what it should."
    TableUnavailable "table-unavailable" "A table is not there, another one, or damaged; says nothing about the claim."
    WorkLimit "work-limit" "More work, or more memory, than the limit; says nothing about the claim."
    OtherStatement "other-statement" "A true certificate of another game, position or claim than asked for."
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

/// A line of text for people: what does not print, or would break the line, is written as a code. A
/// file's texts, such as a [`Reject::detail`], must not look like an answer of ours.
pub fn printable(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(escaped).collect()
}
