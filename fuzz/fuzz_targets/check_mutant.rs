//! Mutants of true certificates about random games: whatever the checker accepts, the oracle
//! confirms. The first eight bytes choose game and certificates, each further group of eight a
//! mutation, so that libFuzzer's own mutations change them one at a time.
#![no_main]

#[path = "../../crates/check/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;
use quod_check::{Limits, check};
use quod_game::testkit::Rng;

fuzz_target!(|data: &[u8]| {
    let (groups, _) = data.as_chunks::<8>();
    let Some((first, mutations)) = groups.split_first() else { return };
    let mut rng = Rng::new(u64::from_le_bytes(*first));
    let mut world = support::World::random(&mut rng);
    for mut cert in world.certificates(false, &mut rng) {
        for group in mutations {
            let mut rng = Rng::new(u64::from_le_bytes(*group));
            support::mutate(&world.game, &mut cert, &mut rng);
            if check(&world.game, &cert, &Limits { work: 100_000, ..Limits::default() }).is_ok() {
                assert!(world.confirms(&cert), "false and accepted: {cert:#?}");
            }
        }
    }
});
