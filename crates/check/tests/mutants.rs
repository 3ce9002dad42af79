//! True certificates are accepted, and no mutant of one proves anything false.
//!
//! Random explicit graphs give games with known truth: acyclic ones, cyclic ones with classes, and
//! mirrored ones with a symmetry that exchanges the players. `QUOD_MUTANTS=n` makes `n` mutants
//! instead of 100,000.

use std::collections::BTreeMap;

use crate::agreed::check;
use crate::support::{World, accepted, mutate, write};
use quod_cert::read_certificate;
use quod_check::{Limits, statement};
use quod_game::testkit::Rng;

#[test]
fn true_certificates_are_accepted_decoded_and_from_bytes() {
    let mut rng = Rng::new(11);
    let mut entries = 0;
    for _ in 0..3000 {
        let mut world = World::random(&mut rng);
        for cert in world.certificates(false, &mut rng) {
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
    let mut rng = Rng::new(14);
    let mut made = 0;
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    while made < wanted {
        let mut world = World::random(&mut rng);
        for cert in world.certificates(false, &mut rng) {
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
                let result =
                    check(&world.game, &mutant, &Limits { work: 100_000, ..Limits::default() });
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
        for cert in world.certificates(true, &mut rng) {
            let result = check(&world.game, &cert, &Limits::default());
            assert!(result.is_err() || world.confirms(&cert), "{cert:#?} in {:#?}", world.game);
            refused += usize::from(result.is_err());
        }
    }
    assert!(refused > 500, "{refused}");
}
