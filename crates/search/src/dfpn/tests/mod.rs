//! Tests of depth-first proof-number search, by what they compare it with.

mod checkpoint;
mod oracle;
mod strategy;
mod team;

use std::sync::Arc;

use quod_game::testkit::{Explicit, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::{Deepening, Options, Replacement, Rule, Sums, Table, Team, Worker};
use crate::Verdict;
use crate::testing::{TestSpace, space_of};

type Search<'g> = Worker<TestSpace<'g>>;

/// Every rule; df-pn is there as often as the others together.
const RULES: [Rule; 6] = [
    Rule::DfPn,
    Rule::DfPn,
    Rule::DfPn,
    Rule::Pds,
    Rule::PnStar(Deepening::Everywhere),
    Rule::PnStar(Deepening::Root),
];

/// Claims of every kind that tells positions of a random graph apart.
fn claims() -> Vec<Claim> {
    let goals = [
        Goal::Wins,
        Goal::DoesNotLose,
        Goal::ScoreAtLeast(1),
        Goal::ScoreAtMost(-1),
        Goal::CapturesAtLeast(2),
    ];
    let both = Player::BOTH.into_iter();
    both.flat_map(|player| goals.map(|goal| Claim { player, goal })).collect()
}

/// The shapes of the random graphs: acyclic, cyclic in one class and in several, dense, thin and
/// mirrored.
fn shapes() -> [Shape; 8] {
    let cyclic = Shape::default();
    [
        Shape { nodes: 40, most_moves: 4, backward: 0, ..Shape::default() },
        Shape { nodes: 40, most_moves: 4, backward: 0, mirrored: true, ..Shape::default() },
        Shape { classes: 1, ..cyclic.clone() },
        Shape { nodes: 24, classes: 4, ..cyclic.clone() },
        Shape { mirrored: true, ..cyclic.clone() },
        Shape { nodes: 10, most_moves: 6, classes: 1, backward: 14, terminal: 2, ..cyclic.clone() },
        Shape { nodes: 30, most_moves: 2, classes: 1, backward: 10, terminal: 1, ..cyclic.clone() },
        Shape { nodes: 6, most_moves: 4, classes: 1, backward: 12, ..cyclic },
    ]
}

fn any_options(rng: &mut Rng) -> Options {
    Options {
        rule: RULES[rng.below(RULES.len())],
        epsilon: [(0, 1), (1, 4)][rng.below(2)],
        sums: [Sums::Sum, Sums::Weak][rng.below(2)],
    }
}

fn any_size(rng: &mut Rng) -> (u64, Replacement) {
    let entries = [4, 8, 16, 64, 1 << 12][rng.below(5)];
    (entries, [Replacement::TwoBig, Replacement::Effort][rng.below(2)])
}

fn any_table(rng: &mut Rng) -> Arc<Table> {
    let (entries, replacement) = any_size(rng);
    Arc::new(Table::with_entries(entries, replacement).beginning_with(any_beginning(rng)))
}

/// Buckets that a table begins with: few, so that it grows, or all.
fn any_beginning(rng: &mut Rng) -> u64 {
    [1, 2, u64::MAX][rng.below(3)]
}

fn answer_of(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Proved => Some(true),
        Verdict::Disproved => Some(false),
        Verdict::Unknown(_) => None,
    }
}
