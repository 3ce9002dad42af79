//! Go-Moku's player against plain alpha-beta: four plies deep, the same evaluation, no threat searches.
//!
//! The plain player tries every cell within two of a stone, best first by the same order, to a fixed depth of
//! four plies; that a five can be made at once it sees without a ply. Games are of 15 by 15, freestyle. Each begins
//! with five stones put at random on the seven by seven cells in the middle, such that neither player wins by
//! threats and a short search of the player's thinks it even; it is played twice, with either player first.
//! The player has a limit of nodes for each move, so that a run repeats exactly.

use std::time::Instant;

use anyhow::{Result, ensure};
use quod_engine::{Limits, Unhurried};
use quod_game::Player;
use quod_game::testkit::Rng;
use quod_in_a_row::gomoku::{Brain, Completions, Field, Setting, ThreatSearch, WIN};
use quod_rules::Rule;

const SIZE: usize = 15;
const PLIES: u32 = 4;
const OPENING: usize = 5;
/// How far from even an opening may be thought to be.
const EVEN: i32 = 60;
const TABLE: usize = 16 << 20;

/// The plain player's score of a position for the mover.
fn plain(field: &mut Field, mover: Player, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let other = mover.other();
    if field.board().completions(mover) != Completions::None {
        return WIN + depth as i32;
    }
    if depth == 0 {
        return field.score(mover);
    }
    let mut cells = Vec::new();
    field.candidates(mover, &mut cells);
    let mut best = if cells.is_empty() { 0 } else { -2 * WIN };
    for (_, cell) in cells {
        field.put(mover, cell);
        let score = -plain(field, other, depth - 1, -beta, -alpha);
        field.take_back();
        best = best.max(score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The plain player's move.
fn plain_move(field: &mut Field, mover: Player) -> Option<u16> {
    if let Completions::One(cell) | Completions::Many(cell) = field.board().completions(mover) {
        return Some(cell);
    }
    let mut cells = Vec::new();
    field.candidates(mover, &mut cells);
    let mut best: Option<(i32, u16)> = None;
    for (_, cell) in cells {
        let alpha = best.map_or(-2 * WIN, |it| it.0);
        field.put(mover, cell);
        let score = -plain(field, mover.other(), PLIES - 1, -2 * WIN, -alpha);
        field.take_back();
        if best.is_none_or(|it| score > it.0) {
            best = Some((score, cell));
        }
    }
    best.map(|it| it.1)
}

/// Stones of an even opening, First's and Second's in turn.
fn opening(rng: &mut Rng) -> Vec<(Player, u16)> {
    loop {
        let mut field = Field::new(SIZE, Rule::Freestyle);
        let mut stones = Vec::new();
        while stones.len() < OPENING {
            let cell = ((4 + rng.below(7)) * SIZE + 4 + rng.below(7)) as u16;
            if field.board().is_empty(cell) {
                let player = Player::BOTH[stones.len() % 2];
                field.put(player, cell);
                stones.push((player, cell));
            }
        }
        let mover = Player::BOTH[OPENING % 2];
        let (mut board, mut threats) = (field.board().clone(), ThreatSearch::default());
        let decided = Player::BOTH.into_iter().any(|it| threats.vct(&mut board, it).is_some());
        let setting = Setting { size: SIZE, rule: Rule::Freestyle, stones: stones.clone(), mover };
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let choice = Brain::new(1 << 20).choose(&setting, limits, &mut Unhurried);
        if !decided && choice.is_some_and(|it| it.score.abs() <= EVEN) {
            return stones;
        }
    }
}

/// How a game between the player and the plain one ended.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
    moves: u32,
    seconds: f64,
    slowest: f64,
    plain_seconds: f64,
    plain_moves: u32,
}

fn game(stones: &[(Player, u16)], own: Player, nodes: u64, tally: &mut Tally) -> Result<()> {
    let mut stones = stones.to_vec();
    let mut field = Field::new(SIZE, Rule::Freestyle);
    stones.iter().for_each(|&(player, cell)| field.put(player, cell));
    let mut brain = Brain::new(TABLE);
    loop {
        let mover = Player::BOTH[stones.len() % 2];
        let start = Instant::now();
        let cell = if mover == own {
            let setting =
                Setting { size: SIZE, rule: Rule::Freestyle, stones: stones.clone(), mover };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let choice = brain.choose(&setting, limits, &mut Unhurried);
            let seconds = start.elapsed().as_secs_f64();
            tally.moves += 1;
            tally.seconds += seconds;
            tally.slowest = tally.slowest.max(seconds);
            choice.map(|it| it.mv.0 as u16)
        } else {
            let cell = plain_move(&mut field, mover);
            tally.plain_moves += 1;
            tally.plain_seconds += start.elapsed().as_secs_f64();
            cell
        };
        let Some(cell) = cell else {
            tally.drawn += 1;
            return Ok(());
        };
        ensure!(field.board().is_empty(cell), "cell {cell} is taken");
        field.put(mover, cell);
        stones.push((mover, cell));
        if field.board().has_five(mover) {
            *if mover == own { &mut tally.won } else { &mut tally.lost } += 1;
            return Ok(());
        }
    }
}

/// Plays so many games and prints the score.
pub fn print(games: u32, nodes: u64) -> Result<()> {
    let mut rng = Rng::new(1);
    let mut tallies = [Tally::default(); 2];
    for round in 0..games.div_ceil(2) {
        let stones = opening(&mut rng);
        for own in Player::BOTH {
            game(&stones, own, nodes, &mut tallies[own.index()])?;
        }
        if (round + 1) % 10 == 0 {
            let won = tallies[0].won + tallies[1].won;
            eprintln!("{} games, {won} won", 2 * (round + 1));
        }
    }
    for (name, tally) in ["first", "second"].into_iter().zip(tallies) {
        println!(
            "{name}: {} won, {} drawn, {} lost; {:.1} ms a move, {:.0} ms the slowest of {}; plain alpha-beta {:.1} ms a move",
            tally.won,
            tally.drawn,
            tally.lost,
            1e3 * tally.seconds / f64::from(tally.moves.max(1)),
            1e3 * tally.slowest,
            tally.moves,
            1e3 * tally.plain_seconds / f64::from(tally.plain_moves.max(1)),
        );
    }
    println!(
        "{} of {} games won at {nodes} nodes a move",
        tallies[0].won + tallies[1].won,
        2 * games.div_ceil(2)
    );
    Ok(())
}
