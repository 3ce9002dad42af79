//! Every mode against the brute-force truth on random graphs.

use quod_game::testkit::{Explicit, Oracle, Rng};
use quod_game::{Claim, Cyclic, Game};

use super::*;
use crate::Space;

/// Counts of answers: right ones, repetitions, limits.
#[derive(Default, Debug)]
struct Tally {
    right: usize,
    repetition: usize,
    limit: usize,
}

fn check_graph(graph: Graph, rounds: usize, seed: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    let claims = claims();
    for round in 0..rounds {
        let game = Explicit::random(&shapes()[round % 5], &mut rng);
        let claim = claims[rng.below(claims.len())];
        for claim in [claim, claim.complement()] {
            let truth = Oracle::new(&game, &game.start(), &claim);
            let options = any_options(graph, &mut rng);
            let mut search = PnSearch::new(space_of(&game, claim, rng.below(5)), options);
            let verdict = finish(&mut search);
            let answer = match verdict {
                Verdict::Proved => true,
                Verdict::Disproved => false,
                Verdict::Unknown(Why::Repetition) => {
                    tally.repetition += 1;
                    continue;
                }
                Verdict::Unknown(Why::Nodes) => {
                    tally.limit += 1;
                    continue;
                }
                Verdict::Unknown(_) => panic!("{verdict:?}"),
            };
            let right = truth.holds(&game.start());
            assert_eq!(answer, right, "{options:?} {claim:?} {game:?}");
            tally.right += 1;
            if !search.options().removes() {
                check_solution(&search, &game, claim, &truth);
            }
        }
    }
    tally
}

/// What a certificate needs: from the root on, the solving side's moves and all replies lead to
/// states of the solution or to settled ones, and ranks fall except where play may stay for ever.
fn check_solution(
    search: &PnSearch<TestSpace<'_>>,
    game: &Explicit,
    claim: Claim,
    truth: &Oracle<u16>,
) {
    let solution = search.solution().expect("the root is solved");
    let value = solution.is_proof();
    let mut pending = vec![search.space().root()];
    let mut seen = pending.clone();
    while let Some(pos) = pending.pop() {
        assert_eq!(truth.holds(&pos), value, "{claim:?} {game:?} at {pos}");
        if let Some(settled) = game.settled(&pos, &claim) {
            assert_eq!(settled, value);
            continue;
        }
        let Some(here) = solution.get(search, &pos) else {
            panic!("{pos} is missing: {claim:?} {:?} {game:?}", search.options());
        };
        let mine = (game.to_move(&pos) == claim.prover()) == value;
        let moves = match (&here.best, mine) {
            (Some((mv, _)), true) => vec![*mv],
            (None, false) => game.legal_moves(&pos),
            other => panic!("{other:?} at {pos}: {claim:?} {game:?}"),
        };
        for mv in moves {
            let child = canonical(game, &game.play(&pos, mv)).0;
            // What evaluation settles needs no support, so its rank says nothing.
            if game.settled(&child, &claim).is_none()
                && let Some(there) = solution.get(search, &child)
            {
                let stays = game.class(&child) == game.class(&pos)
                    && claim.holds_at(&game.infinite_play(game.class(&pos))) == value;
                assert!(stays || there.rank < here.rank, "{claim:?} {game:?} at {pos}");
                assert!(!mine || here.best.as_ref().is_some_and(|best| best.1 == child));
            }
            if !seen.contains(&child) {
                seen.push(child);
                pending.push(child);
            }
        }
    }
}

#[test]
fn a_tree_never_contradicts_the_oracle() {
    let tally = check_graph(Graph::Tree, 3000, 11);
    assert_eq!(tally.repetition, 0, "{tally:?}");
    assert!(tally.limit * 20 < tally.right, "{tally:?}");
}

#[test]
fn sharing_after_conversions_never_contradicts_the_oracle() {
    let tally = check_graph(Graph::Conversions, 3000, 12);
    assert_eq!(tally.repetition, 0, "{tally:?}");
    assert!(tally.limit * 20 < tally.right, "{tally:?}");
}

#[test]
fn the_full_graph_never_contradicts_the_oracle() {
    let tally = check_graph(Graph::Full, 6000, 13);
    assert_eq!(tally.limit, 0, "{tally:?}");
    assert!(tally.repetition * 20 < tally.right, "{tally:?}");
}

#[test]
fn an_acyclic_graph_is_always_solved() {
    let mut rng = Rng::new(14);
    for _ in 0..500 {
        let game = Explicit::random(&shapes()[0], &mut rng);
        for claim in claims() {
            let right = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
            for graph in GRAPHS {
                let options = any_options(graph, &mut rng);
                let mut search = PnSearch::new(space_of(&game, claim, 0), options);
                let expected = match right {
                    true => Verdict::Proved,
                    false => Verdict::Disproved,
                };
                assert_eq!(finish(&mut search), expected, "{options:?} {claim:?} {game:?}");
            }
        }
    }
}

#[test]
fn initialisations_change_the_work_and_never_the_answer() {
    let mut rng = Rng::new(15);
    let mut efforts = [0; 5];
    for _ in 0..300 {
        let game = Explicit::random(&shapes()[0], &mut rng);
        let claim = claims()[rng.below(10)];
        let mut answers = Vec::new();
        for (initialisation, effort) in efforts.iter_mut().enumerate() {
            let space = space_of(&game, claim, initialisation);
            let mut search = PnSearch::new(space, Options::default());
            answers.push(finish(&mut search));
            *effort += search.effort().nodes;
        }
        assert!(answers.iter().all(|&answer| answer == answers[0]));
    }
    // The two functions of depth may well agree on graphs as shallow as these.
    let different: std::collections::BTreeSet<u64> = efforts.into_iter().collect();
    assert!(different.len() >= 4, "{efforts:?}");
}
