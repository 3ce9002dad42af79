//! The other side of UCI: asks a chess engine, a program that somebody else wrote, what it thinks of a position.
//!
//! Such programs crash, fall silent, chatter without end and play moves that are none. A [`UciClient`] answers each of
//! that with one error, a [`UciFault`], that says what was asked, what was expected and what came:
//!
//! * Two threads stand between the engine and the caller. One writes, so that an engine that reads nothing cannot
//!   hold the caller up; one reads, through a channel of bounded length, so that an engine that writes without end
//!   fills no memory.
//! * Every answer is waited for until a deadline, however much comes in the meantime.
//! * Moves are compared with the legal ones that the caller names.
//!
//! When a client is dropped its engine is told to quit, and is ended if it does not.

mod analysis;

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use crate::lines::{self, Heard};
pub use analysis::{Analysis, Line, Score};

/// What is kept of a line that an engine writes.
const MOST_BYTES: usize = 1 << 14;
/// Lines that wait to be looked at.
const MOST_WAITING: usize = 1 << 10;
/// Time between two looks at whether the caller still wants the answer.
const GLANCE: Duration = Duration::from_millis(50);
/// Time that an engine has to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciFault {
    /// It cannot be started.
    Start {
        /// The program.
        program: String,
        /// What the system says.
        problem: String,
    },
    /// It ended.
    Ended {
        /// The command that it should have answered.
        asked: String,
        /// How it ended, as far as that is known, and its last line.
        how: String,
    },
    /// It did not answer in time.
    Silent {
        /// The command.
        asked: String,
        /// What was waited for.
        expected: String,
        /// Seconds.
        patience: Duration,
    },
    /// It said what makes no sense.
    Answer {
        /// The command.
        asked: String,
        /// What would have been right.
        expected: String,
        /// What it said.
        got: String,
    },
    /// The caller wants no answer any more.
    Stopped,
}

impl std::fmt::Display for UciFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UciFault::Start { program, problem } => {
                write!(f, "engine \"{program}\": expected a program to start, got: {problem}")
            }
            UciFault::Ended { asked, how } => {
                write!(f, "engine, asked \"{asked}\": expected an answer, got its end ({how})")
            }
            UciFault::Silent { asked, expected, patience } => {
                let seconds = patience.as_secs_f64();
                write!(
                    f,
                    "engine, asked \"{asked}\": expected {expected} within {seconds} s, got none"
                )
            }
            UciFault::Answer { asked, expected, got } => {
                write!(f, "engine, asked \"{asked}\": expected {expected}, got \"{got}\"")
            }
            UciFault::Stopped => write!(f, "engine: no answer is wanted any more"),
        }
    }
}

impl std::error::Error for UciFault {}

/// A conversation with an engine.
pub struct UciClient {
    child: Child,
    /// Lines to be written; `None` when the conversation is over.
    say: Option<Sender<String>>,
    heard: Receiver<Heard>,
    patience: Duration,
    name: String,
    options: Vec<String>,
    /// The last line that came.
    last: String,
}

