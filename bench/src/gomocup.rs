//! A manager that plays games against a program over the real protocol, with a clock.
//!
//! The program is started anew for each game, as a process with two pipes. Games go over freestyle, standard and renju,
//! boards of 15 and 20 rows, limits of 100 to 500 milliseconds a move and 80 MB; they begin with a few stones at random near
//! the middle, given by `BOARD`, and either side may be the program's. The other side plays one of the three most
//! promising moves; in every fifth game it is a second process of the program. A move's time is what
//! passes between the writing of the command and the reading of the answer, so a busy machine
//! counts against the program. Moves are judged by the plain rules.

mod matches;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::Field;
use quod_rules::{InARow, Rule};

pub use matches::{Match, print as print_match};

/// The protocol's numbers of rules.
const RULES: [(u32, Rule); 3] = [(0, Rule::Freestyle), (1, Rule::Standard), (4, Rule::Renju)];

const LIMITS: [u64; 4] = [100, 200, 300, 500];
const MEMORY: u64 = 80 << 20;

/// A running program.
struct Brain {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    own: Player,
    begun: bool,
}

impl Brain {
    fn start(program: &Path, size: usize, rule: u32, limit: u64, own: Player) -> Result<Brain> {
        let mut process = Command::new(program)
            .args(["engine", "gomocup"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = process.stdin.take().context("a pipe")?;
        let output = BufReader::new(process.stdout.take().context("a pipe")?);
        let mut brain = Brain { process, input, output, own, begun: false };
        brain.send(&format!(
            "START {size}\r\nINFO timeout_turn {limit}\r\nINFO timeout_match 0\r\nINFO max_memory {MEMORY}\r\n\
             INFO game_type 2\r\nINFO rule {rule}\r\n"
        ))?;
        match brain.answer()?.as_str() {
            "OK" => Ok(brain),
            other => bail!("START: expected OK, got {other}"),
        }
    }

    fn send(&mut self, text: &str) -> Result<()> {
        self.input.write_all(text.as_bytes())?;
        Ok(self.input.flush()?)
    }

    fn answer(&mut self) -> Result<String> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the program has ended");
            }
            if !line.starts_with("DEBUG") && !line.starts_with("MESSAGE") {
                return Ok(line.trim_end().to_string());
            }
        }
    }

    /// Its move after these, a cell of the board, and how long it took.
    fn play(&mut self, size: usize, moves: &[usize]) -> Result<(usize, Duration)> {
        let place = |cell: usize| format!("{},{}", cell % size, cell / size);
        let text = match moves.last() {
            Some(&last) if self.begun => format!("TURN {}\r\n", place(last)),
            None => "BEGIN\r\n".to_string(),
            Some(_) => {
                let stone = |(turn, &cell): (usize, &usize)| {
                    let whose = if Player::BOTH[turn % 2] == self.own { 1 } else { 2 };
                    format!("{},{whose}\r\n", place(cell))
                };
                let stones: String = moves.iter().enumerate().map(stone).collect();
                format!("BOARD\r\n{stones}DONE\r\n")
            }
        };
        self.begun = true;
        let start = Instant::now();
        self.send(&text)?;
        let answer = self.answer()?;
        let time = start.elapsed();
        let place = answer.split_once(',').map(|(x, y)| (x.parse::<usize>(), y.parse::<usize>()));
        match place {
            Some((Ok(x), Ok(y))) if x < size => Ok((y * size + x, time)),
            _ => bail!("expected a move, got {answer}"),
        }
    }

    /// Ends the program; the most private memory it took, in bytes, where the system tells.
    fn end(mut self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let field = |name: &str| -> Option<u64> {
            let line =
                status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            line.trim().strip_suffix(" kB")?.trim().parse().ok()
        };
        let most = field("VmHWM").unwrap_or(0).saturating_sub(field("RssFile").unwrap_or(0));
        self.send("END\r\n")?;
        let code = self.process.wait()?;
        if !code.success() {
            bail!("the program ended with {code}");
        }
        Ok(most << 10)
    }
}

/// What was seen of the moves under one limit.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    moves: u32,
    late: u32,
    slowest: Duration,
    whole: Duration,
}

