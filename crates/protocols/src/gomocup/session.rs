//! A conversation: commands are obeyed one after the other, each with its one answer.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

use quod_engine::{Chosen, Source};
use quod_game::Move;
use quod_in_a_row::gomoku::{Field, Setting, quick_move};
use quod_rules::Rule;

use super::book::Book;
use super::command::{self, Command, Place};
use super::limits::Info;
use super::swap2;
use super::table::{Owner, SIZES, Table};
use super::thinker::{Event, Job, Thinker};

/// A command that goes over several lines.
#[derive(Debug)]
struct Open {
    swap2: bool,
    /// When it began: its time counts from there.
    came: Instant,
    stones: Vec<(Owner, Place)>,
    /// The first thing that was wrong with a line.
    problem: Option<String>,
}

/// One conversation.
pub struct Session<'b, W> {
    book: &'b mut dyn Book,
    events: Receiver<Event>,
    output: W,
    thinker: Thinker,
    info: Info,
    table: Option<Table>,
    open: Option<Open>,
    /// Lines that came while the brain thought.
    waiting: VecDeque<(String, Instant)>,
    /// When the last thought ended. What was sent before it is not late for that.
    free: Instant,
    ended: bool,
}

impl<'b, W: Write> Session<'b, W> {
    pub fn new(
        events: Sender<Event>,
        received: Receiver<Event>,
        output: W,
        book: &'b mut dyn Book,
    ) -> Session<'b, W> {
        Session {
            book,
            events: received,
            output,
            thinker: Thinker::start(events),
            info: Info::default(),
            table: None,
            open: None,
            waiting: VecDeque::new(),
            free: Instant::now(),
            ended: false,
        }
    }

    /// Obeys until the end.
    pub fn run(mut self) -> io::Result<()> {
        loop {
            let line = match self.waiting.pop_front() {
                Some(line) => line,
                None if self.ended => return Ok(()),
                None => match self.events.recv() {
                    Ok(Event::Line { text, came }) => (text, came),
                    Ok(Event::InputEnds) | Err(_) => return Ok(()),
                    Ok(Event::Found { .. } | Event::Done { .. }) => continue,
                },
            };
            match command::read(&line.0) {
                Command::End => return Ok(()),
                command => self.obey(command, &line.0, line.1)?,
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// The answer of a command that succeeds with `OK` or fails.
    fn answer(&mut self, result: Result<(), String>) -> io::Result<()> {
        match result {
            Ok(()) => self.say("OK"),
            Err(problem) => self.say(&format!("ERROR {problem}")),
        }
    }

    fn obey(&mut self, command: Command, line: &str, came: Instant) -> io::Result<()> {
        if let Some(open) = &mut self.open {
            match command {
                Command::Start(..) | Command::Restart => self.open = None,
                Command::Info(..) | Command::About | Command::Done => {}
                _ => {
                    open.line(line);
                    return Ok(());
                }
            }
        }
        match command {
            Command::Start(width, height) => {
                let result = self.start(width, height);
                self.answer(result)
            }
            Command::Restart => {
                let result = self.seated().map(|table| *table = Table::new(table.size()));
                if result.is_ok() {
                    self.info.restart();
                }
                self.answer(result)
            }
            Command::TakeBack(place) => {
                let result = self.seated().and_then(|table| table.take(place));
                self.answer(result)
            }
            Command::Begin => {
                let result = self.seated().and_then(|table| match table.is_empty() {
                    true => Ok(table.clone()),
                    false => Err("expected an empty board for BEGIN".to_string()),
                });
                self.move_on(result, came)
            }
            Command::Turn(place) => {
                let result = self.seated().and_then(|table| {
                    let mut table = table.clone();
                    table.put(Owner::Other, place).map(|()| table)
                });
                self.move_on(result, came)
            }
            Command::Play(place) => {
                match self.seated().and_then(|table| table.put(Owner::Own, place)) {
                    Ok(()) => self.say(&format!("{},{}", place.0, place.1)),
                    problem => self.answer(problem),
                }
            }
            Command::Board | Command::Swap2Board => match self.seated() {
                Ok(_) => {
                    let swap2 = command == Command::Swap2Board;
                    self.open = Some(Open { swap2, came, stones: Vec::new(), problem: None });
                    Ok(())
                }
                Err(problem) => self.answer(Err(problem)),
            },
            Command::Done => match self.open.take() {
                Some(open) => self.close(open),
                None => self.answer(Err("expected BOARD or SWAP2BOARD before DONE".to_string())),
            },
            Command::Info(key, value) => {
                self.info.tell(&key, &value);
                Ok(())
            }
            Command::About => self.say(concat!(
                "name=\"Quod\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"the Quod project\", country=\"\""
            )),
            Command::Bad(expected) => self.answer(Err(expected.to_string())),
            Command::Unknown => self.say("UNKNOWN command"),
            Command::End => Ok(()),
        }
    }

    fn start(&mut self, width: usize, height: usize) -> Result<(), String> {
        if width != height {
            return Err(format!("expected a square board, got {width} by {height}"));
        }
        if !SIZES.contains(&width) {
            let (least, most) = (SIZES.start(), SIZES.end());
            return Err(format!("expected a board of {least} to {most} rows, got {width}"));
        }
        self.table = Some(Table::new(width));
        self.info.restart();
        // What is made once is made now, where no time is counted.
        let _ = [Rule::Freestyle, Rule::Standard].map(|rule| Field::new(width, rule));
        Ok(())
    }

    /// The table, once a game was started.
    fn seated(&mut self) -> Result<&mut Table, String> {
        self.table.as_mut().ok_or_else(|| "expected START first".to_string())
    }

    /// Moves on a table, which from then on is the one; unless something was wrong before.
    fn move_on(&mut self, table: Result<Table, String>, came: Instant) -> io::Result<()> {
        let asked = table.and_then(|table| {
            let setting = table.setting(self.rule()?)?;
            Ok((table, setting))
        });
        let (mut table, setting) = match asked {
            Ok(asked) => asked,
            Err(problem) => return self.answer(Err(problem)),
        };
        let known = table.record(setting.rule).and_then(|record| self.book.next(&record));
        let cell = match known {
            Some(cell) => {
                self.say("MESSAGE I follow the book")?;
                Some(cell)
            }
            None => self.think(setting, came)?.map(|chosen| chosen.mv.0 as u16),
        };
        let Some(cell) = cell else {
            return self.answer(Err("there is no legal move".to_string()));
        };
        table.put_own(cell);
        let text = table.text(cell);
        self.table = Some(table);
        self.say(&text)
    }

    /// The rule of play; or what an `INFO` asked that cannot be.
    fn rule(&self) -> Result<Rule, String> {
        self.info.table()?;
        self.info.rule()
    }

    /// Ends `BOARD` or `SWAP2BOARD`.
    fn close(&mut self, open: Open) -> io::Result<()> {
        if let Some(problem) = open.problem {
            return self.answer(Err(problem));
        }
        let mut table = Table::new(self.table.as_ref().map_or(*SIZES.end(), Table::size));
        let put = |&(owner, place): &(Owner, Place)| table.put(owner, place);
        if let Err(problem) = open.stones.iter().try_for_each(put) {
            return self.answer(Err(problem));
        }
        if open.swap2 {
            return self.bargain(&table, open.came);
        }
        self.move_on(Ok(table), open.came)
    }

    /// Answers `SWAP2BOARD`. What is agreed on comes back as `BOARD`; so the table stays as it was.
    fn bargain(&mut self, table: &Table, came: Instant) -> io::Result<()> {
        let number = table.cells().count();
        if number == 0 {
            return self.say(&swap2::offer(table.size()));
        }
        if number != 3 && number != 5 {
            let problem = format!("expected 0, 3 or 5 stones for SWAP2BOARD, got {number}");
            return self.answer(Err(problem));
        }
        let cells: Vec<u16> = table.cells().collect();
        let setting = match self.rule() {
            Ok(rule) => swap2::question(table.size(), rule, &cells),
            Err(problem) => return self.answer(Err(problem)),
        };
        match self.think(setting, came)? {
            Some(chosen) if chosen.score >= 0 => self.say(&table.text(chosen.mv.0 as u16)),
            _ => self.say("SWAP"),
        }
    }

    /// The best move found in the time there is, which runs since `came`.
    fn think(&mut self, setting: Setting, came: Instant) -> io::Result<Option<Chosen>> {
        let came = came.max(self.free);
        let (time, limits) = (self.info.time(), self.info.limits());
        let Some(cell) = quick_move(&setting) else { return Ok(None) };
        let mv = Move(cell.into());
        let mut best = Chosen { mv, score: 0, depth: 0, nodes: 0, source: Source::Only };
        let table = self.info.table().unwrap_or_default();
        let number = self.thinker.ask(Job { setting, limits, table, came, enough: time.enough });
        loop {
            let left = time.most.saturating_sub(came.elapsed());
            match self.events.recv_timeout(left) {
                Ok(Event::Found { job, chosen }) if job == number => best = chosen,
                Ok(Event::Done { job }) if job == number => break,
                Ok(Event::Found { .. } | Event::Done { .. }) => {}
                Ok(Event::Line { text, came }) => {
                    if command::read(&text) == Command::End {
                        self.waiting.clear();
                        self.ended = true;
                        break;
                    }
                    self.waiting.push_back((text, came));
                }
                Ok(Event::InputEnds) => self.ended = true,
                Err(_) => break,
            }
        }
        self.thinker.stop();
        self.info.spend(came.elapsed(), time.most);
        self.free = Instant::now();
        self.tell(&best)?;
        Ok(Some(best))
    }

    /// Says what was thought, in a way that managers show or pass over.
    fn tell(&mut self, chosen: &Chosen) -> io::Result<()> {
        let Chosen { score, depth, nodes, .. } = chosen;
        match chosen.source {
            Source::Fours => self.say("MESSAGE I win by fours"),
            Source::Threats => self.say("MESSAGE I win by fours and threes"),
            Source::Estimate(_) => {
                self.say(&format!("DEBUG depth {depth} score {score} nodes {nodes}"))
            }
            _ => Ok(()),
        }
    }
}

impl Open {
    /// Takes a line of stones.
    fn line(&mut self, line: &str) {
        let stone = match self.swap2 {
            true => command::place(line).map(|place| (Owner::Own, place)),
            false => line.rsplit_once(',').and_then(|(place, owner)| {
                let owner = match owner.trim() {
                    "1" => Owner::Own,
                    "2" => Owner::Other,
                    _ => return None,
                };
                Some((owner, command::place(place)?))
            }),
        };
        match stone {
            // More stones than there are squares are wrong at the first that is there twice.
            Some(_) if self.stones.len() > SIZES.end() * SIZES.end() => {}
            Some(stone) => self.stones.push(stone),
            None => {
                let form = if self.swap2 { "x,y" } else { "x,y,1 or x,y,2" };
                let start: String = line.chars().take(40).collect();
                let problem = format!("expected {form} or DONE, got {start}");
                self.problem.get_or_insert(problem);
            }
        }
    }
}
