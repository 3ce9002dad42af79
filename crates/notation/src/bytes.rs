//! Bytes of files as text.

use encoding_rs::SHIFT_JIS;
use quod_game::NotationError;

/// The text of a file: UTF-8, with a byte order mark or without, or else Shift-JIS (as browsers know it, code page 932 of
/// Windows), in which programs of shogi wrote their files for long.
///
/// # Errors
/// If the bytes are neither, with the byte, from 0, up to which they are UTF-8.
pub fn decoded(bytes: &[u8]) -> Result<String, NotationError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.to_string()),
        Err(error) => error,
    };
    let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
    text.map(String::from).ok_or_else(|| {
        let at = error.valid_up_to();
        let got = format!("the byte {:02x}, and bytes that are no Shift-JIS either", bytes[at]);
        NotationError::new(format!("byte {at}"), "a text in UTF-8 or Shift-JIS", got)
    })
}
