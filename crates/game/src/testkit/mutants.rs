//! Files that are a little wrong: what a reader of somebody else's files is given by its tests.

use super::Rng;

/// Bytes that mean something in most formats of text, and some that mean nothing in any.
const LETTERS: &[u8] = b"0123456789 \n\t,.:;-+/#()[]{}\"'xoabHZ\0\x7f\xc3\xff";

/// The bytes with one to four small changes: a byte is another one, is left out or put in, a number becomes a very large
/// one, a piece stands twice, is gone, or trades places with another.
pub fn mutant(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let end = at + rng.below((bytes.len() - at).min(40) + 1);
        let letter = LETTERS[rng.below(LETTERS.len())];
        match rng.below(8) {
            0 | 1 if at < bytes.len() => bytes[at] = letter,
            2 => bytes.insert(at, letter),
            3 => {
                bytes.drain(at..end);
            }
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            5 => {
                let number = [&b"0"[..], b"255", b"65536", b"4294967296", b"-1"][rng.below(5)];
                bytes.splice(at..at, number.iter().copied());
            }
            6 => bytes.truncate(at.max(bytes.len() / 2)),
            _ if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(1),
            _ => {}
        }
    }
    bytes
}

/// [`mutant`] of a text; what is no UTF-8 then is replaced.
pub fn mutant_text(text: &str, rng: &mut Rng) -> String {
    String::from_utf8_lossy(&mutant(text.as_bytes(), rng)).into_owned()
}
