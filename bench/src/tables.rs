//! Awari's tables: time, memory and size by layer, and random probes.

use std::time::Instant;

use anyhow::{Result, ensure};
use quod_awari::AwariTables;
use quod_awari::{Board, index};
use quod_game::testkit::Rng;
use quod_tables::{Builder, Directory, Event, Options, Retrograde, Tables};

use crate::measure::process_seconds;

/// Wins, draws and losses by number of stones, from 1, computed once by another program.
const KNOWN: [[u64; 3]; 12] = [
    [5, 0, 7],
    [25, 13, 40],
    [123, 63, 178],
    [580, 143, 642],
    [2165, 0, 2203],
    [5698, 1548, 5130],
    [14921, 4487, 12416],
    [37767, 8351, 29464],
    [85285, 20308, 62367],
    [157721, 93743, 101252],
    [371960, 92787, 240685],
    [714486, 197894, 439698],
];

pub fn print(stones: u32, threads: usize) -> Result<()> {
    ensure!(stones <= AwariTables::MOST_STONES, "at most {} stones", AwariTables::MOST_STONES);
    let directory = tempfile::tempdir()?;
    let store = Directory::new(directory.path())?;
    build(stones, threads, &store)?;
    probe(stones, &store)
}

fn build(stones: u32, threads: usize, store: &Directory) -> Result<()> {
    let start = Instant::now();
    let game = AwariTables::new(stones);
    println!("halves: {:.2} s", start.elapsed().as_secs_f64());
    let options = Options { threads, ..Options::new("awari", stones) };
    let mut builder = Builder::new(&game, store.clone(), options)?;
    println!("layer   positions   seconds  processor s  ns/position  bytes/position");
    let (mut since, mut positions, mut all_bytes) = (Instant::now(), 0, 0);
    let mut busy_since = process_seconds();
    let mut tell = |event| {
        if let Event::Finished { layer, size, bytes, .. } = event {
            let seconds = since.elapsed().as_secs_f64();
            let busy = process_seconds() - busy_since;
            let (ns, ratio) = (busy * 1e9 / size as f64, bytes as f64 / size as f64);
            println!("{layer:5} {size:11} {seconds:9.3} {busy:12.2} {ns:12.1} {ratio:15.3}");
            (positions, all_bytes) = (positions + size, all_bytes + bytes);
            (since, busy_since) = (Instant::now(), process_seconds());
        }
    };
    while !builder.step(1 << 30, &mut tell)? {}
    let (seconds, busy) = (start.elapsed().as_secs_f64(), process_seconds());
    let (ns, ratio) = (busy * 1e9 / positions as f64, all_bytes as f64 / positions as f64);
    println!("all   {positions:11} {seconds:9.3} {busy:12.2} {ns:12.1} {ratio:15.3}");
    println!("{threads} threads; ns/position is processor time of all threads");
    println!("peak memory: {} KB", peak_memory());
    Ok(())
}

fn probe(stones: u32, store: &Directory) -> Result<()> {
    let game = AwariTables::new(stones);
    let mut tables = Tables::open(&game, store, "awari", stones, usize::MAX)?;
    for layer in 1..=stones.min(12) {
        let found = tables.stats(layer)?.win_draw_loss();
        ensure!(found == KNOWN[layer as usize - 1], "layer {layer}: {found:?}");
    }
    println!("layers up to 12 agree with the known wins, draws and losses");
    if stones >= 16 {
        // The one position with published values.
        let board = Board { pits: [1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0] };
        let mut value = |board: &Board| tables.probe(board.stones(), index::rank(board));
        ensure!(value(&board)? == 0, "the published example");
        let moves: Result<Vec<i8>, _> = board
            .moves()
            .map(|(_, next, captured)| Ok::<_, quod_tables::Error>(captured as i8 - value(&next)?))
            .collect();
        ensure!(moves? == [-1, -1, -2, -2, -2, 0], "the published example's moves");
        println!("the published example agrees");
    }
    let size = game.size(stones);
    let mut rng = Rng::new(1);
    let start = Instant::now();
    for block in 0..size.div_ceil(4096) {
        tables.probe(stones, block * 4096)?;
    }
    let ns = start.elapsed().as_secs_f64() * 1e9 / size as f64;
    println!("decoding the highest layer: {ns:.1} ns/position");
    rate("cached", 20_000_000, || tables.probe(stones, rng.next_u64() % size))?;
    let mut tables = Tables::open(&game, store, "awari", stones, 1)?;
    rate("uncached", 20_000, || tables.probe(stones, rng.next_u64() % size))
}

fn rate(
    what: &str,
    n: u64,
    mut probe: impl FnMut() -> Result<i8, quod_tables::Error>,
) -> Result<()> {
    let (start, mut sum) = (Instant::now(), 0);
    for _ in 0..n {
        sum += i64::from(probe()?);
    }
    let rate = n as f64 / start.elapsed().as_secs_f64();
    println!("random probes, {what}: {rate:.0} a second (mean value {:.3})", sum as f64 / n as f64);
    Ok(())
}

/// The most memory the process has held, in kilobytes, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_string(), |line| line.trim().trim_end_matches(" kB").to_string())
}
