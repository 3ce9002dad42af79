//! The checker as a WebAssembly module: reader, rules and checker as they are, and beside them no more than
//! a page needs to call them.
//!
//! The trusted crates are compiled unchanged. What is added here is what [`judge`] does, which is what
//! `quod-check` does with a file, and `exports`: numbers go in and out of a module, so a page writes a file's bytes
//! into the module's memory, asks for the answer, and reads a text from that memory. The only thing that
//! the checker is given in another way than in `quod-check` is the certificate: through `Heard`, which counts
//! the entries as they are handed over, so that a page can draw a bar.
//!
//! On a machine of 32 bits lengths are numbers of 32 bits. [`MOST_BYTES`] keeps every product of a number of
//! entries with the size of one far below what these hold, and the module is built with overflow checks on.

mod exports;
mod heard;
mod json;

use quod_cert::{
    EvidenceKind, MAGIC, Packed, Place, Reason, Reject, Sha256, printable, read_packed,
};
use quod_check::{Limits, Statement, advised, assuming, check_with, statement};
use quod_game::Game;
use quod_rules::{Visitor, open};

pub use exports::{quod_check, quod_file, quod_output, quod_sha256};
use heard::Heard;
use json::Object;

/// The most bytes of a file that is read. Larger ones are for `quod-check`, which has a machine's memory.
pub const MOST_BYTES: usize = 64 << 20;

/// The most bytes that the checker may set aside, in a memory of four gigabytes at most.
const MOST_MEMORY: u64 = 1 << 30;

/// What a certificate states, of one that was accepted.
struct Accepted {
    statement: Statement,
    entries: usize,
    work: u64,
    kinds: Vec<EvidenceKind>,
    assumes: Vec<String>,
}

/// Judges the bytes of a file as `quod-check FILE` does, and says what it found as a JSON object:
///
/// * `verified`: whether the certificate proves what it states;
/// * `line`: the last line that `quod-check` prints, `s VERIFIED …` or `s REJECTED …`;
/// * `sha256`: of the whole file, in hexadecimal digits;
/// * `bytes`: of the file;
/// * of an accepted one `game`, `claim`, `position`, `entries`, `work`, `evidence` (words for the kinds that
///   showed something) and `assumes`, else null;
/// * of a rejected one `reason`, `place` and `detail`, else null.
///
/// `heard` is told from time to time how many entries the checker has read, of how many that it will read if
/// nothing is wrong: each entry is read twice.
pub fn judge(file: &[u8], heard: &(dyn Fn(u64, u64) + Sync)) -> String {
    let mut told = Object::default();
    let verdict = verify(file, heard);
    told.truth("verified", verdict.is_ok());
    told.text("line", &line(&verdict));
    told.text("sha256", &hexadecimal(&sha256(file)));
    told.number("bytes", file.len() as u64);
    let accepted = verdict.as_ref().ok();
    told.text_or_null("game", accepted.map(|it| it.statement.game.as_str()));
    told.text_or_null("claim", accepted.map(|it| it.statement.claim.as_str()));
    told.text_or_null("position", accepted.map(|it| it.statement.position.as_str()));
    told.number_or_null("entries", accepted.map(|it| it.entries as u64));
    told.number_or_null("work", accepted.map(|it| it.work));
    let words = accepted.map(|it| it.kinds.iter().map(|kind| kind.word().to_string()).collect());
    told.texts_or_null("evidence", words);
    told.texts_or_null("assumes", accepted.map(|it| it.assumes.clone()));
    let rejected = verdict.as_ref().err();
    told.text_or_null("reason", rejected.map(|it| it.reason.word()));
    told.text_or_null("place", rejected.map(|it| it.place.to_string()).as_deref());
    told.text_or_null("detail", rejected.map(|it| printable(&it.detail)).as_deref());
    told.finish()
}

/// The last line of `quod-check`.
fn line(verdict: &Result<Accepted, Reject>) -> String {
    match verdict {
        Ok(it) => format!("s VERIFIED {}{}", it.statement, assuming(&it.assumes)),
        Err(reject) => format!("s REJECTED {reject}"),
    }
}

fn verify(file: &[u8], heard: &(dyn Fn(u64, u64) + Sync)) -> Result<Accepted, Reject> {
    // What does not begin as a certificate has the reason that says so, however long it is.
    if file.len() > MOST_BYTES && file.starts_with(&MAGIC) {
        let detail = format!("{} bytes, {MOST_BYTES} are the most here", file.len());
        return Err(Reject::new(Reason::WorkLimit, Place::Header, detail));
    }
    let packed = read_packed(file)?;
    let unknown = |error| Reject::new(Reason::UnknownGame, Place::Header, format!("{error}"));
    open(&quod_cert::Proof::head(&packed).game, Check { packed: &packed, heard })
        .map_err(unknown)?
}

/// Checks a certificate by the rules of its game.
struct Check<'a> {
    packed: &'a Packed,
    heard: &'a (dyn Fn(u64, u64) + Sync),
}

impl Visitor for Check<'_> {
    type Output = Result<Accepted, Reject>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let certificate = Heard::new(self.packed, self.heard);
        let limits = Limits { memory: MOST_MEMORY, ..Limits::default() };
        let head = quod_cert::Proof::head(self.packed);
        let verified = check_with(&game, &certificate, &limits, &())
            .map_err(|reject| advised(reject, head))?;
        let statement = statement(&game, head)?;
        let quod_check::Verified { entries, work, kinds, assumes } = verified;
        Ok(Accepted { statement, entries, work, kinds, assumes })
    }
}

/// The SHA-256 of some bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut sha = Sha256::default();
    // The digest is taken in pieces because it pads its input, which would be a copy of the whole.
    bytes.chunks(1 << 16).for_each(|piece| sha.update(piece));
    sha.finish()
}

/// Bytes as people compare them.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
