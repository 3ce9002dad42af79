//! A conversation: commands are obeyed one after the other.

use std::io;
use std::time::Instant;

use quod_solve::AnyGame;

use super::command::{self, Command, Go};
use super::hunt::Hunt;
use super::options::{self, Options};
use super::table::Table;
use crate::talk::Talk;

/// One conversation.
pub struct Session<'o> {
    talk: Talk<'o>,
    games: Vec<AnyGame>,
    options: Options,
    /// What is on the board; after a position that was refused what was wrong with it, since a move for an older
    /// one would be taken for an answer to it.
    table: Result<Table, String>,
}

impl<'o> Session<'o> {
    pub fn new(talk: Talk<'o>, games: Vec<AnyGame>) -> Session<'o> {
        let table = Ok(Table::new(&games[0]));
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
            Command::NewGame => self.table = Ok(Table::new(self.game())),
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { fen, moves } => {
                let chess960 = self.options.chess960;
                self.place(Table::set(self.game(), chess960, fen.as_deref(), &moves));
            }
            Command::NoPosition(problem) => self.place(Err(problem)),
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
            self.table = Ok(Table::new(self.game()));
        }
    }

    fn place(&mut self, table: Result<Table, String>) {
        if let Err(problem) = &table {
            self.talk.tell(problem);
        }
        self.table = table;
    }

    /// Searches. Whatever happens, one move is said, or that there is none, since interfaces wait for it.
    fn go(&mut self, go: Go, came: Instant) {
        go.problems.iter().for_each(|it| self.talk.tell(it));
        let table = match &self.table {
            Ok(table) => table,
            Err(problem) => {
                self.talk.tell(&format!("there is no position to search: {problem}"));
                if go.infinite {
                    self.talk.wait_for_stop();
                }
                self.talk.say("bestmove (none)");
                return;
            }
        };
        let chess960 = self.options.chess960;
        let moves = match &go.search_moves {
            None => table.game().rules().legal_moves(table.here()),
            Some(texts) => {
                let mut moves = Vec::new();
                for text in texts {
                    match table.read_move(text, chess960) {
                        Some(mv) if moves.contains(&mv) => {}
                        Some(mv) => moves.push(mv),
                        None => {
                            let text: String = text.chars().take(20).collect();
                            self.talk.tell(&format!("expected a legal move, got \"{text}\""));
                        }
                    }
                }
                moves
            }
        };
        let hunt = Hunt::new(&mut self.talk, &self.options, table, go, came);
        if let Err(error) = hunt.run(&moves) {
            self.talk.tell(&error.to_string());
            let first = moves.first().map(|mv| table.write_move(table.here(), *mv, chess960));
            self.talk.say(&format!("bestmove {}", first.as_deref().unwrap_or("(none)")));
        }
    }
}
