//! Any bytes as a file, and as the stream inside a file whose checksums are right; what decodes is
//! also checked. Nothing may panic, and what decodes is written back to what it was read from.
#![no_main]

#[path = "../../crates/check/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;
use quod_cert::{parse_packed, read_certificate};
use quod_check::{Limits, check};
use quod_game::testkit::{Explicit, Rng, Shape};

fuzz_target!(|data: &[u8]| {
    let _ = read_certificate(data);
    if let Ok(cert) = parse_packed(data.to_vec()).map(|it| it.unpacked()) {
        let again = read_certificate(&support::write(&cert)[..]).expect("what was read is written");
        assert_eq!(again, cert);
        let limits = Limits { work: 10_000, ..Limits::default() };
        let _ = check(&Explicit::random(&Shape::default(), &mut Rng::new(1)), &cert, &limits);
        let _ = check(&support::Lines::three(), &cert, &limits);
    }
});
