//! `quod table` of a puzzle: its pattern database, one file in a directory.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use quod_puzzles::tiles::{Partition, Patterns as Tables};
use quod_puzzles::{AnyPuzzle, Patterns};
use serde_json::json;

use crate::drive::Driver;
use crate::memory;
use crate::output::{emit, tell, write_whole};
use crate::progress::{Progress, grouped};
use crate::table::asked::{Build, Command, Probe, Stats};

/// Runs `quod table` on a puzzle.
///
/// # Errors
/// If the puzzle has no pattern database, or the file is missing, damaged, another puzzle's, or cannot be
/// written.
pub fn table(puzzle: &dyn AnyPuzzle, command: &Command) -> anyhow::Result<ExitCode> {
    let patterns = patterns_of(puzzle)?;
    match command {
        Command::Build(args) => build(puzzle, patterns, args),
        Command::Stats(args) => stats(puzzle, patterns, args),
        Command::Probe(args) => probe(puzzle, args),
        Command::Verify(args) if args.from > 0 => Err(anyhow!(
            "--from: expected 0 for a puzzle, whose patterns have no layers, got {}",
            args.from
        )),
        Command::Verify(args) => verify(puzzle, patterns, &args.tables),
    }
}

fn patterns_of(puzzle: &dyn AnyPuzzle) -> anyhow::Result<Patterns> {
    let none = || anyhow!("puzzle: expected one with patterns, got \"{}\"", puzzle.name());
    puzzle.patterns().ok_or_else(none)
}

/// The file in a directory.
fn file(puzzle: &dyn AnyPuzzle, directory: &Path) -> PathBuf {
    directory.join(format!("{}.patterns", puzzle.family().name))
}

/// The bytes of the file, if they are no more than so many.
fn bytes(
    puzzle: &dyn AnyPuzzle,
    directory: &Path,
    most: u64,
) -> anyhow::Result<(PathBuf, Vec<u8>)> {
    patterns_of(puzzle)?;
    let path = file(puzzle, directory);
    let bytes = super::read(&path, "a pattern database (see `quod table build`)", most)?;
    Ok((path, bytes))
}

