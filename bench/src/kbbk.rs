//! Search against knowledge in endings of few men (Sadikov, Bratko, Computers and Games 2006): how many plies White
//! loses on average, by the depth of its search and by the noise on what it knows.
//!
//! The experiment itself is in `quod_chess::corrupted`; here are the table, the sample, the noise and the averages.

use std::f64::consts::TAU;

use anyhow::{Result, bail};
use quod_chess::corrupted::{Arena, MOST_MOVES, Manner, Played, Visits, turning_point};
use quod_chess::tables::ChessTables;
use quod_game::testkit::Rng;
use quod_tables::{Builder, Directory, Options};

/// What is to be measured.
pub struct Experiment {
    /// `KBBK`, `KRK` or `KQKR`.
    pub ending: String,
    /// Positions of the sample.
    pub positions: usize,
    /// Tables with noise for each deviation.
    pub runs: u64,
    /// The deepest search.
    pub depth: u32,
    /// Standard deviations of the noise, in moves.
    pub deviations: Vec<f32>,
    pub seed: u64,
    pub manner: Manner,
}

/// Positions of the sample are won in more than so many moves.
const HARDER_THAN: u8 = 10;

/// The layers of the tables with an ending and with what is won in it.
fn layers(ending: &str) -> Result<&'static [u32]> {
    Ok(match ending {
        "KBBK" => &[10],
        "KRK" => &[3],
        "KQKR" => &[23, 4],
        _ => bail!("ending: expected KBBK, KRK or KQKR, got \"{ending}\""),
    })
}

/// A number from the standard normal distribution, by Box and Muller.
fn normal(rng: &mut Rng) -> f32 {
    let even = |rng: &mut Rng| ((rng.next_u64() >> 11) as f64 + 1.0) / (1u64 << 53) as f64;
    let (radius, angle) = ((-2.0 * even(rng).ln()).sqrt(), TAU * even(rng));
    (radius * angle.cos()) as f32
}

/// Builds the tables in a temporary directory, plays, and prints the averages.
pub fn print(it: &Experiment) -> Result<()> {
    let layers = layers(&it.ending)?;
    let temporary = tempfile::tempdir()?;
    let (game, store) = (ChessTables::default(), Directory::new(temporary.path())?);
    let last = layers.iter().copied().max().unwrap_or(0);
    let mut builder = Builder::new(&game, store, Options::new("chess", last))?;
    while !builder.step(1 << 30, &mut |_| {})? {}
    let values: Vec<&[i8]> = layers.iter().map(|at| &builder.layers()[*at as usize][..]).collect();
    let arena = Arena::new(layers, &values);
    let sample = sample(&arena, values[0].len() / 2, it);
    let longest = (0..arena.len()).filter_map(|at| arena.truth(at)).max().unwrap_or(0);
    println!(
        "{}: {} positions with White to move, mate in {longest} at most",
        it.ending,
        arena.len()
    );
    println!(
        "{} positions beyond {HARDER_THAN} moves, {} runs each, {:?}",
        sample.len(),
        it.runs,
        it.manner
    );
    println!(
        "plies lost on average; in brackets games given up after {MOST_MOVES} moves, which count as that"
    );

    let depths: Vec<u32> = (1..=it.depth / 2).map(|it| 2 * it).collect();
    let head: String = depths.iter().map(|depth| format!(" | {depth}")).collect();
    println!("\n| noise{head} | turns at |\n|--:{}|--:|", "|--:".repeat(depths.len()));
    for &deviation in &it.deviations {
        let (mut plies, mut endless) = (vec![0u64; depths.len()], vec![0u64; depths.len()]);
        let mut visits = Visits::default();
        for run in 0..it.runs {
            let mut rng = Rng::new(it.seed + (run << 32));
            let knowledge = arena.corrupted(|| deviation * normal(&mut rng));
            let mut level = arena.level(&knowledge);
            for at in 0..depths.len() {
                arena.deepen(&knowledge, it.manner, &mut level);
                for &start in &sample {
                    let moves = match arena.play(&level, start, &mut visits) {
                        Played::Mate(moves) => moves,
                        Played::Endless => {
                            endless[at] += 1;
                            MOST_MOVES
                        }
                    };
                    plies[at] += 2 * u64::from(moves - u32::from(arena.truth(start).unwrap_or(0)));
                }
            }
        }
        let games = (it.runs * sample.len() as u64) as f64;
        let curve: Vec<(u32, f64)> = depths
            .iter()
            .zip(&plies)
            .map(|(depth, plies)| (*depth, *plies as f64 / games))
            .collect();
        let cell = |((_, loss), endless): (&(u32, f64), &u64)| match endless {
            0 => format!(" | {loss:.2}"),
            endless => format!(" | {loss:.2} ({endless})"),
        };
        let cells: String = curve.iter().zip(&endless).map(cell).collect();
        let turn = turning_point(&curve).map_or("-".to_string(), |it| it.to_string());
        println!("| {deviation:.1}{cells} | {turn} |");
    }
    Ok(())
}

/// Different positions of the first layer, the same for every run.
fn sample(arena: &Arena, first_layer: usize, it: &Experiment) -> Vec<usize> {
    let hard = |at: &usize| arena.truth(*at).is_some_and(|moves| moves > HARDER_THAN);
    let mut all: Vec<usize> = (0..first_layer).filter(hard).collect();
    let (mut rng, n) = (Rng::new(it.seed), it.positions.min(all.len()));
    for at in 0..n {
        let other = at + rng.below(all.len() - at);
        all.swap(at, other);
    }
    all.truncate(n);
    all
}
