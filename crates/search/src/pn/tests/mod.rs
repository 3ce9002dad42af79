//! Tests of proof-number search, by what they compare it with.

mod checkpoint;
mod figures;
mod memory;
mod oracle;
mod small;

use quod_game::testkit::{Explicit, Rng, Shape};
use quod_game::{Claim, Game, Goal, Player};

use super::{EvaluationTime, Graph, Options, PnSearch, Sums};
use crate::testing::{TestSpace, space_of};
use crate::{GameSpace, Numbers, Verdict, Why, canonical};

const GRAPHS: [Graph; 3] = [Graph::Tree, Graph::Conversions, Graph::Full];

/// Claims of every kind that tells positions of a random graph apart.
fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    for player in Player::BOTH {
        for goal in [
            Goal::Wins,
            Goal::DoesNotLose,
            Goal::ScoreAtLeast(1),
            Goal::ScoreAtMost(-1),
            Goal::CapturesAtLeast(2),
        ] {
            claims.push(Claim { player, goal });
        }
    }
    claims
}

/// Options drawn at random over the given graph.
fn any_options(graph: Graph, rng: &mut Rng) -> Options {
    Options {
        graph,
        evaluation: match rng.chance(1, 2) {
            true => EvaluationTime::Immediate,
            false => EvaluationTime::Delayed,
        },
        sums: match rng.chance(2, 3) {
            true => Sums::Sum,
            false => Sums::Weak,
        },
        remove_solved: rng.chance(1, 2),
        keep_evaluated: rng.chance(1, 2),
        ..Options::default()
    }
}

/// The shapes of the random graphs: acyclic, cyclic in one class and in several, and mirrored.
fn shapes() -> [Shape; 5] {
    let acyclic = Shape { nodes: 40, most_moves: 4, backward: 0, ..Shape::default() };
    let cyclic = Shape::default();
    [
        acyclic.clone(),
        Shape { classes: 1, ..cyclic.clone() },
        Shape { nodes: 16, classes: 4, ..cyclic.clone() },
        Shape { mirrored: true, ..cyclic },
        Shape { mirrored: true, ..acyclic },
    ]
}

/// Runs a search to its end, or to a limit that only exploding trees meet.
fn finish<S: crate::Space>(search: &mut PnSearch<S>) -> Verdict {
    search.step(LIMIT, &mut ())
}

const LIMIT: u64 = 20_000;