impl UciClient {
    /// Starts an engine and asks who it is. Each answer is waited for as long as `patience` says.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer.
    pub fn start(
        program: &str,
        arguments: &[String],
        patience: Duration,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<UciClient, UciFault> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| UciFault::Start {
                program: program.to_string(),
                problem: error.to_string(),
            })?;
        let mut input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (say, to_say) = mpsc::channel::<String>();
        std::thread::spawn(move || {
            for line in to_say {
                // An engine that has gone is noticed by its silence.
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (hear, heard) = mpsc::sync_channel(MOST_WAITING);
        std::thread::spawn(move || {
            lines::read(output, MOST_BYTES, |it| {
                let _ = hear.send(it);
            });
        });
        let (name, last) = (program.to_string(), String::new());
        let mut client =
            UciClient { child, say: Some(say), heard, patience, name, options: Vec::new(), last };
        client.greet(go_on)?;
        Ok(client)
    }

    fn greet(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), UciFault> {
        let (mut name, mut options) = (None, Vec::new());
        self.ask("uci", "uciok", go_on, &mut |line| {
            if let Some(said) = line.strip_prefix("id name ") {
                name = Some(said.trim().to_string());
            }
            if let Some(said) = line.strip_prefix("option name ") {
                let end = said.find(" type ").unwrap_or(said.len());
                options.push(said[..end].trim().to_string());
            }
            Ok(())
        })?;
        self.name = name.unwrap_or_else(|| self.name.clone());
        self.options = options;
        Ok(())
    }

    /// How the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|it| it.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the engine has none of this name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), UciFault> {
        let command = format!("setoption name {name} value {value}");
        if !self.has_option(name) {
            return Err(UciFault::Answer {
                asked: command,
                expected: format!("one of its options ({})", self.options.join(", ")),
                got: name.to_string(),
            });
        }
        self.say(&command);
        Ok(())
    }

    /// What the engine thinks of a position. It is told that this is a new game, so that nothing depends on what was
    /// asked before.
    ///
    /// `position` is what stands behind the word in the command, `bound` what stands behind `go`, and `legal` has the
    /// legal moves; there is at least one.
    ///
    /// # Errors
    /// If it does not answer, or with a move that is not legal, or without a score.
    pub fn analyse(
        &mut self,
        position: &str,
        bound: &str,
        legal: &[String],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Analysis, UciFault> {
        self.say("ucinewgame");
        self.ask("isready", "readyok", go_on, &mut |_| Ok(()))?;
        self.say(&format!("position {position}"));
        let asked = format!("go {bound}");
        let bad = |expected: &str, got: &str| UciFault::Answer {
            asked: asked.clone(),
            expected: expected.to_string(),
            got: short(got),
        };
        let mut analysis = Analysis::default();
        let ended = self.ask(&asked, "bestmove", go_on, &mut |line| {
            analysis.hear(line, legal).map_err(|mv| bad("legal moves", &mv))
        })?;
        let best = ended.split_whitespace().nth(1).unwrap_or_default().to_lowercase();
        if !legal.contains(&best) {
            return Err(bad("a legal move", &ended));
        }
        match analysis.deepest() {
            None => Err(bad("a depth with a score and a move before the best move", &ended)),
            Some(_) => Ok(analysis),
        }
    }

    fn say(&mut self, line: &str) {
        if let Some(say) = &self.say {
            // As above: its silence tells.
            let _ = say.send(format!("{line}\n"));
        }
    }

    /// Sends a command and hands on every line until one begins with the word `expected`, which is returned.
    fn ask(
        &mut self,
        command: &str,
        expected: &str,
        go_on: &mut dyn FnMut() -> bool,
        hear: &mut dyn FnMut(&str) -> Result<(), UciFault>,
    ) -> Result<String, UciFault> {
        self.say(command);
        let deadline = Instant::now() + self.patience;
        loop {
            if !go_on() {
                return Err(UciFault::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(UciFault::Silent {
                    asked: command.to_string(),
                    expected: expected.to_string(),
                    patience: self.patience,
                });
            }
            match self.heard.recv_timeout(left.min(GLANCE)) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) | Ok(Heard::End) => {
                    let how = self.how();
                    // Ctrl-C on a terminal reaches the engine as well.
                    return Err(match go_on() {
                        true => UciFault::Ended { asked: command.to_string(), how },
                        false => UciFault::Stopped,
                    });
                }
                Ok(Heard::Line { text, .. }) => {
                    if text.split_whitespace().next() == Some(expected) {
                        return Ok(text);
                    }
                    hear(&text)?;
                    self.last = text;
                }
            }
        }
    }

    /// How it ended. Its output is closed; it may take a moment more until the system knows of its end.
    fn how(&mut self) -> String {
        let status = self.wait_until(Instant::now() + FAREWELL);
        let status = status.map_or("its output closed".to_string(), |it| it.to_string());
        match self.last.is_empty() {
            true => format!("{status}, without a line"),
            false => format!("{status}, after \"{}\"", short(&self.last)),
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        self.say("stop");
        self.say("quit");
        // The writing thread ends, and with it the engine's input.
        self.say = None;
        if self.wait_until(Instant::now() + FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The beginning of what an engine said, short enough to be said again.
fn short(text: &str) -> String {
    let start: String = text.chars().take(80).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}
