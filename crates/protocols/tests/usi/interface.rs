//! A user interface: two pipes in memory, with a conversation at their other ends.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use quod_protocols::usi::Games;
use quod_rules::Tsume;
use quod_solve::AnyGame;

/// The reading end of a pipe.
struct Input {
    received: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // The other end dropped is the end of the input.
            self.rest = self.received.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(into.len());
        into[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// The writing end.
struct Output(Sender<Vec<u8>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The two games.
fn games() -> Games {
    let [void, count] = [true, false].map(|void| AnyGame::new(quod_shogi::offer(Tsume { void })));
    Games { void, count }
}

/// The interface's side of a conversation.
pub struct Interface {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    engine: Option<JoinHandle<io::Result<()>>>,
}

impl Interface {
    /// Starts an engine.
    pub fn new() -> Interface {
        let (to, received) = channel();
        let (sent, from) = channel();
        let input = Input { received, rest: Vec::new() };
        let engine = std::thread::spawn(move || {
            quod_protocols::usi::serve(input, &mut Output(sent), games())
        });
        Interface { to: Some(to), from, bytes: Vec::new(), engine: Some(engine) }
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        // An engine that has ended hears nothing.
        let _ = self.to.as_ref().unwrap().send(bytes.to_vec());
    }

    /// Sends a line or several.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// The next line of the engine's; `None` if it has ended.
    pub fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
                let line = self.bytes.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end().to_string());
            }
            self.bytes.extend(self.from.recv().ok()?);
        }
    }

    /// Lines up to the first that begins so, which is the last of them.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("no {start} after {lines:?}"));
            lines.push(line.clone());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends lines, then `isready`; what was said before `readyok`.
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.send("isready");
        let mut said = self.until("readyok");
        said.pop();
        said
    }

    /// Sends a position and asks for a mate; what was said before the answer, and the answer without its first word.
    pub fn mate(&mut self, position: &str, time: &str) -> (Vec<String>, String) {
        assert_eq!(self.ask(&format!("position {position}")), [""; 0], "{position}");
        self.send(&format!("go mate {time}"));
        let mut said = self.until("checkmate ");
        let answer = said.pop().unwrap();
        (said, answer["checkmate ".len()..].to_string())
    }

    /// Ends the input and waits for the engine; what it said meanwhile.
    pub fn close(mut self) -> Vec<String> {
        self.to = None;
        self.ended()
    }

    /// Waits for an engine that has been told to end; what it said meanwhile.
    pub fn ended(mut self) -> Vec<String> {
        let rest = std::iter::from_fn(|| self.line()).collect();
        self.engine.take().unwrap().join().unwrap().unwrap();
        rest
    }
}
