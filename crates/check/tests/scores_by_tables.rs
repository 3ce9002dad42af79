//! The score of a position in two sections that share their entries, by several tables: mutants of such certificates.

use std::collections::HashMap;

use crate::support::{Prover, Shelf, mutate, resolve};
use quod_cert::{Body, Certificate, Evidence, Reason, Shown};
use quod_check::{Limits, check_with, statement};
use quod_game::testkit::{Oracle, Rng, reachable};
use quod_game::{Claim, Game, Goal, Player, Ranked};
use quod_rules::{Awari, AwariPosition, GrandSlam, Rest, Worth};

const GAME: Awari =
    Awari { grand_slam: GrandSlam::Allowed, rest: Rest::Opponent, worth: Worth::ToCome };
const LIMITS: Limits = Limits { work: 1_000_000, memory: u64::MAX, threads: 1 };

/// What brute force says, remembered.
#[derive(Default)]
struct Truth(HashMap<Claim, HashMap<AwariPosition, bool>>);

impl Truth {
    fn holds(&mut self, claim: Claim, pos: AwariPosition) -> bool {
        let known = self.0.entry(claim).or_default();
        if !known.contains_key(&pos) {
            let oracle = Oracle::new(&GAME, &pos, &claim);
            known.extend(reachable(&GAME, &pos).into_iter().map(|it| (it, oracle.holds(&it))));
        }
        known[&pos]
    }

    /// Whether all that an accepted certificate says is true.
    fn confirms(&mut self, cert: &Certificate) -> bool {
        let root = GAME.decode(&cert.root).unwrap();
        let claims = cert.sections.iter().map(|it| (cert.claims[it.claim as usize], root));
        let said: Vec<_> = claims.chain(resolve(&GAME, cert)).collect();
        said.into_iter().all(|(claim, pos)| self.holds(claim, pos))
    }
}

/// The places where evidence stands.
fn evidence(cert: &mut Certificate) -> Vec<&mut Evidence> {
    let mut found = Vec::new();
    for section in &mut cert.sections {
        if let Shown::Evidence(it) = &mut section.shown {
            found.push(it);
        }
    }
    for entry in &mut cert.entries {
        match &mut entry.body {
            Body::Move { shown: Shown::Evidence(it), .. } => found.push(it),
            Body::Move { .. } => {}
            Body::Replies { items, .. } => found.extend(items),
        }
    }
    found
}

/// Whether the certificate rests on its tables, each of which may serve.
fn spread(cert: &mut Certificate, rng: &mut Rng) -> bool {
    let n_tables = cert.tables.len();
    let mut some = false;
    for it in evidence(cert) {
        if let Evidence::TableValue(table) = it {
            (*table, some) = (rng.below(n_tables) as u32, true);
        }
    }
    some
}

/// Something else than what [`mutate`] changes: the tables, and which of them shows what.
fn mutate_tables(cert: &mut Certificate, shelf: &Shelf, rng: &mut Rng) {
    let n_tables = cert.tables.len();
    match rng.below(5) {
        0 => cert.tables.swap(0, n_tables - 1),
        1 => cert.tables[rng.below(n_tables)].digest[rng.below(32)] ^= 1,
        2 => cert.tables[rng.below(n_tables)] = shelf.named(rng.below(4) as u32),
        3 => {
            cert.tables.pop();
        }
        _ => {
            let mut all = evidence(cert);
            if !all.is_empty() {
                let at = rng.below(all.len());
                *all[at] = Evidence::TableValue(rng.below(n_tables + 1) as u32);
            }
        }
    }
}

#[test]
fn no_mutant_of_a_score_by_two_sections_and_several_tables_is_false_and_accepted() {
    let shelf = Shelf::right(&GAME, 3);
    let mut rng = Rng::new(43);
    let mut truth = Truth::default();
    let (mut certificates, mut accepted, mut rejected) = (0, 0, 0);
    for index in [1964, 1252, 2150, 77] {
        let root = GAME.unrank(5, index).unwrap();
        let mut positions = reachable(&GAME, &root);
        let images: Vec<_> =
            positions.iter().map(|pos| GAME.symmetric().unwrap().map(1, pos)).collect();
        positions.extend(images);
        positions.sort_by_key(|pos| GAME.encoding(pos));
        positions.dedup();
        let half = |goal| Claim { player: Player::First, goal };
        let value =
            (-5..=5).rev().find(|&n| truth.holds(half(Goal::ScoreAtLeast(n)), root)).unwrap();
        let claims = [Goal::ScoreAtLeast(value), Goal::ScoreAtMost(value)].map(half);
        if claims.iter().any(|claim| GAME.settled(&root, claim).is_some()) {
            continue;
        }
        let mut prover = Prover::new(&GAME, positions, false);
        prover.tabled = Some(2);
        for seed in 0..6 {
            let mut cert = prover.prove(&root, &claims, &mut Rng::new(seed)).expect("the value");
            cert.tables = vec![shelf.named(2), shelf.named(3)];
            if !spread(&mut cert, &mut rng) {
                continue;
            }
            let verified = check_with(&GAME, &cert, &LIMITS, &shelf).unwrap();
            assert_eq!(verified.assumes.len(), 2);
            let sign = if GAME.to_move(&root) == Player::First { 1 } else { -1 };
            let stated = statement(&GAME, &cert).unwrap().claim;
            assert_eq!(stated, format!("score={}", sign * value));
            certificates += 1;
            for _ in 0..60 {
                let mut mutant = cert.clone();
                match rng.chance(1, 3) {
                    true => mutate_tables(&mut mutant, &shelf, &mut rng),
                    false => {
                        mutate(&GAME, &mut mutant, &mut rng);
                    }
                }
                match check_with(&GAME, &mutant, &LIMITS, &shelf) {
                    Ok(_) => assert!(truth.confirms(&mutant), "{mutant:?}"),
                    Err(reject) => {
                        rejected += usize::from(reject.reason != Reason::WorkLimit);
                        continue;
                    }
                }
                accepted += 1;
            }
        }
    }
    let told = format!("{certificates} {accepted} {rejected}");
    assert!(certificates > 3 && accepted > 20 && rejected > 100, "{told}");
}
