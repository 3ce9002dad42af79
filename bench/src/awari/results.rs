//! Results by position and algorithm, kept in a file line by line so that an interrupted run goes on.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use quod_awari::Node;
use quod_awari::Values;
use quod_game::Game;

use super::rules;
use super::searches::{ALL, Algorithm, FOUR, Run, search};

/// Stones of the game.
pub const STONES: u8 = 48;

/// Nodes of the first attempt, which selects the positions.
pub const FIRST: u64 = 500_000;

/// Nodes of the second attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Counted nodes of alpha-beta; the thesis's limit is a quarter billion.
    pub counted: u64,
    /// Positions that alpha-beta visits, however few of them count.
    pub visited: u64,
    /// Nodes of the others.
    pub created: u64,
}

/// A search that was made: position, algorithm, and whether it was the second attempt.
pub type Key = (usize, Algorithm, bool);

/// All results so far.
pub struct Results {
    /// The positions in their order.
    pub positions: Vec<Node>,
    /// What was found.
    pub runs: BTreeMap<Key, Run>,
}

/// Reads the committed positions.
pub fn read_positions(path: &Path) -> Result<Vec<Node>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let read = |line: &str| {
        let pos = rules().parse_position(line)?;
        Ok(Node::new(&pos, pos.to_move))
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

fn line(key: Key, run: &Run) -> String {
    let wins = run.wins.map_or("-", |wins| if wins { "yes" } else { "no" });
    let attempt = 1 + u8::from(key.2);
    format!("{},{},{attempt},{wins},{},{},{}\n", key.0, key.1.name(), run.nodes, run.all, run.size)
}

fn parse(line: &str) -> Option<(Key, Run)> {
    let fields: Vec<&str> = line.split(',').collect();
    let [position, name, attempt, wins, nodes, all, size] = fields[..] else { return None };
    let wins = match wins {
        "yes" => Some(true),
        "no" => Some(false),
        "-" => None,
        _ => return None,
    };
    let number = |text: &str| text.parse::<u64>().ok();
    let key = (number(position)? as usize, Algorithm::named(name)?, number(attempt)? == 2);
    Some((key, Run { wins, nodes: number(nodes)?, all: number(all)?, size: number(size)? }))
}

impl Results {
    /// What a file has; a last line that was cut off is forgotten.
    pub fn read(positions: Vec<Node>, path: &Path) -> Result<Results> {
        let mut runs = BTreeMap::new();
        if path.exists() {
            let mut lines = Vec::new();
            for line in BufReader::new(File::open(path)?).lines() {
                lines.push(line?);
            }
            for (at, line) in lines.iter().enumerate() {
                match parse(line) {
                    Some((key, run)) => drop(runs.insert(key, run)),
                    None if at + 1 == lines.len() => {
                        let whole: String =
                            lines[..at].iter().map(|it| format!("{it}\n")).collect();
                        fs::write(path, whole)?;
                    }
                    None => bail!("{}, line {}: \"{line}\"", path.display(), at + 1),
                }
            }
        }
        Ok(Results { positions, runs })
    }

    /// Whether some of the four solved a position at the first attempt.
    pub fn is_selected(&self, position: usize) -> bool {
        FOUR.iter().any(|&it| self.first(position, it).is_some_and(|run| run.wins.is_some()))
    }

    fn first(&self, position: usize, algorithm: Algorithm) -> Option<&Run> {
        self.runs.get(&(position, algorithm, false))
    }

    /// An algorithm's last attempt at a position.
    pub fn last(&self, position: usize, algorithm: Algorithm) -> Option<&Run> {
        let second = self.runs.get(&(position, algorithm, true));
        second.or_else(|| self.first(position, algorithm))
    }

    /// Checks that no two algorithms disagree.
    pub fn check(&self) -> Result<()> {
        let mut answers: HashMap<usize, bool> = HashMap::new();
        for (&(position, algorithm, _), run) in &self.runs {
            let Some(wins) = run.wins else { continue };
            let known = *answers.entry(position).or_insert(wins);
            ensure!(known == wins, "position {position}: {} disagrees", algorithm.name());
        }
        Ok(())
    }

    /// Makes the searches of a list that are not in the file yet, on two threads.
    fn make(&mut self, endgames: &Values, path: &Path, keys: &[Key], retry: Retry) -> Result<()> {
        let limits = |key: &Key| match (key.2, FOUR[..2].contains(&key.1)) {
            (false, _) => (FIRST, u64::MAX),
            (true, true) => (retry.counted, retry.visited),
            (true, false) => (retry.created, u64::MAX),
        };
        // A search that was given up under a lower limit is made again.
        let made = |key: &Key| {
            let (limit, most) = limits(key);
            self.runs
                .get(key)
                .is_some_and(|run| run.wins.is_some() || run.nodes >= limit || run.all >= most)
        };
        let keys: Vec<Key> = keys.iter().filter(|key| !made(key)).copied().collect();
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let file = Mutex::new((file, Vec::new(), Ok(())));
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(&key) = keys.get(next.fetch_add(1, Relaxed)) {
                let root = self.positions[key.0];
                let (limit, most) = limits(&key);
                let run = search(key.1, endgames, root, limit, most);
                let mut file = file.lock().expect("no thread panics");
                let written = file.0.write_all(line(key, &run).as_bytes());
                file.1.push((key, run));
                if written.is_err() {
                    file.2 = written;
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(work);
            }
        });
        let (_, runs, written) = file.into_inner().expect("no thread panics");
        written.with_context(|| path.display().to_string())?;
        self.runs.extend(runs);
        Ok(())
    }

    /// All searches of the experiment, by the number of stones on the board: an interrupted run has done
    /// all of them with few stones, which are those that are solved.
    pub fn complete(&mut self, endgames: &Values, path: &Path, retry: Retry) -> Result<()> {
        for stones in 0..=u32::from(STONES) {
            let all: Vec<usize> = self.with_stones(stones).collect();
            if all.is_empty() {
                continue;
            }
            let keys = |positions: &[usize], list: &[Algorithm], second: bool| -> Vec<Key> {
                let of =
                    |&at: &usize| list.iter().map(move |&it| (at, it, second)).collect::<Vec<_>>();
                positions.iter().flat_map(of).collect()
            };
            self.make(endgames, path, &keys(&all, &FOUR, false), retry)?;
            let count = all.len();
            let selected: Vec<usize> = all.into_iter().filter(|&at| self.is_selected(at)).collect();
            self.make(endgames, path, &keys(&selected, &ALL[4..], false), retry)?;
            let again =
                |&(at, it, _): &Key| self.first(at, it).is_some_and(|run| run.wins.is_none());
            let list: Vec<Key> = keys(&selected, &ALL, true).into_iter().filter(again).collect();
            eprintln!(
                "{stones} stones: {} of {count} positions selected, {} searches again",
                selected.len(),
                list.len()
            );
            self.make(endgames, path, &list, retry)?;
        }
        self.check()
    }

    fn with_stones(&self, stones: u32) -> impl Iterator<Item = usize> {
        (0..self.positions.len()).filter(move |&at| self.positions[at].stones() == stones)
    }

    /// Whether a position has been through the whole experiment.
    fn is_done(&self, at: usize) -> bool {
        let first = |it: &Algorithm| self.first(at, *it).is_some();
        let solved = |it: &Algorithm| self.last(at, *it).is_some_and(|run| run.wins.is_some());
        let last = |it: &Algorithm| solved(it) || self.runs.contains_key(&(at, *it, true));
        FOUR.iter().all(first) && (!self.is_selected(at) || ALL.iter().all(last))
    }

    /// The most stones up to which all positions are done.
    pub fn done_stones(&self) -> u32 {
        let is_open = |at: &usize| !self.is_done(*at);
        let open = (0..self.positions.len()).filter(is_open).map(|at| self.positions[at].stones());
        open.min().map_or(STONES.into(), |least| least - 1)
    }
}