/// The puzzle with the pattern database in a directory.
///
/// # Errors
/// If there is none, it is damaged or another puzzle's, or it does not fit so much memory.
pub fn load(
    puzzle: &dyn AnyPuzzle,
    directory: &Path,
    most: u64,
) -> anyhow::Result<Box<dyn AnyPuzzle>> {
    let (path, bytes) = bytes(puzzle, directory, most)?;
    puzzle.with_patterns(bytes).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// The tables in a directory.
fn read(puzzle: &dyn AnyPuzzle, patterns: Patterns, args: &Stats) -> anyhow::Result<Tables> {
    if args.layers.is_some() {
        bail!("--layers: expected none for a puzzle, got one");
    }
    let (path, bytes) = bytes(puzzle, &args.common.dir, u64::MAX)?;
    Tables::read(patterns.tiles, bytes).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// The partition that was asked for, or the usual one.
fn partition(patterns: Patterns, asked: Option<&str>) -> anyhow::Result<Partition> {
    let names: Vec<&str> = patterns.partitions.iter().map(|it| it.name).collect();
    let name = asked.unwrap_or(names[0]);
    let found = patterns.partitions.iter().find(|it| it.name == name);
    found
        .copied()
        .ok_or_else(|| anyhow!("--partition: expected {}, got \"{name}\"", names.join(" or ")))
}

/// Builds tables; nothing if it was interrupted.
fn make(patterns: Patterns, partition: Partition, quiet: bool, driver: &Driver) -> Option<Tables> {
    let mut build = Tables::build(patterns.tiles, partition);
    let mut group = usize::MAX;
    loop {
        let (at, _, _) = build.progress();
        if at != group && !quiet {
            group = at;
            tell(&format!("group {} of {}", group + 1, partition.groups.len()));
        }
        if driver.stopped().is_some() {
            return None;
        }
        if let Some(tables) = build.step() {
            return Some(tables);
        }
    }
}

fn build(puzzle: &dyn AnyPuzzle, patterns: Patterns, args: &Build) -> anyhow::Result<ExitCode> {
    if args.layers.is_some() {
        bail!("--layers: expected none for a puzzle, got one");
    }
    if args.position.is_some() {
        bail!("--position: expected none for a puzzle, got one");
    }
    let partition = partition(patterns, args.partition.as_deref())?;
    let (needed, most) = (partition.bytes_to_build(patterns.tiles), memory::share_of(args.memory));
    if needed > most {
        let megabytes = needed.div_ceil(1 << 20);
        bail!(
            "--memory: expected room for {megabytes}M, which {} needs, got {}M",
            partition.name,
            most >> 20
        );
    }
    let directory = &args.common.dir;
    std::fs::create_dir_all(directory).map_err(|error| {
        anyhow!("{}: expected a directory to write to, got: {error}", directory.display())
    })?;
    let path = file(puzzle, directory);
    crate::output::check_writable(&path)?;
    let driver = Driver::new(None, Progress::new(args.quiet, None))?;
    let Some(tables) = make(patterns, partition, args.quiet, &driver) else {
        emit("s UNKNOWN interrupted\n")?;
        return Ok(ExitCode::from(3));
    };
    write_whole(&path, |out| Ok(out.write_all(tables.bytes())?))?;
    let (name, bytes) = (puzzle.name(), tables.bytes().len());
    emit(&match args.common.json {
        true => {
            let (file, groups) = (path.display().to_string(), partition.name);
            format!(
                "{}\n",
                json!({"game": name, "partition": groups, "file": file, "bytes": bytes})
            )
        }
        false => {
            let bytes = grouped(bytes as u64);
            format!(
                "{bytes} bytes\ns BUILT {name} patterns {} in {}\n",
                partition.name,
                path.display()
            )
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

fn stats(puzzle: &dyn AnyPuzzle, patterns: Patterns, args: &Stats) -> anyhow::Result<ExitCode> {
    let tables = read(puzzle, patterns, args)?;
    let partition = tables.partition();
    let groups = partition.groups.iter().zip(tables.histograms());
    if args.common.json {
        let groups: Vec<_> =
            groups.map(|(tiles, counts)| json!({"tiles": tiles, "histogram": counts})).collect();
        let object = json!({"game": puzzle.name(), "partition": partition.name, "groups": groups});
        emit(&format!("{object}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{} patterns {}\n", puzzle.name(), partition.name);
    for (tiles, counts) in groups {
        let tiles: Vec<String> = tiles.iter().map(u8::to_string).collect();
        let all = grouped(counts.iter().sum());
        text += &format!("tiles {}: {all} placements\n", tiles.join(" "));
        for (moves, count) in counts.into_iter().enumerate().filter(|it| it.1 > 0) {
            text += &format!("  {moves:>4}  {}\n", grouped(count));
        }
    }
    emit(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn probe(puzzle: &dyn AnyPuzzle, args: &Probe) -> anyhow::Result<ExitCode> {
    let loaded = load(puzzle, &args.common.dir, u64::MAX)?;
    let position = loaded.position(&args.position)?;
    let bound = |name| loaded.estimate(name, &position);
    let (pattern, manhattan) = (bound("pattern")?, bound("manhattan")?);
    emit(&match args.common.json {
        true => {
            let object = json!({"game": puzzle.name(), "position": position, "pattern": pattern,
                "manhattan": manhattan});
            format!("{object}\n")
        }
        false => {
            let told = |it: Option<u32>| it.map_or("none".to_string(), |it| it.to_string());
            format!(
                "position     {position}\npattern      {} moves at least\nmanhattan    {} moves at least\n",
                told(pattern),
                told(manhattan)
            )
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the tables again and compares.
fn verify(puzzle: &dyn AnyPuzzle, patterns: Patterns, args: &Stats) -> anyhow::Result<ExitCode> {
    let tables = read(puzzle, patterns, args)?;
    let driver = Driver::new(None, Progress::new(true, None))?;
    let Some(again) = make(patterns, tables.partition(), true, &driver) else {
        emit("s UNKNOWN interrupted\n")?;
        return Ok(ExitCode::from(3));
    };
    let what = format!("{} patterns {}", puzzle.name(), tables.partition().name);
    let fault = tables.bytes().iter().zip(again.bytes()).position(|(one, other)| one != other);
    emit(&match args.common.json {
        true => {
            let fault = fault.map(|at| format!("byte {at}"));
            let object =
                json!({"verified": fault.is_none(), "game": puzzle.name(), "fault": fault});
            format!("{object}\n")
        }
        false => match fault {
            None => format!("s VERIFIED {what}\n"),
            Some(at) => format!("s REJECTED table at byte {at}\n"),
        },
    })?;
    Ok(ExitCode::from(u8::from(fault.is_some())))
}
