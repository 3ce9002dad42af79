//! Lines as other programs send them: ended by CR, LF or both, of any bytes and any length.

use std::io::{ErrorKind, Read};
use std::time::Instant;

/// What comes in.
#[derive(Debug)]
pub enum Heard {
    /// A line, and when it came.
    Line { text: String, came: Instant },
    /// There are no more lines.
    End,
}

/// Hands on every line that is not empty, cut to so many bytes, and in the end that there are no more. A last
/// line need not be ended.
pub fn read(mut input: impl Read, most_bytes: usize, mut hear: impl FnMut(Heard)) {
    let mut bytes = [0; 4096];
    let mut line = Vec::new();
    loop {
        let read = match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let came = Instant::now();
        for &byte in &bytes[..read] {
            if byte == b'\n' || byte == b'\r' {
                end_line(&mut line, came, &mut hear);
            } else if line.len() < most_bytes {
                line.push(byte);
            }
        }
    }
    end_line(&mut line, Instant::now(), &mut hear);
    hear(Heard::End);
}

fn end_line(line: &mut Vec<u8>, came: Instant, hear: &mut impl FnMut(Heard)) {
    let text = String::from_utf8_lossy(line).trim().to_string();
    line.clear();
    if !text.is_empty() {
        hear(Heard::Line { text, came });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_and_empty_ones_are_dropped() {
        const MOST: usize = 4096;
        let long = vec![b'x'; 3 * MOST];
        let text = [b"START 15\r\nBEGIN\n\n\r \rTURN\xff 1,1\n", &long[..], b"\nEND"].concat();
        let (mut lines, mut ends) = (Vec::new(), 0);
        read(&text[..], MOST, |heard| match heard {
            Heard::Line { text, .. } => lines.push(text),
            Heard::End => ends += 1,
        });
        assert_eq!(lines[..2], ["START 15", "BEGIN"]);
        assert_eq!(lines[2], "TURN\u{fffd} 1,1");
        assert_eq!((lines[3].len(), lines[4].as_str(), lines.len()), (MOST, "END", 5));
        assert_eq!(ends, 1);
    }
}
