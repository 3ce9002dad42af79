//! Mates from an EPD file: how many are proved in a time, with checked certificates.
//!
//! A line is a position and `bm #N`: the side to move mates within N moves, or is mated within −N where N is
//! negative. Each position is a session of its own, search, certificate and check together. Seconds are
//! those of the processor, which other programs on the machine disturb less than the clock; they are looked at between
//! steps of some milliseconds.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use quod_catalogue::Registry;
use quod_engine::Reason;
use quod_solve::{Answer, AnyGame, Job, drive};

use crate::measure::process_seconds;

/// What is asked of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Asked {
    /// Whether there is a mate within the number given.
    Given,
    /// In how many moves the mate is at the soonest.
    Soonest,
    /// The soonest mate, and of the position after the first move whether its side is mated in time.
    Both,
}

/// One position of a file.
struct Problem {
    fen: String,
    moves: i32,
}

fn read(path: &Path) -> Result<Vec<Problem>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let problem = |line: &str| {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let number = line.split("bm #").nth(1)?;
        let digits = number.find(|it: char| !it.is_ascii_digit() && it != '-');
        let moves = number[..digits.unwrap_or(number.len())].parse().ok()?;
        Some(Problem { fen: fen.join(" "), moves })
    };
    Ok(text.lines().filter_map(problem).collect())
}

/// An answer within the seconds, if there is one.
fn ask(game: &AnyGame, fen: &str, question: &str, engine: &str, seconds: f64) -> Result<Answer> {
    let job = Job {
        position: fen.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 30,
        ..Job::default()
    };
    let began = process_seconds();
    let mut session = game.solve(&job)?;
    drive(&mut session, &mut |_| (process_seconds() - began > seconds).then_some(Reason::Time))?;
    Ok(session.answer())
}

/// What came of the positions of one side.
#[derive(Default)]
struct Tally {
    positions: usize,
    proved: usize,
    /// Positions of which any mate was proved, and one as short as the file says.
    any: usize,
    short: usize,
    nodes: Vec<u64>,
    bytes: Vec<u64>,
}

impl Tally {
    fn take(&mut self, answer: &Answer, right: bool, n: i32) {
        self.positions += 1;
        let bound = answer.bounds.and_then(|[_, most]| most);
        let within = answer.mate.map(|it| it.moves as i32).or(bound);
        self.any += usize::from(within.is_some());
        self.short += usize::from(within.is_some_and(|it| it <= n));
        if right {
            self.proved += 1;
            self.nodes.push(answer.effort.nodes);
            self.bytes.push(answer.certificate.as_ref().map_or(0, Vec::len) as u64);
        }
    }

    fn print(&mut self, what: &str) {
        let median = |list: &mut Vec<u64>| {
            list.sort_unstable();
            list.get(list.len() / 2).copied().unwrap_or(0)
        };
        let share = 100.0 * self.proved as f64 / self.positions.max(1) as f64;
        println!(
            "{what}: {} of {} proved and checked ({share:.1} %), median {} nodes, {} bytes; most {} bytes",
            self.proved,
            self.positions,
            median(&mut self.nodes),
            median(&mut self.bytes),
            self.bytes.iter().max().unwrap_or(&0),
        );
        if self.any > 0 {
            let Tally { any, short, .. } = self;
            println!("{what}: some mate proved {any}, as short as told {short}");
        }
    }
}

/// Asks every `every`-th position of a file and prints what came of it.
pub fn print(path: &Path, asked: Asked, engine: &str, seconds: f64, every: usize) -> Result<()> {
    let game = Registry::builtin().open("chess")?;
    let (mut attacker, mut defender) = (Tally::default(), Tally::default());
    let (began, clock) = (process_seconds(), Instant::now());
    let mut open = Vec::new();
    for problem in read(path)?.iter().step_by(every) {
        let Problem { fen, moves } = problem;
        let (n, word) = (moves.abs(), if *moves > 0 { "mate" } else { "mated" });
        let question = match asked {
            Asked::Given => format!("{word}<={n}"),
            _ => word.to_string(),
        };
        let answer = ask(&game, fen, &question, engine, seconds)?;
        let mate = answer.mate.map_or(n, |it| it.moves as i32);
        let right = answer.verified && answer.reason.is_none() && mate <= n;
        ensure!(!answer.verified || answer.verdict.word() != "disproved", "{fen}: no {question}");
        if *moves > 0 { &mut attacker } else { &mut defender }.take(&answer, right, n);
        if !right {
            open.push(format!("{fen} {moves} {:?} {}", answer.reason, answer.effort.nodes));
        }
        if let (Asked::Both, Some(key)) = (asked, &answer.best_move) {
            let rules = game.rules();
            let pos = rules.parse_position(fen)?;
            let next = rules.play(&pos, rules.parse_move(&pos, key)?);
            let question = format!("mated<={}", mate - 1);
            let answer = ask(&game, &rules.position_text(&next), &question, engine, seconds)?;
            defender.take(&answer, answer.verified && answer.verdict.word() == "proved", n);
        }
    }
    attacker.print("attacker to move");
    defender.print("defender to move");
    let [processor, clock] = [process_seconds() - began, clock.elapsed().as_secs_f64()];
    println!("{processor:.1} s of the processor, {clock:.1} s by the clock");
    for line in open.iter().take(20) {
        println!("open: {line}");
    }
    Ok(())
}
