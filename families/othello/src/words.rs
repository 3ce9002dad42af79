//! Words of 64 bits in checkpoints.

use std::io::{self, Read, Write};

pub(crate) fn write_word(out: &mut dyn Write, word: u64) -> io::Result<()> {
    out.write_all(&word.to_le_bytes())
}

pub(crate) fn read_word(from: &mut dyn Read) -> io::Result<u64> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word))
}

/// Bytes that are no checkpoint.
pub(crate) fn refused(detail: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, detail)
}
