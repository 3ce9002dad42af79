//! Random explicit games whose truth is known, and certificates about them.

use std::collections::HashMap;

use quod_cert::Certificate;
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::{Prover, resolve};

/// A game, its positions, and remembered answers of the oracle.
pub struct World {
    pub game: Explicit,
    truth: HashMap<(Claim, u16), bool>,
}

/// A small graph of a random kind.
pub fn random_graph(rng: &mut Rng) -> Explicit {
    let shape = Shape {
        nodes: 5 + rng.below(8),
        most_moves: 2 + rng.below(2),
        classes: 1 + rng.below(3),
        backward: [0, 8, 12][rng.below(3)],
        terminal: 2 + rng.below(3),
        mirrored: rng.chance(1, 2),
    };
    Explicit::random(&shape, rng)
}

impl World {
    /// A small graph of a random kind.
    pub fn random(rng: &mut Rng) -> World {
        World { game: random_graph(rng), truth: HashMap::new() }
    }

    /// What the oracle says.
    pub fn holds(&mut self, claim: Claim, pos: u16) -> bool {
        let game = &self.game;
        *self
            .truth
            .entry((claim, pos))
            .or_insert_with(|| Oracle::new(game, &pos, &claim).holds(&pos))
    }

    /// Whether everything that an accepted certificate says is true: its sections, and every entry.
    pub fn confirms(&mut self, cert: &Certificate) -> bool {
        let root = self.game.decode(&cert.root).expect("an accepted root");
        let sections: Vec<Claim> =
            cert.sections.iter().map(|it| cert.claims[it.claim as usize]).collect();
        let entries = resolve(&self.game, cert);
        sections.into_iter().all(|claim| self.holds(claim, root))
            && entries.into_iter().all(|(claim, pos)| self.holds(claim, pos))
    }

    /// Certificates of random claims about random roots; the prover of a gullible world believes
    /// that every cycle is good for it.
    pub fn certificates(&mut self, gullible: bool, rng: &mut Rng) -> Vec<Certificate> {
        let game = self.game.clone();
        let mut found = Vec::new();
        for _ in 0..6 {
            let claims = random_claims(rng);
            let root = rng.below(game.len()) as u16;
            let positions = (0..game.len() as u16).collect();
            let cert = Prover::new(&game, positions, gullible).prove(&root, &claims, rng);
            if !gullible {
                let truth = claims.iter().all(|&claim| self.holds(claim, root));
                assert_eq!(cert.is_some(), truth, "the prover and the oracle differ");
            }
            found.extend(cert);
        }
        found
    }
}

/// A claim, or the two halves of a value.
fn random_claims(rng: &mut Rng) -> Vec<Claim> {
    let player = Player::BOTH[rng.below(2)];
    let n = rng.below(5) as i32 - 2;
    let claim = |goal| Claim { player, goal };
    let within = Goal::WinsWithin(1 + rng.below(4) as i32);
    match rng.below(10) {
        0 => vec![claim(Goal::Wins)],
        1 => vec![claim(Goal::DoesNotLose)],
        2 => vec![claim(Goal::ScoreAtLeast(n)), claim(Goal::ScoreAtMost(n))],
        3 => vec![Claim::does_not_lose(player), Claim::does_not_lose(player.other())],
        4 => vec![claim(Goal::ScoreAtMost(n))],
        5 => vec![claim(Goal::CapturesAtLeast(1 + n.abs()))],
        6 => vec![claim(within)],
        7 => vec![claim(within).complement()],
        8 => vec![claim(within), claim(within).after(player).complement()],
        _ => vec![claim(Goal::CapturesLessThan(1 + n.abs()))],
    }
}

/// One claim of a random kind, for evidence that speaks of every kind but captures.
pub fn random_claim(rng: &mut Rng) -> Claim {
    let n = rng.below(5) as i32 - 2;
    let within = 1 + rng.below(4) as i32;
    let goals = [
        Goal::Wins,
        Goal::DoesNotLose,
        Goal::ScoreAtLeast(n),
        Goal::ScoreAtMost(n),
        Goal::WinsWithin(within),
        Goal::DoesNotWinWithin(within),
    ];
    Claim { player: Player::BOTH[rng.below(2)], goal: goals[rng.below(6)] }
}
