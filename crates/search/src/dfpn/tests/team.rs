//! Two workers over one table.

use std::thread;

use quod_game::testkit::Oracle;

use super::*;

#[test]
fn two_workers_answer_rightly() {
    let mut rng = Rng::new(81);
    let (claims, shapes) = (claims(), shapes());
    for round in 0..600 {
        let game = Explicit::random(&shapes[round % shapes.len()], &mut rng);
        let claim = claims[rng.below(claims.len())];
        let options = any_options(&mut rng);
        let team = Team::new(any_table(&mut rng), 2);
        let truth = Oracle::new(&game, &game.start(), &claim).holds(&game.start());
        let answers = thread::scope(|scope| {
            let work = || {
                let mut worker = Worker::new(space_of(&game, claim, 0), team.clone(), options);
                answer_of(worker.step(u64::MAX, &mut ()))
            };
            [scope.spawn(work), scope.spawn(work)].map(|it| it.join().expect("no panic"))
        });
        assert_eq!(answers, [Some(truth); 2], "{options:?} {claim:?} {game:?}");
        assert_eq!(team.answer(), Some(truth));
    }
}

#[test]
fn workers_that_take_turns_share_the_work() {
    let mut rng = Rng::new(82);
    let shape = Shape { nodes: 3000, most_moves: 6, backward: 0, terminal: 1, ..Shape::default() };
    let (mut alone, mut slower) = (0, 0);
    for _ in 0..60 {
        let game = Explicit::random(&shape, &mut rng);
        let claim = claims()[rng.below(10)];
        let table = || Arc::new(Table::with_entries(1 << 14, Replacement::Effort));
        let start = || space_of(&game, claim, 0);
        let mut single = Worker::new(start(), Team::new(table(), 1), Options::default());
        single.step(u64::MAX, &mut ());
        alone += single.effort().nodes;
        let team = Team::new(table(), 2);
        let mut two = [0; 2].map(|_| Worker::new(start(), team.clone(), Options::default()));
        while team.answer().is_none() {
            for worker in &mut two {
                worker.step(1, &mut ());
            }
        }
        slower += two.iter().map(|worker| worker.effort().nodes).max().unwrap_or(0);
    }
    assert!(slower * 10 < alone * 9, "{slower} of {alone}");
}

#[test]
fn a_single_worker_does_the_same_on_every_run() {
    let game = Explicit::random(&shapes()[3], &mut Rng::new(83));
    let claim = Claim::wins(Player::First);
    let run = || {
        let table = Arc::new(Table::with_entries(16, Replacement::TwoBig));
        let mut worker =
            Worker::new(space_of(&game, claim, 1), Team::new(table, 1), Options::default());
        worker.step(u64::MAX, &mut ());
        (worker.effort(), worker.lookups())
    };
    assert_eq!(run(), run());
}
