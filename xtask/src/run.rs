//! Starting other programs, and what each step took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail};

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

/// What was skipped so far.
static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Says that something is left out because the machine lacks what it needs; told again at the end, and counted.
pub fn skip(what: &str) {
    println!("skipped: {what}");
    SKIPPED.lock().unwrap_or_else(PoisonError::into_inner).push(what.to_string());
}

/// Steps of a longer task. When it is dropped it prints what was skipped, and what each took, also those before one that
/// failed.
#[derive(Default)]
pub struct Steps {
    taken: Vec<(&'static str, f64, f64)>,
}

impl Steps {
    /// Does one step.
    pub fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let (start, before) = (Instant::now(), processor_seconds());
        let result = work().with_context(|| format!("step {name}"));
        self.taken.push((name, start.elapsed().as_secs_f64(), processor_seconds() - before));
        result
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        let total = |of: fn(&(&str, f64, f64)) -> f64| self.taken.iter().map(of).sum();
        let sum = ("all", total(|it| it.1), total(|it| it.2));
        println!("{:20} {:>8} {:>12}", "step", "seconds", "processor s");
        for (name, seconds, processor) in self.taken.iter().chain([&sum]) {
            println!("{name:20} {seconds:8.1} {processor:12.1}");
        }
        let skipped = SKIPPED.lock().unwrap_or_else(PoisonError::into_inner);
        println!("skipped: {}", skipped.len());
        skipped.iter().for_each(|what| println!("  {what}"));
    }
}

/// Seconds of the processor that this process and the programs that it has waited for have taken. 0
/// where the system does not tell.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program's name in brackets: state, ten other fields, then user and system ticks of a
    // hundredth of a second, our own and those of children.
    let after = text.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after.split(' ').skip(11).take(4).filter_map(|word| word.parse::<u64>().ok());
    ticks.sum::<u64>() as f64 / 100.0
}
