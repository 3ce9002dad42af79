//! The state-space complexity: how many positions play reaches from the start.
//!
//! Three ways, the first that serves is taken.
//!
//! 1. *Enumeration*, breadth first: exact, if it ends within the budget.
//! 2. *A superset* whose size is known: random members are followed backwards to the start, and the
//!    fraction that is reached, times the size, is the number. Where that stays open for a member, the
//!    interval reaches from "none of these" to "all of these".
//! 3. *Random games*: how many positions were met in one game only tells how many were not met at all.
//!    Chao's estimate is a lower bound, as positions are not met equally often.

use hashbrown::{HashMap, HashSet};
use quod_engine::{Offer, OpenGame, Pos, Superset};
use quod_search::Random;

use super::reached::{Reached, reached};
use super::statistics::{Interval, Spread, chao, wilson};
use super::{Survey, Tree};

/// The most positions that an enumeration holds in memory.
const MOST_HELD: u64 = 10_000_000;

/// The most positions that are looked at to follow one member of a superset to the start.
const MOST_BACKWARDS: u64 = 20_000;

/// The most moves of a random game.
const MOST_MOVES: usize = 1000;

/// How positions were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All of them, one by one.
    Enumeration,
    /// By random members of a superset.
    Superset,
    /// By positions met in random games.
    Games,
}

/// What an estimate is of what is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number itself.
    Exact,
    /// An estimate of the number.
    Estimate,
    /// An estimate of something that is no less.
    Upper,
    /// An estimate of something that is no more.
    Lower,
}

/// What was drawn from a superset.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// What its members are.
    pub about: String,
    /// The decimal logarithm of its size.
    pub size: f64,
    /// How many members were drawn.
    pub members: u64,
    /// How many of them play reaches.
    pub reached: u64,
    /// Of how many that stayed open.
    pub open: u64,
}

/// The number of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct States {
    /// How they were counted.
    pub method: Method,
    /// What the estimate is.
    pub bound: Bound,
    /// How many different positions the enumeration met: all, or those before the budget ended it.
    pub enumerated: u64,
    /// The decimal logarithm of the estimate; nothing if not one member of the superset was left.
    pub estimate: Option<f64>,
    /// Decimal logarithms of the bounds of the 95 % interval; the upper one may be infinite.
    pub interval: Interval,
    /// What was drawn from a superset.
    pub drawn: Option<Drawn>,
    /// The nodes that all of this took.
    pub nodes: u64,
}

/// Counts or estimates.
pub(super) fn count(offer: &Offer, survey: Survey, tree: Option<&Tree>) -> States {
    let (enumerated, ended) = enumerate(&offer.game, survey.nodes.min(MOST_HELD));
    let known = (enumerated as f64).log10();
    if ended {
        return States {
            method: Method::Enumeration,
            bound: Bound::Exact,
            enumerated,
            estimate: Some(known),
            interval: Interval { low: known, high: known },
            drawn: None,
            nodes: enumerated,
        };
    }
    let mut states = match offer.superset() {
        Some(superset) => by_superset(&offer.game, &*superset, survey),
        None => by_games(&offer.game, survey, tree),
    };
    states.enumerated = enumerated;
    states.nodes += enumerated;
    // There are no fewer than were met.
    states.estimate = states.estimate.map(|it| it.max(known));
    states.interval.low = states.interval.low.max(known);
    states.interval.high = states.interval.high.max(known);
    states
}

/// How many different positions there are, and whether these are all: it stops beyond `most`.
fn enumerate(game: &OpenGame, most: u64) -> (u64, bool) {
    let start = game.start();
    let mut seen = HashSet::new();
    seen.insert(start.clone());
    let mut open = vec![start];
    while !open.is_empty() {
        let mut next = Vec::new();
        for pos in open {
            for mv in game.legal_moves(&pos) {
                let after = game.play(&pos, mv);
                if !seen.contains(&after) {
                    if seen.len() as u64 >= most {
                        return (most, false);
                    }
                    seen.insert(after.clone());
                    next.push(after);
                }
            }
        }
        open = next;
    }
    (seen.len() as u64, true)
}

fn by_superset(game: &OpenGame, superset: &dyn Superset, survey: Survey) -> States {
    let mut random = Random::new(survey.seed);
    let (mut nodes, mut drawn) = (0, [0u64; 3]);
    while nodes < survey.nodes {
        // The last member may go beyond the budget: who leaves out the long ones counts wrong.
        let member = superset.draw(&mut random);
        let (known, spent) = reached(game, superset, member, MOST_BACKWARDS);
        nodes += spent;
        drawn[match known {
            Reached::Yes => 0,
            Reached::Open => 1,
            Reached::No => 2,
        }] += 1;
    }
    let [yes, open, no] = drawn;
    let (members, left) = (yes + open + no, yes + open);
    let size = superset.size_log10();
    let share = left as f64 / members as f64;
    States {
        method: Method::Superset,
        bound: if open == 0 { Bound::Estimate } else { Bound::Upper },
        enumerated: 0,
        estimate: (left > 0).then(|| size + share.log10()),
        interval: Interval {
            low: size + wilson(yes, members).low.log10(),
            high: size + wilson(left, members).high.log10(),
        },
        drawn: Some(Drawn { about: superset.about(), size, members, reached: yes, open }),
        nodes,
    }
}

fn by_games(game: &OpenGame, survey: Survey, tree: Option<&Tree>) -> States {
    let mut random = Random::new(survey.seed);
    let mut met: HashMap<Pos, u32> = HashMap::new();
    let (mut nodes, mut games) = (0, 0);
    while nodes < survey.nodes.min(MOST_HELD) {
        games += 1;
        let mut pos = game.start();
        for _ in 0..MOST_MOVES {
            nodes += 1;
            // A position that a game comes back to counts once for the game.
            let (last, times) = met.get(&pos).map_or((0, 0), |it| (it >> 2, it & 3));
            if last != games {
                met.insert(pos.clone(), games << 2 | (times + 1).min(3));
            }
            let moves = game.legal_moves(&pos);
            if moves.is_empty() {
                break;
            }
            pos = game.play(&pos, moves[random.below(moves.len())]);
        }
    }
    let often = |times: u32| met.values().filter(|it| *it & 3 == times).count() as u64;
    let Spread { value, interval } = chao(met.len() as u64, often(1), often(2), games.into());
    States {
        method: Method::Games,
        bound: Bound::Lower,
        enumerated: 0,
        estimate: Some(value.log10()),
        interval: Interval {
            low: interval.low.log10(),
            high: tree.map_or(f64::INFINITY, |it| it.nodes.interval.high),
        },
        drawn: None,
        nodes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complexity::tree;
    use quod_rules::TicTacToe;

    /// A game that offers its rules alone, too large for the budget: the lower bound stays below the number
    /// for nearly all seeds, and most of the positions are seen.
    #[test]
    fn a_game_without_a_superset_gets_bounds() {
        let offer = Offer::of_rules(OpenGame::new(TicTacToe::new()));
        assert!(offer.superset().is_none());
        let number = 5478f64.log10();
        let mut below = 0;
        for seed in 0..20 {
            let survey = Survey { nodes: 5000, seed };
            let tree = tree::estimate(&offer.game, survey);
            let states = count(&offer, survey, Some(&tree));
            assert_eq!((states.method, states.bound), (Method::Games, Bound::Lower));
            let estimate = states.estimate.unwrap();
            assert!(states.interval.low <= estimate && number < states.interval.high);
            assert!(estimate > 3000f64.log10(), "{states:?}");
            below += u32::from(estimate <= number);
        }
        assert!(below >= 18, "{below} of 20");
    }
}
