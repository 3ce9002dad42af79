//! Hex by virtual connections: who wins after each first stone, an empty board, and puzzles with all their winning moves.
//! Every value comes with a certificate that the checker has accepted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args as ClapArgs, Subcommand};
use quod_cert::{Evidence, Hexagon, Lemma, Shown, Start, read_certificate};
use quod_check::check;
use quod_engine::Reason;
use quod_game::{Game, Player};
use quod_hex::MoveValues;
use quod_proof::lattice::{Placement, TURNS};
use quod_rules::Hex;
use quod_solve::{Job, Value, drive};

use crate::measure::thread_seconds;

/// Hex by virtual connections.
#[derive(Debug, ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Every first stone of a square board, up to a half turn, each with a search of its own.
    Openings {
        /// Columns and rows.
        #[arg(value_parser = clap::value_parser!(u8).range(2..=11))]
        size: u8,
        /// The most seconds of the processor for each stone.
        #[arg(long, default_value_t = 3600)]
        seconds: u64,
        /// Where certificates go.
        #[arg(long)]
        write: Option<PathBuf>,
        /// Threads of each search, 1 or 2.
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// What chooses the move searched next.
        #[arg(long, default_value = "proof-numbers", value_parser = ["proof-numbers", "expected-work"])]
        choice: String,
        /// Only these first stones.
        cells: Vec<String>,
    },
    /// The patterns of a certificate that are used most: stones, and the cells that must be empty.
    Templates {
        file: PathBuf,
        /// How many.
        #[arg(default_value_t = 12)]
        most: usize,
    },
    /// All winning moves of each position of a file (columns: name, width, height, Black's stones, White's, who is
    /// to move, `winner` or `winning moves`, the answer).
    Puzzles {
        file: PathBuf,
        /// The most seconds of the processor for each puzzle.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
}

pub fn run(args: &Args) -> Result<()> {
    match &args.what {
        What::Openings { size, seconds, write, threads, choice, cells } => {
            let engine = format!("connections:choice={choice}");
            openings(*size, *seconds as f64, *threads, &engine, write.as_deref(), cells)
        }
        What::Templates { file, most } => templates(file, *most),
        What::Puzzles { file, seconds } => puzzles(file, *seconds as f64),
    }
}

/// Whether the checker accepts a certificate; and the seconds that it took.
fn checked(game: &Hex, bytes: &[u8]) -> Result<f64> {
    let begin = thread_seconds();
    let certificate = read_certificate(bytes).context("a certificate that was just written")?;
    check(game, &certificate, &quod_check::Limits::default())
        .map_err(|reject| anyhow::anyhow!("the checker refuses: {reject}"))?;
    Ok(thread_seconds() - begin)
}

fn openings(
    size: u8,
    limit: f64,
    threads: usize,
    engine: &str,
    write: Option<&Path>,
    only: &[String],
) -> Result<()> {
    let side = usize::from(size);
    let rules = Hex::new(side, side, false)?;
    let game = quod_catalogue::Registry::builtin().open(&rules.name())?;
    let (mut nodes, mut bytes, mut seconds, mut check_seconds, mut open) = (0, 0, 0.0, 0.0, 0);
    println!(
        "| first stone | winner | nodes | seconds | bytes | lemmas' check |\n|---|---|--:|--:|--:|--:|"
    );
    for cell in 0..(side * side).div_ceil(2) {
        let name = rules.move_text(&rules.start(), quod_game::Move(cell as u32));
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        let begin = thread_seconds();
        let job = Job {
            position: name.clone(),
            memory: 8 << 30,
            threads,
            engine: engine.to_string(),
            ..Job::default()
        };
        let mut session = game.solve(&job)?;
        drive(&mut session, &mut |_| (thread_seconds() - begin >= limit).then_some(Reason::Time))?;
        let took = thread_seconds() - begin;
        let answer = session.answer();
        let winner = match answer.value.filter(|_| answer.verified) {
            Some(Value(Some(winner))) => winner,
            _ => {
                open += 1;
                println!("| {name} | open | {} | {took:.1} | | |", answer.effort.nodes);
                continue;
            }
        };
        let Some(file) = answer.certificate.as_deref() else { bail!("no certificate for {name}") };
        let check_time = checked(&rules, file)?;
        let player = rules.player_names()[winner.index()];
        let n = answer.effort.nodes;
        println!("| {name} | {player} | {n} | {took:.2} | {} | {check_time:.3} |", file.len());
        if let Some(directory) = write {
            std::fs::create_dir_all(directory)?;
            std::fs::write(directory.join(format!("hex-{side}x{side}-{name}.quod")), file)?;
        }
        nodes += n;
        bytes += file.len();
        seconds += took;
        check_seconds += check_time;
    }
    println!("| together, {open} open | | {nodes} | {seconds:.1} | {bytes} | {check_seconds:.2} |");
    Ok(())
}

