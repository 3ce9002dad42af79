//! Every answer against the brute-force truth on random graphs.

use quod_game::testkit::Oracle;

use super::*;

/// More than any of the graphs needs.
const LIMIT: u64 = 200_000;

/// Searches so many random graphs by any of the rules; every answer must be there and be right.
fn compare(seed: u64, rounds: usize, rules: &[Rule]) {
    let mut rng = Rng::new(seed);
    let (claims, shapes) = (claims(), shapes());
    let mut answers = [0_usize; 2];
    for round in 0..rounds {
        let game = Explicit::random(&shapes[round % shapes.len()], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let (table, options, init) = (any_table(&mut rng), any_options(&mut rng), rng.below(5));
        let options = Options { rule: rules[round / shapes.len() % rules.len()], ..options };
        let entries = table.entries();
        let mut search = Worker::new(space_of(&game, claim, init), Team::new(table, 1), options);
        let answer = answer_of(search.step(LIMIT, &mut ()));
        let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        assert_eq!(answer, Some(truth), "{entries} entries, {options:?}, {claim:?}, {game:?}");
        answers[usize::from(truth)] += 1;
    }
    println!("{rules:?}: {rounds} graphs, {} proved, {} disproved", answers[1], answers[0]);
    assert!(answers.iter().all(|&count| count > rounds / 5), "{answers:?}");
}

const PN_STAR: [Rule; 2] = [Rule::PnStar(Deepening::Everywhere), Rule::PnStar(Deepening::Root)];

#[test]
fn every_graph_is_solved_rightly_with_every_table() {
    compare(41, 10_000, &[Rule::DfPn]);
}

#[test]
fn pds_solves_every_graph_rightly_with_every_table() {
    compare(42, 10_000, &[Rule::Pds]);
}

#[test]
fn pn_star_solves_every_graph_rightly_with_every_table() {
    compare(43, 10_000, &PN_STAR);
}

#[test]
fn pds_and_pn_star_solve_very_many_graphs() {
    compare(44, 100_000, &[Rule::Pds]);
    compare(45, 100_000, &PN_STAR);
}
