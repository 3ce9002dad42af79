//! Puzzles of one agent: the fifteen puzzle by IDA*, with Manhattan distance and with a pattern database.
//!
//! Random positions that can be solved, from a fixed seed. Both heuristics must find plans of the same
//! length, each of which is replayed. The nodes of both, their ratio, and nodes a second are printed.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use quod_game::testkit::Rng;
use quod_puzzles::tiles::Patterns;
use quod_puzzles::{Answer, AnyPuzzle, Job};

/// The seed of the positions.
const SEED: u64 = 15;

/// A position of random tiles that can be solved: two tiles are swapped if they cannot.
fn position(puzzle: &dyn AnyPuzzle, rng: &mut Rng) -> String {
    let mut tiles: Vec<usize> = (0..16).collect();
    (1..16).rev().for_each(|at| tiles.swap(at, rng.below(at + 1)));
    let told = |tiles: &[usize]| tiles.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let text = told(&tiles);
    if puzzle
        .start(&Job { position: text, engine: "ida-star".to_string(), memory: 0, ..Job::default() })
        .is_err()
    {
        let two: Vec<usize> = (0..16).filter(|&at| tiles[at] != 0).take(2).collect();
        tiles.swap(two[0], two[1]);
    }
    told(&tiles)
}

/// A shortest plan's length, the nodes it took, and the seconds.
fn solve(puzzle: &dyn AnyPuzzle, position: &str, heuristic: &str) -> Result<(usize, u64, f64)> {
    let engine = format!("ida-star:heuristic={heuristic}");
    let mut work = puzzle.start(&Job {
        position: position.to_string(),
        engine,
        memory: 0,
        ..Job::default()
    })?;
    let began = Instant::now();
    let answer = work.step(u64::MAX)?;
    let seconds = began.elapsed().as_secs_f64();
    let Some(Answer::Plan { moves, .. }) = answer else { anyhow::bail!("{position}: no plan") };
    ensure!(puzzle.replay(position, &moves)?.is_ok(), "{position}: the plan is wrong");
    Ok((moves.len(), work.counts().nodes, seconds))
}

/// Solves so many positions and prints what it took.
pub fn print(positions: usize, partition: &str) -> Result<()> {
    let puzzle = quod_puzzles::open("fifteen-puzzle", &[])?.context("no fifteen puzzle")?;
    let known = puzzle.patterns().context("no patterns")?;
    let partition = known.partitions.iter().find(|it| it.name == partition);
    let partition = *partition.context("expected a partition such as 6-6-3")?;
    let began = Instant::now();
    let mut build = Patterns::build(known.tiles, partition);
    let tables = loop {
        if let Some(tables) = build.step() {
            break tables;
        }
    };
    println!("patterns {} built in {:.1} s", partition.name, began.elapsed().as_secs_f64());
    let puzzle = puzzle.with_patterns(tables.bytes().to_vec())?;
    let mut rng = Rng::new(SEED);
    let (mut nodes, mut seconds, mut moves) = ([0u64; 2], [0.0; 2], 0);
    println!("position, length, nodes with manhattan, nodes with patterns");
    for _ in 0..positions {
        let position = position(&*puzzle, &mut rng);
        let both = ["manhattan", "pattern"].map(|it| solve(&*puzzle, &position, it));
        let [one, other] = both;
        let (one, other) = (one?, other?);
        ensure!(one.0 == other.0, "{position}: {} and {} moves", one.0, other.0);
        println!("{position}, {}, {}, {}", one.0, one.1, other.1);
        moves += one.0;
        nodes = [nodes[0] + one.1, nodes[1] + other.1];
        seconds = [seconds[0] + one.2, seconds[1] + other.2];
    }
    println!("mean length {:.2}", moves as f64 / positions as f64);
    for (at, name) in ["manhattan", "patterns"].iter().enumerate() {
        let rate = nodes[at] as f64 / seconds[at] / 1e6;
        println!("{name}: {} nodes, {:.1} s, {rate:.1} M a second", nodes[at], seconds[at]);
    }
    println!("patterns take {:.0} times fewer nodes", nodes[0] as f64 / nodes[1] as f64);
    Ok(())
}
