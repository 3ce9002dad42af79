//! The proof-number family side by side on random positions: how many nodes one search needs for each of
//! another's.
//!
//! A ratio is a geometric mean with its interval of 95 %, from the logarithms of single positions
//! (mean ± 2 standard errors). Positions come from random play with a fixed seed; those that proof-number
//! search solves in a moment, or not soon, are left out and counted.

use std::ops::RangeInclusive;

use anyhow::{Result, ensure};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game};
use quod_rules::{AtariGo, InARow};
use quod_search::best_first::{BestFirst, Options as Keeping, Rule as Measure};
use quod_search::dfpn::{Deepening, Options, Replacement, Rule, Table, Team, Worker};
use quod_search::pn::{self, PnSearch};
use quod_search::{
    Effort, GameSpace, Initialisation, PlayedOut, PlayoutOptions, SearchedBelow, Space, Verdict,
};

use crate::measure::interval;

/// Nodes of a search, playouts included.
const LIMIT: u64 = 10_000_000;
/// Expansions that `pn` needs for a position of the set.
const SIZE: RangeInclusive<u64> = 100..=1_000;
/// Nodes after which a position is too large for the set.
const TOO_LARGE: u64 = 20_000;
/// Entries of every table.
const ENTRIES: u64 = 1 << 16;
const MEMORY: u64 = 1 << 28;

/// What is compared: a name, and the search as a function of the position.
type Answer = Option<(bool, Effort)>;

fn answer(verdict: Verdict, effort: Effort) -> Answer {
    match verdict {
        Verdict::Proved => Some((true, effort)),
        Verdict::Disproved => Some((false, effort)),
        Verdict::Unknown(_) => None,
    }
}

fn by_pn(space: impl Space, limit: u64) -> Answer {
    let mut search = PnSearch::new(space, pn::Options::default());
    let verdict = search.step(limit, &mut ());
    answer(verdict, search.effort())
}

fn by_worker(space: impl Space, rule: Rule, epsilon: (u32, u32)) -> Answer {
    let table = Table::with_entries(ENTRIES, Replacement::Effort);
    let options = Options { rule, epsilon, ..Options::default() };
    let mut search = Worker::new(space, Team::new(table.into(), 1), options);
    let verdict = search.step(LIMIT, &mut ());
    answer(verdict, search.effort())
}

fn by_graph(space: impl Space, rule: Measure) -> Result<Answer> {
    let mut search = BestFirst::new(space, Keeping { rule, memory_limit: MEMORY })?;
    let verdict = search.step(LIMIT, &mut ());
    Ok(answer(verdict, search.effort()))
}

/// The searches; the first two are those that others are compared with.
const NAMES: [&str; 12] = [
    "pn",
    "dfpn",
    "mc-pn, 3 playouts",
    "mc-pn, 20 playouts",
    "ews, 3 playouts",
    "ews, 20 playouts",
    "ews, init=moves",
    "mst-star",
    "pds",
    "pn-star",
    "pn-star, root",
    "pds-pn, 100 nodes",
];
/// Which of the first two each is compared with.
const AGAINST: [usize; 12] = [0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1];

fn searches<G: Game>(game: &G, pos: &G::Position, claim: Claim) -> Result<Vec<Answer>> {
    let space = || GameSpace::new(game, pos, claim);
    let playouts = |count| PlayoutOptions { count, length: 20, ..PlayoutOptions::default() };
    let from_root = |count| PlayoutOptions { from_depth: 0, ..playouts(count) };
    let moves = space().initialised(Initialisation::Moves);
    Ok(vec![
        by_pn(space(), LIMIT),
        by_worker(space(), Rule::DfPn, (1, 4)),
        by_pn(PlayedOut::new(space(), playouts(3)), LIMIT),
        by_pn(PlayedOut::new(space(), playouts(20)), LIMIT),
        by_graph(space(), Measure::Work(from_root(3)))?,
        by_graph(space(), Measure::Work(from_root(20)))?,
        by_graph(moves, Measure::Work(from_root(3)))?,
        by_graph(space(), Measure::Size)?,
        by_worker(space(), Rule::Pds, (1, 16)),
        by_worker(space(), Rule::PnStar(Deepening::Everywhere), (0, 1)),
        by_worker(space(), Rule::PnStar(Deepening::Root), (0, 1)),
        by_worker(SearchedBelow::new(space(), 100, MEMORY), Rule::Pds, (1, 16)),
    ])
}

/// So many positions after random play that are neither easy nor hard for `pn`, with all answers.
fn run<G: Game>(name: &str, game: &G, plies: usize, count: usize) -> Result<Vec<Vec<Answer>>> {
    let mut rng = Rng::new(7);
    let (mut rows, mut easy) = (Vec::new(), 0);
    while rows.len() < count && easy < 200 * count {
        let mut pos = game.start();
        for _ in 0..plies {
            let moves = game.legal_moves(&pos);
            if game.outcome(&pos).is_some() || moves.is_empty() {
                break;
            }
            pos = game.play(&pos, moves[rng.below(moves.len())]);
        }
        let claim = Claim::wins(game.to_move(&pos));
        let known = by_pn(GameSpace::new(game, &pos, claim), TOO_LARGE);
        if known.is_none_or(|(_, effort)| !SIZE.contains(&effort.expansions)) {
            easy += 1;
            continue;
        }
        let answers = searches(game, &pos, claim)?;
        let values: Vec<bool> = answers.iter().flatten().map(|it| it.0).collect();
        ensure!(values.iter().all(|&it| it == values[0]), "the searches disagree");
        rows.push(answers);
    }
    let won = rows.iter().filter(|row| row[0].is_some_and(|it| it.0)).count();
    println!("{name}, {plies} random moves: {} positions, {won} won, {easy} left out", rows.len());
    Ok(rows)
}

fn tell(rows: &[Vec<Answer>]) {
    println!("| search | against | solved by both | expansions | nodes |\n|---|---|---|---|---|");
    for (at, (name, against)) in NAMES.iter().zip(AGAINST).enumerate() {
        let both: Vec<(Effort, Effort)> =
            rows.iter().filter_map(|row| Some((row[at]?.1, row[against]?.1))).collect();
        if at == against || both.len() < 2 {
            continue;
        }
        let ratio = |of: fn(&Effort) -> u64| {
            let logarithm = |(own, other): &(Effort, Effort)| {
                (of(own).max(1) as f64 / of(other).max(1) as f64).ln()
            };
            let (mean, low, high) = interval(&both.iter().map(logarithm).collect::<Vec<_>>());
            format!("{mean:.2} ({low:.2} to {high:.2})")
        };
        let (expansions, nodes) = (ratio(|it| it.expansions), ratio(|it| it.nodes));
        let against = NAMES[against];
        println!("| {name} | {against} | {} | {expansions} | {nodes} |", both.len());
    }
}

/// Prints the ratios for each game and for all together.
pub fn print(positions: usize) -> Result<()> {
    let atari_go = AtariGo::new(5, false)?;
    let lines = InARow::mnk(4, 4, 4, quod_rules::Rule::Freestyle)?;
    let mut all = run("four in a row on 4×4", &lines, 5, positions)?;
    tell(&all);
    let rows = run("Atari Go 5×5", &atari_go, 11, positions)?;
    tell(&rows);
    all.extend(rows);
    println!("Both games:");
    tell(&all);
    Ok(())
}
