//! The certificate format: what a certificate holds, and how its bytes are read.
//!
//! `docs/formats/certificate.md` is the specification; this crate is its reader, and nothing more.
//! Three steps, a file each: [`container`](read_certificate) guards the bytes (blocks with CRC-32, an
//! end mark, SHA-256 over everything), `stream` turns them into the types of `types` (`payload` and `connection`
//! what some kinds of evidence hold), and [`Reject`] says what was wrong where. Whether what is read is *true* is the business of
//! `quod-check`.
//!
//! Trusted, so written to be read: no compression, no recursion, no `unsafe`, and no length is
//! believed before the bytes it promises are there. The writer lives in `quod-proof`, outside the
//! trusted code, and shares only [`crc32`] and [`Sha256`].
#![forbid(unsafe_code)]

mod connection;
mod container;
mod digest;
mod payload;
mod reject;
mod stream;
mod table;
mod types;

pub use connection::{Connection, Hexagon, Lemma, MOST_COORDINATE, Part, Start, Way};
pub use container::{
    END_MARK, MAGIC, MOST_BLOCK, VERSION, read_certificate, read_packed, read_stream,
};
pub use digest::{Sha256, crc32};
pub use reject::{Place, Reason, Reject, printable};
pub use stream::{parse_entry, parse_packed};
pub use table::{
    MOST_BLOCK_POSITIONS, MOST_CODE_BITS, TABLE_MAGIC, TABLE_VERSION, TableError, TableFile,
    TableHeader,
};
pub use types::{
    Body, Certificate, Entry, Evidence, EvidenceKind, Instruction, Link, Named, NamedTable, Packed,
    PositionCode, Proof, ReplyBy, Section, Shown, TreeNode,
};
