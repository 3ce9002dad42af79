//! Where searches for values take the estimates of leaves from.

use quod_search::values::{Growing, Rule};
use quod_search::{Initialisation, PlayoutOptions};

use super::options::{LENGTH, PLAYOUTS, SEED, playouts};
use super::over_table::{OptionsOf, TableEngine};
use super::wrapped;
use crate::bridge::{AnySpace, OpenSpace, Shape};
use crate::{Choice, Given, OptionSpec};

#[derive(Clone, Copy)]
enum Source {
    Moves,
    Nothing,
    Playouts,
}

const ESTIMATE: Choice<Source> = Choice {
    name: "estimate",
    about: "What a leaf is taken to be worth: by the moves of its side, by random games, or the same everywhere.",
    values: &[
        ("mobility", Source::Moves),
        ("playouts", Source::Playouts),
        ("none", Source::Nothing),
    ],
};

/// Where estimates come from.
#[derive(Clone, Copy)]
pub(super) struct Estimates {
    source: Source,
    playouts: PlayoutOptions,
}

impl Estimates {
    /// The options.
    pub fn specs() -> [OptionSpec; 4] {
        [ESTIMATE.spec(), PLAYOUTS.spec(), LENGTH.spec(), SEED.spec()]
    }

    /// What the options say.
    pub fn of(given: &Given) -> Estimates {
        Estimates { source: ESTIMATE.of(given), playouts: playouts(given) }
    }

    /// The numbers that the space is to give.
    pub fn init(&self) -> Initialisation {
        match self.source {
            Source::Moves => Initialisation::Moves,
            Source::Nothing | Source::Playouts => Initialisation::One,
        }
    }

    /// The spaces with these estimates.
    pub fn spaces<S: Shape>(&self, open: OpenSpace<S>) -> OpenSpace<S> {
        match self.source {
            Source::Playouts => wrapped::played_out(open, self.playouts),
            Source::Moves | Source::Nothing => open,
        }
    }
}

/// A search that grows a tree by a rule, over such estimates.
#[derive(Clone, Copy)]
pub(super) struct Grown<R> {
    /// What the search goes by.
    pub rule: R,
    /// What leaves are worth.
    pub estimates: Estimates,
}

impl<R: Rule> TableEngine for Grown<R> {
    type Search<S: Shape> = Growing<AnySpace<S>, R>;

    fn init(&self) -> Initialisation {
        self.estimates.init()
    }

    fn options<S: Shape>(&self) -> OptionsOf<Grown<R>, S> {
        self.rule
    }

    fn spaces<S: Shape>(&self, open: OpenSpace<S>) -> OpenSpace<S> {
        self.estimates.spaces(open)
    }
}
