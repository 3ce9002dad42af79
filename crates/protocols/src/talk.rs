//! An engine's ears and mouth, of protocols in which it hears lines while it searches, as in UCI and USI: lines in, lines
//! out, and what interrupts a search.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

use crate::lines::{self, Heard};

/// One conversation's two ends.
pub struct Talk<'o> {
    received: Receiver<Heard>,
    output: &'o mut dyn Write,
    /// Whether a line says that the search at work is to stop.
    is_stop: fn(&str) -> bool,
    /// Lines that came during a search and wait for its end.
    waiting: VecDeque<(String, Instant)>,
    /// Whether the input is at its end.
    ended: bool,
    /// Whether the search at work was told to stop.
    stopped: bool,
    /// Whether the engine was told to quit.
    quit: bool,
    /// Why nothing can be said any more.
    broken: Option<io::Error>,
}

fn is_go(line: &str) -> bool {
    line.split_whitespace().next() == Some("go")
}

/// Reads lines of at most so many bytes in a thread, and has the conversation with them.
///
/// # Errors
/// If an answer cannot be written; that nobody reads any more is an end like others.
pub fn converse<'o, R: Read + Send + 'static>(
    input: R,
    most_bytes: usize,
    output: &'o mut dyn Write,
    is_stop: fn(&str) -> bool,
    conversation: impl FnOnce(Talk<'o>) -> io::Result<()>,
) -> io::Result<()> {
    let (heard, received) = mpsc::channel();
    std::thread::spawn(move || {
        lines::read(input, most_bytes, |it| {
            // Where nobody listens any more there is nothing left to do.
            let _ = heard.send(it);
        });
    });
    conversation(Talk::new(received, output, is_stop)).or_else(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}

impl<'o> Talk<'o> {
    fn new(
        received: Receiver<Heard>,
        output: &'o mut dyn Write,
        is_stop: fn(&str) -> bool,
    ) -> Talk<'o> {
        Talk {
            received,
            output,
            is_stop,
            waiting: VecDeque::new(),
            ended: false,
            stopped: false,
            quit: false,
            broken: None,
        }
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        if self.broken.is_none() {
            let said = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
            self.broken = said.err();
        }
    }

    /// Tells people something, in a line that programs show or pass over. It is made one line, of a length that can
    /// be read.
    pub fn tell(&mut self, text: &str) {
        const MOST: usize = 400;
        let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = line.char_indices().nth(MOST) {
            line.truncate(end);
            line.push('…');
        }
        self.say(&format!("info string {line}"));
    }

    /// Writes a certificate to the file where an option wants it, its folder too, and tells its name or what went wrong.
    /// The file is there as a whole or not at all.
    pub fn keep(&mut self, option: &str, file: &Path, certificate: &[u8]) {
        let part = file.with_extension("part");
        let written = std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))
            .and_then(|()| std::fs::write(&part, certificate))
            .and_then(|()| std::fs::rename(&part, file));
        let file = file.display();
        match written {
            Ok(()) => self.tell(&format!("proof {file}")),
            Err(error) => self.tell(&format!("{option}: expected to write {file}, got: {error}")),
        }
    }

    /// The next line to obey; `None` at the end of the conversation.
    pub fn next(&mut self) -> Option<(String, Instant)> {
        self.stopped = false;
        if self.quit || self.broken.is_some() {
            return None;
        }
        if let Some(line) = self.waiting.pop_front() {
            return Some(line);
        }
        match self.received.recv() {
            _ if self.ended => None,
            Ok(Heard::Line { text, came }) => Some((text, came)),
            Ok(Heard::End) | Err(_) => None,
        }
    }

    /// Hears what has come meanwhile; whether the search is to stop.
    pub fn interrupted(&mut self) -> bool {
        while let Ok(heard) = self.received.try_recv() {
            self.hear(heard);
        }
        // Lines that came during an earlier search may stop this one.
        let this = self.waiting.iter().take_while(|it| !is_go(&it.0));
        if let Some(at) = this.map(|it| it.0.as_str()).position(self.is_stop) {
            self.waiting.remove(at);
            self.stopped = true;
        }
        self.stopped || self.quit || self.broken.is_some()
    }

    /// Waits until the search is told to stop, or nobody is there to tell it.
    pub fn wait_for_stop(&mut self) {
        while !self.interrupted() && !self.is_forgotten() {
            // (What comes is heard, and then looked at above.)
            match self.received.recv() {
                Ok(heard) => self.hear(heard),
                Err(_) => self.ended = true,
            }
        }
    }

    /// Whether nobody waits for the end of a search that has none: the input is at its end, or another search is
    /// asked for.
    pub fn is_forgotten(&self) -> bool {
        self.ended || self.waiting.iter().any(|it| is_go(&it.0))
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Line { text, came } => match text.as_str() {
                "isready" => self.say("readyok"),
                "quit" => self.quit = true,
                _ => self.waiting.push_back((text, came)),
            },
            Heard::End => self.ended = true,
        }
    }

    /// Ends the conversation.
    pub fn finish(self) -> io::Result<()> {
        self.broken.map_or(Ok(()), Err)
    }
}
