//! A conversation: commands are obeyed one after the other.

use std::io;
use std::time::Instant;

use super::Games;
use super::command::{self, Command, Go};
use super::hunt::Hunt;
use super::options::{self, Options};
use super::table::Table;
use crate::talk::Talk;

/// One conversation.
pub struct Session<'o> {
    talk: Talk<'o>,
    games: Games,
    options: Options,
    /// What is on the board; without a position what was wrong with the last, since an answer about an older one would be
    /// taken for an answer about it.
    table: Result<Table, String>,
}

impl<'o> Session<'o> {
    pub fn new(talk: Talk<'o>, games: Games) -> Session<'o> {
        Session { talk, games, options: Options::default(), table: Err(NONE.to_string()) }
    }

    /// Obeys until the end.
    pub fn run(mut self) -> io::Result<()> {
        while let Some((line, came)) = self.talk.next() {
            match command::read(&line) {
                Command::Quit => break,
                command => self.obey(command, &line, came),
            }
        }
        self.talk.finish()
    }

    fn obey(&mut self, command: Command, line: &str, came: Instant) {
        match command {
            Command::Usi => {
                self.talk.say(concat!("id name Quod ", env!("CARGO_PKG_VERSION")));
                self.talk.say("id author the Quod project");
                options::lines().iter().for_each(|it| self.talk.say(it));
                self.talk.say("usiok");
            }
            Command::IsReady => self.talk.say("readyok"),
            Command::NewGame => self.table = Err(NONE.to_string()),
            Command::SetOption { name, value } => {
                if let Err(problem) = self.options.set(&name, &value) {
                    self.talk.tell(&problem);
                }
            }
            Command::Position { sfen, moves } => {
                self.place(Table::set(&self.games, sfen.as_deref(), &moves));
            }
            Command::NoPosition(problem) => self.place(Err(problem)),
            Command::Mate(time) => self.mate(time, came),
            Command::NoMate(problem) => {
                self.talk.tell(&problem);
                self.talk.say("checkmate notimplemented");
            }
            Command::Go(go) => self.go(go, came),
            Command::Nothing | Command::Quit => {}
            Command::Bad(problem) => self.talk.tell(&problem),
            Command::Unknown => self.talk.tell(&format!("unknown command: {line}")),
        }
    }

    fn place(&mut self, table: Result<Table, String>) {
        if let Err(problem) = &table {
            self.talk.tell(problem);
        }
        self.table = table;
    }

    /// Searches for a mate. Whatever happens, there is an answer, since interfaces wait for it.
    fn mate(&mut self, time: Option<u64>, came: Instant) {
        let table = match &self.table {
            Ok(table) => table,
            Err(problem) => {
                self.talk.tell(&format!("there is no position to search: {problem}"));
                self.talk.say("checkmate notimplemented");
                return;
            }
        };
        let hunt = Hunt::new(&mut self.talk, &self.options, &self.games, table, came);
        if let Err(error) = hunt.checkmate(time) {
            self.talk.tell(&error.to_string());
            self.talk.say("checkmate timeout");
        }
    }

    /// The same for a move.
    fn go(&mut self, go: Go, came: Instant) {
        go.problems.iter().for_each(|it| self.talk.tell(it));
        let table = match &self.table {
            Ok(table) => table,
            Err(problem) => {
                self.talk.tell(&format!("there is no position to search: {problem}"));
                if go.infinite {
                    self.talk.wait_for_stop();
                }
                self.talk.say("bestmove resign");
                return;
            }
        };
        let hunt = Hunt::new(&mut self.talk, &self.options, &self.games, table, came);
        if let Err(error) = hunt.best_move(&go) {
            self.talk.tell(&error.to_string());
            self.talk.say("bestmove resign");
        }
    }
}

/// What is wrong before the first position.
const NONE: &str = "none was sent";
