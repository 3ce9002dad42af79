//! One thread, two threads, and two searches at once, each pinned to its processors.
//!
//! Two threads are compared with one (the speed-up), and with two searches of one thread each that run at the
//! same time (what the machine's memory allows). Every run is a process of its own, pinned by `taskset`, so that
//! none inherits another's memory. Rounds interleave the three, so that a machine that grows slower does so
//! for all. Searches only; no certificates.
//!
//! Nodes are counted beside the clock: a busy machine disturbs seconds, not nodes. Seconds of the processors
//! are between the two: what others take does not count in them, what others do to the caches does.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use quod_engine::{EngineSpec, Offer, Status, Task};
use quod_game::{Claim, Player};
use quod_rules::{AtariGo, ConnectFour};

use crate::measure::{interval, process_seconds};

/// Bytes of a search.
const MEMORY: u64 = 956 << 20;

/// "The first player wins", from the start of a game.
#[derive(Clone, Copy)]
struct Subject {
    name: &'static str,
    offer: fn() -> Result<Offer>,
    holds: bool,
    engine: &'static str,
}

impl Subject {
    const fn new(
        name: &'static str,
        offer: fn() -> Result<Offer>,
        holds: bool,
        engine: &'static str,
    ) -> Subject {
        Subject { name, offer, holds, engine }
    }
}

fn connect_four() -> Result<Offer> {
    Ok(quod_connect_four::offer(ConnectFour::new(7, 6)?))
}

fn small_connect_four() -> Result<Offer> {
    Ok(quod_connect_four::offer(ConnectFour::new(6, 5)?))
}

fn flat_connect_four() -> Result<Offer> {
    Ok(quod_connect_four::offer(ConnectFour::new(9, 4)?))
}

fn atari_go() -> Result<Offer> {
    Ok(quod_atari_go::offer(AtariGo::new(6, true)?))
}

const SUBJECTS: &[Subject] = &[
    Subject::new("connect-four-7x6-alphabeta", connect_four, true, "alphabeta"),
    Subject::new("connect-four-9x4-alphabeta", flat_connect_four, false, "alphabeta"),
    Subject::new("connect-four-6x5-dfpn", small_connect_four, false, "dfpn"),
    Subject::new("atari-go-6x6-crosscut-dfpn", atari_go, true, "dfpn"),
    Subject::new("connect-four-6x5-job-pn", small_connect_four, false, "job-pn"),
];

fn subject(name: &str) -> Result<&'static Subject> {
    let found = SUBJECTS.iter().find(|it| it.name == name);
    found.with_context(|| {
        let names: Vec<&str> = SUBJECTS.iter().map(|it| it.name).collect();
        format!("expected one of {}, got {name}", names.join(", "))
    })
}

/// What a run took: nodes, seconds of the clock, seconds of the processors.
#[derive(Clone, Copy)]
struct Cost {
    nodes: f64,
    wall: f64,
    processor: f64,
}

/// Searches a subject in this process and prints what it took.
pub fn run(name: &str, threads: usize) -> Result<()> {
    let Subject { offer, holds, engine, .. } = *subject(name)?;
    let offer = offer()?;
    let proof_memory = MEMORY / 4;
    let claim = Claim::wins(Player::First);
    let task = Task::new(offer.game.start(), claim, MEMORY - proof_memory);
    let task = Task { proof_memory, threads, ..task };
    let spec = EngineSpec::parse(engine)?;
    let (wall, processor) = (Instant::now(), process_seconds());
    let mut prover = offer.engine(spec.name())?.start(&offer, &task, spec, None)?;
    let found = loop {
        // In steps as long as the command line's.
        match prover.step(prover.stride()) {
            Status::Running => {}
            Status::Proved => break true,
            Status::Disproved => break false,
            Status::Unknown(reason) => bail!("{reason}"),
        }
    };
    let (wall, processor) = (wall.elapsed().as_secs_f64(), process_seconds() - processor);
    ensure!(found == holds, "{name}: {found} for {holds}");
    println!("{} {wall} {processor}", prover.effort().nodes);
    Ok(())
}

/// Runs this program once for each set of processors, all at once.
fn pinned(name: &str, threads: usize, places: &[&str]) -> Result<Vec<Cost>> {
    let program = std::env::current_exe()?;
    let start = |place: &&str| {
        let mut command = Command::new("taskset");
        command.args(["-c", place]).arg(&program).args(["threads-run", name]);
        command.arg(threads.to_string()).stdout(Stdio::piped()).spawn().context("taskset")
    };
    let children = places.iter().map(start).collect::<Result<Vec<_>>>()?;
    let costs = children.into_iter().map(|child| {
        let output = child.wait_with_output()?;
        ensure!(output.status.success(), "{name}: the search failed");
        let text = String::from_utf8(output.stdout)?;
        let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let [nodes, wall, processor] = numbers[..] else { bail!("{name}: {text}") };
        Ok(Cost { nodes, wall, processor })
    });
    costs.collect()
}

/// Prints every run, then the ratios, of the subjects or of the named one.
pub fn print(rounds: usize, only: Option<&str>) -> Result<()> {
    let subjects = match only {
        Some(name) => std::slice::from_ref(subject(name)?),
        None => SUBJECTS,
    };
    for it in subjects {
        println!("{}", it.name);
        println!(
            "| one thread: nodes | s | s of processor | two threads: nodes | s | s of processors | \
             two at once: s | s of processors |\n|--:|--:|--:|--:|--:|--:|--:|--:|"
        );
        let mut runs = Vec::new();
        for _ in 0..rounds {
            let one = pinned(it.name, 1, &["0"])?[0];
            let two = pinned(it.name, 2, &["0,1"])?[0];
            let apart = pinned(it.name, 1, &["0", "1"])?;
            let apart = Cost {
                nodes: apart[0].nodes + apart[1].nodes,
                wall: apart[0].wall.max(apart[1].wall),
                processor: apart[0].processor + apart[1].processor,
            };
            println!(
                "| {} | {:.2} | {:.2} | {} | {:.2} | {:.2} | {:.2} | {:.2} |",
                one.nodes,
                one.wall,
                one.processor,
                two.nodes,
                two.wall,
                two.processor,
                apart.wall,
                apart.processor
            );
            runs.push([one, two, apart]);
        }
        let ratio = |name: &str, of: &dyn Fn(&[Cost; 3]) -> f64| {
            let logarithms: Vec<f64> = runs.iter().map(|run| of(run).ln()).collect();
            let (mean, low, high) = interval(&logarithms);
            println!("{name}: {mean:.3} ({low:.3} to {high:.3})");
        };
        println!("geometric means with intervals of 95 %:");
        ratio("speed-up by the clock", &|[one, two, _]| one.wall / two.wall);
        ratio("speed-up by the processors", &|[one, two, _]| 2.0 * one.processor / two.processor);
        ratio("nodes, two threads / one", &|[one, two, _]| two.nodes / one.nodes);
        ratio("nodes a second, two threads / two at once, clock", &|[_, two, apart]| {
            (two.nodes / two.wall) / (apart.nodes / apart.wall)
        });
        ratio("nodes a second, two threads / two at once, processors", &|[_, two, apart]| {
            (two.nodes / two.processor) / (apart.nodes / apart.processor)
        });
        ratio("one thread's time / two at once's, clock", &|[one, _, apart]| one.wall / apart.wall);
    }
    Ok(())
}
