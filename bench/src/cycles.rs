//! Depth-first proof-number search against the truth on many random graphs, cyclic ones above all.
//!
//! The long run of what `crates/search/src/dfpn/tests` does every day. A disagreement is shrunk: moves
//! into one node after another are taken out for as long as it stays.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};
use quod_search::dfpn::{
    CyclicStrategy, Deepening, Options, Replacement, Rule, Sums, Table, Team, Worker,
};
use quod_search::{GameSpace, Initialisation, Verdict};

/// More nodes than any of the graphs needs.
const LIMIT: u64 = 3_000_000;
/// Df-pn is there as often as the others together.
const RULES: [Rule; 6] = [
    Rule::DfPn,
    Rule::DfPn,
    Rule::DfPn,
    Rule::Pds,
    Rule::PnStar(Deepening::Everywhere),
    Rule::PnStar(Deepening::Root),
];

/// One question: everything but the graph.
#[derive(Clone, Copy, Debug)]
struct Case {
    claim: Claim,
    entries: u64,
    replacement: Replacement,
    options: Options,
    by_moves: bool,
    resumed: bool,
}

impl Case {
    fn random(rng: &mut Rng) -> Case {
        let player = Player::BOTH[rng.below(2)];
        let goal = match rng.below(5) {
            0 => Goal::Wins,
            1 => Goal::DoesNotLose,
            2 => Goal::ScoreAtLeast(rng.below(5) as i32 - 1),
            3 => Goal::ScoreAtMost(rng.below(5) as i32 - 3),
            _ => Goal::CapturesAtLeast(1 + rng.below(2) as i32),
        };
        Case {
            claim: Claim { player, goal },
            entries: [4, 8, 16, 64, 1 << 10][rng.below(5)],
            replacement: [Replacement::TwoBig, Replacement::Effort][rng.below(2)],
            options: Options {
                rule: RULES[rng.below(RULES.len())],
                epsilon: [(0, 1), (1, 4)][rng.below(2)],
                sums: [Sums::Sum, Sums::Weak][rng.below(2)],
            },
            by_moves: rng.chance(1, 2),
            resumed: rng.chance(1, 8),
        }
    }

    fn space<'g>(&self, game: &'g Explicit) -> GameSpace<&'g Explicit> {
        let space = GameSpace::new(game, &game.start(), self.claim);
        match self.by_moves {
            true => space.initialised(Initialisation::Moves),
            false => space,
        }
    }

    /// The worker at its end, or at the limit.
    fn run<'g>(&self, game: &'g Explicit) -> Worker<GameSpace<&'g Explicit>> {
        let table = || Arc::new(Table::with_entries(self.entries, self.replacement));
        let mut worker = Worker::new(self.space(game), Team::new(table(), 1), self.options);
        if self.resumed && !worker.step(10, &mut ()).is_final() {
            let (mut entries, mut path) = (Vec::new(), Vec::new());
            worker.team().table().save(&mut entries).expect("a vector takes everything");
            let write = |pos: &u16, out: &mut Vec<u8>| out.write_all(&pos.to_le_bytes());
            worker.save(&mut path, write).expect("a vector takes everything");
            let again = table();
            again.restore(&mut entries.as_slice()).expect("just written");
            let read = |from: &mut &[u8]| -> io::Result<u16> {
                let mut pos = [0; 2];
                from.read_exact(&mut pos)?;
                Ok(u16::from_le_bytes(pos))
            };
            let (team, path) = (Team::new(again, 1), &mut path.as_slice());
            worker = Worker::restore(self.space(game), team, self.options, path, read)
                .expect("just written");
        }
        worker.step(LIMIT, &mut ());
        worker
    }

    /// What is wrong with the answer, if anything, and the nodes it took.
    fn fault(&self, game: &Explicit) -> (Option<&'static str>, u64) {
        let mut worker = self.run(game);
        let nodes = worker.effort().nodes;
        let truth = Oracle::new(game, &game.start(), &self.claim).holds(&game.start());
        let proved = match worker.verdict() {
            Verdict::Proved => true,
            Verdict::Disproved => false,
            Verdict::Unknown(_) => return (Some("no answer"), nodes),
        };
        let fault = if proved != truth {
            Some("wrong answer")
        } else {
            let strategy = CyclicStrategy::new(&mut worker, proved, 1 << 24);
            strategy.is_err().then_some("no strategy")
        };
        (fault, nodes)
    }
}

/// A graph of any of many shapes.
fn graph(rng: &mut Rng) -> Explicit {
    let nodes = match rng.below(8) {
        0 => 3 + rng.below(4),
        7 => 20 + rng.below(40),
        _ => 5 + rng.below(20),
    };
    let most_moves = match nodes {
        0..8 => 1 + rng.below(6),
        8..16 => 1 + rng.below(4),
        _ => 1 + rng.below(3),
    };
    let shape = Shape {
        nodes,
        most_moves,
        classes: [1, 1, 2, 3, 5][rng.below(5)],
        backward: [0, 4, 8, 12, 16][rng.below(5)],
        terminal: rng.below(6),
        mirrored: rng.chance(1, 4),
    };
    Explicit::random(&shape, rng)
}

/// The smallest graph found with the same fault.
fn shrunk(mut game: Explicit, case: &Case, fault: &str) -> Explicit {
    let stays = |game: &Explicit| case.fault(game).0 == Some(fault);
    while let Some(smaller) =
        (0..game.len() as u16).filter_map(|node| game.without(node)).find(stays)
    {
        game = smaller;
    }
    game
}

/// Solves so many graphs.
pub fn run(rounds: u64) -> Result<()> {
    let start = Instant::now();
    let (mut total, mut most) = (0, 0);
    for round in 0..rounds {
        let mut rng = Rng::new(round);
        let (game, case) = (graph(&mut rng), Case::random(&mut rng));
        let (fault, nodes) = case.fault(&game);
        if let Some(fault) = fault {
            let small = shrunk(game, &case, fault);
            bail!("graph {round}: {fault}\n{case:?}\n{small:?}");
        }
        total += nodes;
        if nodes > most {
            most = nodes;
            println!("graph {round}: {nodes} nodes, {} entries, {:?}", case.entries, case.options);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{rounds} graphs right, {total} nodes, {seconds:.1} s");
    Ok(())
}
