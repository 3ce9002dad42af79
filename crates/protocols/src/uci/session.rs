//! A conversation: commands are obeyed one after the other.

use std::io;
use std::time::Instant;

use quod_solve::AnyGame;

use super::command::{self, Command, Go};
use super::hunt::Hunt;
use super::options::{self, Options};
use super::table::Table;
use super::talk::Talk;

/// One conversation.
pub struct Session<'o> {
    talk: Talk<'o>,
    games: Vec<AnyGame>,
    options: Options,
    table: Table,
}

impl<'o> Session<'o> {
    pub fn new(talk: Talk<'o>, games: Vec<AnyGame>) -> Session<'o> {
        let table = Table::new(&games[0]);
        Session { talk, games, options: Options::default(), table }
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
            Command::Uci => {
                self.talk.say(concat!("id name Quod ", env!("CARGO_PKG_VERSION")));
                self.talk.say("id author the Quod project");
                options::lines(&self.games).iter().for_each(|it| self.talk.say(it));
                self.talk.say("uciok");
            }
            Command::IsReady => self.talk.say("readyok"),
            Command::NewGame => self.table = Table::new(self.game()),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { fen, moves } => {
                let chess960 = self.options.chess960;
                match Table::set(self.game(), chess960, fen.as_deref(), &moves) {
                    Ok(table) => self.table = table,
                    Err(problem) => self.talk.tell(&problem),
                }
            }
            Command::Go(go) => self.go(go, came),
            Command::Nothing | Command::Quit => {}
            Command::Bad(problem) => self.talk.tell(&problem),
            Command::Unknown => self.talk.tell(&format!("unknown command: {line}")),
        }
    }

    fn game(&self) -> &AnyGame {
        &self.games[self.options.game]
    }

    fn set(&mut self, name: &str, value: &str) {
        let before = self.options.game;
        if let Err(problem) = self.options.set(&self.games, name, value) {
            self.talk.tell(&problem);
        }
        if self.options.game != before {
            self.table = Table::new(self.game());
        }
    }

    /// Searches. Whatever happens, one move is said, since interfaces wait for it.
    fn go(&mut self, go: Go, came: Instant) {
        go.problems.iter().for_each(|it| self.talk.tell(it));
        let hunt = Hunt::new(&mut self.talk, &self.options, &self.table, go, came);
        if let Err(error) = hunt.run() {
            self.talk.tell(&error.to_string());
            let legal = self.table.game().rules().legal_moves(self.table.here());
            let mv = legal.first().map_or("(none)".to_string(), |mv| {
                self.table.write_move(self.table.here(), *mv, self.options.chess960)
            });
            self.talk.say(&format!("bestmove {mv}"));
        }
    }
}
