//! `kill -9` at random moments: is the answer the same, and what does it cost?
//!
//! A program solves one position without being disturbed, or builds a game's tables. Then it does so again, once for each
//! moment: it is killed there and begun anew with the same checkpoints until it ends by itself. At last it
//! is killed at all the moments of one run, one after the other. Whatever happens, the last line and the
//! certificate, or the tables, must be those of the run that nothing disturbed; the time beyond its time is the cost.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use quod_game::testkit::Rng;

/// What the program does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// It solves a position.
    Solve,
    /// It builds tables.
    Build,
}

/// What a run says that ended by itself, and the files that it made.
#[derive(PartialEq, Eq)]
struct Ended {
    last_line: String,
    files: Vec<(OsString, Vec<u8>)>,
}

impl Ended {
    fn bytes(&self) -> usize {
        self.files.iter().map(|it| it.1.len()).sum()
    }
}

/// A job in a directory of its own.
struct Job<'a> {
    work: Work,
    program: &'a Path,
    arguments: &'a [String],
    directory: tempfile::TempDir,
}

impl<'a> Job<'a> {
    fn new(work: Work, program: &'a Path, arguments: &'a [String]) -> Result<Job<'a>> {
        Ok(Job { work, program, arguments, directory: tempfile::tempdir()? })
    }

    /// Begins the program, or begins it anew.
    fn begin(&self) -> Result<Child> {
        let at = |name: &str| self.directory.path().join(name);
        let mut command = Command::new(self.program);
        match self.work {
            Work::Solve => command
                .arg("solve")
                .args(self.arguments)
                .arg("--checkpoint")
                .arg(at("checkpoints"))
                .arg("--out")
                .arg(at("proof.quod")),
            Work::Build => {
                command.args(["table", "build"]).args(self.arguments).arg("--dir").arg(at("tables"))
            }
        };
        Ok(command.arg("--quiet").stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?)
    }

    /// Waits for the end of a run.
    fn end(&self, child: Child) -> Result<Ended> {
        let output = child.wait_with_output()?;
        let said = String::from_utf8(output.stdout)?;
        ensure!(output.status.success(), "the program failed: {said}");
        let last_line = said.lines().last().context("a last line")?;
        let place = self.directory.path();
        let last_line = last_line.replace(&*place.to_string_lossy(), "DIR");
        let mut files = Vec::new();
        match self.work {
            Work::Solve => files.push(("proof.quod".into(), fs::read(place.join("proof.quod"))?)),
            Work::Build => {
                for entry in fs::read_dir(place.join("tables"))? {
                    let entry = entry?;
                    files.push((entry.file_name(), fs::read(entry.path())?));
                }
            }
        }
        files.sort();
        Ok(Ended { last_line, files })
    }

    /// Lets the program run for a while and kills it; false if it ended before.
    fn kill_after(&self, child: &mut Child, time: Duration) -> Result<bool> {
        let begun = Instant::now();
        while begun.elapsed() < time {
            if child.try_wait()?.is_some() {
                return Ok(false);
            }
            let left = time.saturating_sub(begun.elapsed());
            std::thread::sleep(left.min(Duration::from_millis(5)));
        }
        // On Unix this is SIGKILL, which no program can catch.
        child.kill()?;
        child.wait()?;
        Ok(true)
    }
}

/// Works undisturbed, then with `times` kills, each in a run of its own, then with all in one run.
pub fn print(
    work: Work,
    program: &Path,
    arguments: &[String],
    times: usize,
    seed: u64,
) -> Result<()> {
    let job = Job::new(work, program, arguments)?;
    let begun = Instant::now();
    let expected = job.end(job.begin()?)?;
    let alone = begun.elapsed();
    println!("{}", expected.last_line);
    println!("undisturbed: {:.1} s, {} bytes", alone.as_secs_f64(), expected.bytes());
    let mut rng = Rng::new(seed);
    let mut moments: Vec<Duration> =
        (0..times).map(|_| alone.mul_f64(rng.below(1_000_000) as f64 / 1e6)).collect();
    moments.sort();
    println!("| killed after, s | whole, s | more, s |");
    println!("|--:|--:|--:|");
    let mut costs = Vec::new();
    for &moment in &moments {
        let job = Job::new(work, program, arguments)?;
        let begun = Instant::now();
        let mut child = job.begin()?;
        if job.kill_after(&mut child, moment)? {
            child = job.begin()?;
        }
        ensure!(job.end(child)? == expected, "another answer after a kill at {moment:?}");
        let whole = begun.elapsed().as_secs_f64();
        let more = whole - alone.as_secs_f64();
        costs.push(more);
        println!("| {:.2} | {whole:.1} | {more:.1} |", moment.as_secs_f64());
    }
    costs.sort_by(f64::total_cmp);
    println!("the median costs {:.1} s more", costs[costs.len() / 2]);
    let job = Job::new(work, program, arguments)?;
    let begun = Instant::now();
    let mut last = Duration::ZERO;
    let mut kills = 0;
    let mut child = job.begin()?;
    for moment in moments {
        if !job.kill_after(&mut child, moment - last)? {
            break;
        }
        last = moment;
        kills += 1;
        child = job.begin()?;
    }
    ensure!(job.end(child)? == expected, "another answer after {kills} kills");
    println!("{kills} kills in one run: {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}
