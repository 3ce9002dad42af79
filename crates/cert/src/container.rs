//! The container: blocks with CRC-32, an end mark, SHA-256 (section 1 of the format document).

use crate::{Certificate, Packed, Place, Reason, Reject, Sha256, crc32, parse_packed};

/// The first eight bytes of a certificate.
pub const MAGIC: [u8; 8] = *b"QUOD\r\n\x1a\n";
/// The format version that this crate reads.
pub const VERSION: u16 = 1;
/// The mark after the last block. Read as a block's length it is larger than [`MOST_BLOCK`].
pub const END_MARK: [u8; 8] = [0xe4, 0x9d, 0x3a, 0x7c, 0x15, 0xb2, 0xf6, 0x08];
/// The largest payload of a block.
pub const MOST_BLOCK: u32 = 1 << 20;

/// Decodes a whole certificate from the bytes of its file.
///
/// # Errors
/// If the bytes are no certificate.
pub fn read_certificate(file: &[u8]) -> Result<Certificate, Reject> {
    Ok(read_packed(file)?.unpacked())
}

/// Reads a whole certificate and keeps its entries as they are written.
///
/// # Errors
/// As [`read_certificate`].
pub fn read_packed(file: &[u8]) -> Result<Packed, Reject> {
    parse_packed(read_stream(file)?)
}

/// Reads the container and returns the stream inside it.
///
/// # Errors
/// As [`read_certificate`].
pub fn read_stream(file: &[u8]) -> Result<Vec<u8>, Reject> {
    let mut bytes = Bytes { file, at: 8 };
    if !file.starts_with(&MAGIC) {
        return damaged(Reason::NotACertificate, 0, "no magic");
    }
    let version = bytes.word()?;
    if version != u32::from(VERSION) {
        let found = format!("{VERSION} expected, {} found", version as u16);
        return damaged(Reason::Version, 8, found);
    }
    let mut stream = Vec::with_capacity(file.len());
    loop {
        let start = bytes.at;
        let length = bytes.word()?;
        if length == 0 || length > MOST_BLOCK {
            bytes.end_mark(start)?;
            return Ok(stream);
        }
        let crc = bytes.word()?;
        if stream.len() + length as usize > u32::MAX as usize {
            return damaged(Reason::Malformed, start, "stream too long");
        }
        let block = bytes.take(length as usize)?;
        if crc32(block) != crc {
            return damaged(Reason::Checksum, start, "block's CRC-32");
        }
        stream.extend_from_slice(block);
    }
}

fn damaged<T>(reason: Reason, at: usize, detail: impl Into<String>) -> Result<T, Reject> {
    Err(Reject::new(reason, Place::Byte(at as u64), detail))
}

/// The file's bytes and how far they are read.
struct Bytes<'f> {
    file: &'f [u8],
    at: usize,
}

impl<'f> Bytes<'f> {
    fn take(&mut self, n: usize) -> Result<&'f [u8], Reject> {
        let taken = self.file.get(self.at..self.at + n);
        self.at += n;
        let truncated = || damaged(Reason::Truncated, self.file.len(), "the file ends too early");
        taken.map_or_else(truncated, Ok)
    }

    fn word(&mut self) -> Result<u32, Reject> {
        let bytes = self.take(4)?.iter().rev();
        Ok(bytes.fold(0, |word, &byte| word << 8 | u32::from(byte)))
    }

    /// Checks the end mark at `start`, whose first half was read as a length, and all that follows.
    fn end_mark(&mut self, start: usize) -> Result<(), Reject> {
        if self.file[start..start + 4] != END_MARK[..4] {
            return damaged(Reason::EndMark, start, "a block length or the end mark expected");
        }
        if self.take(4)? != &END_MARK[4..] {
            return damaged(Reason::EndMark, start, "the end mark is damaged");
        }
        let mut sha = Sha256::default();
        self.file[..self.at].chunks(1 << 16).for_each(|bytes| sha.update(bytes));
        if self.take(32)? != &sha.finish()[..] {
            return damaged(Reason::Checksum, start + 8, "SHA-256");
        }
        let over = self.at == self.file.len();
        if over { Ok(()) } else { damaged(Reason::EndMark, self.at, "bytes after the end") }
    }
}
