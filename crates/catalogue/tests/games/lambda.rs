//! λ-search end to end: what it proves is verified and true, it disproves nothing, and it refuses games
//! without a null move.

use quod_catalogue::Registry;
use quod_cert::read_certificate;
use quod_check::Limits;
use quod_engine::{Pos, Reason};
use quod_game::testkit::Rng;
use quod_solve::{AnyGame, Job, Phase, Verdict};

fn job(position: &str, question: &str, engine: &str) -> Job {
    Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    }
}

/// A position after random moves that is not over.
fn any_position(game: &AnyGame, rng: &mut Rng, moves: usize) -> Option<Pos> {
    let rules = game.rules();
    let mut pos = rules.start();
    for _ in 0..moves {
        let legal = rules.legal_moves(&pos);
        pos = rules.play(&pos, legal[rng.below(legal.len())]);
        if rules.outcome(&pos).is_some() {
            return None;
        }
    }
    Some(pos)
}

/// Whether the side to move wins in random positions, by λ-search and by proof-number search.
fn agree(name: &str, moves: usize, rounds: usize, least: usize) {
    let game = Registry::builtin().open(name).unwrap();
    let mut rng = Rng::new(91);
    let (mut proved, mut missed) = (0, 0);
    for round in 0..rounds {
        let most = moves + rng.below(4);
        let Some(pos) = any_position(&game, &mut rng, most) else { continue };
        let mover = game.rules().player_names()[game.rules().to_move(&pos).index()];
        let text = game.rules().position_text(&pos);
        let question = format!("{mover}-wins");
        let engine =
            ["lambda", "lambda:order=2,limit=10", "lambda:order=2,evaluation=delayed"][round % 3];
        let context = format!("{name} {text} {question} {engine}");
        let ask = |engine: &str| {
            let mut session = game.solve(&job(&text, &question, engine)).unwrap();
            while session.step(10_000).unwrap() == Phase::Running {}
            session.answer()
        };
        let (answer, truth) = (ask(engine), ask("pn"));
        match answer.verdict {
            Verdict::Proved => {
                assert!(answer.verified, "{context}: {:?}", answer.reason);
                let bytes = answer.certificate.as_deref().unwrap();
                let certificate = read_certificate(bytes).unwrap();
                game.check(&certificate, None, None, &Limits::default()).unwrap();
                assert_eq!(truth.verdict, Verdict::Proved, "{context}");
                proved += 1;
            }
            Verdict::Disproved => panic!("{context}: disproved"),
            Verdict::Unverified | Verdict::Unknown => {
                assert_eq!(answer.reason, Some(Reason::Restricted), "{context}");
                missed += usize::from(truth.verdict == Verdict::Proved);
            }
        }
    }
    println!("{name}: {proved} of {rounds} proved, {missed} wins missed");
    assert!(proved >= least, "{name}: {proved} proved, {missed} missed");
}

#[test]
fn wins_in_games_of_lines_are_verified_and_true() {
    agree("tic-tac-toe", 2, 100, 30);
    agree("mnk:width=4,height=4,k=3", 3, 40, 10);
    agree("mnk:width=5,height=4,k=4", 9, 30, 2);
}

/// Over the twin, whose states are two words.
#[test]
fn wins_in_atari_go_are_verified_and_true() {
    agree("atari-go:size=4,start=crosscut", 0, 60, 20);
    agree("atari-go:size=5", 6, 60, 10);
}

#[test]
fn games_without_a_null_move_are_refused() {
    for name in [
        "connect-four",
        "othello:size=4",
        "awari",
        "three-mens-morris",
        "gomoku:renju",
        "gomoku:opening=professional",
    ] {
        let game = Registry::builtin().open(name).unwrap();
        let error = game.solve(&job("start", "value", "lambda")).err().unwrap().to_string();
        assert!(error.contains("null move") && error.contains("lambda"), "{name}: {error}");
    }
}
