//! `quod table`: the tables of a game, every position's value, layer by layer in a directory.

pub mod asked;

use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use quod_catalogue::{Opened, Registry};
use quod_check::TableFault;
use quod_engine::SolveError;
use quod_engine::tables::{LayerStats, TableDirectory, TableWork, Verification, value_in_words};
use quod_game::Distance;
use quod_solve::{Answer, AnyGame};
use quod_tables::{Directory, Event as TableEvent, Extent};
use serde_json::json;

use crate::drive::Driver;
use crate::output::{emit, tell};
use crate::progress::{Progress, grouped};
use crate::{memory, puzzle};
use asked::{Build, Command, Probe, Stats, To, Verify};

/// Runs the command.
///
/// # Errors
/// If the game has no tables, or a file is missing, damaged, of another game, or cannot be written.
pub fn run(registry: &Registry, command: &Command) -> anyhow::Result<ExitCode> {
    let (Command::Build(Build { common, .. })
    | Command::Stats(Stats { common, .. })
    | Command::Verify(Verify { tables: Stats { common, .. }, .. })
    | Command::Probe(Probe { common, .. })) = command;
    let game = match registry.open_any(&common.game)? {
        Opened::Puzzle(_) if common.distance.is_some() => {
            return Err(anyhow!(
                "--distance: expected none for a puzzle, whose tables are distances"
            ));
        }
        Opened::Puzzle(puzzle) => return puzzle::table(&*puzzle.0, command),
        Opened::Game(game) => game,
    };
    if let Command::Build(Build { partition: Some(partition), .. }) = command {
        return Err(anyhow!("--partition: expected none for a game, got \"{partition}\""));
    }
    let counting;
    let tables = match common.distance {
        None => tables_of(&game)?,
        Some(to) => {
            let distance = match to {
                To::Mate => Distance::ToMate,
                To::Conversion => Distance::ToConversion,
            };
            counting = tables_of(&game)?.counting(distance)?;
            &*counting
        }
    };
    match command {
        Command::Build(args) => build(tables, args),
        Command::Stats(args) => stats(tables, args),
        Command::Probe(args) => probe(tables, args),
        Command::Verify(args) => verify(tables, args),
    }
}

fn tables_of(game: &AnyGame) -> anyhow::Result<&dyn TableWork> {
    let none = || anyhow!("game: expected one with tables, got \"{}\"", game.name());
    game.tables().map(|it| &**it).ok_or_else(none)
}

/// A directory to read tables from.
///
/// # Errors
/// If there is none of this name.
pub fn existing(path: &Path) -> anyhow::Result<Directory> {
    let bad =
        |got: String| anyhow!("{}: expected a directory with tables, got {got}", path.display());
    match path.metadata() {
        Ok(it) if it.is_dir() => Directory::new(path).map_err(|error| bad(error.to_string())),
        Ok(_) => Err(bad("a file".to_string())),
        Err(error) => Err(bad(error.to_string())),
    }
}

/// The tables of an option `--tables`.
///
/// # Errors
/// As [`existing`].
pub fn given(path: Option<&Path>) -> anyhow::Result<Option<TableDirectory>> {
    Ok(path.map(existing).transpose()?.map(TableDirectory::new))
}

/// The most memory that a build may need for tables that are recommended.
const MOST_RECOMMENDED: u64 = 4 << 30;

/// The command that builds tables which know a position, if a usual machine can build them and they answer the
/// question.
pub fn that_know(game: &AnyGame, answer: &Answer) -> Option<String> {
    let tables = game.tables()?;
    if answer.asked.counts_moves() && tables.distance() != Distance::ToMate {
        return None;
    }
    let layer = tables.layer_of(&answer.position).ok()?;
    let memory = tables.least_memory(&Extent::For(vec![layer]));
    if memory > MOST_RECOMMENDED {
        return None;
    }
    // What the process needs besides, and the least that there is.
    let memory = match memory::share_of(1 << 30) {
        share if memory <= share => String::new(),
        _ => format!(" --memory {}M", (memory + memory / 8).div_ceil(1 << 20)),
    };
    let (name, position) = (game.name(), &answer.position);
    Some(format!("quod table build {name} --position \"{position}\" --dir DIR{memory}"))
}

/// Positions looked at and moves undone between two looks at the clock.
const STRIDE: u64 = 1 << 22;