fn puzzles(file: &Path, limit: f64) -> Result<()> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .has_headers(false)
        .comment(Some(b'#'))
        .flexible(true)
        .from_path(file)?;
    let (mut solved, mut all) = (0, 0);
    println!("| puzzle | nodes | seconds | answer |\n|---|--:|--:|---|");
    for record in reader.records() {
        let record = record?;
        let field = |at: usize| record.get(at).unwrap_or_default();
        let rules = Hex::new(field(1).parse()?, field(2).parse()?, false)?;
        let list = |at: usize| field(at).split_whitespace().collect::<Vec<_>>().join(",");
        let side = |name: &str, at: usize| match list(at) {
            stones if stones.is_empty() => String::new(),
            stones => format!("{name}:{stones} "),
        };
        let (black, white) = (side("black", 3), side("white", 4));
        let pos = rules.parse_position(&format!("{black}{white}{}-to-move", field(5)))?;
        let mover = rules.to_move(&pos);
        let begin = thread_seconds();
        let mut values = MoveValues::new(rules.clone(), pos).map_err(anyhow::Error::msg)?;
        let (mut wins, mut left) = (Vec::new(), true);
        while thread_seconds() - begin < limit {
            if let Some(value) = values.step(8) {
                if let Some(bytes) = &value.certificate {
                    checked(&rules, bytes)?;
                }
                if value.winner == mover {
                    wins.push(rules.move_text(&pos, value.mv));
                    if field(6) == "winner" {
                        left = false;
                        break;
                    }
                }
            }
            left = values.left().next().is_some();
            if !left {
                break;
            }
        }
        let seconds = thread_seconds() - begin;
        let expected: Vec<&str> = field(7).split_whitespace().collect();
        let as_given = match field(6) {
            "winner" => (expected == ["black"]) == ((mover == Player::First) != wins.is_empty()),
            // Moves that another move makes needless are not in the file.
            _ => expected.iter().all(|it| wins.iter().any(|win| win == it)),
        };
        let words = match (left, as_given) {
            (true, _) => format!("open, {} moves left", values.left().count()),
            (false, true) => wins.join(" "),
            (false, false) => bail!("{}: {wins:?} instead of {expected:?}", field(0)),
        };
        (solved, all) = (solved + usize::from(!left), all + 1);
        println!("| {} | {} | {seconds:.2} | {words} |", field(0), values.visits());
    }
    println!("| {solved} of {all} | | | |");
    Ok(())
}

/// The lemmas of a certificate's first connection that join a stone to a border or to another stone, those first that
/// stand in most derivations of the others.
fn templates(file: &Path, most: usize) -> Result<()> {
    let certificate = read_certificate(std::fs::read(file)?.as_slice())?;
    let shown = certificate.sections.first().map(|it| &it.shown);
    let Some(Shown::Evidence(Evidence::Connection(it))) = shown else {
        bail!("{}: expected a certificate by connections", file.display());
    };
    let mut carriers: Vec<BTreeSet<Hexagon>> = Vec::new();
    let mut uses = vec![0_u64; it.lemmas.len()];
    for lemma in &it.lemmas {
        let mut carrier = BTreeSet::new();
        for way in &lemma.ways {
            match way.start {
                Start::Nothing => {}
                Start::Key(key) => _ = carrier.insert(key),
                Start::Captured(a, b) => carrier.extend([a, b]),
            }
            for part in &way.parts {
                let at = Placement::of(part);
                carrier.extend(carriers[part.lemma as usize].iter().map(|&cell| at.cell(cell)));
                uses[part.lemma as usize] += 1;
            }
        }
        carriers.push(carrier);
    }
    let mut order: Vec<usize> = (0..it.lemmas.len()).collect();
    order.retain(|&at| {
        let lemma = &it.lemmas[at];
        matches!((lemma.cells.len(), lemma.borders.len()), (1, 1) | (2, 0))
    });
    order.sort_by_key(|&at| std::cmp::Reverse(uses[at]));
    for &at in order.iter().take(most) {
        let lemma = &it.lemmas[at];
        let (cells, ways) = (carriers[at].len(), lemma.ways.len());
        println!("lemma {at}: used {} times, {cells} empty cells, {ways} ways", uses[at]);
        println!("{}", picture(lemma, &carriers[at]));
    }
    Ok(())
}

/// A lemma as sheared rows, its border below: `x` a stone, `*` a cell that must be empty, `.` any other.
fn picture(lemma: &Lemma, carrier: &BTreeSet<Hexagon>) -> String {
    // With the border below all cells.
    let turn = (0..TURNS).map(|turn| Placement { turn, by: [0, 0] }).find(|it| {
        lemma.borders.first().is_none_or(|&border| {
            let (axis, at) = it.border(border);
            let mut cells = lemma.cells.iter().chain(carrier);
            axis == 1 && cells.all(|&cell| it.cell(cell)[1] <= at)
        })
    });
    let turn = turn.unwrap_or(Placement::NONE);
    let stones: Vec<Hexagon> = lemma.cells.iter().map(|&it| turn.cell(it)).collect();
    let empty: Vec<Hexagon> = carrier.iter().map(|&it| turn.cell(it)).collect();
    let all = || stones.iter().chain(&empty);
    let range = |axis: usize| {
        let values = || all().map(move |it| it[axis]);
        values().min().unwrap_or(0)..=values().max().unwrap_or(0)
    };
    let mut text = String::new();
    for (number, row) in range(1).enumerate() {
        text += &" ".repeat(number);
        for column in range(0) {
            let cell = [column, row];
            text += match (stones.contains(&cell), empty.contains(&cell)) {
                (true, _) => " x",
                (_, true) => " *",
                _ => " .",
            };
        }
        text += "\n";
    }
    if !lemma.borders.is_empty() {
        text += &" ".repeat(range(1).count());
        text += &"==".repeat(range(0).count());
        text += "=\n";
    }
    text
}
