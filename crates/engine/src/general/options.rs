//! Options that several engines share.

use quod_search::pn::Sums;
use quod_search::{Initialisation, PlayoutOptions};

use crate::{Choice, Given, Number};

/// The numbers that frontier nodes begin with.
pub const INIT: Choice<Initialisation> = Choice {
    name: "init",
    about: "The numbers a frontier node begins with: 1, the number of moves, or a measure of its depth.",
    values: &[
        ("one", Initialisation::One),
        ("moves", Initialisation::Moves),
        ("depth", Initialisation::Depth([1, 1, 0])),
        ("depth2", Initialisation::Depth([1, 2, 1])),
    ],
};

/// How numbers of children add up.
pub const SUMS: Choice<Sums> = Choice {
    name: "sums",
    about: "How children's numbers add up: as a sum, or weakly, which counts shared subtrees less.",
    values: &[("sum", Sums::Sum), ("weak", Sums::Weak)],
};

/// How many random games tell of a position.
pub(super) const PLAYOUTS: Number = Number {
    name: "playouts",
    about: "How many random games are played from a frontier node.",
    least: 1,
    most: 1000,
    default: 3,
};

/// How long a random game is.
pub(super) const LENGTH: Number = Number {
    name: "length",
    about: "The most moves of a random game; an undecided one counts against the claim.",
    least: 1,
    most: 1000,
    default: 10,
};

/// The seed of random games.
pub(super) const SEED: Number = Number {
    name: "seed",
    about: "Begins the random numbers; the same seed gives the same search.",
    least: 0,
    most: u32::MAX as u64,
    default: 1,
};

/// Random games from nodes of every depth.
pub(super) fn playouts(given: &Given) -> PlayoutOptions {
    PlayoutOptions {
        count: PLAYOUTS.of(given) as u32,
        length: LENGTH.of(given) as u32,
        from_depth: 0,
        seed: SEED.of(given),
    }
}
