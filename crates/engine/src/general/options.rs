//! Options that several engines share.

use quod_search::Initialisation;
use quod_search::pn::Sums;

use crate::Choice;

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
