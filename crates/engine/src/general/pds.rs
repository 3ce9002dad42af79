//! Proof-number and disproof-number search as an engine.

use quod_search::dfpn::Rule;

use super::dfpn::DfpnOptions;
use crate::{Choice, Engine};

/// ε, by default the one that Pawlewicz and Lew found best for PDS.
pub(super) const EPSILON: Choice<(u32, u32)> = Choice {
    name: "epsilon",
    about: "How much a visit raises one of a child's two numbers; 0 stands for one more.",
    values: &[("1/16", (1, 16)), ("0", (0, 1)), ("1/8", (1, 8)), ("1/4", (1, 4)), ("1/2", (1, 2))],
};

/// Proof-number and disproof-number search as an engine.
pub fn engine() -> Engine {
    let about = "proof-number and disproof-number search: depth-first deepening by both numbers over a table";
    Engine::new("pds", about, |start| {
        start.over_space(DfpnOptions::of(&start.given, Rule::Pds, &EPSILON))
    })
    .with_options(DfpnOptions::specs(&EPSILON))
}
