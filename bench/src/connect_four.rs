//! Connect Four: what the search for values and scores takes, without and with certificates.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use quod_engine::{Carryover, EngineSpec, Offer, Status, Task};
use quod_game::{Claim, Goal, Player};
use quod_rules::ConnectFour;
use quod_search::Effort;

use crate::measure::{process_seconds, thread_seconds};

/// Bytes of a search for whole boards: the command line's gigabyte less what it keeps.
const MEMORY: u64 = 956 << 20;

/// Boards of at most 42 cells with their values for the first player, from the literature.
const BOARDS: &[(u32, u32, i32)] = &[
    (4, 4, 0),
    (4, 5, 0),
    (4, 6, 0),
    (4, 7, 0),
    (4, 8, 0),
    (5, 4, 0),
    (5, 5, 0),
    (5, 6, 0),
    (5, 7, 0),
    (5, 8, 0),
    (6, 4, -1),
    (6, 5, 0),
    (6, 6, -1),
    (6, 7, 1),
    (7, 4, 0),
    (7, 5, 0),
    (7, 6, 1),
    (8, 4, -1),
    (8, 5, 1),
    (9, 4, -1),
    (10, 4, -1),
];

/// What a search took.
struct Cost {
    effort: Effort,
    /// Wall-clock seconds and seconds of this thread's processor time.
    wall: f64,
    processor: f64,
}

fn task(offer: &Offer, text: &str, claim: Claim, memory: u64) -> Result<Task> {
    let root = offer.game.parse_position(text)?;
    let proof_memory = memory / 4;
    Ok(Task { proof_memory, ..Task::new(root, claim, memory - proof_memory) })
}

/// Whether a claim holds, and what is left for the next.
fn ask(
    offer: &Offer,
    task: &Task,
    carried: Option<Carryover>,
    cost: &mut Effort,
) -> Result<(bool, Option<i32>, Option<Carryover>)> {
    let spec = EngineSpec::parse("alphabeta")?;
    let mut prover = offer.engine(spec.name())?.start(offer, task, spec.clone(), carried)?;
    let holds = loop {
        match prover.step(u64::MAX) {
            Status::Running => {}
            Status::Proved => break true,
            Status::Disproved => break false,
            Status::Unknown(reason) => bail!("{reason}"),
        }
    };
    *cost = *cost + prover.effort();
    Ok((holds, prover.score(), prover.hand_over()))
}

fn timed<T>(work: impl FnOnce(&mut Effort) -> Result<T>) -> Result<(T, Cost)> {
    let (wall, processor) = (Instant::now(), thread_seconds());
    let mut effort = Effort::default();
    let result = work(&mut effort)?;
    let cost = Cost {
        effort,
        wall: wall.elapsed().as_secs_f64(),
        processor: thread_seconds() - processor,
    };
    Ok((result, cost))
}

fn row(name: &str, answer: &str, cost: &Cost) {
    println!(
        "{name:14} {answer:>6}  {:>12} nodes  {:>11} expansions  {:>7.2} s  ({:.2} s processor)",
        cost.effort.nodes, cost.effort.expansions, cost.wall, cost.processor
    );
}

/// The value of a board from its start: does the first player win, else does the second?
fn value(game: &Offer, cost: &mut Effort) -> Result<i32> {
    let first = task(game, "start", Claim::wins(Player::First), MEMORY)?;
    let (holds, _, left) = ask(game, &first, None, cost)?;
    if holds {
        return Ok(1);
    }
    let second = Task { claim: Claim::wins(Player::Second), ..first };
    Ok(if ask(game, &second, left, cost)?.0 { -1 } else { 0 })
}

