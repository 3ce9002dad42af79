//! Running a job or a check and measuring it.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use quod_catalogue::Registry;
use quod_cert::{Proof, read_packed};
use quod_check::Limits;
use quod_solve::{Answer, AnyGame, Job, Phase};

/// A finished job and the wall-clock seconds that it took, certificate and check included.
pub struct Run {
    pub answer: Answer,
    pub seconds: f64,
}

/// The job of a question with the default memory and no limit.
pub fn job(position: &str, question: &str, engine: &str) -> Job {
    Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 900 << 20,
        ..Job::default()
    }
}

/// Runs a job to its end.
pub fn solve(game: &AnyGame, job: &Job) -> Result<Run> {
    let start = Instant::now();
    let mut session = game.solve(job)?;
    while session.step(u64::MAX)? == Phase::Running {}
    let answer = session.answer();
    Ok(Run { answer, seconds: start.elapsed().as_secs_f64() })
}

/// Seconds that this thread has run: what other programs take does not count. 0 where the system
/// does not tell.
pub fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<u64>().ok());
    nanoseconds.unwrap_or(0) as f64 / 1e9
}

/// Seconds of the processor that all threads of this process have taken, those that have ended among
/// them. 0 where the system does not tell.
pub fn process_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program's name in brackets: state, ten other fields, then user and system ticks of
    // a hundredth of a second.
    let after = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok());
    ticks.sum::<u64>() as f64 / 100.0
}

/// Peak resident memory of this process in megabytes, where the system tells.
pub fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// The geometric mean of numbers with these logarithms, and its interval of 95 % (mean ± 2 standard errors);
/// of a single number the interval is that number.
pub fn interval(logarithms: &[f64]) -> (f64, f64, f64) {
    let n = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / n;
    let variance =
        logarithms.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let error = 2.0 * (variance / n).sqrt();
    (mean.exp(), (mean - error).exp(), (mean + error).exp())
}

/// Reads and checks a certificate file.
pub fn check_file(path: &Path) -> Result<()> {
    let start = Instant::now();
    let certificate =
        read_packed(&std::fs::read(path).with_context(|| path.display().to_string())?)?;
    let read = start.elapsed().as_secs_f64();
    let game = Registry::builtin().open(&certificate.head().game)?;
    let checked = game.check(&certificate, None, None, &Limits::default())?;
    let all = start.elapsed().as_secs_f64();
    println!("{}", checked.statement);
    println!("entries {}, units of work {}", checked.verified.entries, checked.verified.work);
    println!("read {read:.3} s, checked {all:.3} s, peak {:?} MB", peak_megabytes());
    Ok(())
}

/// Complains unless the answer is proved and verified.
pub fn expect_proved(answer: &Answer) -> Result<()> {
    match answer.verified && answer.statement.is_some() {
        true => Ok(()),
        false => bail!("{}: {:?} {:?}", answer.position, answer.verdict, answer.reason),
    }
}
