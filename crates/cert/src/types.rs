//! What a certificate holds, decoded. Indices are absolute here; in the file they are relative.

use std::borrow::Cow;

use quod_game::{Claim, Move};

use crate::connection::Connection;
use crate::parse_entry;

/// A whole certificate: the statement, and the entries that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game with all variant keys.
    pub game: String,
    /// Encoding of the root position.
    pub root: Vec<u8>,
    /// The claims that sections and entries name by index.
    pub claims: Vec<Claim>,
    /// What is proved of the root: one or two claims.
    pub sections: Vec<Section>,
    /// How it was made. Hearsay.
    pub remark: String,
    /// The positions of the proof.
    pub entries: Vec<Entry>,
    /// The tables that evidence rests on.
    pub tables: Vec<NamedTable>,
}

/// A certificate whose entries are decoded one at a time, by several threads if they like.
pub trait Proof: Sync {
    /// Everything but the entries; whether it has them too is left open.
    fn head(&self) -> &Certificate;

    /// How many entries there are.
    fn n_entries(&self) -> usize;

    /// The entry with this index, below [`Proof::n_entries`].
    fn entry(&self, at: usize) -> Cow<'_, Entry>;

    /// How many bytes it takes in a file but for the remark, if it is kept as it is written there.
    fn stream_bytes(&self) -> Option<u64> {
        None
    }

    /// How many bytes the header takes there; 0 if it is not.
    fn head_bytes(&self) -> u64 {
        0
    }

    /// How many bytes the entry with this index takes there, below [`Proof::n_entries`]; 0 if it is not. (Of the last one also what
    /// follows.)
    fn entry_size(&self, _at: usize) -> u64 {
        0
    }
}

impl Proof for Certificate {
    fn head(&self) -> &Certificate {
        self
    }

    fn n_entries(&self) -> usize {
        self.entries.len()
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        Cow::Borrowed(&self.entries[at])
    }
}

/// A certificate whose entries stay as they are written, a tenth of what they take decoded.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(crate) head: Certificate,
    pub(crate) stream: Vec<u8>,
    /// Where each entry begins in the stream; every one of them was decoded there once.
    pub(crate) starts: Vec<u32>,
}

impl Packed {
    /// With all entries decoded.
    pub fn unpacked(&self) -> Certificate {
        let entries = (0..self.n_entries()).map(|at| self.entry(at).into_owned()).collect();
        Certificate { entries, ..self.head.clone() }
    }

    /// The stream from where an entry begins; see [`Proof::entry`].
    pub fn entry_bytes(&self, at: usize) -> &[u8] {
        &self.stream[self.starts[at] as usize..]
    }
}

impl Proof for Packed {
    fn head(&self) -> &Certificate {
        &self.head
    }

    fn n_entries(&self) -> usize {
        self.starts.len()
    }

    fn entry(&self, at: usize) -> Cow<'_, Entry> {
        let entry = parse_entry(self.entry_bytes(at), at, self.head.claims.len());
        Cow::Owned(entry.expect("what was decoded once decodes again"))
    }

    fn stream_bytes(&self) -> Option<u64> {
        Some((self.stream.len() - self.head.remark.len()) as u64)
    }

    fn head_bytes(&self) -> u64 {
        let end = self.starts.first().map_or(self.stream.len(), |start| *start as usize);
        (end - self.head.remark.len()) as u64
    }

    fn entry_size(&self, at: usize) -> u64 {
        let end = self.starts.get(at + 1).map_or(self.stream.len(), |start| *start as usize);
        (end - self.starts[at] as usize) as u64
    }
}

/// Tables that evidence rests on: those of all layers up to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTable {
    /// The game in the tables' titles.
    pub game: String,
    /// The highest layer.
    pub layer: u32,
    /// The digest of the highest layer's table, which stands for all lower ones too.
    pub digest: [u8; 32],
}

/// One claim of the root and how it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Index into [`Certificate::claims`].
    pub claim: u32,
    /// How the root is shown to fulfil it.
    pub shown: Shown,
}

/// How a position is shown to fulfil a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It is over or decided, as claimed.
    Settled,
    /// It is the position of an entry, under a symmetry.
    Entry(Link),
    /// By evidence.
    Evidence(Evidence),
}

/// An entry, and the symmetry that maps the position shown onto the entry's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Index of the entry.
    pub entry: u32,
    /// Number of the symmetry.
    pub map: u16,
}

/// "In this position this claim holds."
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index into [`Certificate::claims`].
    pub claim: u32,
    /// Which position.
    pub position: PositionCode,
    /// Why.
    pub body: Body,
}

/// How an entry's position is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionCode {
    /// By its encoding.
    Whole(Vec<u8>),
    /// By a move from an earlier entry's position, then a symmetry.
    Derived {
        /// Index of the earlier entry.
        from: u32,
        /// The move there.
        mv: Move,
        /// The symmetry applied to the result.
        map: u16,
    },
}

