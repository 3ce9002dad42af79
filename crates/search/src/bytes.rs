//! Words of checkpoints, little-endian.

use std::io::{self, Read, Write};

/// The error of a checkpoint that does not fit.
pub(crate) fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("search checkpoint: {what}"))
}

pub(crate) fn put_words<W: Write + ?Sized>(out: &mut W, words: &[u64]) -> io::Result<()> {
    words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

pub(crate) fn read_word<R: Read + ?Sized>(from: &mut R) -> io::Result<u64> {
    read_array(from).map(u64::from_le_bytes)
}

/// A number of 32 bits that was written as a word.
pub(crate) fn read_number<R: Read + ?Sized>(from: &mut R) -> io::Result<u32> {
    u32::try_from(read_word(from)?).map_err(|_| bad("a number is too large"))
}

pub(crate) fn read_array<R: Read + ?Sized, const N: usize>(from: &mut R) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn expect_magic<R: Read + ?Sized>(from: &mut R, magic: [u8; 8]) -> io::Result<()> {
    match read_array(from)? == magic {
        true => Ok(()),
        false => Err(bad("not one of this version")),
    }
}

/// An optional value of a state as a number.
pub(crate) fn code(value: Option<bool>) -> u64 {
    value.map_or(0, |value| 1 + u64::from(value))
}

/// The value of a [`code`].
pub(crate) fn value_of(code: u64) -> io::Result<Option<bool>> {
    match code {
        0 => Ok(None),
        1 | 2 => Ok(Some(code == 2)),
        _ => Err(bad("unknown value")),
    }
}
