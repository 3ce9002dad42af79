//! True certificates are accepted, and no mutant of one proves anything false.
//!
//! Random explicit graphs give games with known truth: acyclic ones, cyclic ones with classes, and
//! mirrored ones with a symmetry that exchanges the players. `QUOD_MUTANTS=n` makes `n` mutants
//! instead of 100,000.

mod support;

use std::collections::{BTreeMap, HashMap};

use quod_cert::{Certificate, read_certificate};
use quod_check::{Limits, check, statement};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};
use support::{Prover, accepted, mutate, resolve, write};

/// A game, its positions, and remembered answers of the oracle.
struct World {
    game: Explicit,
    truth: HashMap<(Claim, u16), bool>,
}

impl World {
    fn random(rng: &mut Rng) -> World {
        let shape = Shape {
            nodes: 5 + rng.below(8),
            most_moves: 2 + rng.below(2),
            classes: 1 + rng.below(3),
            backward: [0, 8, 12][rng.below(3)],
            terminal: 2 + rng.below(3),
            mirrored: rng.chance(1, 2),
        };
        World { game: Explicit::random(&shape, rng), truth: HashMap::new() }
    }

    fn positions(&self) -> Vec<u16> {
        (0..self.game.len() as u16).collect()
    }

    fn holds(&mut self, claim: Claim, pos: u16) -> bool {
        let game = &self.game;
        *self
            .truth
            .entry((claim, pos))
            .or_insert_with(|| Oracle::new(game, &pos, &claim).holds(&pos))
    }

    /// Whether everything that an accepted certificate says is true: its sections, and every entry.
    fn confirms(&mut self, cert: &Certificate) -> bool {
        let root = self.game.decode(&cert.root).expect("an accepted root");
        let sections: Vec<Claim> =
            cert.sections.iter().map(|it| cert.claims[it.claim as usize]).collect();
        let entries = resolve(&self.game, cert);
        sections.into_iter().all(|claim| self.holds(claim, root))
            && entries.into_iter().all(|(claim, pos)| self.holds(claim, pos))
    }
}

/// A claim, or the two halves of a value.
fn random_claims(rng: &mut Rng) -> Vec<Claim> {
    let player = Player::BOTH[rng.below(2)];
    let n = rng.below(5) as i32 - 2;
    let claim = |goal| Claim { player, goal };
    match rng.below(7) {
        0 => vec![claim(Goal::Wins)],
        1 => vec![claim(Goal::DoesNotLose)],
        2 => vec![claim(Goal::ScoreAtLeast(n)), claim(Goal::ScoreAtMost(n))],
        3 => vec![Claim::does_not_lose(player), Claim::does_not_lose(player.other())],
        4 => vec![claim(Goal::ScoreAtMost(n))],
        5 => vec![claim(Goal::CapturesAtLeast(1 + n.abs()))],
        _ => vec![claim(Goal::CapturesLessThan(1 + n.abs()))],
    }
}

/// Certificates of random claims in one world.
fn certificates(world: &mut World, gullible: bool, rng: &mut Rng) -> Vec<Certificate> {
    let game = world.game.clone();
    let mut found = Vec::new();
    for _ in 0..6 {
        let claims = random_claims(rng);
        let root = rng.below(game.len()) as u16;
        let mut prover = Prover::new(&game, world.positions(), gullible);
        let cert = prover.prove(&root, &claims, rng);
        if !gullible {
            let truth = claims.iter().all(|&claim| world.holds(claim, root));
            assert_eq!(cert.is_some(), truth, "the prover and the oracle differ");
        }
        found.extend(cert);
    }
    found
}

#[test]
fn true_certificates_are_accepted_decoded_and_from_bytes() {
    let mut rng = Rng::new(11);
    let mut entries = 0;
    for _ in 0..3000 {
        let mut world = World::random(&mut rng);
        for cert in certificates(&mut world, false, &mut rng) {
            accepted(&world.game, &cert);
            assert!(world.confirms(&cert));
            assert_eq!(read_certificate(&write(&cert)[..]).expect("written"), cert);
            statement(&world.game, &cert).expect("a statement");
            entries += cert.entries.len();
        }
    }
    assert!(entries > 10_000, "{entries}");
}

#[test]
fn no_accepted_mutant_is_false() {
    let wanted = std::env::var("QUOD_MUTANTS").ok().and_then(|it| it.parse().ok());
    let wanted: usize = wanted.unwrap_or(100_000);
    let mut rng = Rng::new(12);
    let mut made = 0;
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    while made < wanted {
        let mut world = World::random(&mut rng);
        for cert in certificates(&mut world, false, &mut rng) {
            for _ in 0..40 {
                let mut mutant = cert.clone();
                let mut what = "";
                for _ in 0..1 + rng.below(2) {
                    what = mutate(&world.game, &mut mutant, &mut rng);
                }
                if mutant == cert {
                    continue;
                }
                made += 1;
                let result = check(&world.game, &mutant, &Limits { work: 100_000 });
                match &result {
                    Ok(_) => assert!(
                        world.confirms(&mutant),
                        "false and accepted ({what}): {mutant:#?} in {:#?}",
                        world.game
                    ),
                    Err(reject) => *reasons.entry(reject.reason.word()).or_default() += 1,
                }
                counts.entry(what).or_default()[usize::from(result.is_ok())] += 1;
            }
        }
    }
    println!("{made} mutants, [rejected, accepted]: {counts:#?} {reasons:#?}");
    // A test in which nothing is accepted, or nothing rejected, tests nothing.
    let many = |_: &(&str, [usize; 2])| made >= 100_000;
    for (what, [rejected, accepted]) in counts.into_iter().filter(many) {
        assert!(rejected > made / 1000 && (accepted > 0 || what == "an entry doubled"), "{what}");
    }
}

/// Local consistency is not enough: where every entry agrees with its successors, whole sets of
/// wrong entries may support one another round a cycle.
#[test]
fn no_locally_consistent_certificate_that_is_false_is_accepted() {
    let mut rng = Rng::new(13);
    let mut refused = 0;
    for _ in 0..4000 {
        let mut world = World::random(&mut rng);
        for cert in certificates(&mut world, true, &mut rng) {
            let result = check(&world.game, &cert, &Limits::default());
            assert!(result.is_err() || world.confirms(&cert), "{cert:#?} in {:#?}", world.game);
            refused += usize::from(result.is_err());
        }
    }
    assert!(refused > 500, "{refused}");
}