/// Why an entry's claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// The prover is to move and plays this.
    Move {
        /// The prover's move.
        mv: Move,
        /// How the position after it is shown.
        shown: Shown,
    },
    /// The opponent is to move; every reply is answered.
    Replies {
        /// Evidence that replies refer to.
        items: Vec<Evidence>,
        /// The item that shows the replies not named.
        default: Option<u32>,
        /// Replies answered by name, ascending.
        named: Vec<Named>,
    },
}

/// A reply of the opponent and what answers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The reply.
    pub mv: Move,
    /// What shows the position after it.
    pub by: ReplyBy,
}

/// What answers a named reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyBy {
    /// An entry.
    Entry(Link),
    /// An item of the body, by index.
    Item(u32),
}

/// Evidence: it shows a claim by rules alone, or as a reply beside it is shown, and never names an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// An explicit tree of the prover's moves (kind 1).
    ReplyTree(Vec<TreeNode>),
    /// A sequence of threats in a game of lines (kind 2).
    LineThreats(Vec<u32>),
    /// The value of the position in a table, by index into [`Certificate::tables`] (kind 3).
    TableValue(u32),
    /// What the prover plays wherever he is to move, most urgent first (kind 4).
    Strategy(Vec<Instruction>),
    /// All lines of at most so many plies, played out by the checker (kind 5).
    Exhaustive(u8),
    /// The prover's choices in the order of a walk through the tree, as bits (kind 6).
    SolutionTree(Vec<u8>),
    /// Cells that stay joined whatever the opponent plays, derived from smaller patterns (kind 7).
    Connection(Box<Connection>),
    /// What shows this other reply of the same body, an entry, shows the reply as well (kind 8).
    Zone(Move),
    /// A kind that this version does not know.
    Unknown(u64),
}

impl Evidence {
    /// Its kind; `None` for one that this version does not know.
    pub fn kind(&self) -> Option<EvidenceKind> {
        match self {
            Evidence::ReplyTree(_) => Some(EvidenceKind::ReplyTree),
            Evidence::LineThreats(_) => Some(EvidenceKind::LineThreats),
            Evidence::TableValue(_) => Some(EvidenceKind::TableValue),
            Evidence::Strategy(_) => Some(EvidenceKind::Strategy),
            Evidence::Exhaustive(_) => Some(EvidenceKind::Exhaustive),
            Evidence::SolutionTree(_) => Some(EvidenceKind::SolutionTree),
            Evidence::Connection(_) => Some(EvidenceKind::Connection),
            Evidence::Zone(_) => Some(EvidenceKind::Zone),
            Evidence::Unknown(_) => None,
        }
    }
}

macro_rules! kinds {
    ($($name:ident $number:literal $word:literal $meaning:literal)*) => {
        /// The kinds of evidence that this version knows, in the order of their numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum EvidenceKind { $(#[doc = $meaning] $name,)* }

        impl EvidenceKind {
            /// Every kind, in ascending order.
            pub const ALL: &'static [EvidenceKind] = &[$(EvidenceKind::$name,)*];

            /// What certificates call it.
            pub fn number(self) -> u64 {
                match self { $(EvidenceKind::$name => $number,)* }
            }

            /// What people call it, many of it.
            pub fn word(self) -> &'static str {
                match self { $(EvidenceKind::$name => $word,)* }
            }
        }
    };
}

kinds! {
    ReplyTree 1 "reply trees" "An explicit tree of the prover's moves."
    LineThreats 2 "line threats" "A sequence of threats in a game of lines."
    TableValue 3 "table values" "The value of the position in a table."
    Strategy 4 "positional strategies" "What the prover plays wherever he is to move."
    Exhaustive 5 "exhaustive searches" "All lines of some plies, played out by the checker."
    SolutionTree 6 "solution trees" "The prover's choices in the order of a walk through the tree."
    Connection 7 "connections" "Cells that stay joined whatever the opponent plays."
    Zone 8 "relevance zones" "A reply is answered as another, where neither matters."
}

impl EvidenceKind {
    /// The kind with this number.
    pub fn of_number(number: u64) -> Option<EvidenceKind> {
        EvidenceKind::ALL.iter().copied().find(|kind| kind.number() == number)
    }
}

/// A node of a reply tree; children are absolute indices, greater than the node's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// The end of a branch.
    End,
    /// The prover's move; the next node belongs to the position after it.
    Move(Move),
    /// The opponent's replies.
    Replies {
        /// The node for replies not named.
        default: Option<u32>,
        /// Nodes for named replies, ascending by move.
        named: Vec<(Move, u32)>,
    },
}

/// An instruction of a positional strategy. The prover plays the first that gives a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// The lowest move that settles the claim.
    Win,
    /// The move on top of the opponent's last one.
    Above,
    /// This move.
    Play(Move),
    /// To the first move the second.
    Reply(Move, Move),
    /// To either move the other one.
    Pair(Move, Move),
    /// The lowest move.
    Any,
    /// The lowest move with which the opponent would win if the prover played elsewhere: after the lowest other move.
    Block,
    /// The legal move of the lowest rank that only one legal move has; two ranks a byte, the lower bits for the lower code.
    Ranks([u8; 32]),
}
