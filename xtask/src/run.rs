//! Starting other programs, some at once, and what each step took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};

use crate::inputs::is_untouched;

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_path_buf()
}

/// Runs a program in the root, and fails as it fails.
pub fn run(name: &str, args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    eprintln!("$ {name} {}", args.join(" "));
    let status = Command::new(name)
        .args(args)
        .envs(env.iter().copied())
        .current_dir(root())
        .status()
        .with_context(|| format!("cannot start {name}"))?;
    match status.success() {
        true => Ok(()),
        false => bail!("{name} {} failed", args.join(" ")),
    }
}

/// The cargo that runs this.
pub fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}

/// Runs cargo in the root.
pub fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    run(&cargo_program(), args, env)
}

/// Whether a program can be started and says its version.
pub fn is_there(name: &str, args: &[&str]) -> bool {
    Command::new(name).args(args).output().is_ok_and(|output| output.status.success())
}

/// The commit that is checked out, in hexadecimal digits; none without git.
pub fn commit() -> Option<String> {
    let mut git = Command::new("git");
    let output = git.args(["rev-parse", "HEAD"]).current_dir(root()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// The day of today in UTC, as `2026-01-31`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = date(since.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day, counted from 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    (year, month as u64 + 1, days + 1)
}

/// Does the work for each thing, in their order, for as many at once as there are cores. Returns what came
/// of it, in the same order.
pub fn at_once<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let cores = thread::available_parallelism().map_or(1, |it| it.get());
    thread::scope(|scope| {
        for _ in 0..cores.min(things.len()) {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(thing) = things.get(at)
                {
                    let result = work(thing);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|it| it.0);
    done.into_iter().map(|it| it.1).collect()
}

/// A program to run beside others.
pub struct Job {
    /// What is said of it.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// A larger number for a job that takes longer, for instance the bytes of its file.
    pub size: u64,
}

/// Runs programs in the root, as many at once as there are cores and the largest first, and prints what each
/// says when it ends. All are run; then it fails if one did. Returns their standard outputs, in the order of the jobs.
pub fn run_all(jobs: &[Job]) -> Result<Vec<String>> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(jobs[at].size));
    let results = at_once(&order, |&at| run_job(&jobs[at]));
    let mut outputs = vec![String::new(); jobs.len()];
    let mut failed = Vec::new();
    for (at, result) in order.into_iter().zip(results) {
        match result {
            Ok(output) => outputs[at] = output,
            Err(error) => failed.push(format!("{error:#}")),
        }
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(outputs)
}

/// Runs one program and prints what it says.
fn run_job(Job { name, words, .. }: &Job) -> Result<String> {
    let (program, arguments) = words.split_first().context("a job without a program")?;
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.with_context(|| format!("cannot start {program}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{name}\n{said}");
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(said)
}

/// What was skipped so far.
static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Says that something is left out because the machine lacks what it needs; told again at the end, and counted.
pub fn skip(what: &str) {
    println!("skipped: {what}");
    SKIPPED.lock().unwrap_or_else(PoisonError::into_inner).push(what.to_string());
}

/// What a step took: seconds of the clock, and seconds of the processor.
#[derive(Debug)]
pub struct Taken {
    /// The step's name.
    pub step: &'static str,
    /// Seconds of the clock.
    pub seconds: f64,
    /// Seconds of the processor, of all cores together.
    pub processor: f64,
}

/// Steps of a longer task.
#[derive(Default)]
pub struct Steps {
    /// What each step so far took, also one that failed.
    pub taken: Vec<Taken>,
    /// The step to begin with, until it is met; those before it are passed over.
    pub from: Option<String>,
    /// The files that have changed since a revision, if steps that do not look at them are to be left out.
    pub changed: Option<Vec<String>>,
}

impl Steps {
    /// Does one step.
    pub fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        if self.from.as_ref().is_some_and(|it| it != name) {
            return Ok(());
        }
        self.from = None;
        if self.changed.as_ref().is_some_and(|it| is_untouched(name, it)) {
            skip(&format!("{name}: nothing has changed that it looks at"));
            return Ok(());
        }
        let (start, before) = (Instant::now(), processor_seconds());
        let result = work().with_context(|| format!("step {name}"));
        let processor = processor_seconds() - before;
        self.taken.push(Taken { step: name, seconds: start.elapsed().as_secs_f64(), processor });
        result
    }

    /// Prints what each step took, and what was skipped.
    pub fn print(&self) {
        let total = |of: fn(&Taken) -> f64| self.taken.iter().map(of).sum();
        let sum = Taken {
            step: "all",
            seconds: total(|it| it.seconds),
            processor: total(|it| it.processor),
        };
        println!("{:20} {:>8} {:>12}", "step", "seconds", "processor s");
        for Taken { step, seconds, processor } in self.taken.iter().chain([&sum]) {
            println!("{step:20} {seconds:8.1} {processor:12.1}");
        }
        let skipped = SKIPPED.lock().unwrap_or_else(PoisonError::into_inner);
        println!("skipped: {}", skipped.len());
        skipped.iter().for_each(|what| println!("  {what}"));
    }
}

/// Seconds of the processor that this process and the programs that it has waited for have taken. 0
/// where the system does not tell.
pub fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program's name in brackets: state, ten other fields, then user and system ticks of a
    // hundredth of a second, our own and those of children.
    let after = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after.split(' ').skip(11).take(4).filter_map(|word| word.parse::<u64>().ok());
    ticks.sum::<u64>() as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_453), (2025, 12, 31));
    }

    #[test]
    fn what_is_done_at_once_comes_back_in_order() {
        let numbers: Vec<u64> = (0..100).collect();
        let squares: Vec<u64> = numbers.iter().map(|it| it * it).collect();
        assert_eq!(at_once(&numbers, |it| it * it), squares);
        assert_eq!(at_once(&[], |it: &u64| *it), [0; 0]);
    }

    #[test]
    fn steps_begin_at_the_one_that_is_named() {
        let mut steps = Steps { from: Some("two".to_string()), ..Steps::default() };
        for name in ["one", "two", "three"] {
            steps.step(name, || Ok(())).unwrap();
        }
        let taken: Vec<&str> = steps.taken.iter().map(|it| it.step).collect();
        assert_eq!(taken, ["two", "three"]);
        assert!(steps.from.is_none());
    }

    fn job(name: &str, script: &str, size: u64) -> Job {
        let words = ["sh", "-c", script].map(str::to_string).to_vec();
        Job { name: name.to_string(), words, size }
    }

    #[test]
    #[cfg(unix)]
    fn outputs_stand_in_the_order_of_the_jobs() {
        let jobs =
            [job("small", "echo a", 1), job("large", "echo b", 3), job("middle", "echo c", 2)];
        assert_eq!(run_all(&jobs).unwrap(), ["a\n", "b\n", "c\n"]);
    }

    #[test]
    #[cfg(unix)]
    fn every_job_that_fails_is_told() {
        let jobs =
            [job("one", "echo why >&2; exit 1", 1), job("two", ":", 1), job("three", "exit 2", 1)];
        let told = run_all(&jobs).unwrap_err().to_string();
        assert!(told.contains("one: why") && told.contains("three: "), "{told}");
        assert!(!told.contains("two"), "{told}");
    }

    #[test]
    fn a_step_whose_inputs_are_as_they_were_is_left_out() {
        let changed = Some(vec!["formal/Check.v".to_string()]);
        let mut steps = Steps { changed, ..Steps::default() };
        for name in ["tidy", "site", "proofs in Rocq"] {
            steps.step(name, || Ok(())).unwrap();
        }
        let taken: Vec<&str> = steps.taken.iter().map(|it| it.step).collect();
        assert_eq!(taken, ["tidy", "proofs in Rocq"]);
    }

    #[test]
    fn a_step_that_fails_is_in_the_table() {
        let mut steps = Steps::default();
        let told = steps.step("tidy", || bail!("a reason")).unwrap_err();
        assert_eq!(format!("{told:#}"), "step tidy: a reason");
        assert_eq!(steps.taken[0].step, "tidy");
    }
}
