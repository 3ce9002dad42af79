//! Claims that count moves, end to end: every engine over positions that know how many are left, on random
//! graphs against the oracle; the soonest win; proofs joined and walked.

use std::sync::Arc;

use quod_catalogue::Registry;
use quod_cert::read_packed;
use quod_check::Limits;
use quod_engine::{Offer, OpenGame};
use quod_game::testkit::{Explicit, Oracle, Rng, Shape};
use quod_game::{Claim, Goal, Player};
use quod_proof::{Walk, join};
use quod_solve::{Answer, AnyGame, Job, Mate, Phase, Verdict};

/// Engines that serve every game of rules alone; those with options that matter here stand once more.
const ENGINES: [&str; 12] = [
    "auto",
    "pn",
    "pn2",
    "dfpn",
    "pds",
    "pn-star",
    "job-pn:budget=20",
    "alphabeta",
    "mst-star",
    "ews",
    "fixed-point",
    "pds-pn:second=20",
];

fn solve(game: &AnyGame, question: &str, engine: &str) -> Answer {
    let job = Job {
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    };
    let mut session = game.solve(&job).unwrap();
    while session.step(1000).unwrap() == Phase::Running {}
    session.answer()
}

/// A random graph without ways back, and the game of it.
fn random(rng: &mut Rng) -> (Explicit, AnyGame) {
    let shape = Shape {
        nodes: 6 + rng.below(14),
        classes: 1,
        backward: 0,
        mirrored: rng.chance(1, 3),
        ..Shape::default()
    };
    let graph = Explicit::random(&shape, rng);
    let game = AnyGame::new(Offer::of_rules(OpenGame::new(graph.clone())));
    (graph, game)
}

#[test]
fn every_engine_agrees_with_the_oracle_about_wins_in_time() {
    let mut rng = Rng::new(71);
    let (mut proved, mut disproved, mut both_sides) = (0, 0, 0);
    for _ in 0..300 {
        let (graph, game) = random(&mut rng);
        let player = Player::BOTH[rng.below(2)];
        let claim = Claim { player, goal: Goal::WinsWithin(1 + rng.below(4) as i32) };
        let claim = if rng.chance(1, 2) { claim } else { claim.complement() };
        let truth = Oracle::new(&graph, &0, &claim).holds(&0);
        let question = claim.text(&graph, Player::First);
        for engine in ENGINES {
            let answer = solve(&game, &question, engine);
            let context = format!("{question}, {engine}, {:?}, {graph:?}", answer.reason);
            assert_eq!(answer.verdict == Verdict::Proved, truth, "{context}");
            assert!(answer.verified, "{context}");
        }
        proved += usize::from(truth);
        disproved += usize::from(!truth);
        both_sides += usize::from(player == Player::Second);
    }
    println!("{proved} proved, {disproved} disproved, {both_sides} about the second player");
    assert!(proved > 80 && disproved > 80 && both_sides > 80);
}

#[test]
fn the_soonest_win_is_shown_from_both_sides() {
    let mut rng = Rng::new(72);
    let mut by_moves = [0; 6];
    for _ in 0..400 {
        let (graph, game) = random(&mut rng);
        let within = |n| Claim { player: Player::First, goal: Goal::WinsWithin(n) };
        let wins = |n: &i32| Oracle::new(&graph, &0, &within(*n)).holds(&0);
        let Some(moves) = (1..6).find(wins) else { continue };
        by_moves[moves as usize] += 1;
        let answer = solve(&game, "mate", "auto");
        assert!(answer.verified, "{:?}: {graph:?}", answer.reason);
        assert_eq!(answer.mate, Some(Mate { moves: moves as u32, by_mover: true }), "{graph:?}");
        assert_eq!(answer.statement.unwrap().claim, format!("mate={moves}"));
        assert_eq!(answer.pv.is_empty(), graph_is_over(&graph));
    }
    println!("soonest wins by their moves: {by_moves:?}");
    assert!(by_moves.iter().sum::<usize>() > 80 && by_moves[2] > 10);
}

fn graph_is_over(graph: &Explicit) -> bool {
    use quod_game::Game;
    graph.outcome(&graph.start()).is_some()
}

#[test]
fn a_proof_in_time_is_joined_again_and_walked_to_its_end() {
    let mut rng = Rng::new(73);
    let (mut joined_ones, mut ended) = (0, 0);
    for _ in 0..600 {
        let (_, game) = random(&mut rng);
        let answer = solve(&game, "mate<=3", "pn");
        let (Verdict::Proved, Some(bytes)) = (answer.verdict, &answer.certificate) else {
            continue;
        };
        let part = read_packed(&bytes[..]).unwrap();
        let open = game.rules();
        let joined = join(open, &[part], None, None, &()).unwrap();
        let limits = Limits::default();
        assert!(game.check(&joined, None, None, &limits).is_ok());
        joined_ones += 1;
        let mut walk = Walk::new(open, Arc::new(joined)).unwrap();
        let mut left = 3;
        for _ in 0..20 {
            let scene = walk.scene();
            assert!(scene.moves_left.unwrap() <= left, "the number never grows");
            left = scene.moves_left.unwrap();
            let Some(mv) = scene.moves.first().map(|it| it.text.clone()) else { break };
            walk.play(&scene.proof_move.unwrap_or(mv)).unwrap();
        }
        let end = walk.scene();
        assert_eq!(end.outcome.map(|it| it.winner), Some(Some(Player::First)));
        ended += 1;
    }
    println!("{joined_ones} joined, {ended} walked to the end");
    assert!(joined_ones > 80);
}

#[test]
fn a_search_for_the_soonest_mate_that_ends_early_shows_the_mate_it_found() {
    let game = Registry::builtin().open("chess").unwrap();
    let job = Job {
        position: "8/8/3k4/8/8/2Q5/R7/K7 w - -".to_string(),
        question: "mate".to_string(),
        nodes: Some(40_000),
        memory: 1 << 26,
        ..Job::default()
    };
    let mut session = game.solve(&job).unwrap();
    while session.step(1000).unwrap() == Phase::Running {}
    let answer = session.answer();
    assert_eq!((answer.verdict, answer.verified, answer.mate), (Verdict::Unknown, false, None));
    let Some([None, Some(most)]) = answer.bounds else { panic!("{:?}", answer.bounds) };
    assert_eq!(answer.statement.unwrap().claim, format!("mate<={most}"));
    // The checkpoint of the stopped session leads to the number itself.
    let mut saved = Vec::new();
    session.save(&mut saved).unwrap();
    let mut session = game.solve(&Job { nodes: None, ..job }).unwrap();
    session.restore(&mut &saved[..]).unwrap();
    while session.step(1000).unwrap() == Phase::Running {}
    let answer = session.answer();
    assert!(answer.verified);
    assert!(answer.mate.is_some_and(|it| it.by_mover && it.moves as i32 <= most));
}
