//! The container: blocks with CRC-32, an end mark, SHA-256 (section 1 of the format document).

use std::io::Read;

use crate::{Certificate, Packed, Place, ReadError, Reason, Reject, Sha256, crc32, parse_packed};

/// The first eight bytes of a certificate.
pub const MAGIC: [u8; 8] = *b"QUOD\r\n\x1a\n";
/// The format version that this crate reads.
pub const VERSION: u16 = 1;
/// The mark after the last block. Read as a block's length it is larger than [`MOST_BLOCK`].
pub const END_MARK: [u8; 8] = [0xe4, 0x9d, 0x3a, 0x7c, 0x15, 0xb2, 0xf6, 0x08];
/// The largest payload of a block.
pub const MOST_BLOCK: u32 = 1 << 20;

/// Reads and decodes a whole certificate.
///
/// # Errors
/// [`ReadError::Reject`] if the bytes are no certificate, [`ReadError::Io`] if they cannot be read.
pub fn read_certificate(source: impl Read) -> Result<Certificate, ReadError> {
    Ok(read_packed(source)?.unpacked())
}

/// Reads a whole certificate and keeps its entries as they are written.
///
/// # Errors
/// As [`read_certificate`].
pub fn read_packed(source: impl Read) -> Result<Packed, ReadError> {
    Ok(parse_packed(read_stream(source)?)?)
}

/// Reads the container and returns the stream inside it.
///
/// # Errors
/// As [`read_certificate`].
pub fn read_stream(source: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Guarded { source, at: 0, sha: Sha256::new() };
    let mut magic = [0; 8];
    let got = bytes.fill(&mut magic)?;
    if got < 8 || magic != MAGIC {
        return damaged(Reason::NotACertificate, 0, "no magic");
    }
    let mut word = [0; 4];
    bytes.exactly(&mut word)?;
    let version = u16::from_le_bytes([word[0], word[1]]);
    if version != VERSION || word[2..] != [0, 0] {
        return damaged(Reason::Version, 8, format!("{VERSION} expected, {version} found"));
    }
    let mut stream = Vec::new();
    loop {
        let start = bytes.at;
        bytes.exactly(&mut word)?;
        let length = u32::from_le_bytes(word);
        if length == 0 || length > MOST_BLOCK {
            bytes.end_mark(word, start)?;
            return Ok(stream);
        }
        bytes.exactly(&mut word)?;
        let before = stream.len();
        if before + length as usize > u32::MAX as usize {
            return damaged(Reason::Malformed, start, "stream too long");
        }
        stream.resize(before + length as usize, 0);
        bytes.exactly(&mut stream[before..])?;
        if crc32(&stream[before..]) != u32::from_le_bytes(word) {
            return damaged(Reason::Checksum, start, "block's CRC-32");
        }
    }
}

fn damaged<T>(reason: Reason, at: u64, detail: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Reject(Reject::new(reason, Place::Byte(at), detail)))
}

/// A source that knows how far it has read, and the SHA-256 of what it has read.
struct Guarded<R> {
    source: R,
    at: u64,
    sha: Sha256,
}

impl<R: Read> Guarded<R> {
    /// Fills the buffer as far as there are bytes; returns how many there were.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ReadError> {
        let mut got = 0;
        while got < buffer.len() {
            match self.source.read(&mut buffer[got..]) {
                Ok(0) => break,
                Ok(n) => got += n,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::Io(error)),
            }
        }
        self.sha.update(&buffer[..got]);
        self.at += got as u64;
        Ok(got)
    }

    fn exactly(&mut self, buffer: &mut [u8]) -> Result<(), ReadError> {
        match self.fill(buffer)? == buffer.len() {
            true => Ok(()),
            false => damaged(Reason::Truncated, self.at, "the file ends too early"),
        }
    }

    /// Checks the end mark, whose first half was read as a length, and all that follows.
    fn end_mark(&mut self, first: [u8; 4], start: u64) -> Result<(), ReadError> {
        let mut second = [0; 4];
        if first != END_MARK[..4] {
            return damaged(Reason::EndMark, start, "a block length or the end mark expected");
        }
        self.exactly(&mut second)?;
        if second != END_MARK[4..] {
            return damaged(Reason::EndMark, start, "the end mark is damaged");
        }
        let digest = self.sha.clone().finish();
        let (mut stored, mut beyond) = ([0; 32], [0; 1]);
        self.exactly(&mut stored)?;
        if stored != digest {
            return damaged(Reason::Checksum, start + 8, "SHA-256");
        }
        match self.fill(&mut beyond)? {
            0 => Ok(()),
            _ => damaged(Reason::EndMark, start + 40, "bytes after the end"),
        }
    }
}