/// Every board of at most 42 cells whose value the literature gives; no certificates.
pub fn boards() -> Result<()> {
    for &(width, height, expected) in BOARDS {
        let game = quod_connect_four::offer(ConnectFour::new(width, height)?);
        let (value, cost) = timed(|effort| value(&game, effort))?;
        ensure!(value == expected, "{width}x{height}: {value} for {expected}");
        row(&format!("{width}x{height}"), ["loss", "draw", "win"][(value + 1) as usize], &cost);
    }
    Ok(())
}

/// The value and the exact score of 7×6; no certificates.
pub fn seven_by_six() -> Result<()> {
    let game = quod_connect_four::offer(ConnectFour::new(7, 6)?);
    let (value, cost) = timed(|effort| value(&game, effort))?;
    ensure!(value == 1, "7x6: {value}");
    row("7x6 value", "win", &cost);
    let claim = Claim { player: Player::First, goal: Goal::ScoreAtLeast(1) };
    let exact = Task { exact: true, ..task(&game, "start", claim, MEMORY)? };
    let ((_, score, _), cost) = timed(|effort| ask(&game, &exact, None, effort))?;
    ensure!(score == Some(1), "7x6: score {score:?}");
    row("7x6 score", "1", &cost);
    Ok(())
}

/// Exact scores of a file of positions: moves, a space, the score. A new table for every position.
pub fn set(path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let path = path.display();
    let game = quod_connect_four::offer(ConnectFour::new(7, 6)?);
    let mut count = 0;
    let ((), cost) = timed(|effort| {
        for (number, line) in text.lines().enumerate() {
            let parsed = line.split_once(' ');
            let place = || format!("{path}, line {}: expected moves and a score", number + 1);
            let (moves, score) = parsed.with_context(place)?;
            let score: i32 = score.trim().parse().with_context(place)?;
            let mover = game.game.mover_at(&game.game.parse_position(moves)?);
            let claim = Claim { player: mover, goal: Goal::ScoreAtLeast(0) };
            let exact = Task { exact: true, ..task(&game, moves, claim, 2 << 20)? };
            let (_, found, _) = ask(&game, &exact, None, effort)?;
            ensure!(found == Some(score), "{}: {found:?} for {score}", place());
            count += 1;
        }
        Ok(())
    })?;
    println!(
        "{path}: {count} right, mean {:.1} nodes, {:.1} expansions; {:.3} ms a position",
        cost.effort.nodes as f64 / f64::from(count),
        cost.effort.expansions as f64 / f64::from(count),
        cost.processor * 1000.0 / f64::from(count)
    );
    Ok(())
}

/// What two threads over one table get done, as a share of two searches at once with a table each: nodes
/// a second of the processor, which other programs on the machine disturb less than the clock.
pub fn threads() -> Result<()> {
    let game = quod_connect_four::offer(ConnectFour::new(7, 6)?);
    let measured = |name: &str, work: &dyn Fn() -> Result<u64>| -> Result<f64> {
        let (wall, processor) = (Instant::now(), process_seconds());
        let nodes = work()?;
        let (wall, processor) = (wall.elapsed().as_secs_f64(), process_seconds() - processor);
        let speed = nodes as f64 / processor / 1e6;
        println!(
            "{name}: {nodes} nodes, {wall:.2} s, {processor:.2} s of processors: {speed:.3} M nodes a second of one"
        );
        Ok(speed)
    };
    let claimed = |threads: usize| -> Result<u64> {
        let mut cost = Effort::default();
        let task = Task { threads, ..task(&game, "start", Claim::wins(Player::First), MEMORY)? };
        ensure!(ask(&game, &task, None, &mut cost)?.0, "7x6 is a win");
        Ok(cost.nodes)
    };
    let apart = measured("two searches", &|| {
        std::thread::scope(|scope| {
            let searches = [(); 2].map(|()| scope.spawn(|| claimed(1)));
            searches.into_iter().map(|it| it.join().expect("the search does not panic")).sum()
        })
    })?;
    let together = measured("two threads", &|| claimed(2))?;
    println!("throughput together / apart: {:.3}", together / apart);
    Ok(())
}