#[derive(Debug, Default)]
struct Tally {
    seen: [Seen; LIMITS.len()],
    illegal: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    memory: u64,
}

/// One game.
fn game(program: &Path, number: usize, rng: &mut Rng, tally: &mut Tally) -> Result<()> {
    let size = [15, 20][number % 2];
    let (code, rule) = RULES[number / 2 % 3];
    let limit = number / 6 % LIMITS.len();
    let own = Player::BOTH[number / 3 % 2];
    let both = number % 5 == 4;
    let rules = InARow::gomoku(size, rule, false)?;
    let mut brains: Vec<Brain> = Vec::new();
    for player in Player::BOTH.into_iter().filter(|&it| both || it == own) {
        brains.push(Brain::start(program, size, code, LIMITS[limit], player)?);
    }
    let (mut pos, mut field, mut moves) = (rules.start(), Field::new(size, rule), Vec::new());
    let opening = rng.below(6);
    let mut cells = Vec::new();
    while rules.outcome(&pos).is_none() {
        let mover = rules.to_move(&pos);
        let legal = rules.legal_moves(&pos);
        let brain = brains.iter_mut().find(|it| it.own == mover);
        let cell = match brain {
            _ if moves.len() < opening => {
                let middle = |rng: &mut Rng| size / 2 - 3 + rng.below(7);
                middle(rng) * size + middle(rng)
            }
            Some(brain) => {
                let played = brain.play(size, &moves);
                let (cell, time) = played.with_context(|| format!("game {number}"))?;
                let seen = &mut tally.seen[limit];
                seen.moves += 1;
                seen.whole += time;
                seen.slowest = seen.slowest.max(time);
                if time > Duration::from_millis(LIMITS[limit]) {
                    seen.late += 1;
                    eprintln!("game {number}: {time:?} of {} ms", LIMITS[limit]);
                }
                cell
            }
            None => {
                field.candidates(mover, &mut cells);
                let choice = if rng.below(3) == 0 { rng.below(3.min(cells.len())) } else { 0 };
                usize::from(cells[choice].1)
            }
        };
        let mut mv = Move(cell as u32);
        if !legal.contains(&mv) {
            let brains_turn = moves.len() >= opening && brains.iter().any(|it| it.own == mover);
            if brains_turn {
                tally.illegal += 1;
                eprintln!("game {number}: illegal move {cell}");
                break;
            }
            // A stone of the opening on another, or a forbidden one of the simple player's: anything legal.
            mv = legal[rng.below(legal.len())];
        }
        field.put(mover, mv.0 as u16);
        moves.push(mv.0 as usize);
        pos = rules.play(&pos, mv);
    }
    if !both {
        match rules.outcome(&pos).map(|it| it.winner) {
            Some(Some(winner)) if winner == own => tally.won += 1,
            Some(Some(_)) => tally.lost += 1,
            _ => tally.drawn += 1,
        }
    }
    for brain in brains {
        tally.memory = tally.memory.max(brain.end()?);
    }
    Ok(())
}

/// Plays so many games and prints what was seen.
pub fn print(program: &Path, games: usize) -> Result<()> {
    let (mut rng, mut tally) = (Rng::new(1), Tally::default());
    for number in 0..games {
        game(program, number, &mut rng, &mut tally)?;
        if (number + 1) % 20 == 0 {
            eprintln!("{} games", number + 1);
        }
    }
    for (limit, seen) in LIMITS.into_iter().zip(tally.seen) {
        println!(
            "{limit} ms a move: {} moves, {} late; {:.0} ms the slowest, {:.0} ms on average",
            seen.moves,
            seen.late,
            1e3 * seen.slowest.as_secs_f64(),
            1e3 * seen.whole.as_secs_f64() / f64::from(seen.moves.max(1)),
        );
    }
    println!(
        "{games} games, {} illegal moves; against the simple player {} won, {} drawn, {} lost; {:.1} MB of private memory at most, of {} allowed",
        tally.illegal,
        tally.won,
        tally.drawn,
        tally.lost,
        tally.memory as f64 / (1 << 20) as f64,
        MEMORY >> 20,
    );
    Ok(())
}
