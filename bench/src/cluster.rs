//! Jobs for many workers, in virtual time: how much sooner than one search alone, and what the rest is lost to.
//!
//! Every job really runs; its time is its counted nodes. So the rows say what a cluster of such workers would do
//! whose processors and memory do not get in each other's way.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use quod_catalogue::Registry;
use quod_jobs::{
    Costs, Faults, Foreman, Job, OpenByName, Outcome, Plan, Simulated, Workbench, work_off,
};

/// What is searched, and by whom.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game.
    #[arg(default_value = "connect-four:width=6,height=5")]
    game: String,
    /// The position.
    #[arg(long, default_value = "start")]
    position: String,
    /// The claim.
    #[arg(long, default_value = "first-player-wins")]
    claim: String,
    /// The engine that does the jobs.
    #[arg(long, default_value = "dfpn")]
    engine: String,
    /// Numbers of workers.
    #[arg(long, value_delimiter = ',', default_value = "1,4,16,64,256,1024")]
    workers: Vec<usize>,
    /// How many workers share one table.
    #[arg(long, default_value_t = 1)]
    together: usize,
    /// Nodes of a job, at least.
    #[arg(long, default_value_t = 10_000)]
    budget: u64,
    /// A job may take this part of all nodes so far.
    #[arg(long, default_value_t = 1_000)]
    part: u64,
    /// Jobs that a worker has at once.
    #[arg(long, default_value_t = 2)]
    flight: usize,
    /// Nodes of a message's time, either way.
    #[arg(long, default_value_t = 200)]
    message: u64,
    /// Nodes of the foreman's time for one job or one result.
    #[arg(long, default_value_t = 50)]
    foreman: u64,
    /// Bytes of a worker's table.
    #[arg(long, default_value_t = 1 << 24)]
    memory: u64,
    /// Faults of a thousand jobs: killed, lost, late, doubled and forged, each.
    #[arg(long, default_value_t = 0)]
    faults: u32,
    /// What the faults come from; several runs with `--runs`.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Runs, each with another seed.
    #[arg(long, default_value_t = 1)]
    runs: u64,
}

fn by_name() -> OpenByName {
    Arc::new(|name| {
        let game = Registry::builtin().open(name).map_err(|it| it.to_string())?;
        Ok(Arc::clone(game.offer()))
    })
}

/// Prints a row for each number of workers.
pub fn print(args: &Args) -> Result<()> {
    let game = Registry::builtin().open(&args.game)?;
    let plan = Plan {
        position: args.position.clone(),
        claim: args.claim.clone(),
        engine: args.engine.clone(),
        budget: args.budget,
        part: args.part,
        job_memory: args.memory,
        ..Plan::default()
    };
    let alone = alone(&game.name(), &plan)?;
    println!("alone: {alone} nodes, certificate included");
    println!(
        "workers   virtual time  speed-up  busy  foreman        nodes    jobs  parts  check work   tree  answer   seconds"
    );
    for run in 0..args.runs {
        for &workers in &args.workers {
            let began = Instant::now();
            let each = args.faults;
            let faults = Faults {
                seed: args.seed + run,
                killed: each,
                lost: each,
                late: each,
                doubled: each,
                forged: each,
            };
            let open = by_name();
            let (message, foreman, flight) = (args.message, args.foreman, args.flight);
            let costs = Costs { message, foreman, flight, ..Costs::default() };
            let together = args.together.min(workers);
            let mut crew = Simulated::new(workers, together, args.memory, &open, costs, faults);
            let mut foreman = Foreman::new(game.offer(), &plan)?;
            work_off(&mut foreman, &mut crew, &mut |_, _, _| true)?;
            ensure!(foreman.is_done(), "the crew stopped");
            let (report, counts, (tree, nodes)) =
                (crew.report(), foreman.counts(), foreman.sizes());
            let whole = foreman.whole()?;
            let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
            println!(
                "{workers:7} {:14} {:9.2} {:4.0}% {:7.0}% {nodes:12} {:7} {:6} {:11} {tree:6} {:>7} {:9.1}",
                report.time,
                alone as f64 / report.time as f64,
                share(report.busy, report.time * workers as u64),
                share(report.foreman_busy, report.time),
                counts.jobs,
                counts.parts,
                counts.check_work,
                if whole.holds { "holds" } else { "not" },
                began.elapsed().as_secs_f64(),
            );
            if each > 0 {
                println!(
                    "        faults {:?}, refused {}, lost {}, stale {}, lost nodes {}, liars {:?}",
                    report.faults,
                    counts.refused,
                    counts.lost,
                    counts.stale,
                    report.lost_nodes,
                    foreman.liars(),
                );
            }
        }
    }
    Ok(())
}

/// Nodes of one search without jobs, its certificate included.
fn alone(game: &str, plan: &Plan) -> Result<u64> {
    let job = Job {
        number: 1,
        game: game.to_string(),
        position: plan.position.clone(),
        claim: plan.claim.clone(),
        engine: plan.engine.clone(),
        nodes: u64::MAX,
        limits: (u32::MAX, u32::MAX),
        memory: plan.job_memory,
        known: Vec::new(),
    };
    let result = Workbench::new(by_name(), 1, plan.job_memory).do_job(&job);
    match result.outcome {
        Outcome::Proved(_) | Outcome::Disproved(_) => Ok(result.nodes),
        other => Err(anyhow::anyhow!("{other:?}")).context("the search alone has no answer"),
    }
}
