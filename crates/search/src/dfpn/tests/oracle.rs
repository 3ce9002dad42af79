//! Every answer against the brute-force truth on random graphs.

use quod_game::testkit::Oracle;

use super::*;

/// More than any of the graphs needs.
const LIMIT: u64 = 200_000;

#[test]
fn every_graph_is_solved_rightly_with_every_table() {
    let mut rng = Rng::new(41);
    let (claims, shapes) = (claims(), shapes());
    for round in 0..10_000 {
        let game = Explicit::random(&shapes[round % shapes.len()], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let (table, options, init) = (any_table(&mut rng), any_options(&mut rng), rng.below(5));
        let entries = table.entries();
        let mut search = Worker::new(space_of(&game, claim, init), Team::new(table, 1), options);
        let answer = answer_of(search.step(LIMIT, &mut ()));
        let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        assert_eq!(answer, Some(truth), "{entries} entries, {options:?}, {claim:?}, {game:?}");
    }
}
