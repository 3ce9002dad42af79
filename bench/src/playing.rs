//! The general player against itself with and without one of its parts.
//!
//! Both sides have the same number of nodes a move and the same openings: some random plies from the start,
//! each opening played twice with colours swapped, none twice. The score is that of the side with the part, a win 1
//! and a draw ½; the interval is the mean of the pairs of games plus and minus 1.96 standard errors, since the
//! two games of an opening are not independent. Exact search and book are left out unless they are what is
//! compared: they would decide the same games for both.

use std::collections::HashSet;

use anyhow::{Context, Result};
use quod_awari::{Book, NoEndgames, Player as ThesisPlayer, Settings};
use quod_catalogue::Registry;
use quod_engine::{
    Chosen, Control, Limits, Means, PlayParts, Player, Pos, SolveError, Source, Unhurried,
};
use quod_game::Player as Side;
use quod_game::testkit::Rng;
use quod_othello::player::choose_move;
use quod_rules::{Awari, EmptySquares, Othello};
use quod_search::playing::Parts;
use quod_solve::AnyGame;

/// Random plies before the players begin.
const OPENING: usize = 8;
/// A game that is longer is a draw.
const LONGEST: usize = 400;
const MEMORY: u64 = 64 << 20;

/// A position after random plies that is not over and was not met before.
fn opening(game: &AnyGame, rng: &mut Rng, met: &mut HashSet<Vec<u8>>) -> Vec<Pos> {
    loop {
        let rules = game.rules();
        let mut line = vec![rules.start()];
        for _ in 0..OPENING {
            let pos = &line[line.len() - 1];
            let moves = rules.legal_moves(pos);
            if moves.is_empty() {
                break;
            }
            line.push(rules.play(pos, moves[rng.below(moves.len())]));
        }
        let last = &line[line.len() - 1];
        if line.len() > OPENING && rules.outcome(last).is_none() && met.insert(rules.encoding(last))
        {
            return line;
        }
    }
}

/// Plays a game on from the last position of a line, adds to the line, and returns who won.
fn play(
    game: &AnyGame,
    line: &mut Vec<Pos>,
    players: [&mut dyn Player; 2],
    nodes: u64,
) -> Result<Option<Side>> {
    let rules = game.rules();
    let limits = Limits { nodes: Some(nodes), depth: None };
    while line.len() < LONGEST {
        let pos = &line[line.len() - 1];
        if let Some(outcome) = rules.outcome(pos) {
            return Ok(outcome.winner);
        }
        let side = rules.to_move(pos).index();
        let earlier = &line[..line.len() - 1];
        let chosen = players[side].choose(pos, earlier, limits, &mut Unhurried)?;
        let mv = chosen.context("a position that is not over has a move")?.mv;
        let next = rules.play(pos, mv);
        line.push(next);
    }
    Ok(None)
}

/// Makes a player for a game.
type Seat<'s> = &'s dyn Fn() -> Result<Box<dyn Player>>;

/// Endgames for comparisons: games of the usual player against itself, each taken back from its end so many plies and one more
/// if the winner is not to move there. Games without a winner are left out. A position comes once.
pub fn endgames(name: &str, count: usize, plies: usize, nodes: u64, seed: u64) -> Result<()> {
    let game = &Registry::builtin().open(name)?;
    let (mut rng, mut met, mut found) = (Rng::new(seed), HashSet::new(), HashSet::new());
    println!("# {}", game.name());
    while found.len() < count {
        let mut line = opening(game, &mut rng, &mut met);
        let seat = || game.player(&Means::of_memory(MEMORY));
        let (mut one, mut other) = (seat()?, seat()?);
        let Some(winner) = play(game, &mut line, [&mut *one, &mut *other], nodes)? else {
            continue;
        };
        let rules = game.rules();
        let end = line.len() - 1;
        let before = (plies..=plies + 1).filter_map(|it| end.checked_sub(it));
        let position = before.map(|at| &line[at]).find(|pos| rules.to_move(pos) == winner);
        let Some(position) = position else { continue };
        if found.insert(rules.encoding(position)) {
            println!("{}", rules.position_text(position));
        }
    }
    Ok(())
}

