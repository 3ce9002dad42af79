//! Small worlds that are no games of the catalogue: what no game there needs is met here.

use std::collections::HashMap;

use quod_cert::EvidenceKind;
use quod_check::{Limits, check};
use quod_game::testkit::Rng;
use quod_game::{Claim, Game, Goal, Outcome, Player};

use crate::belief::Beliefs;
use crate::erased::{More, erased, with_more};
use crate::found::Found;
use crate::lies::{Liar, Trick};
use crate::support::{Chase, Graph, GraphNode, Hexagons, Lines, Seat, random_graph};
use crate::trial::{Effort, Tally, Trials};
use crate::truth::{World, opposite};

/// What is tried in one kind of world.
fn tricks_for(kind: EvidenceKind) -> Vec<Trick> {
    vec![Trick::Evidence(kind)]
}

/// Graphs with classes, cycles and an exchange of the players.
pub fn graphs(effort: Effort, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    for _ in 0..effort.positions {
        let game = random_graph(&mut rng);
        let root = rng.below(game.len()) as u16;
        tally.add(at("graphs", game, &root, effort, &Trick::all(), &mut rng));
    }
    tally
}

/// Graphs without cycles, whose game knows of no repetition: strategies are played there, and moves are counted.
pub fn trees(effort: Effort, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    for _ in 0..effort.positions {
        let n = 5 + rng.below(9);
        let mut cyclic = rng.chance(1, 4);
        let mut nodes: Vec<GraphNode> = Vec::new();
        for own in 0..n {
            let later = n - own - 1;
            let mut children: Vec<u8> = Vec::new();
            for _ in 0..if own > 0 && rng.chance(1, 5) { 0 } else { 1 + rng.below(3) } {
                // Play may go round where the game knows of it.
                let back = cyclic && rng.chance(1, 4);
                if back || later > 0 {
                    let to = if back { rng.below(n) } else { own + 1 + rng.below(later) };
                    children.push(to as u8);
                }
            }
            children.sort_unstable();
            children.dedup();
            let player = Player::BOTH[rng.below(2)];
            let winner = [None, Some(Player::First), Some(Player::Second)][rng.below(3)];
            let outcome = Outcome { winner, score: rng.below(5) as i32 - 2, ..Outcome::DRAW };
            nodes.push(match children.is_empty() {
                true => Graph::end(0, outcome),
                false => Graph::node(player, 0, &children),
            });
        }
        cyclic |= nodes.is_empty();
        let game = Graph { cyclic, ..Graph::new(nodes) };
        tally.add(at("trees", game, &0, effort, &Trick::all(), &mut rng));
    }
    tally
}

/// Boards with any lines, with borders, and with forbidden moves.
pub fn lines(effort: Effort, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    let mut tricks = Trick::all();
    for kind in [EvidenceKind::LineThreats, EvidenceKind::Zone, EvidenceKind::Strategy] {
        tricks.extend((0..8).flat_map(|_| tricks_for(kind)));
    }
    for _ in 0..effort.positions {
        let cells = 5 + rng.below(6);
        let game = match rng.below(6) {
            0 => Lines::three(),
            1 => Lines::straight([1, 3, 4], 3),
            2 => Lines::exactly([1, 3, 4], 3),
            3 => Lines::random(cells, &mut rng),
            _ => Lines::random_bordered(cells, &mut rng),
        };
        let game = if rng.chance(1, 3) { game.forbidding(1 + rng.below(3)) } else { game };
        let root = game.random_position(8, &mut rng);
        tally.add(at("lines", game, &root, effort, &tricks, &mut rng));
    }
    tally
}

/// Boards of hexagons with two borders to join, and with three.
pub fn hexagons(effort: Effort, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    let mut tricks = tricks_for(EvidenceKind::Connection);
    tricks.extend(tricks_for(EvidenceKind::Connection));
    tricks.extend(tricks_for(EvidenceKind::Strategy));
    for _ in 0..effort.positions {
        let mut side = || 2 + rng.below(3) as i16;
        let (width, height) = (side(), side());
        let game = match rng.below(3) {
            0 => Hexagons::y(2 + rng.below(3) as i16),
            _ => Hexagons::hex(width, height),
        };
        let mut root: Seat = game.start();
        while game.outcome(&root).is_none() && game.legal_moves(&root).len() > 1 + rng.below(8) {
            let moves = game.legal_moves(&root);
            root = game.play(&root, moves[rng.below(moves.len())]);
        }
        if game.legal_moves(&root).len() > 9 {
            continue;
        }
        tally.add(at("hexagons", game, &root, effort, &tricks, &mut rng));
    }
    tally
}

/// Trials at one position.
fn at<G: Game + 'static>(
    name: &str,
    game: G,
    root: &G::Position,
    effort: Effort,
    tricks: &[Trick],
    rng: &mut Rng,
) -> Tally {
    let root = game.encoding(root);
    // Claims and links that no such game has meet its evidence.
    let more = More { mates: rng.chance(1, 4), repeats: rng.chance(1, 6) };
    let more = if game.cyclic().is_some() { More::default() } else { more };
    let game = with_more(game, more);
    let root = game.decode(&root).expect("a position of the game");
    let mut trials = Trials::new(&*game, effort, tricks);
    trials.family = name.to_string();
    trials.at(&root, rng);
    trials.tally
}

/// Games in which who checks for ever loses: what is true is told by counting repetitions.
pub fn chases(effort: Effort, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    for _ in 0..effort.positions {
        let n = 4 + rng.below(3);
        let game = Chase::random(n, &mut rng);
        let root = rng.below(n) as u8;
        let any = erased(game.clone());
        let start = any.decode(&[root]).expect("a position of the game");
        let mut world = World::new(&*any, &[start], usize::MAX);
        let mut beliefs = Beliefs::default();
        for player in Player::BOTH {
            let within = Goal::WinsWithin(1 + rng.below(3) as i32);
            for goal in [Goal::Wins, Goal::DoesNotLose, within] {
                let claim = Claim { player, goal };
                // (Nobody wins in time by play without an end, whoever checks.)
                let is_false = match opposite(&claim) {
                    Some(other) if goal != within => game.counted(&mut vec![root], &other, 2),
                    _ => world.truth(&claim).at(0) == Some(false),
                };
                if !is_false {
                    continue;
                }
                let mut known: HashMap<Vec<u8>, ()> = HashMap::new();
                for _ in 0..effort.tries {
                    let trick = [Trick::Round, Trick::Round, Trick::WrongSide][rng.below(3)];
                    let made =
                        Liar::new(&world, &mut beliefs, trick, &mut rng).prove(&[claim], 0, &[]);
                    let Some(cert) = made else { continue };
                    if known.insert(crate::support::write(&cert), ()).is_some() {
                        continue;
                    }
                    *tally.games.entry("chases".to_string()).or_default() += 1;
                    *tally.tricks.entry(trick).or_default() += 1;
                    let again = || check(&*any, &cert, &Limits::default());
                    Found::begin();
                    if again().is_ok() {
                        tally.accepted.push(crate::trial::Finding {
                            statement: format!("{game:?} {claim:?} {root}"),
                            trick: format!("{trick:?}"),
                            cert,
                        });
                        continue;
                    }
                    tally.found.look(&format!("chases, {trick:?}"), again);
                }
            }
        }
    }
    tally
}

/// All small worlds.
pub fn all(effort: Effort, seed: u64) -> Tally {
    let mut tally = graphs(effort, seed);
    for world in [trees, lines, hexagons, chases] {
        tally.add(world(effort, seed));
    }
    tally
}
