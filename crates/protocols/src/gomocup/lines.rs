//! Lines as managers send them: ended by CR, LF or both, of any bytes and any length.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::thinker::Event;

/// What is kept of a line; the protocol's longest are a path long.
const MOST_BYTES: usize = 4096;

/// Sends every line that is not empty, with the time when it came, and in the end that there are no more. A last line
/// need not be ended.
pub fn read(mut input: impl Read, events: &Sender<Event>) {
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
                send(&mut line, came, events);
            } else if line.len() < MOST_BYTES {
                line.push(byte);
            }
        }
    }
    send(&mut line, Instant::now(), events);
    // Where nobody listens any more there is nothing left to do.
    let _ = events.send(Event::InputEnds);
}

fn send(line: &mut Vec<u8>, came: Instant, events: &Sender<Event>) {
    let text = String::from_utf8_lossy(line).trim().to_string();
    line.clear();
    if !text.is_empty() {
        let _ = events.send(Event::Line { text, came });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_and_empty_ones_are_dropped() {
        let (events, received) = std::sync::mpsc::channel();
        let long = vec![b'x'; 3 * MOST_BYTES];
        let text = [b"START 15\r\nBEGIN\n\n\r \rTURN\xff 1,1\n", &long[..], b"\nEND"].concat();
        read(&text[..], &events);
        drop(events);
        let mut lines = Vec::new();
        for event in received {
            match event {
                Event::Line { text, .. } => lines.push(text),
                other => assert!(matches!(other, Event::InputEnds)),
            }
        }
        assert_eq!(lines[..2], ["START 15", "BEGIN"]);
        assert_eq!(lines[2], "TURN\u{fffd} 1,1");
        assert_eq!((lines[3].len(), lines[4].as_str(), lines.len()), (MOST_BYTES, "END", 5));
    }
}