/// The score of the first player in a match of so many openings, with half the width of the interval, and
/// wins, draws, losses.
fn contest(
    game: &AnyGame,
    own: Seat<'_>,
    other: Seat<'_>,
    nodes: u64,
    openings: u32,
) -> Result<(f64, f64, [u32; 3])> {
    let (mut rng, mut met) = (Rng::new(1), HashSet::new());
    let (mut pairs, mut tally) = (Vec::new(), [0; 3]);
    for _ in 0..openings {
        let line = opening(game, &mut rng, &mut met);
        let mut score = 0.0;
        for side in Side::BOTH {
            let (mut a, mut b) = (own()?, other()?);
            let [a, b]: [&mut dyn Player; 2] = [&mut *a, &mut *b];
            let players = if side == Side::First { [a, b] } else { [b, a] };
            let winner = play(game, &mut line.clone(), players, nodes)?;
            let (at, points) = match winner {
                Some(winner) if winner == side => (0, 1.0),
                None => (1, 0.5),
                Some(_) => (2, 0.0),
            };
            tally[at] += 1;
            score += points / 2.0;
        }
        pairs.push(score);
    }
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let squares: f64 = pairs.iter().map(|it| (it - mean) * (it - mean)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    Ok((mean, 1.96 * error, tally))
}

/// The nodes that a depth takes on so many openings, with every part and without each: what the parts that only
/// order and cut save.
pub fn depths(name: &str, openings: u32, depth: u32) -> Result<()> {
    let game = &Registry::builtin().open(name)?;
    println!("{}: depth {depth} from {openings} openings", game.name());
    println!("| without | nodes |");
    println!("|---|--:|");
    let whole = PlayParts { book: false, exact: false, ..PlayParts::default() };
    let bare = PlayParts { search: Parts::NONE, ..whole };
    let mut all = vec![("nothing", whole), ("usual", bare)];
    for name in PlayParts::NAMES {
        let mut parts = whole;
        match parts.part(name) {
            Some(part) if *part => *part = false,
            _ => continue,
        }
        all.push((name, parts));
    }
    for (name, parts) in all {
        let (mut rng, mut met, mut nodes) = (Rng::new(1), HashSet::new(), 0);
        let mut player = game.player(&Means { parts, ..Means::of_memory(MEMORY) })?;
        for _ in 0..openings {
            let line = opening(game, &mut rng, &mut met);
            let limits = Limits { nodes: Some(1 << 40), depth: Some(depth) };
            let chosen = player.choose(&line[line.len() - 1], &[], limits, &mut Unhurried)?;
            nodes += chosen.map_or(0, |it| it.nodes);
        }
        println!("| {name} | {nodes} |");
    }
    Ok(())
}

/// Plays the usual player with each part against itself without it, and against plain alpha-beta, and prints the
/// scores.
pub fn print(name: &str, openings: u32, nodes: u64, parts: &[String]) -> Result<()> {
    let game = &Registry::builtin().open(name)?;
    println!("{}: {openings} openings twice, {nodes} nodes a move", game.name());
    println!("| part | won | drawn | lost | score with it | 95 % |");
    println!("|---|--:|--:|--:|--:|--:|");
    let whole = PlayParts { book: false, exact: false, ..PlayParts::default() };
    let mut rivals = Vec::new();
    for name in PlayParts::NAMES.into_iter().filter(|name| *name != "book") {
        let (mut own, mut other) = (whole, whole);
        let (Some(with), Some(without)) = (own.part(name), other.part(name)) else { continue };
        (*with, *without) = (true, false);
        rivals.push((name, own, other));
    }
    let bare = PlayParts { search: Parts::NONE, ..whole };
    rivals.push(("usual", whole, bare));
    let seat = |parts| move || Ok(game.player(&Means { parts, ..Means::of_memory(MEMORY) })?);
    let chosen = |name: &str| parts.is_empty() || parts.iter().any(|it| it == name);
    let tell = |name: &str, own: Seat<'_>, other: Seat<'_>| -> Result<()> {
        let (mean, half, [won, drawn, lost]) = contest(game, own, other, nodes, openings)?;
        println!("| {name} | {won} | {drawn} | {lost} | {mean:.3} | ± {half:.3} |");
        Ok(())
    };
    for (name, own, other) in rivals.into_iter().filter(|it| chosen(it.0)) {
        tell(name, &seat(own), &seat(other))?;
    }
    if let Some(rival) = rival(game).filter(|_| chosen(RIVAL)) {
        let own = PlayParts { book: false, ..PlayParts::default() };
        tell(RIVAL, &seat(own), &rival)?;
    }
    Ok(())
}

/// The word for a game's other player, by another search.
const RIVAL: &str = "rival";

/// The thesis's player of awari, without its book.
struct Thesis;

impl Player for Thesis {
    fn choose(
        &mut self,
        pos: &Pos,
        earlier: &[Pos],
        limits: Limits,
        _control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let earlier: Vec<_> = earlier.iter().map(|it| *it.of::<Awari>()).collect();
        let usual = Settings::default();
        let nodes = limits.nodes.unwrap_or(usual.nodes);
        let settings = Settings { nodes, check: nodes / 10, ..usual };
        let player = ThesisPlayer::new(NoEndgames, settings, Book::empty());
        let choice = player.choose(pos.of::<Awari>(), &earlier);
        let source = Source::Estimate(0);
        Ok(choice.map(|it| Chosen { mv: it.mv, source, score: 0, depth: 0, nodes }))
    }
}

/// Othello's player that works on the bare board, with the same estimate.
struct Bare(Othello);

impl Player for Bare {
    fn choose(
        &mut self,
        pos: &Pos,
        _earlier: &[Pos],
        limits: Limits,
        _control: &mut dyn Control,
    ) -> Result<Option<Chosen>, SolveError> {
        let nodes = limits.nodes.unwrap_or(1);
        let choice = choose_move(&self.0, pos.of::<Othello>(), nodes)?;
        let source = Source::Estimate(0);
        Ok(choice.map(|(mv, it)| Chosen { mv, source, score: 0, depth: it.depth, nodes: it.nodes }))
    }
}

/// Makes a player.
type Maker = fn() -> Result<Box<dyn Player>>;

/// A player of another kind, if somebody has written one.
fn rival(game: &AnyGame) -> Option<Maker> {
    let name = game.name();
    if name.starts_with("awari") {
        return Some(|| Ok(Box::new(Thesis)));
    }
    name.starts_with("othello:size=8,empty=winner")
        .then_some(|| Ok(Box::new(Bare(Othello::new(8, EmptySquares::Winner)?))))
}
