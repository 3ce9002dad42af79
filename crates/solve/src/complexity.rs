//! The two complexities of a game, counted or estimated (Allis 1994, section 6.2.4).
//!
//! The *state-space complexity* is the number of positions that play reaches from the start, ended ones
//! included. The *game-tree complexity* is the number of leaves of the solution search tree: the full-width
//! search as deep as is needed to find the value. It is approximated as Allis does: the tree is as deep as
//! the average game is long, and the node at each depth has as many children as the positions at that
//! depth have moves on average.
//!
//! `states` counts or estimates positions, `played` plays games, and `tree` estimates how many
//! different games there are. Everything is seeded and bounded by nodes: the same game, seed and budget
//! give the same figures on every machine, but for
//! what libraries of mathematical functions round in another way. `docs/results/complexity.md` says what each interval means.

mod played;
mod reached;
mod states;
mod statistics;
mod tree;

use quod_engine::SolveError;

use crate::AnyGame;

pub use played::{Played, Players};
pub use states::{Bound, Drawn, Method, States};
pub use statistics::{Interval, Spread};
pub use tree::Tree;

/// What to spend on a game's complexities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// About how many nodes each part may take: enumeration, sampling, the games of each kind of player,
    /// and the estimate of the tree.
    pub nodes: u64,
    /// Begins the random numbers.
    pub seed: u64,
}

/// The complexities of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Complexity {
    /// The positions.
    pub states: States,
    /// What was seen in games, by kind of player.
    pub played: Vec<Played>,
    /// The different games; nothing where positions repeat, as there may be infinitely many.
    pub tree: Option<Tree>,
}

/// Counts and estimates.
///
/// # Errors
/// If a player fails.
pub fn complexity(game: &AnyGame, survey: Survey) -> Result<Complexity, SolveError> {
    let tree = game.rules().cyclic().is_none().then(|| tree::estimate(game.rules(), survey));
    let states = states::count(game.offer(), survey, tree.as_ref());
    let played = [Players::Random, Players::Searching].map(|it| played::play(game, it, survey));
    Ok(Complexity { states, played: played.into_iter().collect::<Result<_, _>>()?, tree })
}
