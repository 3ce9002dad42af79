//! A manager: two pipes in memory, with a conversation at their other ends.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

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

/// The manager's side of a conversation.
pub struct Manager {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    brain: Option<JoinHandle<io::Result<()>>>,
}

impl Manager {
    /// Starts a brain.
    pub fn new() -> Manager {
        Manager::with_book(())
    }

    /// Starts a brain that has a book.
    pub fn with_book<B: quod_protocols::gomocup::Book + Send + 'static>(mut book: B) -> Manager {
        let (to, received) = channel();
        let (sent, from) = channel();
        let input = Input { received, rest: Vec::new() };
        let brain = std::thread::spawn(move || {
            quod_protocols::gomocup::serve(input, Output(sent), &mut book)
        });
        Manager { to: Some(to), from, bytes: Vec::new(), brain: Some(brain) }
    }

    /// The same, with a game begun and few nodes a move.
    pub fn playing(size: usize, rule: u32, nodes: u32) -> Manager {
        let mut manager = Manager::new();
        manager.send(&format!("INFO rule {rule}\nINFO max_node {nodes}"));
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        manager
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        // A brain that has ended hears nothing.
        let _ = self.to.as_ref().unwrap().send(bytes.to_vec());
    }

    /// Sends a line or several.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\r\n").as_bytes());
    }

    /// The next line of the brain's; `None` if it has ended.
    pub fn line(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.bytes.iter().position(|&byte| byte == b'\n') {
                let line = self.bytes.drain(..=end).collect();
                return Some(String::from_utf8(line).unwrap().trim_end().to_string());
            }
            self.bytes.extend(self.from.recv().ok()?);
        }
    }

    /// The next answer: what is told beside is passed over.
    pub fn answer(&mut self) -> Option<String> {
        let beside = |line: &String| line.starts_with("MESSAGE ") || line.starts_with("DEBUG ");
        std::iter::from_fn(|| self.line()).find(|line| !beside(line))
    }

    /// Sends a line and waits for its answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer().unwrap_or_else(|| panic!("no answer to {line}"))
    }

    /// The same where the answer is a move.
    pub fn ask_move(&mut self, line: &str) -> (usize, usize) {
        let answer = self.ask(line);
        place(&answer).unwrap_or_else(|| panic!("{line}: {answer}"))
    }

    /// Ends the input and waits for the brain; what it said meanwhile.
    pub fn close(mut self) -> Vec<String> {
        self.to = None;
        let rest = std::iter::from_fn(|| self.line()).collect();
        self.brain.take().unwrap().join().unwrap().unwrap();
        rest
    }

    /// Waits for a brain that has been told to end, the input still open; what it said meanwhile.
    pub fn ended(mut self) -> Vec<String> {
        let rest = std::iter::from_fn(|| self.line()).collect();
        self.brain.take().unwrap().join().unwrap().unwrap();
        rest
    }
}

/// A move's coordinates.
pub fn place(text: &str) -> Option<(usize, usize)> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}
