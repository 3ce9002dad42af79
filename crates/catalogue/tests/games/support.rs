//! What tests of whole searches share.

use quod_cert::read_certificate;
use quod_check::Limits;
use quod_solve::{Answer, AnyGame, Job, Phase};

/// The answer, its certificate checked once more from outside.
pub fn solve(game: &AnyGame, position: &str, question: &str, engine: &str) -> Answer {
    let job = Job {
        position: position.to_string(),
        question: question.to_string(),
        engine: engine.to_string(),
        memory: 1 << 24,
        ..Job::default()
    };
    let mut session = game.solve(&job).unwrap();
    while session.step(10_000).unwrap() == Phase::Running {}
    let answer = session.answer();
    assert!(answer.verified, "{engine} {position}: {:?}", answer.reason);
    let certificate = read_certificate(answer.certificate.as_deref().unwrap()).unwrap();
    let checked = game.check(&certificate, None, None, &Limits::default()).unwrap();
    assert_eq!(Some(&checked.statement), answer.statement.as_ref());
    answer
}