fn build(tables: &dyn TableWork, args: &Build) -> anyhow::Result<ExitCode> {
    let most = memory::share_of(args.memory);
    let fits = |last: &u32| tables.memory(&Extent::UpTo(*last)) <= most;
    let highest = || (1..tables.layers()).take_while(fits).last().unwrap_or(0);
    let extent = match (&args.position, args.layers) {
        (Some(position), _) => Extent::For(vec![tables.layer_of(position)?]),
        (None, layers) => Extent::UpTo(layers.unwrap_or_else(highest)),
    };
    let last = extent.last();
    if last >= tables.layers() {
        let most = tables.layers() - 1;
        return Err(anyhow!("--layers: expected 0 to {most}, got \"{last}\""));
    }
    let needed = tables.least_memory(&extent);
    let layers = match extent {
        Extent::UpTo(_) => format!("layers 0 to {last}"),
        Extent::For(_) => format!("layer {last} and those it rests on"),
    };
    if needed > most {
        let megabytes = needed.div_ceil(1 << 20);
        return Err(anyhow!(
            "--memory: expected room for {megabytes}M, which {layers} need, got {}M",
            most >> 20
        ));
    }
    let path = &args.common.dir;
    let directory = Directory::new(path).map_err(|error| {
        anyhow!("{}: expected a directory to write to, got: {error}", path.display())
    })?;
    let driver = Driver::new(None, Progress::new(args.quiet, None))?;
    let mut build = tables.build(directory, &extent, args.threads.min(256) as usize, most)?;
    let mut written = Vec::new();
    let mut told = |event: TableEvent| {
        let line = match event {
            TableEvent::Found { layer } => format!("layer {layer}: there already"),
            TableEvent::Resumed { layer, threshold } => {
                format!("layer {layer}: going on below {threshold}")
            }
            TableEvent::Begun { layer, size } => {
                format!("layer {layer}: {} positions", grouped(size))
            }
            TableEvent::InPieces { layer, pieces } => {
                format!("layer {layer}: in {pieces} pieces, those not at work on the disk")
            }
            TableEvent::Threshold { layer, threshold } => format!("layer {layer}: at {threshold}"),
            TableEvent::Checkpoint { layer } => format!("layer {layer}: checkpoint"),
            TableEvent::Finished { layer, size, bytes, digest } => {
                written.push((layer, size, bytes, hex(&digest)));
                format!("layer {layer}: {} bytes", grouped(bytes))
            }
        };
        if !args.quiet {
            tell(&line);
        }
    };
    while !build.step(STRIDE, &mut told)? {
        if driver.stopped().is_some() {
            emit("s UNKNOWN interrupted\n")?;
            if !args.quiet {
                tell("unknown: interrupted; run the same command again to continue");
            }
            return Ok(ExitCode::from(3));
        }
    }
    drop(build);
    let done = format!("{} {layers} in {}", tables.title(), path.display());
    if args.common.json {
        let layers: Vec<_> = written
            .iter()
            .map(|(layer, positions, bytes, digest)| {
                json!({"layer": layer, "positions": positions, "bytes": bytes, "sha256": digest})
            })
            .collect();
        emit(&format!(
            "{}\n",
            json!({"game": tables.title(), "last_layer": last, "built": layers})
        ))?;
    } else {
        emit(&format!("s BUILT {done}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The directory and the highest layer that a subcommand is to read.
fn to_read(tables: &dyn TableWork, args: &Stats) -> anyhow::Result<(Directory, u32)> {
    let directory = existing(&args.common.dir)?;
    let last = match args.layers {
        Some(last) => last,
        None => tables.built(&directory)? - 1,
    };
    Ok((directory, last))
}

fn stats(tables: &dyn TableWork, args: &Stats) -> anyhow::Result<ExitCode> {
    let (directory, last) = to_read(tables, args)?;
    let all = tables.stats(&directory, last)?;
    if args.common.json {
        let layers: Vec<_> = all.iter().map(layer_json).collect();
        emit(&format!("{}\n", json!({"game": tables.title(), "layers": layers})))?;
    } else {
        let texts: String = all.iter().map(|it| layer_text(it, tables.distance())).collect();
        emit(&format!("{}\n{texts}", tables.title()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn layer_json(it: &LayerStats) -> serde_json::Value {
    let [wins, draws, losses] = it.win_draw_loss;
    let histogram: Vec<_> = it.histogram.iter().map(|(value, n)| json!([value, n])).collect();
    json!({
        "layer": it.layer,
        "positions": it.positions,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "histogram": histogram,
        "bytes": it.bytes,
        "sha256": hex(&it.digest),
    })
}

fn layer_text(it: &LayerStats, distance: Distance) -> String {
    let [wins, draws, losses] = it.win_draw_loss.map(grouped);
    let (layer, positions, bytes) = (it.layer, grouped(it.positions), grouped(it.bytes));
    let mut text = format!(
        "layer {layer}: {positions} positions, {wins} won, {draws} drawn, {losses} lost; {bytes} bytes\n"
    );
    for (value, n) in &it.histogram {
        let said = value_in_words((*value).into(), distance);
        text += &match distance {
            Distance::Unsaid => format!("  {said:>4}  {}\n", grouped(*n)),
            _ => format!("  {said:<13}  {}\n", grouped(*n)),
        };
    }
    text
}

fn probe(tables: &dyn TableWork, args: &Probe) -> anyhow::Result<ExitCode> {
    let it = tables.probe(&existing(&args.common.dir)?, &args.position)?;
    let counted = tables.distance() != Distance::Unsaid;
    let said = |value: i64| value_in_words(value, tables.distance());
    if args.common.json {
        // Where values count moves the words stand beside the number.
        let with_words = |mut object: serde_json::Value, value: i64| {
            if counted {
                object["outcome"] = said(value).into();
            }
            object
        };
        let of_move =
            |(mv, value): &(String, i64)| with_words(json!({"move": mv, "value": value}), *value);
        let moves: Vec<_> = it.moves.iter().map(of_move).collect();
        let object = json!({
            "game": tables.title(),
            "position": it.position,
            "layer": it.layer,
            "index": it.index,
            "value": it.value,
            "moves": moves,
        });
        let object = with_words(object, it.value);
        emit(&format!("{object}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("position     {}\n", it.position);
    text += &format!("layer        {}, index {}\n", it.layer, it.index);
    let whose = if counted { "" } else { " for the side to move" };
    text += &format!("value        {}{whose}\n", said(it.value));
    let width = it.moves.iter().map(|(mv, _)| mv.chars().count()).max().unwrap_or(0);
    for (mv, value) in &it.moves {
        text += &format!("move         {mv:<width$}  {}\n", said(*value));
    }
    emit(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn verify(tables: &dyn TableWork, args: &Verify) -> anyhow::Result<ExitCode> {
    let Verify { tables: args, from, threads } = args;
    let (directory, last) = to_read(tables, args)?;
    let asked =
        Verification { extent: Extent::UpTo(last), from: *from, threads: *threads as usize };
    let mut done = |layer, positions| {
        tell(&format!("layer {layer}: {} values shown", grouped(positions)));
    };
    let json = args.common.json;
    match tables.verify(&directory, &asked, &mut done) {
        Ok(digests) => {
            let layers = match digests.len() as u32 {
                n if *from > 0 => {
                    format!("{n} layers up to {last}, taking those below {from} as they are,")
                }
                n if n == last + 1 => format!("layers 0 to {last}"),
                n => format!("{n} layers up to {last}"),
            };
            let (title, digest) = (tables.title(), digests.last().map_or(String::new(), hex));
            emit(&match json {
                true => {
                    let object = json!({"verified": true, "game": title, "last_layer": last,
                        "from": from, "sha256": digest, "fault": null});
                    format!("{object}\n")
                }
                false => format!("s VERIFIED tables of {title} {layers} {digest}\n"),
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Err(SolveError::TableFault {
            file,
            fault: fault @ (TableFault::Value { .. } | TableFault::Unfounded { .. }),
        }) => {
            let what = format!("{file}: {fault}");
            tell(&format!("rejected: {what}"));
            emit(&match json {
                true => {
                    let object = json!({"verified": false, "game": tables.title(),
                        "last_layer": last, "sha256": null, "fault": what});
                    format!("{object}\n")
                }
                false => format!("s REJECTED table at {what}\n"),
            })?;
            Ok(ExitCode::from(1))
        }
        Err(error) => Err(error.into()),
    }
}

/// A digest in hexadecimal.
fn hex(digest: &[u8; 32]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
