//! PN* as an engine.

use quod_search::dfpn::{Deepening, Rule};

use super::dfpn::DfpnOptions;
use crate::{Choice, Engine};

const EPSILON: Choice<(u32, u32)> = Choice {
    name: "epsilon",
    about: "How much a visit raises a child's proof number; 0 stands for one more.",
    values: &[("0", (0, 1)), ("1/16", (1, 16)), ("1/8", (1, 8)), ("1/4", (1, 4)), ("1/2", (1, 2))],
};

const DEEPENING: Choice<Deepening> = Choice {
    name: "deepening",
    about: "Where the proof number's bound is raised step by step: at every node, or at the root alone.",
    values: &[("everywhere", Deepening::Everywhere), ("root", Deepening::Root)],
};

/// PN* as an engine.
pub fn engine() -> Engine {
    let about = "PN*: depth-first deepening by the proof number alone over a table";
    Engine::new("pn-star", about, |start| {
        let rule = Rule::PnStar(DEEPENING.of(&start.given));
        start.over_space(DfpnOptions::of(&start.given, rule, &EPSILON))
    })
    .with_options([DEEPENING.spec()])
    .with_options(DfpnOptions::specs(&EPSILON))
}
