//! The complexities of a game: what `quod games NAME --complexity --json` prints.

use quod_solve::AnyGame;
use quod_solve::complexity::{Bound, Complexity, Drawn, Method, Played, Players, Spread, Survey};
use serde::Serialize;

/// A number with its 95 % interval. All three are decimal logarithms where the field says so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpreadReport {
    /// The estimate; null if nothing can be said.
    pub estimate: Option<f64>,
    /// The lower end; null if nothing is known from below.
    pub low: Option<f64>,
    /// The upper end; null if nothing is known from above.
    pub high: Option<f64>,
}

/// To six places: what is behind them is noise, and libraries of mathematical functions differ there.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

impl SpreadReport {
    fn new(it: Spread) -> SpreadReport {
        let known = |it: f64| it.is_finite().then(|| rounded(it));
        SpreadReport {
            estimate: known(it.value),
            low: known(it.interval.low),
            high: known(it.interval.high),
        }
    }
}

/// What was drawn from a superset of the positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SupersetReport {
    /// What its members are.
    pub about: String,
    /// The decimal logarithm of its size.
    pub size_log10: f64,
    /// How many members were drawn at random.
    pub members: u64,
    /// How many of them play reaches.
    pub reached: u64,
    /// Of how many it stayed open whether play reaches them.
    pub open: u64,
}

/// The state-space complexity: the number of positions that play reaches, ended ones included.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatesReport {
    /// `enumeration`, `superset` or `games`.
    pub method: &'static str,
    /// What the estimate is: `exact`, `estimate`, `upper-bound` or `lower-bound`.
    pub bound: &'static str,
    /// The number itself, if it was enumerated; else null.
    pub exact: Option<u64>,
    /// How many different positions the enumeration met before it ended.
    pub enumerated: u64,
    /// The number, as decimal logarithms.
    pub log10: SpreadReport,
    /// What was drawn from a superset; null if nothing was.
    pub superset: Option<SupersetReport>,
    /// The nodes that it took.
    pub nodes: u64,
}

/// The game-tree complexity by games of one kind of players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedReport {
    /// `random` or `searching`.
    pub players: &'static str,
    /// How many games.
    pub games: u64,
    /// How many of them were cut off because they did not end.
    pub cut: u64,
    /// The average length in plies.
    pub length: SpreadReport,
    /// The average number of moves in a position.
    pub branching: f64,
    /// The leaves of the solution search tree, as decimal logarithms.
    pub log10: SpreadReport,
    /// The nodes that it took.
    pub nodes: u64,
}

/// The whole tree of move sequences, by Knuth's estimate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeTreeReport {
    /// Different games from the start to the end, as decimal logarithms.
    pub games_log10: SpreadReport,
    /// Move sequences of any length, as decimal logarithms.
    pub nodes_log10: SpreadReport,
    /// How many random games that took.
    pub sample: u64,
}

/// The complexities of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComplexityReport {
    /// The game with all its keys.
    pub game: String,
    /// About how many nodes each part was given.
    pub nodes: u64,
    /// What began the random numbers.
    pub seed: u64,
    /// The number of positions.
    pub states: StatesReport,
    /// The game-tree complexity, by kind of players.
    pub game_tree: Vec<PlayedReport>,
    /// The whole tree; null where positions repeat.
    pub whole_tree: Option<WholeTreeReport>,
}

impl ComplexityReport {
    /// The report of a survey.
    pub fn new(game: &AnyGame, survey: Survey, found: &Complexity) -> ComplexityReport {
        let states = &found.states;
        let exact = states.bound == Bound::Exact;
        ComplexityReport {
            game: game.name(),
            nodes: survey.nodes,
            seed: survey.seed,
            states: StatesReport {
                method: match states.method {
                    Method::Enumeration => "enumeration",
                    Method::Superset => "superset",
                    Method::Games => "games",
                },
                bound: match states.bound {
                    Bound::Exact => "exact",
                    Bound::Estimate => "estimate",
                    Bound::Upper => "upper-bound",
                    Bound::Lower => "lower-bound",
                },
                exact: exact.then_some(states.enumerated),
                enumerated: states.enumerated,
                log10: SpreadReport::new(Spread {
                    value: states.estimate.unwrap_or(f64::NAN),
                    interval: states.interval,
                }),
                superset: states.drawn.as_ref().map(superset),
                nodes: states.nodes,
            },
            game_tree: found.played.iter().map(played).collect(),
            whole_tree: found.tree.map(|it| WholeTreeReport {
                games_log10: SpreadReport::new(it.games),
                nodes_log10: SpreadReport::new(it.nodes),
                sample: it.sample,
            }),
        }
    }
}

fn superset(it: &Drawn) -> SupersetReport {
    SupersetReport {
        about: it.about.clone(),
        size_log10: rounded(it.size),
        members: it.members,
        reached: it.reached,
        open: it.open,
    }
}

fn played(it: &Played) -> PlayedReport {
    PlayedReport {
        players: match it.players {
            Players::Random => "random",
            Players::Searching => "searching",
        },
        games: it.games,
        cut: it.cut,
        length: SpreadReport::new(it.length),
        branching: rounded(it.branching),
        log10: SpreadReport::new(it.tree),
        nodes: it.nodes,
    }
}
