//! A match of two programs over the real protocol: which one plays better, and how certain that is.
//!
//! An opening is five stones at random on the seven by seven cells in the middle, after which the search for threats finds
//! no win of either side's and the evaluation is near even. Each is played twice, with either program first. Openings
//! are numbered, so that a long match can be played in parts and goes on where it stopped.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use quod_game::testkit::Rng;
use quod_game::{Game, Move, Player};
use quod_in_a_row::gomoku::{Field, ThreatSearch};
use quod_rules::InARow;

use super::{Brain, RULES};

/// What is played.
#[derive(clap::Args, Debug)]
pub struct Match {
    /// The program that is asked about.
    program: PathBuf,
    /// The other one.
    opponent: PathBuf,
    /// 0 freestyle, 1 exactly five, 4 renju.
    #[arg(long, default_value_t = 0)]
    rule: u32,
    /// Rows of the board.
    #[arg(long, default_value_t = 15)]
    size: usize,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 1_000)]
    limit: u64,
    /// The first opening.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many openings, with two games each.
    #[arg(long, default_value_t = 50)]
    openings: u64,
}

/// How far from even an opening may be thought to be.
const EVEN: i32 = 60;
/// Stones of an opening.
const STONES: usize = 5;

/// An opening by its number.
fn opening(game: &InARow, number: u64) -> Vec<Move> {
    let (mut rng, mut search) = (Rng::new(1 + number), ThreatSearch::default());
    loop {
        let (mut pos, mut field) = (game.start(), Field::new(game.width, game.rule));
        let mut moves = Vec::new();
        while moves.len() < STONES {
            let mut middle = || game.width / 2 - 3 + rng.below(7);
            let mv = Move((middle() * game.width + middle()) as u32);
            if game.legal_moves(&pos).contains(&mv) {
                field.put(game.to_move(&pos), mv.0 as u16);
                moves.push(mv);
                pos = game.play(&pos, mv);
            }
        }
        let mover = game.to_move(&pos);
        let even = field.score(mover).abs() <= EVEN;
        let mut board = field.board().clone();
        let quiet = Player::BOTH.iter().all(|&it| search.vct(&mut board, it).is_none());
        if even && quiet {
            return moves;
        }
    }
}

impl Match {
    /// The winner of a game, if it has one.
    fn game(&self, rules: &InARow, opening: &[Move], own: Player) -> Result<Option<Player>> {
        let start =
            |program, player| Brain::start(program, self.size, self.rule, self.limit, player);
        let mut brains = [start(&self.program, own)?, start(&self.opponent, own.other())?];
        let mut pos = rules.start();
        let mut moves = Vec::new();
        for mv in opening {
            pos = rules.play(&pos, *mv);
            moves.push(mv.0 as usize);
        }
        while rules.outcome(&pos).is_none() {
            let mover = rules.to_move(&pos);
            let brain = &mut brains[usize::from(mover != own)];
            let (cell, _) = brain.play(self.size, &moves)?;
            let mv = Move(cell as u32);
            if !rules.legal_moves(&pos).contains(&mv) {
                bail!("an illegal move, cell {cell}, after {moves:?}");
            }
            moves.push(mv.0 as usize);
            pos = rules.play(&pos, mv);
        }
        brains.into_iter().try_for_each(|it| it.end().map(drop))?;
        Ok(rules.outcome(&pos).and_then(|it| it.winner))
    }
}

/// Plays the match and prints the score of the program that is asked about.
pub fn print(asked: &Match) -> Result<()> {
    let rule = RULES.into_iter().find(|it| it.0 == asked.rule);
    let (_, rule) = rule.with_context(|| format!("rule 0, 1 or 4 expected, got {}", asked.rule))?;
    let rules = InARow::gomoku(asked.size, rule, false).context("no such board")?;
    // What both games of an opening brought, in halves of a point, 0 to 4.
    let mut pairs: Vec<u32> = Vec::new();
    let mut results = [0; 3];
    for number in asked.from..asked.from + asked.openings {
        let opening = opening(&rules, number);
        let mut pair = 0;
        for own in Player::BOTH {
            let points = match asked.game(&rules, &opening, own)? {
                Some(winner) if winner == own => 2,
                Some(_) => 0,
                None => 1,
            };
            results[points] += 1;
            pair += points as u32;
        }
        pairs.push(pair);
        let [lost, drawn, won] = results;
        let score: Vec<f64> = pairs.iter().map(|&it| f64::from(it) / 4.0).collect();
        let n = score.len() as f64;
        let mean = score.iter().sum::<f64>() / n;
        let spread = score.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let error = 1.96 * (spread / n).sqrt();
        println!(
            "openings {} to {number}: {won} won, {drawn} drawn, {lost} lost; {:.1} % of the points, 95 % interval {:.1} to {:.1}",
            asked.from,
            100.0 * mean,
            100.0 * (mean - error),
            100.0 * (mean + error),
        );
    }
    Ok(())
}
